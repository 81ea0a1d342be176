package sqlstore

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/opgen/sandbox/store"
)

// A query finds the sequences of a page by indexes, and then reads only the documents of that page,
// whose bodies may be large. For two values, the inner part is, in short:
//
//	SELECT c0.sequence FROM attributes AS c0 CROSS JOIN attributes AS c1
//	WHERE c0.field = ? AND c0.value = ? AND c1.field = ? AND c1.value = ?
//		AND c1.sequence = c0.sequence ORDER BY c0.sequence LIMIT ? OFFSET ?

// hasValue is the condition of a row of attributes with a value.
const hasValue = "c.content = ? AND c.kind = ? AND c.field = ? AND c.value = ?"

// matching returns the clauses FROM and WHERE for the documents of a query, and their arguments.
// Without values, c0 are documents, otherwise rows of attributes, one table for each value. An
// index finds the rows of each table in the order of sequences. With CROSS, SQLite keeps the order
// of the tables.
func (t *tx) matching(q store.Query) (from string, args []any) {
	var names, conditions []string
	for i, v := range q.Where {
		name := "c" + strconv.Itoa(i)
		names = append(names, "attributes AS "+name)
		conditions = append(conditions, strings.ReplaceAll(hasValue, "c.", name+"."))
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
	if q.Among != nil {
		sequences := "SELECT CAST(item.value->>0 AS bigint) FROM " + t.each
		conditions = append(conditions, "c0.sequence IN ("+sequences+")")
		args = append(args, items(q.Among))
	}
	from = " FROM " + strings.Join(names, " CROSS JOIN ")
	return from + " WHERE " + strings.Join(conditions, " AND "), args
}

// items returns sequences as the argument for dialect.each: [[7],[9]], since its items are lists.
func items(sequences []int64) string {
	list := make([][1]int64, len(sequences))
	for i, sequence := range sequences {
		list[i][0] = sequence
	}
	text, _ := json.Marshal(list) // numbers cannot fail
	return string(text)
}

// containing returns a pattern of LIKE, at least for all keys of texts that contain a part,
// ignoring case. LIKE ignores it for ASCII only, so any character fits one that is not ASCII, and
// also i and k: there are İ and the sign of kelvin.
func containing(part string) string {
	const most = 100 // characters, since SQLite limits patterns
	var b strings.Builder
	b.WriteString("%")
	characters := []rune(part)
	for _, r := range characters[:min(most, len(characters))] {
		switch {
		case r <= '\x01':
			b.WriteString("%") // a key has two characters for it
		case r >= utf8.RuneSelf, strings.ContainsRune(`iIkK%_\`, r):
			b.WriteString("_")
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + "%"
}

// Holding is [store.Tx.Holding]. It reads the index alone, except where a key differs from its
// text.
func (t *tx) Holding(kind, field, part string, holds func(string) bool) ([]int64, error) {
	text := "SELECT sequence, value FROM attributes WHERE content = ? AND kind = ? AND field = ?"
	args := []any{t.content, key(kind), key(field)}
	if part != "" {
		text += " AND (value " + t.like + " ? OR octet_length(value) > ?)"
		args = append(args, containing(part), longest)
	}
	sequences := []int64{}
	var uncertain []int64 // of keys that may be another text
	read := func(rows *sql.Rows) error {
		var sequence int64
		var value string
		if err := rows.Scan(&sequence, &value); err != nil {
			return err
		}
		switch {
		case strings.Contains(value, "\x01"):
			uncertain = append(uncertain, sequence)
		case holds(value):
			sequences = append(sequences, sequence)
		}
		return nil
	}
	if err := t.query(read, text, args...); err != nil {
		return nil, err
	}
	isFound := func(v store.Value) bool { return v.Field == field && holds(v.Text) }
	certain, err := t.holdingAmong(kind, uncertain, isFound)
	if err != nil {
		return nil, err
	}
	sequences = append(sequences, certain...)
	slices.Sort(sequences)
	return slices.Compact(sequences), nil
}

// holdingAmong reads some documents, and returns the sequences of those with a value that is found.
func (t *tx) holdingAmong(
	kind string, sequences []int64, isFound func(store.Value) bool,
) (certain []int64, err error) {
	if len(sequences) == 0 {
		return nil, nil
	}
	docs, err := t.Find(store.Query{Kind: kind, Among: sequences})
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		if slices.ContainsFunc(doc.Values, isFound) {
			certain = append(certain, doc.Sequence)
		}
	}
	return certain, nil
}

// Count is [store.Tx.Count].
func (t *tx) Count(q store.Query) (n int, err error) {
	q.After = 0
	from, args := t.matching(q)
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
	from, args := t.matching(q)
	sequences, order := "SELECT c0.sequence"+from+" ORDER BY c0.sequence", "s.sequence"
	if q.Order != "" {
		sequences = "SELECT c.sequence, c.value FROM (SELECT c0.sequence, (" + leastValue + ") AS value" +
			from + ") AS c ORDER BY c.value IS NULL, c.value, c.sequence"
		order = "s.value IS NULL, s.value, s.sequence"
		args = append([]any{key(q.Order)}, args...)
	}
	args = append(args, cmp.Or(q.Limit, unlimited), q.Offset, t.content, key(q.Kind))
	text := "SELECT " + columns + " FROM (" + sequences + " LIMIT ? OFFSET ?) AS s " +
		"CROSS JOIN documents AS d WHERE d.content = ? AND d.kind = ? AND d.sequence = s.sequence " +
		"ORDER BY " + order
	return t.documents(q.Kind, text, args...)
}
