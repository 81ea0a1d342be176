package interpret

import (
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// The functions below do what generated code does by itself, in conditions that
// it holds in place of calls of the runtime. What it does to settle a decoded
// request, its encoder does as well, so that it stands here once.

// isGiven reports whether a field carries a value, in a rule over several.
func isGiven(f *catalog.Field, x any) bool {
	switch r, ok := x.(*record); {
	case x == nil:
		return false
	case ok:
		return !r.isEmpty()
	case f.Type.Kind == catalog.Array:
		return length(x) > 0
	default:
		return !api.IsEmpty(x)
	}
}

// isEmpty reports whether nothing of a record would be sent.
func (r *record) isEmpty() bool {
	for n, f := range r.shape.Fields {
		if toSend(f, r.values[n]) != nil {
			return false
		}
	}
	return len(r.extra) == 0
}

// startsNonEmpty reports whether the first item of an array exists and is not
// empty.
func startsNonEmpty(x any) bool {
	if length(x) == 0 {
		return false
	}
	switch items := x.(type) {
	case []string:
		return items[0] != ""
	case []api.Object:
		return len(items[0]) > 0
	case []any:
		return !api.IsEmpty(items[0])
	case []record:
		return !items[0].isEmpty()
	default:
		return true
	}
}

// orNil is a value, nil where it is an empty string that counts as absent.
func orNil(f *catalog.Field, x any) any {
	if f.OmitEmpty && x == "" {
		return nil
	}
	return x
}

// toSend is what a client sends of a field, nil for nothing.
func toSend(f *catalog.Field, x any) any {
	if f.SendIf == catalog.FirstItemNonEmpty && !startsNonEmpty(x) {
		return nil
	}
	if x = orNil(f, x); x == nil {
		return f.Default
	}
	return x
}

// winner is the first field of a first_of that carries a value, or nil.
func (r *record) winner(rule *catalog.Rule) *catalog.Field {
	for _, f := range rule.Fields {
		if isGiven(f, r.value(f)) {
			return f
		}
	}
	return nil
}

// isPaged reports whether a paging field is given.
func (r *record) isPaged(op *catalog.Operation) bool {
	p := op.Pagination
	return p != nil && (r.value(p.Page) != nil || r.value(p.Size) != nil)
}

// pageDefault is what a paging field is where the other one is given.
func pageDefault(op *catalog.Operation, f *catalog.Field) any {
	switch f {
	case op.Pagination.Page:
		return pointedAt(op.Pagination.First)
	case op.Pagination.Size:
		return pointedAt(op.Pagination.DefaultSize)
	default:
		return nil
	}
}

// sent is what a client sends of a field of a body, nil for nothing.
func (r *record) sent(op *catalog.Operation, f *catalog.Field) any {
	x := toSend(f, r.value(f))
	rule := firstOf(op, f)
	switch {
	case rule != nil && f != r.winner(rule):
		return nil
	case x == nil && r.isPaged(op):
		return pageDefault(op, f)
	default:
		return x
	}
}

// order is the order in which the fields of a body are sent: those of a first_of
// and those of paging stand together, where the first of them stands.
func order(op *catalog.Operation) []*catalog.Field {
	var fields []*catalog.Field
	p := op.Pagination
	for _, f := range op.Request.Fields {
		rule := firstOf(op, f)
		switch {
		case slices.Contains(fields, f):
		case rule != nil:
			fields = append(fields, rule.Fields...)
		case p != nil && (p.First != nil || p.DefaultSize != nil) && (f == p.Page || f == p.Size):
			fields = append(fields, p.Page, p.Size)
		default:
			fields = append(fields, f)
		}
	}
	return fields
}

// firstOf is the rule by which only one of several fields is sent, or nil.
func firstOf(op *catalog.Operation, f *catalog.Field) *catalog.Rule {
	for _, rule := range op.Rules {
		if rule.Kind == catalog.FirstOf && slices.Contains(rule.Fields, f) {
			return rule
		}
	}
	return nil
}
