package interpreter

import (
	"errors"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// ValueViolations returns the violations of JSON as the value of a field, with pointers into the
// value. If it is unreadable, no client can read it in a response. If it is broken, it can be
// read, but requests cannot contain it. A field outside of a catalog needs only a type.
func ValueViolations(f *catalog.Field, value string) (unreadable, broken []api.Violation) {
	r := newRecord(valuePlan(*f))
	unreadable = relativeViolations(wire.DecodeRecord([]byte(`{"value":`+value+`}`), r,
		reader{wire: true}.object))
	if unreadable == nil {
		broken = relativeViolations(r.Validate())
	}
	return unreadable, broken
}

// TypeViolations returns the violations that keep JSON from becoming a value of a Go type: unknown
// members, values of other types, and missing members that a struct always has. Pointers are
// relative to the value.
func TypeViolations(t *catalog.Type, value string) []api.Violation {
	d := wire.NewDecoder(`{"value":` + value + `}`)
	reader{complete: true}.object(d, newRecord(valuePlan(catalog.Field{Type: t, Required: true})))
	return relativeViolations(d.Finish())
}

// valuePlan returns the plan of an object with the field as its member "value".
func valuePlan(f catalog.Field) *recordPlan {
	f.Name = "value"
	return recordPlanOf(plan.Record(&catalog.Shape{Fields: []*catalog.Field{&f}}),
		map[*catalog.Shape]*recordPlan{})
}

// relativeViolations returns the violations of the member "value", with pointers from there.
func relativeViolations(err error) []api.Violation {
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok {
		return nil
	}
	for i, v := range invalid.Violations {
		invalid.Violations[i].Field = strings.TrimPrefix(v.Field, "/value")
	}
	return invalid.Violations
}
