package sqlstore

import (
	"database/sql"
	"encoding/json"
	"slices"

	"example.com/opgen/sandbox/store"
)

// Who reads documents mostly goes on to their parts, of one kind after the other and
// document by document. A transaction that reads fetches those of all documents that it
// found together, in one query, when the first of them are asked for.

// parts are what documents that were found together have as parts.
type parts struct {
	of      []store.Key
	fetched bool
	all     map[store.Key][]*store.Document // nil if there are too many to be fetched in advance
}

// mostParts is how many parts are fetched in advance, which is for nothing if they are
// not asked for.
const mostParts = 5000

// partsOf returns the parts of a document with those of the ones that were found together
// with it, nil if it was not found here.
func (t *tx) partsOf(parent store.Key) *parts {
	for _, found := range t.groups {
		for batch := range slices.Chunk(found, 200) {
			p := &parts{of: batch}
			for _, k := range batch {
				t.parts[k] = p
			}
		}
	}
	t.groups = nil
	return t.parts[parent]
}

// fetchedParts returns what a query for parts finds, if they are fetched in advance.
func (t *tx) fetchedParts(q store.Query) (found []*store.Document, ok bool, err error) {
	if q.Parent == (store.Key{}) {
		return nil, false, nil
	}
	p := t.partsOf(q.Parent)
	if p == nil || len(q.Where) > 0 || q.After > 0 {
		return nil, false, nil
	}
	if !p.fetched {
		if err := t.fetch(p); err != nil {
			return nil, false, err
		}
	}
	if p.all == nil {
		return nil, false, nil
	}
	for _, d := range p.all[q.Parent] {
		if d.Kind == key(q.Kind) {
			found = append(found, d)
		}
	}
	if q.Order != "" {
		slices.SortFunc(found, func(a, b *store.Document) int { return store.CompareBy(q.Order, a, b) })
	}
	found = found[min(q.Offset, len(found)):]
	found = found[:min(q.Limit, len(found))]
	for i, d := range found {
		found[i] = d.Clone()
		found[i].Kind = q.Kind
	}
	return found, true, nil
}

func (t *tx) fetch(p *parts) error {
	p.fetched = true
	var keys [][2]string
	parents := map[[2]string]store.Key{}
	for _, k := range p.of {
		columns := [2]string{key(k.Kind), key(k.ID)}
		keys = append(keys, columns)
		parents[columns] = k
	}
	from, parent, args := "", "? AND l.parent_id = ?", []any{t.world, keys[0][0], keys[0][1], mostParts}
	if len(keys) > 1 {
		list, err := json.Marshal(keys)
		if err != nil {
			return err
		}
		from, parent, args = t.each+" CROSS JOIN ", "item.value->>0 AND l.parent_id = item.value->>1", []any{string(list), t.world, mostParts}
	}
	n, all := 0, map[store.Key][]*store.Document{}
	err := t.query(func(rows *sql.Rows) error {
		var parent [2]string
		var kind string
		d, err := scan(rows, &parent[0], &parent[1], &kind)
		if err != nil {
			return err
		}
		n++
		d.Kind = kind
		all[parents[parent]] = append(all[parents[parent]], d)
		return nil
	}, "SELECT "+columns+", l.parent_kind, l.parent_id, l.kind FROM "+from+`links AS l CROSS JOIN documents AS d
		WHERE l.world = ? AND l.parent_kind = `+parent+` AND d.world = l.world AND d.kind = l.kind AND d.sequence = l.sequence
		ORDER BY d.sequence LIMIT ?`, args...)
	if err == nil && n < mostParts {
		p.all = all
	}
	return err
}
