package sqlstore

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/sandbox/store"
)

// matching returns tables and a condition that select rows of attributes with the values of a
// query, and the arguments. An index finds the rows of each table c0, c1 and so on in the order
// of sequences. With CROSS, SQLite keeps the order of the tables.
func (t *tx) matching(q store.Query) (tables, condition string, args []any, err error) {
	values := slices.Clone(q.Where)
	if len(values) > 1 {
		err = t.rarestFirst(q.Kind, values)
	}
	var names, conditions []string
	for i, v := range values {
		name := "c" + strconv.Itoa(i)
		names = append(names, "attributes AS "+name)
		conditions = append(conditions, strings.ReplaceAll(hasValue, "c.", name+"."))
		args = append(args, t.world, key(q.Kind), key(v.Field), key(v.Text))
		if i > 0 {
			conditions = append(conditions, name+".sequence = c0.sequence")
		}
	}
	if q.After > 0 && q.Order == "" {
		conditions = append(conditions, "c0.sequence > ?")
		args = append(args, q.After)
	}
	return strings.Join(names, " CROSS JOIN "), strings.Join(conditions, " AND "), args, err
}

const hasValue = "c.world = ? AND c.kind = ? AND c.field = ? AND c.value = ?"

// rarestFirst moves the value with the fewest documents to the front, counting at most 1,000 for
// each.
func (t *tx) rarestFirst(kind string, values []store.Value) error {
	rarest, fewest := 0, 1000
	for i, v := range values {
		n := 0
		_, err := t.row([]any{&n}, "SELECT count(*) FROM (SELECT 1 FROM attributes AS c WHERE "+hasValue+" LIMIT 1000) AS first",
			t.world, key(kind), key(v.Field), key(v.Text))
		if err != nil {
			return err
		}
		if n < fewest {
			rarest, fewest = i, n
		}
	}
	values[0], values[rarest] = values[rarest], values[0]
	return nil
}

// Count is [store.Tx.Count].
func (t *tx) Count(q store.Query) (n int, err error) {
	if len(q.Where) == 0 {
		if err := t.flush(); err != nil {
			return 0, err
		}
		_, err = t.row([]any{&n}, "SELECT coalesce(sum(documents), 0) FROM blocks WHERE world = ? AND kind = ?", t.world, key(q.Kind))
		return n, err
	}
	q.After = 0
	tables, condition, args, err := t.matching(q)
	if err == nil {
		_, err = t.row([]any{&n}, "SELECT count(*) FROM "+tables+" WHERE "+condition, args...)
	}
	return n, err
}

// unlimited is more than any table has rows.
const unlimited = 1 << 48

// Find is [store.Tx.Find].
func (t *tx) Find(q store.Query) ([]*store.Document, error) {
	if q.Limit == 0 {
		q.Limit = unlimited
	}
	if len(q.Where) == 0 && q.Order != "" {
		return t.allOrdered(q)
	}
	if len(q.Where) == 0 {
		if err := t.skipBlocks(&q); err != nil {
			return nil, err
		}
		return t.documents(q.Kind, "SELECT "+columns+" FROM documents AS d WHERE d.world = ? AND d.kind = ? AND d.sequence > ? ORDER BY d.sequence LIMIT ? OFFSET ?",
			t.world, key(q.Kind), q.After, q.Limit, q.Offset)
	}
	tables, condition, args, err := t.matching(q)
	if err != nil {
		return nil, err
	}
	from := " FROM " + tables + " WHERE " + condition
	if q.Order == "" {
		return t.found(q, "SELECT c0.sequence"+from+" ORDER BY c0.sequence", "s.sequence", args...)
	}
	return t.found(q, `SELECT c.sequence, c.value FROM (SELECT c0.sequence, (
			SELECT min(o.value) FROM attributes AS o WHERE o.world = c0.world AND o.kind = c0.kind AND o.sequence = c0.sequence AND o.field = ?
		) AS value`+from+") AS c ORDER BY c.value IS NULL, c.value, c.sequence", "s.value IS NULL, s.value, s.sequence",
		append([]any{key(q.Order)}, args...)...)
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
