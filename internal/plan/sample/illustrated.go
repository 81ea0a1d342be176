package sample

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/wording"
)

// ShownRequest returns the request of an operation for documents: a full one as the service
// receives it.
func ShownRequest(op *catalog.Operation) (*Record, bool) {
	r, ok := maker{Size: Full, shown: true}.limited(func(m *maker) (*Record, bool) { return m.request(op) })
	if !ok {
		return nil, false
	}
	r = Settled(op, r)
	r.Members = slices.DeleteFunc(r.Members,
		func(m Member) bool { return showsDefault(m.Field, m.Value) })
	return r, true
}

// ShownResponse returns the response of an operation for documents. It also reports false if
// its shape is unspecified, or if the response is empty.
func ShownResponse(op *catalog.Operation) (*Record, bool) {
	if !op.Response.Shown || op.Response.Nothing {
		return nil, false
	}
	return maker{Size: Full, shown: true}.limited(func(m *maker) (*Record, bool) { return m.shape(place{shape: op.Response.Shape}) })
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
	anything := []catalog.Kind{catalog.Object, catalog.Any, catalog.Unspecified}
	switch example.(type) {
	case map[string]any, []any: // unless the type describes the content
		if !plan.IsEmpty(example) && slices.Contains(anything, f.Type.Kind) {
			return example, true
		}
	default:
		if !plan.IsEmpty(example) {
			return example, true
		}
	}
	v, ok := m.value(in, f, f.Type)
	members, _ := example.(map[string]any)
	if r, isRecord := v.(*Record); ok && isRecord && f.Type.Kind == catalog.Record {
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if kept, ok := members[key].(string); ok && f.Type.Record.Field(key) == nil {
				r.Further, r.Kept = key, kept
			}
		}
	}
	return v, ok && !showsDefault(f, v)
}
