package memory

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"example.com/opgen/sandbox/store"
)

// All documents of a world are in one index, with an entry for each value by which they can be
// found. A query takes the shortest list of those that it names and tries the rest on its
// documents. Lists are in the order of insertion, and removing keeps it, so no query sorts
// without an order.
//
// A contact with a phone number, say, whose parent is an agency, is in four lists: that of its id,
// that of all contacts, that of the number, and that of the children of the agency.

// data is the content of a world. Its documents are immutable, so that copies of a world share
// them.
type data struct {
	index    map[entry][]*store.Document // in the order of Sequence
	counters map[string]int64
	sequence int64
}

// entry is a key of the index: a kind, and a field with a value or one of the fields below.
type entry struct{ kind, field, text string }

// Fields that no value has: of all documents of a kind, and for the ids of documents and of their
// parents.
const (
	all    = ""
	id     = "\x00id"
	parent = "\x00parent"
)

// isEmpty reports whether the world has nothing, so that it is not listed.
func (d *data) isEmpty() bool { return len(d.counters)+len(d.index) == 0 }

// clone returns a copy that shares the documents.
func (d *data) clone() *data {
	c := &data{map[entry][]*store.Document{}, map[string]int64{}, d.sequence}
	maps.Copy(c.counters, d.counters)
	for e, docs := range d.index {
		c.index[e] = slices.Clone(docs)
	}
	return c
}

// entries returns the entries of a document.
func entries(doc *store.Document) []entry {
	keys := []entry{{doc.Kind, id, doc.ID}, {doc.Kind, all, ""}}
	for _, v := range doc.Values {
		keys = append(keys, entry{doc.Kind, v.Field, v.Text})
	}
	for _, p := range doc.Parents {
		keys = append(keys, entry{p.Kind, parent, p.ID})
	}
	return keys
}

// get returns the document with a key, nil if there is none.
func (d *data) get(k store.Key) *store.Document {
	if docs := d.index[entry{k.Kind, id, k.ID}]; len(docs) > 0 {
		return docs[0]
	}
	return nil
}

// add adds a document, usually after all others.
func (d *data) add(doc *store.Document) {
	for _, e := range entries(doc) {
		docs := d.index[e]
		if i, isPresent := position(docs, doc); !isPresent { // a value or a parent may be repeated
			d.index[e] = slices.Insert(docs, i, doc)
		}
	}
}

// remove removes a document.
func (d *data) remove(doc *store.Document) {
	for _, e := range entries(doc) {
		docs := d.index[e]
		if i, isPresent := position(docs, doc); isPresent {
			docs = slices.Delete(docs, i, i+1)
		}
		if len(docs) == 0 {
			delete(d.index, e)
		} else {
			d.index[e] = docs
		}
	}
}

// position returns the position of a document in a list, and whether it is there.
func position(docs []*store.Document, doc *store.Document) (int, bool) {
	return slices.BinarySearchFunc(docs, doc, func(a, b *store.Document) int {
		return cmp.Compare(a.Sequence, b.Sequence)
	})
}

// find returns the documents of a query, ignoring Offset and Limit.
func (d *data) find(q store.Query) []*store.Document {
	docs := d.index[entry{q.Kind, all, ""}]
	for _, v := range q.Where { // begin with the rarest value
		if narrower := d.index[entry{q.Kind, v.Field, v.Text}]; len(narrower) < len(docs) {
			docs = narrower
		}
	}
	if q.Among != nil {
		docs = among(docs, q.Among)
	}
	isOther := func(doc *store.Document) bool {
		isMissing := func(v store.Value) bool { return !slices.Contains(doc.Values, v) }
		isBefore := q.Order == "" && doc.Sequence <= q.After
		return isBefore || slices.ContainsFunc(q.Where, isMissing)
	}
	docs = slices.DeleteFunc(slices.Clone(docs), isOther)
	if q.Order != "" {
		slices.SortFunc(docs, func(a, b *store.Document) int {
			return store.CompareBy(q.Order, a, b)
		})
	}
	return docs
}

// among returns the documents of a list that have some sequences. Both are in the same order.
func among(docs []*store.Document, sequences []int64) (chosen []*store.Document) {
	for _, doc := range docs {
		for len(sequences) > 0 && sequences[0] < doc.Sequence {
			sequences = sequences[1:]
		}
		if len(sequences) > 0 && sequences[0] == doc.Sequence {
			chosen = append(chosen, doc)
		}
	}
	return chosen
}

// tx is a transaction. It changes the world immediately, and records how to undo that. Nobody sees
// the changes before it ends, since the store is locked.
type tx struct {
	*data
	undo []func()
}

// attempt runs f, and undoes its writes if it fails or panics.
func (d *data) attempt(f func(store.Tx) error) (err error) {
	t := &tx{data: d}
	counters, sequence := maps.Clone(d.counters), d.sequence
	isDone := false
	rollBack := func() {
		if isDone {
			return
		}
		for _, undo := range slices.Backward(t.undo) {
			undo()
		}
		d.counters = counters
		d.sequence = sequence
	}
	defer rollBack()
	err = f(t)
	isDone = err == nil
	return err
}

// Get is [store.Tx.Get].
func (t *tx) Get(k store.Key) (*store.Document, error) {
	doc := t.get(k)
	if doc == nil {
		return nil, store.ErrNotFound
	}
	return doc.Clone(), nil
}

// Find is [store.Tx.Find].
func (t *tx) Find(q store.Query) ([]*store.Document, error) {
	docs := t.find(q)
	docs = docs[min(q.Offset, len(docs)):]
	if q.Limit > 0 {
		docs = docs[:min(q.Limit, len(docs))]
	}
	for i, doc := range docs {
		docs[i] = doc.Clone()
	}
	return docs, nil
}

// Count is [store.Tx.Count].
func (t *tx) Count(q store.Query) (int, error) {
	q.After, q.Order = 0, ""
	return len(t.find(q)), nil
}

// Holding is [store.Tx.Holding].
func (t *tx) Holding(
	kind, field, _ string, holds func(string) bool,
) (sequences []int64, err error) {
	fits := func(v store.Value) bool { return v.Field == field && holds(v.Text) }
	sequences = []int64{}
	for _, doc := range t.index[entry{kind, all, ""}] {
		if slices.ContainsFunc(doc.Values, fits) {
			sequences = append(sequences, doc.Sequence)
		}
	}
	return sequences, nil
}

// Insert is [store.Tx.Insert].
func (t *tx) Insert(doc *store.Document) error {
	switch {
	case t.get(doc.Key) != nil:
		return store.ErrExists
	case !t.haveAll(doc.Parents):
		return store.ErrNotFound
	}
	t.sequence++
	doc.Sequence, doc.Version, doc.Changed = t.sequence, 1, time.Now().UTC()
	stored := doc.Clone()
	t.add(stored)
	t.undo = append(t.undo, func() { t.remove(stored) })
	return nil
}

// Update is [store.Tx.Update].
func (t *tx) Update(doc *store.Document) error {
	old := t.get(doc.Key)
	switch {
	case old == nil, !t.haveAll(doc.Parents):
		return store.ErrNotFound
	case old.Version != doc.Version:
		return store.ErrConflict
	}
	doc.Sequence, doc.Changed = old.Sequence, time.Now().UTC()
	doc.Version++
	stored := doc.Clone()
	t.remove(old)
	t.add(stored)
	t.undo = append(t.undo, func() { t.remove(stored); t.add(old) })
	return nil
}

// Delete is [store.Tx.Delete].
func (t *tx) Delete(k store.Key) error {
	doc := t.get(k)
	if doc == nil {
		return store.ErrNotFound
	}
	t.remove(doc) // before its parts, since it can be one of them
	t.undo = append(t.undo, func() { t.add(doc) })
	for _, part := range slices.Clone(t.index[entry{k.Kind, parent, k.ID}]) {
		err := t.Delete(part.Key)
		if err != nil && err != store.ErrNotFound { // already deleted with another parent
			return err
		}
	}
	return nil
}

// Next is [store.Tx.Next].
func (t *tx) Next(counter string) (int64, error) {
	t.counters[counter]++
	return t.counters[counter], nil
}

// haveAll reports whether all documents with some keys exist.
func (t *tx) haveAll(keys []store.Key) bool {
	return !slices.ContainsFunc(keys, func(k store.Key) bool { return t.get(k) == nil })
}
