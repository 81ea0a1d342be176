package sqlstore

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"

	"example.com/opgen/sandbox/store"
)

// A query finds the sequences of a page by indexes, and then reads only the documents of that page,
// whose bodies may be large.

// hasValue is the condition of a row of attributes with a value.
const hasValue = "c.content = ? AND c.kind = ? AND c.field = ? AND c.value = ?"

// matching returns the clauses FROM and WHERE for the documents of a query, and their arguments.
// Without values, c0 are documents, otherwise rows of attributes, one table for each value. An
// index finds the rows of each table in the order of sequences. With CROSS, SQLite keeps the order
// of the tables.
func (t *tx) matching(q store.Query) (from string, args []any, err error) {
	var names, conditions []string
	for i, v := range q.Where {
		name := "c" + strconv.Itoa(i)
		names = append(names, "attributes AS "+name)
		hasValue := strings.ReplaceAll(hasValue, "c.", name+".")
		conditions = append(conditions, hasValue)
		args = append(args, t.content, key(q.Kind), key(v.Field), key(v.Text))
		if i > 0 {
			conditions = append(conditions, name+".sequence = c0.sequence")
		}
	}
	if len(q.Where) == 0 {
		names, conditions = []string{"documents AS c0"}, []string{"c0.content = ? AND c0.kind = ?"}
		args = append(args, t.content, key(q.Kind))
	}
	if q.After > 0 && q.Order == "" {
		conditions = append(conditions, "c0.sequence > ?")
		args = append(args, q.After)
	}
	if q.Holds != nil {
		list, err := t.candidates(q)
		if err != nil {
			return "", nil, err
		}
		sequences := "SELECT CAST(item.value->>0 AS bigint) FROM " + t.each
		conditions = append(conditions, "c0.sequence IN ("+sequences+")")
		args = append(args, list)
	}
	from = " FROM " + strings.Join(names, " CROSS JOIN ")
	return from + " WHERE " + strings.Join(conditions, " AND "), args, nil
}

// candidates returns the sequences of documents with a value of a query's field for which it holds,
// or may hold because the key differs from the text, as an argument for each.
func (t *tx) candidates(q store.Query) (string, error) {
	const text = "SELECT sequence, value FROM attributes WHERE content = ? AND kind = ? AND field = ?"
	found := [][1]int64{}
	add := func(rows *sql.Rows) error {
		var sequence int64
		var value string
		if err := rows.Scan(&sequence, &value); err != nil {
			return err
		}
		isEscaped := strings.Contains(value, "\x01")
		if isEscaped || q.Holds(value) {
			found = append(found, [1]int64{sequence})
		}
		return nil
	}
	err := t.query(add, text, t.content, key(q.Kind), key(q.Field))
	list, _ := json.Marshal(found) // numbers cannot fail
	return string(list), err
}

// Count is [store.Tx.Count].
func (t *tx) Count(q store.Query) (n int, err error) {
	q.After = 0
	from, args, err := t.matching(q)
	if err != nil {
		return 0, err
	}
	_, err = t.row([]any{&n}, "SELECT count(*)"+from, args...)
	return n, err
}

// unlimited is more than any table has rows.
const unlimited = 1 << 48

// leastValue selects the value of a field that orders a document c0.
const leastValue = `SELECT min(o.value) FROM attributes AS o
	WHERE o.content = c0.content AND o.kind = c0.kind AND o.sequence = c0.sequence AND o.field = ?`

// Find is [store.Tx.Find]. It reads only the documents of the page.
func (t *tx) Find(q store.Query) ([]*store.Document, error) {
	from, args, err := t.matching(q)
	if err != nil {
		return nil, err
	}
	sequences, order := "SELECT c0.sequence"+from+" ORDER BY c0.sequence", "s.sequence"
	if q.Order != "" {
		sequences = "SELECT c.sequence, c.value FROM (SELECT c0.sequence, (" + leastValue + ") AS value" +
			from + ") AS c ORDER BY c.value IS NULL, c.value, c.sequence"
		order = "s.value IS NULL, s.value, s.sequence"
		args = append([]any{key(q.Order)}, args...)
	}
	args = append(args, cmp.Or(q.Limit, unlimited), q.Offset, t.content, key(q.Kind))
	text := "SELECT " + columns + " FROM (" + sequences + " LIMIT ? OFFSET ?) AS s " +
		"CROSS JOIN documents AS d WHERE d.content = ? AND d.kind = ? AND d.sequence = s.sequence ORDER BY " + order
	return t.documents(q.Kind, text, args...)
}
