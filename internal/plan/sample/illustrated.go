package sample

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/wording"
)

// Samples for documents are for people: they have the examples of the catalog, one item in a list, and
// no values that are only there to be tested. Sensitive fields show neither examples nor defaults.

// ShownRequest returns the request of an operation for documents: a full one as the service
// receives it.
func ShownRequest(op *catalog.Operation) (*Record, bool) {
	r, ok := maker{Size: Full, shown: true}.limited(func(m *maker) (*Record, bool) {
		return m.request(op)
	})
	if !ok {
		return nil, false
	}
	r = Settled(op, r)
	isHidden := func(m Member) bool { return showsDefault(m.Field, m.Value) }
	r.Members = slices.DeleteFunc(r.Members, isHidden)
	return r, true
}

// ShownResponse returns the response of an operation for documents. It also reports false if
// its shape is unspecified, or if the response is empty.
func ShownResponse(op *catalog.Operation) (*Record, bool) {
	if !op.Response.Shown || op.Response.Nothing {
		return nil, false
	}
	return maker{Size: Full, shown: true}.limited(func(m *maker) (*Record, bool) {
		return m.shape(place{shape: op.Response.Shape})
	})
}

// ShownFailure returns a failure of an operation for documents: a value of its type. It reports
// false if the catalog names no type.
func ShownFailure(op *catalog.Operation) (*Record, bool) {
	if op.Failure == nil {
		return nil, false
	}
	return maker{Size: Full, shown: true}.limited(func(m *maker) (*Record, bool) {
		return m.shape(place{shape: op.Failure.Shape()})
	})
}

// ShownSuccess returns the body of a success for documents: the response in its envelope. It
// returns "" if there is no example, or no body.
func ShownSuccess(op *catalog.Operation) string {
	r, ok := ShownResponse(op)
	switch {
	case ok:
		return op.Envelope.Wrap(r.JSON(), "")
	case op.Response.Nothing && op.Envelope != nil:
		return op.Envelope.Wrap("", "")
	}
	return ""
}

// showsDefault reports whether a value is the default of a sensitive field, which documents omit.
func showsDefault(f *catalog.Field, v any) bool {
	return f.Private() && f.Default != nil && wording.Literal(v) == wording.Literal(f.Default)
}

// shownField returns the example of a field, or a value for readers. A record gets an additional
// key of its example, such as the id of the changed element.
func (m *maker) shownField(in place, f *catalog.Field) (any, bool) {
	example := f.ShownExample()
	if !plan.IsEmpty(example) && isWholeValue(example, f.Type) {
		return example, true
	}
	v, ok := m.value(in, f, f.Type)
	members, _ := example.(map[string]any)
	if r, isRecord := v.(*Record); ok && isRecord && f.Type.Kind == catalog.Record {
		keepFurther(r, f.Type.Record, members)
	}
	return v, ok && !showsDefault(f, v)
}

// isWholeValue reports whether an example can stand for a value of a type. An array or an object may show
// only a part, so it can only if the type says nothing about its content.
func isWholeValue(example any, t *catalog.Type) bool {
	switch example.(type) {
	case map[string]any, []any:
		return t.Kind == catalog.Object || t.Kind == catalog.Any || t.Kind == catalog.Unspecified
	default:
		return true
	}
}

// keepFurther gives a record the last member of its example, in the order of keys, that is no field.
func keepFurther(r *Record, shape *catalog.Shape, members map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(members)) {
		kept, isText := members[key].(string)
		if isText && shape.Field(key) == nil {
			r.Further, r.Kept = key, kept
		}
	}
}
