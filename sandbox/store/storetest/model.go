package storetest

import (
	"maps"
	"slices"

	"example.com/opgen/sandbox/store"
)

// world is one world as simply as it can be kept: it is a store.Tx on a list of documents,
// in the order of their insertion.
type world struct {
	documents []*store.Document
	counters  map[string]int64
	sequence  int64
}

func (w *world) clone() *world {
	if w == nil {
		return &world{counters: map[string]int64{}}
	}
	c := &world{counters: maps.Clone(w.counters), sequence: w.sequence}
	for _, d := range w.documents {
		c.documents = append(c.documents, d.Clone())
	}
	return c
}

func (w *world) empty() bool { return w == nil || len(w.documents) == 0 && len(w.counters) == 0 }

func (w *world) index(k store.Key) int {
	return slices.IndexFunc(w.documents, func(d *store.Document) bool { return d.Key == k })
}

func (w *world) lacks(parents []store.Key) bool {
	return slices.ContainsFunc(parents, func(p store.Key) bool { return w.index(p) < 0 })
}

func (w *world) Get(k store.Key) (*store.Document, error) {
	i := w.index(k)
	if i < 0 {
		return nil, store.ErrNotFound
	}
	return w.documents[i].Clone(), nil
}

func (w *world) Find(q store.Query) ([]*store.Document, error) {
	var found []*store.Document
	for _, d := range w.documents {
		if matches(d, q) && (q.Order != "" || d.Sequence > q.After) {
			found = append(found, d.Clone())
		}
	}
	if q.Order != "" {
		slices.SortFunc(found, func(a, b *store.Document) int { return store.CompareBy(q.Order, a, b) })
	}
	found = found[min(q.Offset, len(found)):]
	if q.Limit > 0 {
		found = found[:min(q.Limit, len(found))]
	}
	return found, nil
}

func matches(d *store.Document, q store.Query) bool {
	return d.Kind == q.Kind && !slices.ContainsFunc(q.Where, func(v store.Value) bool { return !slices.Contains(d.Values, v) })
}

func (w *world) Count(q store.Query) (int, error) {
	q.After, q.Offset, q.Limit = 0, 0, 0
	found, err := w.Find(q)
	return len(found), err
}

func (w *world) Insert(d *store.Document) error {
	if w.index(d.Key) >= 0 {
		return store.ErrExists
	}
	if w.lacks(d.Parents) {
		return store.ErrNotFound
	}
	w.sequence++
	d.Sequence, d.Version = w.sequence, 1
	w.documents = append(w.documents, d.Clone())
	return nil
}

func (w *world) Update(d *store.Document) error {
	i := w.index(d.Key)
	if i < 0 || w.lacks(d.Parents) {
		return store.ErrNotFound
	}
	if w.documents[i].Version != d.Version {
		return store.ErrConflict
	}
	d.Sequence = w.documents[i].Sequence
	d.Version++
	w.documents[i] = d.Clone()
	return nil
}

func (w *world) Delete(k store.Key) error {
	i := w.index(k)
	if i < 0 {
		return store.ErrNotFound
	}
	w.documents = slices.Delete(w.documents, i, i+1)
	for {
		i := slices.IndexFunc(w.documents, func(d *store.Document) bool { return w.lacks(d.Parents) })
		if i < 0 {
			return nil
		}
		w.documents = slices.Delete(w.documents, i, i+1)
	}
}

func (w *world) Next(counter string) (int64, error) {
	w.counters[counter]++
	return w.counters[counter], nil
}
