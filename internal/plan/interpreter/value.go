package interpreter

import (
	"errors"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Judge returns what keeps JSON from being the value of a field. What is unreadable, no
// client reads in a response. A constraint is broken where a value can be read, but a
// request could not have it. Pointers lead from the value, and Field "" is all of it. A
// field that is no part of a catalog needs no more than a type.
func Judge(f *catalog.Field, value string) (unreadable, broken []api.Violation) {
	of := *f
	of.Name = "value"
	r := newRecord(formOf(plan.Record(&catalog.Shape{Fields: []*catalog.Field{&of}}), map[*catalog.Shape]*form{}))
	unreadable = inside(wire.DecodeRecord([]byte(`{"value":`+value+`}`), r, reader{wire: true}.members))
	if unreadable == nil {
		broken = inside(r.Validate())
	}
	return unreadable, broken
}

// inside returns the violations of the member "value", with pointers from there.
func inside(err error) []api.Violation {
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok {
		return nil
	}
	for i, v := range invalid.Violations {
		invalid.Violations[i].Field = strings.TrimPrefix(v.Field, "/value")
	}
	return invalid.Violations
}
