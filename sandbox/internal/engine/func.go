package engine

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/store"
)

// Some operations do what steps cannot say, such as merging two contacts. A func does it in the same
// transaction and with the same functions as steps, so that lists of parts, ids and distinct values
// are kept in order whoever writes.

// Func replaces the steps of an operation, or renders a document for a response. It gets the settled
// request, or the document with the ids of its parents under their names, and returns the response,
// which is encoded as JSON. An error undoes the writes of the call. It is called again if the commit
// fails and can be repeated. One that renders must not write.
type Func func(tx *Tx, request json.RawMessage) (response any, err error)

// Tx reads and writes the documents of the world of a call. A Func can return its errors
// unchanged, since they name the kind.
//
// Documents are maps as encoding/json decodes them, with numbers of type json.Number. Those that Tx
// returns have the ids of their parents under the names of these, as in seeds.
type Tx struct {
	Now    time.Time // of the world
	Caller string    // "" if the caller is unknown
	run    *run
}

// transaction returns what the funcs of a call get.
func (r *run) transaction() *Tx {
	return &Tx{Now: r.call.Now, Caller: r.call.Caller, run: r}
}

// Get returns the document of a kind with an id, a string or a number. It is an
// [*api.Problem] with status 404 if there is none.
func (t *Tx) Get(kind string, id any) (json.RawMessage, error) {
	doc, err := t.stored(kind, id)
	if err != nil {
		return nil, err
	}
	return doc.Body, nil
}

// stored returns a stored document, or the problem that there is none.
func (t *Tx) stored(kind string, id any) (*store.Document, error) {
	key, _ := keyOf(id)
	doc, err := t.run.tx.Get(store.Key{Kind: kind, ID: key})
	if errors.Is(err, store.ErrNotFound) {
		return nil, noSuch(kind, "there is no such "+kind)
	}
	return doc, err
}

// Find returns the documents of a kind in the order of their creation, whose members at some JSON
// pointers have some values. A name without a slash is that of a parent, and its value the id.
// Members by which steps select are found by the index; others cost a look at each document.
func (t *Tx) Find(kind string, values map[string]any) ([]map[string]any, error) {
	k := t.run.kinds[kind]
	q := store.Query{Kind: kind}
	unindexed := map[string]any{}
	for _, pointer := range slices.Sorted(maps.Keys(values)) {
		key, _ := keyOf(values[pointer])
		switch {
		case !strings.HasPrefix(pointer, "/"):
			q.Where = append(q.Where, reference{name: pointer, key: store.Key{ID: key}}.value())
		case slices.Contains(k.Indexed, pointer):
			q.Where = append(q.Where, store.Value{Field: pointer, Text: textOf(values[pointer])})
		default:
			unindexed[pointer] = values[pointer]
		}
	}
	docs, err := t.run.tx.Find(q)
	if err != nil {
		return nil, err
	}
	var objects []map[string]any
	for _, doc := range docs {
		object := withParents(doc)
		if hasAll(object, unindexed) {
			objects = append(objects, object)
		}
	}
	return objects, nil
}

// hasAll reports whether a document has the values at some pointers.
func hasAll(object, values map[string]any) bool {
	for pointer, v := range values {
		if !slices.Contains(textsAt(object, jsonpointer.Names(pointer)), textOf(v)) {
			return false
		}
	}
	return true
}

// withParents returns the members of a document, with the ids of its parents.
func withParents(doc *store.Document) map[string]any {
	object := members(doc)
	for _, v := range doc.Values {
		if isParent(v) {
			object[v.Field[1:]] = v.Text
		}
	}
	return object
}

// Create adds a document, as [Engine.Insert] does, and sets its id.
func (t *Tx) Create(kind string, document map[string]any) error {
	return t.run.insert(kind, document)
}

// Update replaces the members of a document, except its id, its parents, and lists of parts that
// the new members lack.
func (t *Tx) Update(kind string, id any, document map[string]any) error {
	doc, err := t.stored(kind, id)
	if err != nil {
		return err
	}
	k := t.run.kinds[kind]
	before, lists := splitLists(k, doc)
	object, _ := clone(document).(map[string]any)
	for name := range k.Parents {
		delete(object, name)
	}
	storedID, _ := valueAt(before, k.ID)
	put(object, k.ID, storedID)
	return t.run.save(k, doc, object, lists)
}

// Delete deletes a document with its parts.
func (t *Tx) Delete(kind string, id any) error {
	doc, err := t.stored(kind, id)
	if err != nil {
		return err
	}
	return t.run.remove(t.run.kinds[kind], doc)
}

// Number returns the next number of a kind, as $number does in a step.
func (t *Tx) Number(kind, pointer string) (string, error) {
	return t.run.nextNumber(t.run.kinds[kind], pointer)
}
