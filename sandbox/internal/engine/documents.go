package engine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// place is the field that orders the children of a document. A child that was not made with
// the list has none, and comes last.
const place = "$position"

// reference is a parent of a document. Its field is "$" and the name of the parent.
type reference struct {
	name   string
	key    store.Key
	exists bool // false for a missing document of a free kind
}

func (f reference) value() store.Value { return store.Value{Field: "$" + f.name, Text: f.key.ID} }

func isParent(v store.Value) bool { return v.Field[0] == '$' && v.Field != place }

// parentReference returns the reference to the document with an id as a parent of a kind, or the error lacks
// if that must exist first.
func (r *run) parentReference(k *behavior.Kind, name string, id any, lacks error) (reference, error) {
	parent := k.Parents[name]
	key, ok := keyOf(id)
	f := reference{name: name, key: store.Key{Kind: parent.Name, ID: key}}
	if !ok {
		return f, lacks
	}
	_, err := r.tx.Get(f.key)
	if f.exists = err == nil; errors.Is(err, store.ErrNotFound) {
		if err = nil; !parent.Free {
			err = lacks
		}
	}
	return f, err
}

// members returns the members of a document, with its children: these are stored separately,
// and also in the document that lists them, since it is read more often than they change.
func members(doc *store.Document) map[string]any {
	v, err := decode(doc.Body)
	if err != nil {
		panic(fmt.Errorf("a document of the kind %s in the store is damaged: %w", doc.Kind, err))
	}
	return v.(map[string]any)
}

// splitLists returns the members of a document without its lists of children, and these lists.
func splitLists(k *behavior.Kind, doc *store.Document) (of, lists map[string]any) {
	of = members(doc)
	return of, takeLists(k, of)
}

// takeLists removes and returns the lists of children.
func takeLists(k *behavior.Kind, of map[string]any) map[string]any {
	lists := map[string]any{}
	for _, pointer := range k.Lists() {
		if list, given := take(of, pointer); given {
			lists[pointer] = list
		}
	}
	return lists
}

func (r *run) childrenOf(doc *store.Document, child *behavior.Kind) ([]*store.Document, error) {
	parent := reference{name: child.ParentNames()[0], key: doc.Key}
	return r.tx.Find(store.Query{Kind: child.Name, Where: []store.Value{parent.value()}, Order: place})
}

// create adds a document, or returns an existing one with the same unique members.
func (r *run) create(k *behavior.Kind, of map[string]any, parents []reference, at ...store.Value) (*store.Document, error) {
	if twin, err := r.findDuplicate(k, of, parents); twin != nil || err != nil {
		return twin, err
	}
	key, given := keyAt(of, k)
	if !given {
		id, err := r.newID(k)
		if err != nil {
			return nil, err
		}
		put(of, k.ID, id)
		key, _ = keyOf(id)
	}
	doc := &store.Document{Key: store.Key{Kind: k.Name, ID: key}, Values: at}
	for _, f := range parents {
		doc.Values = append(doc.Values, f.value())
		if f.exists {
			doc.Parents = append(doc.Parents, f.key)
		}
	}
	return doc, r.save(k, doc, of, nil)
}

// keyAt returns the key of a document by its members, and false if they have no id.
func keyAt(of map[string]any, k *behavior.Kind) (string, bool) {
	id, _ := valueAt(of, k.ID)
	return keyOf(id)
}

// findDuplicate returns the document with the same parents and unique members, or nil.
func (r *run) findDuplicate(k *behavior.Kind, of map[string]any, parents []reference) (*store.Document, error) {
	if k.Unique == nil {
		return nil, nil
	}
	q := store.Query{Kind: k.Name}
	for _, f := range parents {
		q.Where = append(q.Where, f.value())
	}
	for _, pointer := range k.Unique {
		for _, text := range textsAt(of, jsonpointer.Names(pointer)) {
			q.Where = append(q.Where, store.Value{Field: pointer, Text: text})
		}
	}
	docs, err := r.tx.Find(q)
	for _, doc := range docs {
		if !slices.ContainsFunc(doc.Values, func(v store.Value) bool { return slices.Contains(k.Unique, v.Field) && !slices.Contains(q.Where, v) }) {
			return doc, nil
		}
	}
	return nil, err
}

// save writes a document. Its lists replace its children; children of lists that it lacks stay
// as they were before. A new document has no version.
func (r *run) save(k *behavior.Kind, doc *store.Document, of, before map[string]any) error {
	lists := takeLists(k, of)
	for _, pointer := range k.Lists() {
		put(of, pointer, []any{})
		if list, ok := before[pointer]; ok {
			put(of, pointer, list)
		}
	}
	if doc.Version == 0 || len(lists) == 0 { // a new one before its children, which require a parent
		if err := r.write(k, doc, of); err != nil {
			return err
		}
	}
	given := slices.Sorted(maps.Keys(lists))
	for _, pointer := range given {
		if err := r.saveChildren(k, doc, pointer, lists[pointer]); err != nil {
			return err
		}
	}
	if err := r.update(k, doc, of, given); err != nil {
		return err
	}
	return r.updateAbove(k, doc)
}

// write writes a document, with the values of its index.
func (r *run) write(k *behavior.Kind, doc *store.Document, of map[string]any) (err error) {
	if doc.Body, err = encode(of); err != nil {
		return err
	}
	doc.Values = slices.DeleteFunc(doc.Values, func(v store.Value) bool { return v.Field[0] == '/' })
	for _, pointer := range k.Indexed {
		for _, text := range textsAt(of, jsonpointer.Names(pointer)) {
			doc.Values = append(doc.Values, store.Value{Field: pointer, Text: text})
		}
	}
	for _, pointer := range k.Distinct {
		if taken, err := r.isTaken(k, doc.ID, pointer, textsAt(of, jsonpointer.Names(pointer))); taken || err != nil {
			return cmp.Or(err, exists(k, pointer))
		}
	}
	if doc.Version > 0 {
		return r.tx.Update(doc)
	}
	if err = r.tx.Insert(doc); errors.Is(err, store.ErrExists) {
		err = exists(k, k.ID)
	}
	return err
}

// isTaken reports whether a document with another id has any of some values.
func (r *run) isTaken(k *behavior.Kind, id, pointer string, texts []string) (bool, error) {
	for _, text := range texts {
		docs, err := r.tx.Find(store.Query{Kind: k.Name, Where: []store.Value{{Field: pointer, Text: text}}, Limit: 2})
		if err != nil || slices.ContainsFunc(docs, func(other *store.Document) bool { return other.ID != id }) {
			return err == nil, err
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
	list, isList := v.([]any)
	given := map[string]bool{}
	for _, item := range list {
		of, isObject := item.(map[string]any)
		key, hasID := keyAt(of, child)
		if hasID && given[key] {
			return exists(child, child.ID)
		}
		given[key], isList = true, isList && isObject
	}
	if !isList && v != nil {
		return refused("%s of %s must be a list of objects", pointer, k.Name)
	}
	before, err := r.childrenOf(doc, child)
	if err != nil {
		return err
	}
	stay := map[string]*store.Document{}
	for _, c := range before {
		if stay[c.ID] = c; !given[c.ID] {
			delete(stay, c.ID)
			if err := r.tx.Delete(c.Key); err != nil { // first, so that a new child can have its id
				return err
			}
		}
	}
	parent := reference{name: child.ParentNames()[0], key: doc.Key, exists: true}
	for i, item := range list {
		of := item.(map[string]any)
		at := store.Value{Field: place, Text: ordered(strconv.Itoa(i))}
		key, _ := keyAt(of, child)
		if c := stay[key]; c == nil {
			_, err = r.create(child, of, []reference{parent}, at)
		} else {
			c.Values = append(slices.DeleteFunc(c.Values, func(v store.Value) bool { return v.Field == place }), at)
			_, lists := splitLists(child, c)
			err = r.save(child, c, of, lists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// update writes a document with the lists of its children at some pointers.
func (r *run) update(k *behavior.Kind, doc *store.Document, of map[string]any, pointers []string) error {
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
		put(of, pointer, list)
	}
	return r.write(k, doc, of)
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
