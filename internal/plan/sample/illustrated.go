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
	r, ok := Request(op, Full)
	if !ok {
		return nil, false
	}
	return illustrated(Settled(op, r)), true
}

// ShownResponse returns the response of an operation for documents. It also reports false if
// its shape is unspecified, or if the response is empty.
func ShownResponse(op *catalog.Operation) (*Record, bool) {
	r, ok := Response(op, Full)
	if !ok || !op.Response.Shown || op.Response.Nothing {
		return nil, false
	}
	return illustrated(r), true
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

// illustrated returns a sample for readers: with the examples of the catalog, with one item
// instead of several similar ones, and without additional keys. It omits the defaults of
// sensitive fields.
func illustrated(r *Record) *Record {
	shown := &Record{Union: r.Union, Tag: r.Tag}
	for _, m := range r.Members {
		if f := m.Field; f.Private() && f.Default != nil && wording.Literal(m.Value) == wording.Literal(f.Default) {
			continue
		}
		shown.Members = append(shown.Members, Member{Field: m.Field, Value: illustratedValue(m)})
	}
	if len(shown.Members) == 0 && r.Union == nil {
		shown.Further, shown.Kept = r.Further, r.Kept // an empty object carries no value in a rule
	}
	return shown
}

// illustratedValue returns the example of a field, or a value for readers. A record gets an
// additional key of its example, such as the id of the changed element.
func illustratedValue(m Member) any {
	if v, ok := exampleOf(m.Field); ok {
		return v
	}
	v := illustratedIn(m.Field, m.Value)
	example, _ := m.Field.ShownExample().(map[string]any)
	if r, ok := v.(*Record); ok && m.Field.Type.Kind == catalog.Record {
		for _, key := range slices.Sorted(maps.Keys(example)) {
			if kept, ok := example[key].(string); ok && m.Field.Type.Record.Field(key) == nil {
				r.Further, r.Kept = key, kept
			}
		}
	}
	return v
}

// illustratedIn returns a value for readers. The field is empty for values in other values.
func illustratedIn(f *catalog.Field, v any) any {
	switch v := v.(type) {
	case *Record:
		return illustrated(v)
	case []any:
		var items []any
		for _, item := range v[:illustratedItems(f, len(v))] {
			items = append(items, illustratedIn(new(catalog.Field), item))
		}
		return items
	case map[string]any:
		values := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v))[:illustratedItems(f, len(v))] {
			values[key] = illustratedIn(new(catalog.Field), v[key])
		}
		return values
	default:
		return v
	}
}

// illustratedItems returns how many of n items are shown. A joined array shows all
// of them, so that the separator is visible.
func illustratedItems(f *catalog.Field, n int) int {
	switch {
	case f.Join != "":
		return n
	case f.MinItems != nil:
		return min(n, max(1, *f.MinItems))
	default:
		return min(n, 1)
	}
}

// exampleOf returns the example of a field in the catalog, unless it is empty, or an object
// or array whose content the type of the field describes.
func exampleOf(f *catalog.Field) (any, bool) {
	v := f.ShownExample()
	switch v.(type) {
	case map[string]any, []any:
		anything := []catalog.Kind{catalog.Object, catalog.Any, catalog.Unspecified}
		return v, !plan.IsEmpty(v) && slices.Contains(anything, f.Type.Kind)
	}
	return v, !plan.IsEmpty(v)
}
