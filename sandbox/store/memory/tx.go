package memory

import (
	"slices"
	"time"

	"example.com/opgen/sandbox/store"
)

// tx is a transaction. It changes the world immediately, and records how to undo that.
type tx struct {
	*data
	undo []func()
}

func (t *tx) rollBack() {
	for _, undo := range slices.Backward(t.undo) {
		undo()
	}
}

func (t *tx) Get(k store.Key) (*store.Document, error) {
	doc := t.table(k.Kind).byID[k.ID]
	if doc == nil {
		return nil, store.ErrNotFound
	}
	return doc.Clone(), nil
}

func (t *tx) Find(q store.Query) ([]*store.Document, error) {
	docs := t.find(q)
	docs = docs[min(q.Offset, len(docs)):]
	if q.Limit > 0 {
		docs = docs[:min(q.Limit, len(docs))]
	}
	found := make([]*store.Document, len(docs))
	for i, doc := range docs {
		found[i] = doc.Clone()
	}
	return found, nil
}

func (t *tx) Count(q store.Query) (int, error) {
	q.After, q.Order = 0, ""
	return len(t.find(q)), nil
}

func (t *tx) Insert(doc *store.Document) error {
	switch {
	case t.table(doc.Kind).byID[doc.ID] != nil:
		return store.ErrExists
	case !t.haveAll(doc.Parents):
		return store.ErrNotFound
	}
	before := t.sequence
	t.sequence++
	doc.Sequence, doc.Version, doc.Changed = t.sequence, 1, time.Now().UTC()
	stored := doc.Clone()
	t.add(stored)
	t.undo = append(t.undo, func() { t.remove(stored); t.sequence = before })
	return nil
}

func (t *tx) Update(doc *store.Document) error {
	old := t.table(doc.Kind).byID[doc.ID]
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

func (t *tx) Delete(k store.Key) error {
	doc := t.table(k.Kind).byID[k.ID]
	if doc == nil {
		return store.ErrNotFound
	}
	t.remove(doc) // before its parts, since it can be one of them
	t.undo = append(t.undo, func() { t.add(doc) })
	for part := range t.parts[k] {
		if err := t.Delete(part); err != nil && err != store.ErrNotFound { // already deleted with another parent
			return err
		}
	}
	return nil
}

func (t *tx) Next(counter string) (int64, error) {
	before, known := t.counters[counter]
	t.counters[counter] = before + 1
	t.undo = append(t.undo, func() {
		if t.counters[counter] = before; !known {
			delete(t.counters, counter)
		}
	})
	return before + 1, nil
}

func (t *tx) haveAll(keys []store.Key) bool {
	return !slices.ContainsFunc(keys, func(k store.Key) bool { return t.table(k.Kind).byID[k.ID] == nil })
}
