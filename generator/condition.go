package generator

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// condition emits a condition of a plan.
func condition(c plan.Condition) string {
	switch c := c.(type) {
	case plan.NotNil:
		if c.Field.Type.Nullable {
			return "!" + on(c.Field) + ".IsZero()"
		}
		return variantOr(c.Field) + " != nil"
	case plan.NotNull:
		return "x := " + held(c.Field) + "; x != nil"
	case plan.Given:
		return given(c.Field)
	case plan.FirstItemGiven:
		return firstItemGiven(c.Field)
	default:
		var any []string
		for _, one := range c.(plan.AnyOf) {
			any = append(any, condition(one))
		}
		return strings.Join(any, " || ")
	}
}

// not emits the negation of a condition on which a member of a record is sent.
func not(c plan.Condition) string {
	switch c := c.(type) {
	case plan.NotNil:
		if c.Field.Type.Nullable {
			return on(c.Field) + ".IsZero()"
		}
		return variantOr(c.Field) + " == nil"
	case plan.Given:
		return "!" + given(c.Field)
	default:
		return "!(" + condition(c) + ")"
	}
}

// given emits the condition that an optional field carries a value that a client sends.
func given(f *catalog.Field) string {
	if f.Type.Nullable {
		return givenAt(f.Type, held(f), "wire.Or("+held(f)+", nil)")
	}
	return givenAt(f.Type, variantOr(f), on(f))
}

// givenAt emits the condition for a value of a type, with expressions for a pointer to the
// value and, if it can be nil, for the value itself.
func givenAt(t *catalog.Type, pointer, value string) string {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return "wire.Given(" + pointer + ")"
	case catalog.Array, catalog.Map, catalog.Object:
		return "len(" + value + ") > 0"
	case catalog.Any, catalog.Unspecified:
		return "!wire.IsEmpty(" + value + ")"
	case catalog.Record:
		return fmt.Sprintf("%[1]s != nil && !%[1]s.isEmpty()", pointer)
	default:
		return pointer + " != nil"
	}
}

// variantOr returns the expression that is nil if a field is absent: the variant of a
// union, or the field itself.
func variantOr(f *catalog.Field) string {
	if f.Type.Kind == catalog.Union {
		return on(f) + ".Variant"
	}
	return on(f)
}

// firstItemGiven emits the condition that an array has a first item that is not empty.
func firstItemGiven(f *catalog.Field) string {
	first, t := on(f)+"[0]", f.Type.Elem
	exists := "len(" + on(f) + ") > 0"
	if t.Nullable {
		pointer := "wire.ValueOf(&" + first + ")"
		return exists + " && " + givenAt(t, pointer, "wire.Or("+pointer+", nil)")
	}
	switch t.Kind {
	case catalog.Boolean, catalog.Integer, catalog.Number:
		return exists
	case catalog.String, catalog.Enumeration:
		return exists + " && " + first + ` != ""`
	case catalog.Record:
		return exists + " && !" + first + ".isEmpty()"
	case catalog.Union:
		return exists + " && " + first + ".Variant != nil"
	default:
		return exists + " && " + givenAt(t, "", first)
	}
}

// isEmptyMethod emits the method that reports whether a record carries no value, because no
// member would be sent.
func isEmptyMethod(r *catalog.Shape) string {
	var nothing []string
	always, asksItems := false, false
	for _, step := range plan.Record(r).Send {
		m := step.(plan.Member)
		_, byFirstItem := m.When.(plan.FirstItemGiven)
		asksItems = asksItems || byFirstItem && m.Field.Circular() && m.Field.Union() == nil
		if m.When == nil || m.Default != nil {
			always = true
		} else {
			nothing = append(nothing, not(m.When))
		}
	}
	if r.Open {
		nothing = append(nothing, "len(r.Extra) == 0")
	}
	if r.Recursive() && asksItems {
		nothing = append([]string{"wire.Finite(r)"}, nothing...)
	}
	empty := strings.Join(nothing, " && ")
	if always {
		empty = "false"
	} else if nothing == nil {
		empty = "true"
	}
	return "func (r *" + r.GoName + ") isEmpty() bool { return " + empty + " }"
}

// askedIfEmpty returns the records of an area that need the method isEmpty.
func askedIfEmpty(a *catalog.Area) map[*catalog.Shape]bool {
	asked := map[*catalog.Shape]bool{}
	of := func(p *plan.Plan) {
		for _, f := range p.PresenceFields() {
			if f.Type.Item().Kind == catalog.Record {
				asked[f.Type.Item().Record] = true
			}
		}
	}
	for _, r := range a.Records {
		of(plan.Record(r))
	}
	for _, op := range a.Operations {
		of(plan.Request(op))
		of(plan.Record(op.Response.Shape))
	}
	return asked
}
