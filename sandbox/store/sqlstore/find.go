package sqlstore

import (
	"strconv"
	"strings"

	"example.com/opgen/sandbox/store"
)

// source is where a query finds the sequences of its documents: rows of one or more
// tables, each of which an index finds by equality and has in the order of sequences.
type source struct {
	tables string // c0 CROSS JOIN c1 ...; CROSS, as SQLite keeps the order of these
	where  string
	args   []any
}

func (s source) from() string { return " FROM " + s.tables + " WHERE " + s.where }

// condition is a table, and columns that have values in it besides world and kind.
type condition struct {
	table, column, also string // also is "" if there is no second one
	args                []any
}

func (t *tx) source(q store.Query) (source, error) {
	var conditions []condition
	if q.Parent != (store.Key{}) {
		conditions = append(conditions, condition{"links", "parent_kind = ?", "parent_id = ?", []any{key(q.Parent.Kind), key(q.Parent.ID)}})
	}
	for _, v := range q.Where {
		conditions = append(conditions, condition{"attributes", "field = ?", "value = ?", []any{key(v.Field), key(v.Text)}})
	}
	if len(conditions) == 0 {
		conditions = []condition{{"documents", "sequence > ?", "", []any{q.After}}}
		q.After = 0
	}
	if len(conditions) > 1 {
		if err := t.rarestFirst(q.Kind, conditions); err != nil {
			return source{}, err
		}
	}
	var s source
	var tables, where []string
	for i, c := range conditions {
		name := "c" + strconv.Itoa(i)
		tables = append(tables, c.table+" AS "+name)
		where = append(where, c.on(name))
		s.args = append(append(s.args, t.world, key(q.Kind)), c.args...)
		if i > 0 {
			where = append(where, name+".sequence = c0.sequence")
		}
	}
	if q.After > 0 {
		where = append(where, "c0.sequence > ?")
		s.args = append(s.args, q.After)
	}
	s.tables, s.where = strings.Join(tables, " CROSS JOIN "), strings.Join(where, " AND ")
	return s, nil
}

func (c condition) on(name string) string {
	text := name + ".world = ? AND " + name + ".kind = ? AND " + name + "." + c.column
	if c.also != "" {
		text += " AND " + name + "." + c.also
	}
	return text
}

// rarestFirst puts the condition first that the fewest documents fulfil, as far as
// counting a thousand of them shows it.
func (t *tx) rarestFirst(kind string, conditions []condition) error {
	rarest, fewest := 0, 1000
	for i, c := range conditions {
		n := 0
		_, err := t.row([]any{&n}, "SELECT count(*) FROM (SELECT 1 FROM "+c.table+" AS c WHERE "+c.on("c")+" LIMIT 1000) AS first",
			append([]any{t.world, key(kind)}, c.args...)...)
		if err != nil {
			return err
		}
		if n < fewest {
			rarest, fewest = i, n
		}
	}
	conditions[0], conditions[rarest] = conditions[rarest], conditions[0]
	return nil
}

// Count is [store.Tx.Count].
func (t *tx) Count(q store.Query) (n int, err error) {
	if q.Order != "" {
		q.After = 0
	}
	if isAll(q) && q.After == 0 {
		if err := t.flush(); err != nil {
			return 0, err
		}
		_, err = t.row([]any{&n}, "SELECT coalesce(sum(documents), 0) FROM blocks WHERE world = ? AND kind = ?", t.world, key(q.Kind))
		return n, err
	}
	s, err := t.source(q)
	if err != nil {
		return 0, err
	}
	_, err = t.row([]any{&n}, "SELECT count(*)"+s.from(), s.args...)
	return n, err
}

func isAll(q store.Query) bool { return q.Parent == (store.Key{}) && len(q.Where) == 0 }

// unlimited is more than any table has rows.
const unlimited = 1 << 48

// Find is [store.Tx.Find].
func (t *tx) Find(q store.Query) ([]*store.Document, error) {
	if q.Limit == 0 {
		q.Limit = unlimited
	}
	if found, ok, err := t.fetchedParts(q); ok || err != nil {
		return found, err
	}
	switch {
	case isAll(q) && q.Order != "":
		return t.allOrdered(q)
	case isAll(q):
		if err := t.skipBlocks(&q); err != nil {
			return nil, err
		}
		return t.documents(q.Kind, "SELECT "+columns+" FROM documents AS d WHERE d.world = ? AND d.kind = ? AND d.sequence > ? ORDER BY d.sequence LIMIT ? OFFSET ?",
			t.world, key(q.Kind), q.After, q.Limit, q.Offset)
	case q.Order == "":
		s, err := t.source(q)
		if err != nil {
			return nil, err
		}
		if q.Offset == 0 { // no documents are read for nothing
			return t.documents(q.Kind, "SELECT "+columns+" FROM "+s.tables+" CROSS JOIN documents AS d WHERE "+s.where+
				" AND d.world = c0.world AND d.kind = c0.kind AND d.sequence = c0.sequence ORDER BY c0.sequence LIMIT ?", append(s.args, q.Limit)...)
		}
		return t.found(q, "SELECT c0.sequence"+s.from()+" ORDER BY c0.sequence", "s.sequence", s.args...)
	}
	q.After = 0
	s, err := t.source(q)
	if err != nil {
		return nil, err
	}
	return t.found(q, `SELECT c.sequence, c.value FROM (SELECT c0.sequence, (
			SELECT min(o.value) FROM attributes AS o WHERE o.world = c0.world AND o.kind = c0.kind AND o.sequence = c0.sequence AND o.field = ?
		) AS value`+s.from()+") AS c ORDER BY c.value IS NULL, c.value, c.sequence", "s.value IS NULL, s.value, s.sequence",
		append([]any{key(q.Order)}, s.args...)...)
}

// found returns the documents of a query that selects their sequences. Only those of the
// page are read.
func (t *tx) found(q store.Query, sequences, order string, args ...any) ([]*store.Document, error) {
	return t.documents(q.Kind, "SELECT "+columns+" FROM ("+sequences+" LIMIT ? OFFSET ?) AS s CROSS JOIN documents AS d WHERE d.world = ? AND d.kind = ? AND d.sequence = s.sequence ORDER BY "+order,
		append(args, q.Limit, q.Offset, t.world, key(q.Kind))...)
}

// allOrdered finds documents without a condition in the order of a field: first those that
// have it, from the index, then those that lack it.
func (t *tx) allOrdered(q store.Query) ([]*store.Document, error) {
	const have = " FROM attributes AS o WHERE o.world = ? AND o.kind = ? AND o.field = ? AND o.least = 1"
	args := []any{t.world, key(q.Kind), key(q.Order)}
	found, err := t.found(q, "SELECT o.sequence, o.value"+have+" ORDER BY o.value, o.sequence", "s.value, s.sequence", args...)
	if err != nil || len(found) == q.Limit {
		return found, err
	}
	rest := q
	rest.Limit -= len(found)
	if len(found) > 0 {
		rest.Offset = 0
	} else {
		n := 0
		if _, err := t.row([]any{&n}, "SELECT count(*)"+have, args...); err != nil {
			return nil, err
		}
		rest.Offset -= n
	}
	lack, err := t.found(rest, `SELECT c.sequence FROM documents AS c WHERE c.world = ? AND c.kind = ? AND NOT EXISTS (
			SELECT 1 FROM attributes AS o WHERE o.world = c.world AND o.kind = c.kind AND o.sequence = c.sequence AND o.field = ?
		) ORDER BY c.sequence`, "s.sequence", args...)
	return append(found, lack...), err
}

// skipBlocks moves whole blocks from the offset of a query to After.
func (t *tx) skipBlocks(q *store.Query) error {
	if q.Offset < blockSize || q.After > 0 {
		return nil
	}
	if err := t.flush(); err != nil {
		return err
	}
	var number, before int64
	found, err := t.row([]any{&number, &before}, `SELECT block, before FROM (
			SELECT block, sum(documents) OVER (ORDER BY block) - documents AS before FROM blocks WHERE world = ? AND kind = ?
		) AS b WHERE before <= ? ORDER BY block DESC LIMIT 1`, t.world, key(q.Kind), q.Offset)
	if found {
		q.After, q.Offset = number*blockSize-1, q.Offset-int(before)
	}
	return err
}
