package engine

import (
	"cmp"
	"reflect"
	"slices"

	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A template is executed on the result of the last step. Documents are decoded only for members
// that a template names: one that is shown whole is sent as it is stored.
//
// {contact_id: /id, name: /name} on a contact makes {"contact_id": "contact-1", "name": "Ann"}, and
// [{id: /id}] on a list makes [{"id": "contact-1"}, {"id": "contact-2"}]: the inner template runs on
// each document.

// document is a document of a result. It is decoded only for its members.
type document struct {
	*store.Document
	decoded map[string]any
}

// members returns the members of the document, which must not be changed.
func (d *document) members() map[string]any {
	if d.decoded == nil {
		d.decoded = members(d.Document)
	}
	return d.decoded
}

// MarshalJSON returns the stored JSON.
func (d *document) MarshalJSON() ([]byte, error) { return d.Body, nil }

// resultValue returns the result: a document, a list, or nil.
func (r *run) resultValue() any {
	list := make([]any, len(r.result.docs))
	for i, doc := range r.result.docs {
		list[i] = &document{Document: doc}
	}
	switch {
	case r.result.list:
		return list
	case len(list) > 0:
		return list[0]
	default:
		return nil
	}
}

// render executes a template on the result or one of its documents. It returns false for a
// missing value, which an object or a list leaves out.
func (r *run) render(t *behavior.Template, current any) (any, bool) {
	switch {
	case t.Nothing:
		return nil, true
	case t.Func != "":
		return r.called(t.Func, current), true
	case t.Value != nil:
		v, isPresent := r.value(t.Value, current)
		return v, isPresent || t.Value.Source == behavior.Constant // null is also a response
	case t.Object != nil:
		object := map[string]any{}
		for _, m := range t.Object {
			if v, ok := r.render(m.Value, current); ok {
				object[m.Name] = v
			}
		}
		return object, true
	case t.List != nil:
		return r.listed(t, current), true
	case t.Group != nil:
		return r.grouped(t, current), true
	case t.Exists != nil:
		return len(r.result.docs) > 0 == *t.Exists, true
	default:
		return max(r.result.total, len(r.result.docs)), true
	}
}

// called returns what a func makes of a document, or of another value. The first error is that of
// the call: r.failed keeps it, since a template goes on without a value.
func (r *run) called(name string, current any) any {
	if doc, ok := current.(*document); ok {
		current = withParents(doc.Document)
	}
	text, _ := encode(current) // of what was decoded
	v, err := r.funcs[name](r.transaction(), text)
	r.failed = cmp.Or(r.failed, err)
	return v
}

// listed executes a template for each document, and drops missing values.
func (r *run) listed(t *behavior.Template, current any) []any {
	list := []any{}
	for _, doc := range documentsIn(current) {
		v, ok := r.render(t.List, doc)
		isSame := func(item any) bool { return reflect.DeepEqual(item, v) }
		isRepeated := t.Distinct && slices.ContainsFunc(list, isSame)
		if ok && !isRepeated {
			list = append(list, v)
		}
	}
	return list
}

// documentsIn returns the documents of a list, or the only one.
func documentsIn(current any) []any {
	list, isList := current.([]any)
	if !isList && current != nil {
		return []any{current}
	}
	return list
}

// grouped executes {$group: /role, $of: /name}: {"owner": ["Ann", "Bob"], "driver": ["Ann"]}.
func (r *run) grouped(t *behavior.Template, current any) any {
	groups := map[string]any{}
	for _, doc := range documentsIn(current) {
		group, _ := r.value(t.Group, doc)
		name, isText := group.(string)
		if !isText {
			text, _ := encode(group) // of what was decoded
			name = string(text)
		}
		if item, ok := r.render(t.Of, doc); ok && group != nil {
			list, _ := groups[name].([]any)
			groups[name] = append(list, item)
		}
	}
	return groups
}
