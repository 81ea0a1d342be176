package engine

import (
	"reflect"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/store"
)

// response returns the response of the call, nil for none.
func (r *run) response() (any, error) {
	if t := r.op.Response; t != nil {
		v, _, err := r.render(t, lazy(r.ofResult), r.result.docs)
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

// ofResult returns what the result holds: a document or a list.
func (r *run) ofResult() (any, error) {
	docs := r.result.docs
	if !r.result.list {
		if len(docs) == 0 {
			return nil, nil
		}
		return members(docs[0])
	}
	list := make([]any, len(docs))
	for i, doc := range docs {
		var err error
		if list[i], err = members(doc); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// placed puts a list where the catalog shows one: where the items of pages are, or in the
// only array of the response. Otherwise the list is the response.
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

// render returns what a template makes of the documents at hand, and false for nothing.
func (r *run) render(t *behaviour.Template, hand any, docs []*store.Document) (any, bool, error) {
	switch {
	case t == nil:
		return nil, false, nil
	case t.Value != nil:
		v, given, err := r.value(t.Value, hand, r.result.kind)
		return v, given || t.Value.Source == behaviour.Constant, err // null is a response, too
	case t.Object != nil:
		of := map[string]any{}
		for _, m := range t.Object {
			v, ok, err := r.render(m.Value, hand, docs)
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
		err := r.eachOf(docs, func(doc any, one []*store.Document) error {
			v, ok, err := r.render(t.List, doc, one)
			if ok {
				list = append(list, v)
			}
			return err
		})
		return list, true, err
	case t.Group != nil:
		return r.grouped(t, docs)
	case t.Distinct != nil:
		list := []any{}
		err := r.eachOf(docs, func(doc any, _ []*store.Document) error {
			v, ok, err := r.value(t.Distinct, doc, r.result.kind)
			if ok && !slices.ContainsFunc(list, func(known any) bool { return reflect.DeepEqual(known, v) }) {
				list = append(list, v)
			}
			return err
		})
		return list, true, err
	case t.Exists != nil:
		return len(docs) > 0 == *t.Exists, true, nil
	case t.Count:
		if r.result.count == nil {
			return len(docs), true, nil
		}
		n, err := r.result.count()
		return n, true, err
	default:
		return nil, false, nil
	}
}

// eachOf calls f with what each document holds.
func (r *run) eachOf(docs []*store.Document, f func(doc any, one []*store.Document) error) error {
	for _, doc := range docs {
		of, err := members(doc)
		if err != nil {
			return err
		}
		if err := f(of, []*store.Document{doc}); err != nil {
			return err
		}
	}
	return nil
}

// grouped returns an object with a list for each value that documents have.
func (r *run) grouped(t *behaviour.Template, docs []*store.Document) (any, bool, error) {
	groups := map[string][]any{}
	err := r.eachOf(docs, func(doc any, one []*store.Document) error {
		by, ok, err := r.value(t.Group, doc, r.result.kind)
		if !ok || err != nil {
			return err
		}
		item := doc
		if t.Of != nil {
			if item, ok, err = r.render(t.Of, doc, one); !ok || err != nil {
				return err
			}
		}
		name, isText := by.(string)
		if !isText {
			text, err := encode(by)
			if err != nil {
				return err
			}
			name = string(text)
		}
		groups[name] = append(groups[name], item)
		return nil
	})
	return groups, true, err
}
