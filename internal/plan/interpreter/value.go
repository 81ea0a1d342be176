package interpreter

import (
	"errors"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Judge returns the violations of JSON as the value of a field, with pointers into the
// value. If it is unreadable, no client can read it in a response. If it is broken, it can be
// read, but requests cannot contain it. A field outside of a catalog needs only a type.
func Judge(f *catalog.Field, value string) (unreadable, broken []api.Violation) {
	r := newRecord(valueForm(*f))
	unreadable = inside(wire.DecodeRecord([]byte(`{"value":`+value+`}`), r, reader{wire: true}.members))
	if unreadable == nil {
		broken = inside(r.Validate())
	}
	return unreadable, broken
}

// Unfit returns the violations that keep JSON from becoming a value of a Go type: unknown
// members, values of other types, and missing members that a struct always has. Pointers are
// relative to the value.
func Unfit(t *catalog.Type, value string) []api.Violation {
	d := wire.NewDecoder(`{"value":` + value + `}`)
	reader{complete: true}.members(d, newRecord(valueForm(catalog.Field{Type: t, Required: true})))
	return inside(d.Finish())
}

// valueForm returns the form of an object with the field as its member "value".
func valueForm(f catalog.Field) *form {
	f.Name = "value"
	return formOf(plan.Record(&catalog.Shape{Fields: []*catalog.Field{&f}}), map[*catalog.Shape]*form{})
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
