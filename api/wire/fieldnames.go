package wire

import (
	"reflect"
	"sync"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/redact"
)

// AppendFurther appends the further keys of an open record, sorted, but for those
// that are fields of it. The record is a pointer to a generated struct.
func AppendFurther(b []byte, record any, extra api.Object) []byte {
	if len(extra) == 0 {
		return b
	}
	return AppendExtra(b, extra, fieldNames(record)...)
}

// Further checks the further keys of an open record, as Extra does.
func (v *Validator) Further(record any, extra api.Object) {
	if len(extra) > 0 {
		v.Extra(extra, fieldNames(record)...)
	}
}

// namesOf are the names of the fields of generated structs, by type.
var namesOf sync.Map

// fieldNames returns the wire names of the fields of the struct that a pointer
// points at. They are read from its tags once.
func fieldNames(record any) []string {
	t := reflect.TypeOf(record)
	if names, ok := namesOf.Load(t); ok {
		return names.([]string)
	}
	var names []string
	for i := range t.Elem().NumField() {
		if name, ok := redact.WireName(t.Elem().Field(i)); ok {
			names = append(names, name)
		}
	}
	namesOf.Store(t, names)
	return names
}
