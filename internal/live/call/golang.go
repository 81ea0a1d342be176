package call

import (
	"encoding/json"
	"fmt"
	"strconv"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// GoCall returns the Go that makes a call by the generated client. Request is in the form of
// [interpreter.Operation.Encode].
func GoCall(op *interpreter.Operation, request string) (string, error) {
	value, err := vectors.ParseValue(request)
	if err != nil {
		return "", err
	}
	object, ok := value.(vectors.Object)
	if !ok {
		return "", fmt.Errorf("the request is not an object")
	}
	return generator.Call(op.Operation, recordOf(op.Request, object))
}

// recordOf returns the members of an object as the fields of a shape, in the order of the
// catalog. A record of the generator has at most one member that the catalog does not name.
func recordOf(s *catalog.Shape, object vectors.Object) *sample.Record {
	r := &sample.Record{}
	given := map[string]any{}
	for _, m := range object {
		given[m.Key] = m.Value
		if s.Field(m.Key) == nil {
			r.Further = m.Key
			r.Kept, _ = m.Value.(string)
		}
	}
	for _, f := range s.Fields {
		if v, ok := given[f.Name]; ok {
			r.Members = append(r.Members, sample.Member{Field: f, Value: valueOf(f.Type, v)})
		}
	}
	return r
}

// valueOf returns a JSON value in the form that samples have.
func valueOf(t *catalog.Type, value any) any {
	switch v := value.(type) {
	case nil:
		return sample.Null{}
	case json.Number:
		n, err := strconv.Atoi(v.String())
		if t.Kind == catalog.Integer && err == nil {
			return n
		}
		return v
	case []any:
		elem := anything
		if t.Kind == catalog.Array {
			elem = t.Elem
		}
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = valueOf(elem, item)
		}
		return items
	case vectors.Object:
		return objectOf(t, v)
	}
	return value
}

func objectOf(t *catalog.Type, object vectors.Object) any {
	switch t.Kind {
	case catalog.Record:
		return recordOf(t.Record, object)
	case catalog.Union:
		tag := tagOf(t.Union, object)
		shape := new(catalog.Shape)
		if variant := t.Union.Variant(tag); variant != nil && variant.Record != nil {
			shape = variant.Record
		}
		r := recordOf(shape, object)
		r.Union = t.Union
		r.Tag = tag
		return r
	}
	elem := anything
	if t.Kind == catalog.Map {
		elem = t.Elem
	}
	entries := map[string]any{}
	for _, m := range object {
		entries[m.Key] = valueOf(elem, m.Value)
	}
	return entries
}
