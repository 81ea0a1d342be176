package engine

import (
	"reflect"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behavior"
)

// response makes the response of the call, nil for none.
func (r *run) response() any {
	if t := r.op.Response; t != nil && t.Nothing {
		return nil
	} else if t != nil {
		v, _ := r.render(t, r.ofResult())
		return v
	}
	switch res := r.result; {
	case res.list:
		list := make([]any, len(res.docs))
		for i, doc := range res.docs {
			list[i] = doc.Body
		}
		if at := behavior.ItemsAt(r.op.Operation.Operation); at != "" {
			of := map[string]any{}
			put(of, at, list)
			return of
		}
		return list
	case len(res.docs) > 0:
		return res.docs[0].Body
	case r.op.catalog.Response.Whole != nil && r.op.catalog.Response.Whole.Type.Kind == catalog.Array:
		return []any{}
	default:
		return nil
	}
}

// ofResult returns the members of the result: of a document, or of each in a list.
func (r *run) ofResult() any {
	docs := r.result.docs
	if !r.result.list {
		if len(docs) == 0 {
			return nil
		}
		return members(docs[0])
	}
	list := make([]any, len(docs))
	for i, doc := range docs {
		list[i] = members(doc)
	}
	return list
}

// render executes a template on the result or one of its documents. It returns false for a
// missing value.
func (r *run) render(t *behavior.Template, current any) (any, bool) {
	switch {
	case t.Value != nil:
		v, given := r.value(t.Value, current)
		return v, given || t.Value.Source == behavior.Constant // null is also a response
	case t.Object != nil:
		of := map[string]any{}
		for _, m := range t.Object {
			if v, ok := r.render(m.Value, current); ok {
				of[m.Name] = v
			}
		}
		return of, true
	case t.List != nil:
		list := []any{}
		for _, doc := range documentsIn(current) {
			v, ok := r.render(t.List, doc)
			if ok && !(t.Distinct && slices.ContainsFunc(list, func(known any) bool { return reflect.DeepEqual(known, v) })) {
				list = append(list, v)
			}
		}
		return list, true
	case t.Group != nil:
		return r.grouped(t, current), true
	case t.Exists != nil:
		return len(r.result.docs) > 0 == *t.Exists, true
	default:
		return max(r.result.total, len(r.result.docs)), true
	}
}

// documentsIn returns the documents of a list, or the only one.
func documentsIn(current any) []any {
	list, isList := current.([]any)
	if !isList && current != nil {
		return []any{current}
	}
	return list
}

// grouped executes {$group: ..., $of: ...}.
func (r *run) grouped(t *behavior.Template, hand any) any {
	groups := map[string]any{}
	for _, doc := range documentsIn(hand) {
		by, _ := r.value(t.Group, doc)
		name, isText := by.(string)
		if !isText {
			text, _ := encode(by) // of what was decoded
			name = string(text)
		}
		if item, ok := r.render(t.Of, doc); ok && by != nil {
			list, _ := groups[name].([]any)
			groups[name] = append(list, item)
		}
	}
	return groups
}
