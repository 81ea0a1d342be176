package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.com/opgen/sandbox/store"
)

// A document is a row of documents. The tables attributes and links repeat its values and parents,
// so that indexes find it; its column details has the same in full, since keys are cut. An error of
// the database is remembered, because a transaction in which a statement failed must not be
// committed, even if its caller has ignored the error.

// tx is a transaction in one world.
type tx struct {
	*Store
	session
	ctx      context.Context
	world    string
	content  int64 // of the world
	sequence int64 // of the last document
	dirty    bool  // sequence must be written
	failed   error // an error of the database, after which the transaction must not be committed
}

// tx returns a transaction in a world, whose content is not known yet.
func (s *Store) tx(ctx context.Context, c session, world string) *tx {
	return &tx{Store: s, session: c, ctx: s.statements(ctx), world: key(world)}
}

// fail records and explains an error of the database.
func (t *tx) fail(err error) error {
	if err == nil {
		return nil
	}
	t.failed = t.explain(err)
	return t.failed
}

// exec executes a statement.
func (t *tx) exec(text string, args ...any) error {
	_, err := t.affect(text, args...)
	return err
}

// affect executes a statement, and returns the number of rows that it wrote.
func (t *tx) affect(text string, args ...any) (int64, error) {
	var result sql.Result
	var err error
	if s := t.pool.statement(text); s != nil {
		result, err = t.StmtContext(t.ctx, s).ExecContext(t.ctx, args...)
	} else {
		result, err = t.ExecContext(t.ctx, t.bind(text), args...)
	}
	if err != nil {
		return 0, t.fail(err)
	}
	n, err := result.RowsAffected()
	return n, t.fail(err)
}

// query calls scan for each row.
func (t *tx) query(scan func(*sql.Rows) error, text string, args ...any) error {
	var rows *sql.Rows
	var err error
	if s := t.pool.statement(text); s != nil {
		rows, err = t.StmtContext(t.ctx, s).QueryContext(t.ctx, args...)
	} else {
		rows, err = t.QueryContext(t.ctx, t.bind(text), args...)
	}
	if err != nil {
		return t.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return t.fail(err)
		}
	}
	return t.fail(rows.Err())
}

// row reads the only row, and reports whether there is one.
func (t *tx) row(into []any, text string, args ...any) (bool, error) {
	found := false
	scan := func(rows *sql.Rows) error {
		found = true
		return rows.Scan(into...)
	}
	err := t.query(scan, text, args...)
	return found, err
}

// lockWorld locks the world against other writers until the end of the transaction, and finds its
// content. A new world gets an empty one.
func (t *tx) lockWorld() error {
	_, err := t.claimWorld(newContent(), 0)
	return err
}

// claimWorld is lockWorld, except that a new world gets a content with a sequence. It reports
// whether the world is new.
func (t *tx) claimWorld(content, sequence int64) (isNew bool, err error) {
	const insert = `INSERT INTO worlds (world, content, sequence) VALUES (?, ?, ?)
		ON CONFLICT DO NOTHING`
	read := "SELECT content, sequence FROM worlds WHERE world = ?" + t.lock
	for {
		found, err := t.row([]any{&t.content, &t.sequence}, read, t.world)
		if found || err != nil {
			return false, err
		}
		n, err := t.affect(insert, t.world, content, sequence)
		if err != nil {
			return false, err
		}
		if n > 0 {
			t.content, t.sequence = content, sequence
			return true, nil
		}
	}
}

// findWorld finds the content of the world, which stays 0 if there is no such world. No document
// has that one.
func (t *tx) findWorld() error {
	const read = "SELECT content, sequence FROM worlds WHERE world = ?"
	_, err := t.row([]any{&t.content, &t.sequence}, read, t.world)
	return err
}

// flush writes the sequence of the last document, if it has changed. It is written once for each
// transaction and not for each document.
func (t *tx) flush() error {
	if !t.dirty {
		return nil
	}
	t.dirty = false
	return t.exec("UPDATE worlds SET sequence = ? WHERE world = ?", t.sequence, t.world)
}

// details returns the parts of a document without a column as a JSON array, which decodes faster
// than objects: the id, the number of parents, kind and id of each parent, and field and text of
// each value. These texts are complete, unlike those in keys.
func details(d *store.Document) string {
	texts := []string{d.ID, strconv.Itoa(len(d.Parents))}
	for _, p := range d.Parents {
		texts = append(texts, p.Kind, p.ID)
	}
	for _, v := range d.Values {
		texts = append(texts, v.Field, v.Text)
	}
	text, _ := json.Marshal(texts) // texts cannot fail
	return string(text)
}

// columns are those that scan reads.
const columns = "d.sequence, d.version, d.changed, d.details, d.body"

// scan reads columns of a document.
func scan(rows *sql.Rows, kind string) (*store.Document, error) {
	d := &store.Document{Key: store.Key{Kind: kind}}
	var changed string
	var rest []byte
	err := rows.Scan(&d.Sequence, &d.Version, &changed, &rest, (*[]byte)(&d.Body))
	if err != nil {
		return nil, err
	}
	var texts []string
	if err := json.Unmarshal(rest, &texts); err != nil {
		return nil, err
	}
	d.ID = texts[0]
	parents, _ := strconv.Atoi(texts[1])
	for pair := range slices.Chunk(texts[2:], 2) {
		if len(d.Parents) < parents {
			d.Parents = append(d.Parents, store.Key{Kind: pair[0], ID: pair[1]})
		} else {
			d.Values = append(d.Values, store.Value{Field: pair[0], Text: pair[1]})
		}
	}
	d.Changed, err = time.Parse(time.RFC3339Nano, changed)
	return d, err
}

// Get is [store.Tx.Get].
func (t *tx) Get(k store.Key) (*store.Document, error) {
	const text = "SELECT " + columns + " FROM documents AS d WHERE content = ? AND kind = ? AND id = ?"
	docs, err := t.documents(k.Kind, text, t.content, key(k.Kind), key(k.ID))
	if err != nil {
		return nil, err
	}
	if len(docs) == 0 {
		return nil, store.ErrNotFound
	}
	return docs[0], nil
}

// documents returns the documents of a kind that a statement selects by their columns.
func (t *tx) documents(kind, text string, args ...any) (docs []*store.Document, err error) {
	add := func(rows *sql.Rows) error {
		d, err := scan(rows, kind)
		docs = append(docs, d)
		return err
	}
	err = t.query(add, text, args...)
	return docs, err
}

// insertDocument inserts nothing if the document exists.
const insertDocument = `INSERT INTO documents
	(content, kind, id, sequence, version, changed, details, body) VALUES (?, ?, ?, ?, 1, ?, ?, ?)
	ON CONFLICT (content, kind, id) DO NOTHING`

// Insert is [store.Tx.Insert].
func (t *tx) Insert(d *store.Document) error {
	if err := t.haveAll(d.Parents); err != nil {
		if found, _ := t.has(d.Key); found {
			return store.ErrExists
		}
		return err
	}
	now := time.Now().UTC().Round(0)
	n, err := t.affect(insertDocument, t.content, key(d.Kind), key(d.ID), t.sequence+1,
		now.Format(time.RFC3339Nano), details(d), string(d.Body))
	if err != nil {
		return err
	}
	if n == 0 {
		return store.ErrExists
	}
	t.sequence++
	t.dirty = true
	d.Sequence, d.Version, d.Changed = t.sequence, 1, now
	return errors.Join(t.addValues(d), t.addParents(d))
}

// haveAll returns store.ErrNotFound if a parent is missing.
func (t *tx) haveAll(parents []store.Key) error {
	for _, p := range parents {
		if found, err := t.has(p); err != nil {
			return err
		} else if !found {
			return fmt.Errorf("a parent of kind %q: %w", p.Kind, store.ErrNotFound)
		}
	}
	return nil
}

// has reports whether there is a document with a key.
func (t *tx) has(k store.Key) (bool, error) {
	const text = "SELECT 1 FROM documents WHERE content = ? AND kind = ? AND id = ?"
	return t.row([]any{new(int)}, text, t.content, key(k.Kind), key(k.ID))
}

// addValues writes the values of a document for queries.
func (t *tx) addValues(d *store.Document) error {
	var pairs [][2]string
	for _, v := range d.Values {
		pairs = append(pairs, [2]string{key(v.Field), key(v.Text)})
	}
	return t.insertEach(pairs, `attributes (content, kind, field, value, sequence)
		SELECT ?, ?, item.value->>0, item.value->>1, ?`, t.content, key(d.Kind), d.Sequence)
}

// addParents writes the parents of a document, with which it is deleted.
func (t *tx) addParents(d *store.Document) error {
	var pairs [][2]string
	for _, p := range d.Parents {
		pairs = append(pairs, [2]string{key(p.Kind), key(p.ID)})
	}
	return t.insertEach(pairs, `links (content, parent_kind, parent_id, kind, sequence, id)
		SELECT ?, item.value->>0, item.value->>1, ?, ?, ?`, t.content, key(d.Kind), d.Sequence, key(d.ID))
}

// insertEach inserts a row for each pair of texts, if there are any. Pairs may be repeated. They are
// one argument, a JSON array, so that there is one statement for any number of them.
func (t *tx) insertEach(pairs [][2]string, text string, args ...any) error {
	if len(pairs) == 0 {
		return nil
	}
	list, _ := json.Marshal(pairs) // texts cannot fail
	statement := "INSERT INTO " + text + " FROM " + t.each + " WHERE true ON CONFLICT DO NOTHING"
	return t.exec(statement, append(args, string(list))...)
}

// updateDocument is executed under the lock of the world, after the version was compared.
const updateDocument = `UPDATE documents SET version = ?, changed = ?, details = ?, body = ?
	WHERE content = ? AND kind = ? AND id = ?`

// Update is [store.Tx.Update].
func (t *tx) Update(d *store.Document) error {
	old, err := t.Get(d.Key)
	if err != nil {
		return err
	}
	if err := t.haveAll(d.Parents); err != nil {
		return err
	}
	if old.Version != d.Version {
		return store.ErrConflict
	}
	now := time.Now().UTC().Round(0)
	err = t.exec(updateDocument, old.Version+1, now.Format(time.RFC3339Nano), details(d), string(d.Body),
		t.content, key(d.Kind), key(d.ID))
	if err != nil {
		return err
	}
	d.Sequence, d.Version, d.Changed = old.Sequence, old.Version+1, now

	// Most updates change no parents, and many no values.
	if !slices.Equal(old.Values, d.Values) {
		err = errors.Join(t.remove("attributes", d), t.addValues(d))
	}
	if !slices.Equal(old.Parents, d.Parents) {
		err = errors.Join(err, t.remove("links", d), t.addParents(d))
	}
	return err
}

// remove deletes the rows of a document in a table.
func (t *tx) remove(table string, d *store.Document) error {
	statement := "DELETE FROM " + table + " WHERE content = ? AND kind = ? AND sequence = ?"
	return t.exec(statement, t.content, key(d.Kind), d.Sequence)
}

// deleteDocument deletes a document with those below it.
const deleteDocument = `WITH RECURSIVE gone (kind, id) AS (
		SELECT kind, id FROM documents WHERE content = ? AND kind = ? AND id = ?
		UNION
		SELECT l.kind, l.id FROM gone JOIN links AS l
			ON l.content = ? AND l.parent_kind = gone.kind AND l.parent_id = gone.id
	)
	DELETE FROM documents WHERE content = ? AND (kind, id) IN (SELECT kind, id FROM gone)`

// Delete is [store.Tx.Delete].
func (t *tx) Delete(k store.Key) error {
	n, err := t.affect(deleteDocument, t.content, key(k.Kind), key(k.ID), t.content, t.content)
	if err == nil && n == 0 {
		return store.ErrNotFound
	}
	return err
}

// increment makes a counter, or adds one.
const increment = `INSERT INTO counters (content, name, value) VALUES (?, ?, 1)
	ON CONFLICT (content, name) DO UPDATE SET value = counters.value + 1 RETURNING value`

// Next is [store.Tx.Next].
func (t *tx) Next(counter string) (n int64, err error) {
	_, err = t.row([]any{&n}, increment, t.content, key(counter))
	return n, err
}
