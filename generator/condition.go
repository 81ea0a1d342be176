package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// A plan says on what condition a member is sent or checked; this file writes the conditions as Go.
// Whether a value counts as given depends on the type: a string that is not empty, a list with an
// item, a record with a member that would be sent.

// condition emits a condition of a plan, which stands after if. That of a nullable field may declare x,
// a pointer to the value: x := wire.ValueOf(&r.Phone); x != nil.
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
	var unsent []jen.Code // the conditions on which the members are not sent
	alwaysSent, asksItems := false, false
	for _, step := range plan.Record(r).Send {
		m := step.(plan.Member)
		_, byFirstItem := m.When.(plan.FirstItemGiven)
		if byFirstItem && m.Field.Circular() && m.Field.Union() == nil {
			asksItems = true
		}
		if m.When == nil || m.Default != nil {
			alwaysSent = true
		} else {
			unsent = append(unsent, negation(m.When))
		}
	}
	if r.Open {
		unsent = append(unsent, jen.Len(jen.Id("r").Dot("Extra")).Op("==").Lit(0))
	}
	if r.Recursive() && asksItems { // a record that contains itself would be asked endlessly
		unsent = append([]jen.Code{wireName("Finite").Call(jen.Id("r"))}, unsent...)
	}
	empty := chain("\treturn ", "&&", unsent)
	switch {
	case alwaysSent:
		empty = jen.False()
	case unsent == nil:
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
	asked := map[*catalog.Shape]bool{}
	add := func(p *plan.Plan) {
		for _, f := range p.PresenceFields() {
			if r := f.Record(); r != nil {
				asked[r] = true
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
	return asked
}
