package memory

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/sandbox/store"
)

// data is the content of a world. Its documents are immutable, so that copies of a world share
// them.
type data struct {
	tables   map[string]*table
	parts    map[store.Key]map[store.Key]bool // of each parent
	counters map[string]int64
	sequence int64
}

// table holds the documents of a kind. Lists are in the order of Sequence.
type table struct {
	byID    map[string]*store.Document
	all     []*store.Document
	byValue map[store.Value][]*store.Document
}

func newData() data {
	return data{tables: map[string]*table{}, parts: map[store.Key]map[store.Key]bool{}, counters: map[string]int64{}}
}

func (d *data) isEmpty() bool {
	return len(d.counters) == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(d.tables)), func(t *table) bool { return len(t.all) > 0 })
}

func (d *data) clone() data {
	c := newData()
	c.sequence, c.counters = d.sequence, maps.Clone(d.counters)
	for _, t := range d.tables {
		for _, doc := range t.all {
			c.add(doc)
		}
	}
	return c
}

// table returns the table of a kind, an empty one if there is none.
func (d *data) table(kind string) *table {
	if t := d.tables[kind]; t != nil {
		return t
	}
	return &table{}
}

// add adds a document.
func (d *data) add(doc *store.Document) {
	t := d.tables[doc.Kind]
	if t == nil {
		t = &table{byID: map[string]*store.Document{}, byValue: map[store.Value][]*store.Document{}}
		d.tables[doc.Kind] = t
	}
	t.byID[doc.ID] = doc
	t.all = withDocument(t.all, doc)
	for _, v := range doc.Values {
		t.byValue[v] = withDocument(t.byValue[v], doc)
	}
	for _, parent := range doc.Parents {
		if d.parts[parent] == nil {
			d.parts[parent] = map[store.Key]bool{}
		}
		d.parts[parent][doc.Key] = true
	}
}

// remove removes a document.
func (d *data) remove(doc *store.Document) {
	t := d.tables[doc.Kind]
	delete(t.byID, doc.ID)
	t.all = withoutDocument(t.all, doc)
	for _, v := range doc.Values {
		if t.byValue[v] = withoutDocument(t.byValue[v], doc); len(t.byValue[v]) == 0 {
			delete(t.byValue, v)
		}
	}
	for _, parent := range doc.Parents {
		if delete(d.parts[parent], doc.Key); len(d.parts[parent]) == 0 {
			delete(d.parts, parent)
		}
	}
}

// withDocument returns a list with a document, in place of another version. Usually the document is the
// last one.
func withDocument(docs []*store.Document, doc *store.Document) []*store.Document {
	if len(docs) == 0 || docs[len(docs)-1].Sequence < doc.Sequence {
		return append(docs, doc)
	}
	i, found := place(docs, doc.Sequence)
	if found {
		docs[i] = doc
		return docs
	}
	return slices.Insert(docs, i, doc)
}

func withoutDocument(docs []*store.Document, doc *store.Document) []*store.Document {
	if i, found := place(docs, doc.Sequence); found {
		return slices.Delete(docs, i, i+1)
	}
	return docs
}

// place returns the position of a sequence, and whether it is in the list.
func place(docs []*store.Document, sequence int64) (int, bool) {
	return slices.BinarySearchFunc(docs, sequence, func(d *store.Document, n int64) int { return cmp.Compare(d.Sequence, n) })
}

// find returns the documents of a query, ignoring Offset and Limit. The caller must not change
// the list.
func (d *data) find(q store.Query) []*store.Document {
	t := d.table(q.Kind)
	where, docs := q.Where, t.all
	if len(where) > 0 {
		rarest := slices.MinFunc(where, func(a, b store.Value) int { return cmp.Compare(len(t.byValue[a]), len(t.byValue[b])) })
		docs = t.byValue[rarest]
	}
	if q.Order == "" && q.After != 0 {
		i, _ := place(docs, q.After+1)
		docs = docs[i:]
	}
	if len(where) > 0 {
		docs = slices.DeleteFunc(slices.Clone(docs), func(doc *store.Document) bool {
			return slices.ContainsFunc(where, func(v store.Value) bool { return !slices.Contains(doc.Values, v) })
		})
	}
	if q.Order == "" {
		return docs
	}
	return slices.SortedFunc(slices.Values(docs), func(a, b *store.Document) int { return store.CompareBy(q.Order, a, b) })
}
