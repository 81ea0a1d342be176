package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A list of parts is stored twice: each part is a document of its own, which steps find and
// change, and the document that lists them has a copy of all, since it is read more often than
// its parts change. Every write keeps both equal, from the inside out: update writes a document
// with its lists read anew, and updateAbove repeats that for those above it. While the children
// of a document are saved, r.inside holds that back, because the document itself is written once
// after all of them.
//
// An example: a contact with {"phones": [{"phone": "555-0100"}]} is stored as a phone, phone-1,
// whose parent is the contact and whose value "$position" is 0, and as a contact with
// {"phones": [{"id": "phone-1", "phone": "555-0100"}]}. Changing phone-1 alone writes both.

// place is the field that orders the children of a document. A child that was not made with
// the list has none, and comes last.
const place = "$position"

// reference is a parent of a document. It is stored as a value, so that documents are found by their
// parents: its field is "$" and the name of the parent, and its text the id.
type reference struct {
	name   string
	key    store.Key
	exists bool // false for a missing document of a free kind
}

// value returns the reference as a value of the document.
func (r reference) value() store.Value {
	return store.Value{Field: "$" + r.name, Text: r.key.ID}
}

// isParent reports whether a value of a document is a reference.
func isParent(v store.Value) bool { return v.Field[0] == '$' && v.Field != place }

// parentReference returns the reference to the document with an id as a parent of a kind, or the
// error errMissing if that must exist first.
func (r *run) parentReference(
	k *behavior.Kind, name string, id any, errMissing error,
) (reference, error) {
	parent := k.Parents[name]
	key, ok := keyOf(id)
	f := reference{name: name, key: store.Key{Kind: parent.Name, ID: key}}
	if !ok {
		return f, errMissing
	}
	_, err := r.tx.Get(f.key)
	f.exists = err == nil
	if !errors.Is(err, store.ErrNotFound) {
		return f, err
	}
	if !parent.Free {
		return f, errMissing
	}
	return f, nil
}

// members decodes a document, with the lists of its children. The caller may change the result. A
// document that is not JSON was not written by this program, so nothing can be done but to stop the
// call.
func members(doc *store.Document) map[string]any {
	v, err := decode(doc.Body)
	if err != nil {
		panic(fmt.Errorf("a document of the kind %s in the store is damaged: %w", doc.Kind, err))
	}
	return v.(map[string]any)
}

// splitLists returns the members of a document without its lists of children, and these lists.
func splitLists(k *behavior.Kind, doc *store.Document) (object, lists map[string]any) {
	object = members(doc)
	return object, takeLists(k, object)
}

// takeLists removes the lists of children from a document, and returns them by their pointers. Lists
// that it does not have are not in the result.
func takeLists(k *behavior.Kind, object map[string]any) map[string]any {
	lists := map[string]any{}
	for _, pointer := range k.Lists() {
		if list, isPresent := take(object, pointer); isPresent {
			lists[pointer] = list
		}
	}
	return lists
}

// childrenOf returns the parts of a document of a kind, in their order.
func (r *run) childrenOf(doc *store.Document, child *behavior.Kind) ([]*store.Document, error) {
	parent := reference{name: child.ParentNames()[0], key: doc.Key}
	where := []store.Value{parent.value()}
	return r.tx.Find(store.Query{Kind: child.Name, Where: where, Order: place})
}

// create adds a document, or returns an existing one with the same unique members. The document
// gets the values places, at most one, which say where it is in a list.
func (r *run) create(
	k *behavior.Kind, object map[string]any, parents []reference, places ...store.Value,
) (*store.Document, error) {
	twin, err := r.findDuplicate(k, object, parents)
	if twin != nil || err != nil {
		return twin, err
	}
	key, hasID := keyAt(object, k)
	if !hasID {
		id, err := r.newID(k)
		if err != nil {
			return nil, err
		}
		put(object, k.ID, id)
		key, _ = keyOf(id)
	}
	doc := &store.Document{Key: store.Key{Kind: k.Name, ID: key}, Values: places}
	for _, f := range parents {
		doc.Values = append(doc.Values, f.value())
		if f.exists {
			doc.Parents = append(doc.Parents, f.key)
		}
	}
	return doc, r.save(k, doc, object, nil)
}

// keyAt returns the key of a document by its members, and false if they have no id.
func keyAt(object map[string]any, k *behavior.Kind) (string, bool) {
	id, _ := valueAt(object, k.ID)
	return keyOf(id)
}

// findDuplicate returns the document with the same parents and unique members, or nil.
func (r *run) findDuplicate(
	k *behavior.Kind, object map[string]any, parents []reference,
) (*store.Document, error) {
	if k.Unique == nil {
		return nil, nil
	}
	q := store.Query{Kind: k.Name, Where: valuesAt(object, k.Unique)}
	for _, f := range parents {
		q.Where = append(q.Where, f.value())
	}
	docs, err := r.tx.Find(q)
	if err != nil {
		return nil, err
	}
	// The documents that were found have all unique values of the new one. One that also has
	// another unique value is not the same.
	isOther := func(v store.Value) bool {
		return slices.Contains(k.Unique, v.Field) && !slices.Contains(q.Where, v)
	}
	for _, doc := range docs {
		if !slices.ContainsFunc(doc.Values, isOther) {
			return doc, nil
		}
	}
	return nil, nil
}

// valuesAt returns the values of the index for members at some pointers.
func valuesAt(object map[string]any, pointers []string) (values []store.Value) {
	for _, pointer := range pointers {
		for _, text := range textsAt(object, jsonpointer.Names(pointer)) {
			values = append(values, store.Value{Field: pointer, Text: text})
		}
	}
	return values
}

// save writes a document. Its lists replace its children; children of lists that it lacks stay
// as they were before. A new document has no version.
func (r *run) save(k *behavior.Kind, doc *store.Document, object, before map[string]any) error {
	lists := takeLists(k, object)
	for _, pointer := range k.Lists() {
		if list, ok := before[pointer]; ok {
			put(object, pointer, list)
		} else {
			put(object, pointer, []any{})
		}
	}
	isNew := doc.Version == 0 // it comes before its children, which require a parent
	if isNew || len(lists) == 0 {
		if err := r.write(k, doc, object); err != nil {
			return err
		}
	}
	pointers := slices.Sorted(maps.Keys(lists))
	for _, pointer := range pointers {
		if err := r.saveChildren(k, doc, pointer, lists[pointer]); err != nil {
			return err
		}
	}
	if err := r.update(k, doc, object, pointers); err != nil {
		return err
	}
	return r.updateAbove(k, doc)
}

// write writes a document, with the values of its index. Its parents and its place in a list are
// values, too, and stay.
func (r *run) write(k *behavior.Kind, doc *store.Document, object map[string]any) (err error) {
	doc.Body, err = encode(object)
	if err != nil {
		return err
	}
	isMember := func(v store.Value) bool { return v.Field[0] == '/' }
	doc.Values = slices.DeleteFunc(doc.Values, isMember)
	doc.Values = append(doc.Values, valuesAt(object, k.Indexed)...)
	if err := r.checkDistinct(k, doc.ID, object); err != nil {
		return err
	}
	if doc.Version > 0 {
		return r.tx.Update(doc)
	}
	err = r.tx.Insert(doc)
	if errors.Is(err, store.ErrExists) {
		return exists(k, k.ID)
	}
	return err
}

// checkDistinct returns the problem of a document that would repeat a distinct value of another one.
func (r *run) checkDistinct(k *behavior.Kind, id string, object map[string]any) error {
	for _, pointer := range k.Distinct {
		texts := textsAt(object, jsonpointer.Names(pointer))
		isTaken, err := r.isTaken(k, id, pointer, texts)
		if err != nil {
			return err
		}
		if isTaken {
			return exists(k, pointer)
		}
	}
	return nil
}

// isTaken reports whether a document with another id has any of some values.
func (r *run) isTaken(k *behavior.Kind, id, pointer string, texts []string) (bool, error) {
	isOther := func(doc *store.Document) bool { return doc.ID != id }
	for _, text := range texts {
		where := []store.Value{{Field: pointer, Text: text}}
		docs, err := r.tx.Find(store.Query{Kind: k.Name, Where: where, Limit: 2})
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(docs, isOther) {
			return true, nil
		}
	}
	return false, nil
}

// saveChildren replaces the children in a list of a document. Items with the id of a child update
// it. Two items must not have the same id; of those with the same unique members, the first one
// stays. Null has no items.
func (r *run) saveChildren(k *behavior.Kind, doc *store.Document, pointer string, v any) error {
	r.inside++
	defer func() { r.inside-- }()
	child := k.Children[pointer]
	items, isList := objectsIn(v)
	keys, isRepeated := keysOf(items, child)
	switch {
	case isRepeated:
		return exists(child, child.ID)
	case !isList:
		return refused("%s of %s must be a list of objects", pointer, k.Name)
	}
	kept, err := r.deleteOthers(doc, child, keys)
	if err != nil {
		return err
	}
	parent := reference{name: child.ParentNames()[0], key: doc.Key, exists: true}
	for i, item := range items {
		position := store.Value{Field: place, Text: ordered(strconv.Itoa(i))}
		key, _ := keyAt(item, child)
		if c := kept[key]; c == nil {
			_, err = r.create(child, item, []reference{parent}, position)
		} else {
			c.Values = append(slices.DeleteFunc(c.Values, isPlace), position)
			_, lists := splitLists(child, c)
			err = r.save(child, c, item, lists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keysOf returns the keys of the items of a list that have an id, and whether one is repeated.
func keysOf(items []map[string]any, k *behavior.Kind) (keys map[string]bool, isRepeated bool) {
	keys = map[string]bool{}
	for _, item := range items {
		key, hasID := keyAt(item, k)
		if !hasID {
			continue
		}
		if keys[key] {
			return keys, true
		}
		keys[key] = true
	}
	return keys, false
}

// deleteOthers deletes the children of a document except those with some keys, and returns these. It
// comes before new children are made, so that one of them can have the id of a deleted one.
func (r *run) deleteOthers(
	doc *store.Document, child *behavior.Kind, keys map[string]bool,
) (kept map[string]*store.Document, err error) {
	children, err := r.childrenOf(doc, child)
	if err != nil {
		return nil, err
	}
	kept = map[string]*store.Document{}
	for _, c := range children {
		if keys[c.ID] {
			kept[c.ID] = c
			continue
		}
		if err := r.tx.Delete(c.Key); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// isPlace reports whether a value of a document is its place in a list.
func isPlace(v store.Value) bool { return v.Field == place }

// objectsIn returns the objects of a list, and false for another value. Null is an empty list.
func objectsIn(v any) (objects []map[string]any, ok bool) {
	if v == nil {
		return nil, true
	}
	list, ok := v.([]any)
	for _, item := range list {
		object, isObject := item.(map[string]any)
		ok = ok && isObject
		objects = append(objects, object)
	}
	return objects, ok
}

// update writes a document with the lists of its children at some pointers.
func (r *run) update(
	k *behavior.Kind, doc *store.Document, object map[string]any, pointers []string,
) error {
	if len(pointers) == 0 {
		return nil
	}
	for _, pointer := range pointers {
		docs, err := r.childrenOf(doc, k.Children[pointer])
		if err != nil {
			return err
		}
		list := make([]any, len(docs))
		for i, c := range docs {
			list[i] = members(c) // whose texts are indexed
		}
		put(object, pointer, list)
	}
	return r.write(k, doc, object)
}

// updateAbove updates the documents whose lists contain this one, directly or indirectly.
func (r *run) updateAbove(k *behavior.Kind, doc *store.Document) error {
	if r.inside > 0 || k.ListedBy == nil || len(doc.Parents) == 0 {
		return nil
	}
	above, err := r.tx.Get(doc.Parents[0])
	if errors.Is(err, store.ErrNotFound) { // deleted in this call
		return nil
	}
	if err != nil {
		return err
	}
	if err := r.update(k.ListedBy, above, members(above), []string{k.ListedAt}); err != nil {
		return err
	}
	return r.updateAbove(k.ListedBy, above)
}
