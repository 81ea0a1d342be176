package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// condition emits a condition of a plan.
func condition(c plan.Condition) *jen.Statement {
	switch c := c.(type) {
	case plan.NotNil:
		if c.Field.Type.Nullable {
			return jen.Op("!").Add(fieldExpr(c.Field)).Dot("IsZero").Call()
		}
		return fieldOrVariant(c.Field).Op("!=").Nil()
	case plan.NotNull:
		return jen.Id("x").Op(":=").Add(nullableValue(c.Field)).Op(";").Id("x").Op("!=").Nil()
	case plan.Given:
		return givenCondition(c.Field)
	default:
		return firstItemGiven(c.(plan.FirstItemGiven).Field)
	}
}

// anyOf emits the condition of a group:
//
//	r.Page != nil || r.Limit != nil
func anyOf(g plan.Group) *jen.Statement {
	var conditions []jen.Code
	for _, m := range g {
		conditions = append(conditions, condition(m.When))
	}
	return infix("||", conditions)
}

// negation emits the negation of a condition on which a member of a record is sent.
func negation(c plan.Condition) *jen.Statement {
	switch c := c.(type) {
	case plan.NotNil:
		if c.Field.Type.Nullable {
			return fieldExpr(c.Field).Dot("IsZero").Call()
		}
		return fieldOrVariant(c.Field).Op("==").Nil()
	case plan.Given:
		return jen.Op("!").Add(givenCondition(c.Field))
	default:
		return jen.Op("!").Parens(condition(c))
	}
}

// givenCondition emits the condition that an optional field carries a value that a client sends.
func givenCondition(f *catalog.Field) *jen.Statement {
	if f.Type.Nullable {
		return givenConditionAt(f.Type, nullableValue(f),
			wireName("Or").Call(nullableValue(f), jen.Nil()))
	}
	return givenConditionAt(f.Type, fieldOrVariant(f), fieldExpr(f))
}

// givenConditionAt emits the condition for a value of a type, with expressions for a pointer to the
// value and, if it can be nil, for the value itself.
func givenConditionAt(t *catalog.Type, pointer, value *jen.Statement) *jen.Statement {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return wireName("Given").Call(pointer)
	case catalog.Array, catalog.Map, catalog.Object:
		return jen.Len(value).Op(">").Lit(0)
	case catalog.Any, catalog.Unspecified:
		return jen.Op("!").Add(wireName("IsEmpty")).Call(value)
	case catalog.Record:
		return pointer.Clone().Op("!=").Nil().Op("&&").Op("!").Add(isEmptyCall(t.Record, pointer, true))
	default:
		return pointer.Op("!=").Nil()
	}
}

// firstItemGiven emits the condition that an array has a first item that is not empty.
func firstItemGiven(f *catalog.Field) *jen.Statement {
	exists := jen.Len(fieldExpr(f)).Op(">").Lit(0)
	first := fieldExpr(f).Index(jen.Lit(0))
	t := f.Type.Elem
	if t.Nullable {
		pointer := wireName("ValueOf").Call(jen.Op("&").Add(first))
		return exists.Op("&&").Add(givenConditionAt(t, pointer,
			wireName("Or").Call(pointer.Clone(), jen.Nil())))
	}
	switch t.Kind {
	case catalog.Boolean, catalog.Integer, catalog.Number:
		return exists
	case catalog.String, catalog.Enumeration:
		return exists.Op("&&").Add(first).Op("!=").Lit("")
	case catalog.Record:
		return exists.Op("&&").Op("!").Add(isEmptyCall(t.Record, first, false))
	case catalog.Union:
		return exists.Op("&&").Add(first).Dot("Variant").Op("!=").Nil()
	default:
		return exists.Op("&&").Add(givenConditionAt(t, nil, first))
	}
}

// isEmptyMethod emits the method that reports whether a record carries no value, because no
// member would be sent:
//
//	func (r *EmailEntry) isEmpty() bool { return r.Type == nil && len(r.Extra) == 0 }
func isEmptyMethod(r *catalog.Shape) jen.Code {
	var nothing []jen.Code
	always, asksItems := false, false
	for _, step := range plan.Record(r).Send {
		m := step.(plan.Member)
		_, byFirstItem := m.When.(plan.FirstItemGiven)
		asksItems = asksItems || byFirstItem && m.Field.Circular() && m.Field.Union() == nil
		if m.When == nil || m.Default != nil {
			always = true
		} else {
			nothing = append(nothing, negation(m.When))
		}
	}
	if r.Open {
		nothing = append(nothing, jen.Len(jen.Id("r").Dot("Extra")).Op("==").Lit(0))
	}
	if r.Recursive() && asksItems {
		nothing = append([]jen.Code{wireName("Finite").Call(jen.Id("r"))}, nothing...)
	}
	empty := chain("\treturn ", "&&", nothing)
	switch {
	case always:
		empty = jen.False()
	case nothing == nil:
		empty = jen.True()
	}
	return nestedMethod(r, r.GoName, "isEmpty", catalog.IsEmptyVerb).Bool().Add(braces(jen.Return(empty)))
}

// isEmptyCall asks a record, or a pointer to it, whether it carries no value.
func isEmptyCall(r *catalog.Shape, value jen.Code, pointer bool) *jen.Statement {
	return callNested(r, value, pointer, "isEmpty", catalog.IsEmptyVerb)
}

// emptyRecords returns the records that may be asked whether they carry a value, because that decides
// whether a request, a response or another record of the operations is sent with them.
func emptyRecords(ops []*catalog.Operation) map[*catalog.Shape]bool {
	all := map[*catalog.Shape]bool{}
	add := func(p *plan.Plan) {
		for _, f := range p.PresenceFields() {
			if r := f.Record(); r != nil {
				all[r] = true
			}
		}
	}
	for _, op := range ops {
		add(plan.Request(op))
		if hasOwnResponse(op) {
			add(plan.Record(op.Response.Shape))
		}
	}
	for r := range catalog.Reach(ops...).Records {
		add(plan.Record(r))
	}
	return all
}
