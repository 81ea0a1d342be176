package engine

import (
	"reflect"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
)

// response makes the response of the call, nil for none.
func (r *run) response() (any, error) {
	if t := r.op.Response; t != nil && t.Nothing {
		return nil, nil
	} else if t != nil {
		v, _, err := r.render(t, r.ofResult())
		return v, err
	}
	switch res := r.result; {
	case res.list:
		list := make([]any, len(res.docs))
		for i, doc := range res.docs {
			list[i] = doc.Body
		}
		return r.placed(list), nil
	case len(res.docs) > 0:
		return res.docs[0].Body, nil
	case r.op.catalog.Response.Whole != nil && r.op.catalog.Response.Whole.Type.Kind == catalog.Array:
		return []any{}, nil
	default:
		return nil, nil
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

// placed makes a response of a list: the items of a page, or the only array. Otherwise the list
// is the response.
func (r *run) placed(list []any) any {
	response := r.op.catalog.Response
	if response.Whole != nil {
		return list
	}
	if by := r.op.pagination; by != nil && by.At != nil && !by.At.Beside {
		if pointer := r.op.inside(by.At); pointer != "" {
			of := map[string]any{}
			put(of, pointer, list)
			return of
		}
	}
	arrays := slices.DeleteFunc(slices.Clone(response.Fields), func(f *catalog.Field) bool { return f.Type.Kind != catalog.Array })
	if response.Shown && len(arrays) == 1 {
		return map[string]any{arrays[0].Name: list}
	}
	return list
}

// render executes a template on the result or one of its documents. It returns false for a
// missing value.
func (r *run) render(t *behaviour.Template, hand any) (any, bool, error) {
	switch {
	case t.Value != nil:
		v, given, err := r.value(t.Value, hand, r.result.kind)
		return v, given || t.Value.Source == behaviour.Constant, err // null is a response, too
	case t.Object != nil:
		of := map[string]any{}
		for _, m := range t.Object {
			v, ok, err := r.render(m.Value, hand)
			if err != nil {
				return nil, false, err
			}
			if ok {
				of[m.Name] = v
			}
		}
		return of, true, nil
	case t.List != nil:
		list := []any{}
		for _, doc := range documentsIn(hand) {
			v, ok, err := r.render(t.List, doc)
			if err != nil {
				return nil, false, err
			}
			if ok {
				list = append(list, v)
			}
		}
		return list, true, nil
	case t.Group != nil:
		return r.grouped(t, hand)
	case t.Distinct != nil:
		list := []any{}
		for _, doc := range documentsIn(hand) {
			v, ok, err := r.value(t.Distinct, doc, r.result.kind)
			if err != nil {
				return nil, false, err
			}
			if ok && !slices.ContainsFunc(list, func(known any) bool { return reflect.DeepEqual(known, v) }) {
				list = append(list, v)
			}
		}
		return list, true, nil
	case t.Exists != nil:
		return len(r.result.docs) > 0 == *t.Exists, true, nil
	case r.result.count == nil:
		return len(r.result.docs), true, nil
	default:
		n, err := r.result.count()
		return n, true, err
	}
}

// documentsIn returns the documents of a list, or the only one.
func documentsIn(hand any) []any {
	list, isList := hand.([]any)
	if !isList && hand != nil {
		return []any{hand}
	}
	return list
}

// grouped executes {$group: ..., $of: ...}.
func (r *run) grouped(t *behaviour.Template, hand any) (any, bool, error) {
	groups := map[string]any{}
	for _, doc := range documentsIn(hand) {
		by, ok, err := r.value(t.Group, doc, r.result.kind)
		var item any
		if ok && err == nil {
			item, ok, err = r.render(t.Of, doc)
		}
		if err != nil {
			return nil, false, err
		}
		name, isText := by.(string)
		if !isText {
			text, _ := encode(by) // of what was decoded
			name = string(text)
		}
		if ok {
			list, _ := groups[name].([]any)
			groups[name] = append(list, item)
		}
	}
	return groups, true, nil
}
