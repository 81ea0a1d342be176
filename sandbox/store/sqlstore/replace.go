package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"example.com/opgen/sandbox/store"
)

// A world can have more documents than may be written in one transaction, since SQLite executes one
// at a time, and whoever writes another world would wait for all of them. So a new content is
// written in pieces, and nobody sees it before the last one, which gives it to the world. The old
// content is then deleted in pieces, too.
//
// A process that ends in between leaves a content that no world has. The table loose names all of
// them, and the next process that has time deletes them. Since it could be another process that is
// still filling one, it waits until a content has not been written for long; and a piece that finds
// that its content was deleted fails.

// A piece of work may take this long, about as long as the commit of a small write. Between two
// pieces on a file, there is a pause in which other processes can begin to write: they only try
// again after some time, unlike writers of this process, who queue.
const (
	piece = 10 * time.Millisecond
	pause = 5 * time.Millisecond
)

// abandoned is the time after which a content that is being filled belongs to a process that has
// ended, in seconds.
const abandoned = 600

// newContent returns a number that no content has.
func newContent() int64 { return 1 + rand.Int64N(1<<62) }

// piecewise is a transaction in pieces. What it writes is not undone as a whole, so it must not be
// of a world that others see.
type piecewise struct {
	*tx
	began time.Time // the current piece
}

// inPieces calls f with a transaction in pieces, and commits the last one if f returns nil.
func (s *Store) inPieces(ctx context.Context, content int64, f func(*piecewise) error) error {
	c, err := s.begin(ctx, s.writes, nil)
	if err != nil {
		return err
	}
	p := &piecewise{s.tx(ctx, c, ""), time.Now()}
	p.content = content
	end := func() { p.session.end() }
	defer end()
	err = f(p)
	if err := cmp.Or(err, p.failed); err != nil {
		return err
	}
	err = p.Commit()
	if isLost(err) {
		err = fmt.Errorf("%w: %w", errCommit, err)
	}
	return s.explain(err)
}

// renew commits a piece that has taken long enough, and begins another one. It reports whether it
// has done so.
func (p *piecewise) renew(ctx context.Context) (began bool, err error) {
	if p.failed != nil || time.Since(p.began) < p.piece {
		return false, p.failed
	}
	if err := p.suspend(); err != nil {
		return false, err
	}
	if p.dialect == onFile {
		time.Sleep(pause)
	}
	return true, p.resume(ctx)
}

// suspend commits the piece, and lets others write until resume is called.
func (p *piecewise) suspend() error {
	if err := p.Commit(); err != nil {
		return p.explain(err) // nobody sees what was perhaps committed
	}
	p.session.end()
	p.session.release = func() {} // done already
	return nil
}

// resume begins the next piece.
func (p *piecewise) resume(ctx context.Context) error {
	c, err := p.begin(ctx, p.writes, nil)
	if err != nil {
		return err
	}
	p.session, p.began = c, time.Now()
	return nil
}

// draft is a content that is being filled. Its writes end a piece that has taken long enough, so the
// func that fills it need not know of pieces.
type draft struct {
	*piecewise
	ctx context.Context // of the caller
}

// Replace is [store.Store.Replace].
func (s *Store) Replace(ctx context.Context, world string, source store.Content) error {
	err := s.retry(ctx, func() error { return s.replace(ctx, world, source) })
	if err == nil {
		s.sweep(ctx)
	}
	return s.told(err)
}

// replace is one attempt of [Store.Replace].
func (s *Store) replace(ctx context.Context, world string, source store.Content) error {
	content, isPublished := newContent(), false
	discard := func() {
		if !isPublished {
			s.discard(content)
		}
	}
	defer discard() // even if the caller's func panics
	err := s.inPieces(ctx, content, func(p *piecewise) error {
		d := &draft{p, ctx}
		if err := d.fill(source); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return d.publish(world, source.New)
	})
	isPublished = err == nil
	return err
}

// fill fills the draft, which it names in loose before anything else is written: whatever happens
// from then on, somebody finds what is left to delete.
func (d *draft) fill(source store.Content) error {
	const insert = "INSERT INTO loose (content, touched) VALUES (?, ?)"
	if err := d.exec(insert, d.content, time.Now().Unix()); err != nil {
		return err
	}
	if source.From != "" {
		if err := d.copyWorld(source.From); err != nil {
			return err
		}
	}
	if source.Fill == nil {
		return nil
	}
	return source.Fill(d)
}

// errAbandoned is the error of a content that another process has deleted.
var errAbandoned error = remedy("another process has taken this one for dead, " +
	"since it was stopped for minutes: repeat the request")

// next ends a piece that has taken long enough, so that others can write. It is called between two
// writes.
func (d *draft) next() error {
	began, err := d.renew(d.ctx)
	if !began || err != nil {
		return err
	}
	return d.touch()
}

// touch says that the content is not abandoned. Each piece begins with it.
func (d *draft) touch() error {
	const touch = "UPDATE loose SET touched = ? WHERE content = ? AND touched > 0"
	n, err := d.affect(touch, time.Now().Unix(), d.content)
	if err == nil && n == 0 {
		return errAbandoned
	}
	return err
}

// Insert is [store.Tx.Insert].
func (d *draft) Insert(doc *store.Document) error {
	if err := d.next(); err != nil {
		return err
	}
	return d.tx.Insert(doc)
}

// Update is [store.Tx.Update].
func (d *draft) Update(doc *store.Document) error {
	if err := d.next(); err != nil {
		return err
	}
	return d.tx.Update(doc)
}

// Delete is [store.Tx.Delete].
func (d *draft) Delete(k store.Key) error {
	if err := d.next(); err != nil {
		return err
	}
	return d.tx.Delete(k)
}

// publish gives the content to a world, whose former content becomes loose.
func (d *draft) publish(world string, mustBeNew bool) error {
	w := d.Store.tx(d.ctx, d.session, world)
	isNew, err := w.claimWorld(d.content, d.sequence)
	if err != nil {
		return err
	}
	if !isNew {
		if mustBeNew {
			if err := w.checkEmpty(); err != nil {
				return err
			}
		}
		const change = "UPDATE worlds SET content = ?, sequence = ? WHERE world = ?"
		if err := w.exec(change, d.content, d.sequence, w.world); err != nil {
			return err
		}
		if err := w.loosen(); err != nil {
			return err
		}
	}
	return d.exec("DELETE FROM loose WHERE content = ?", d.content)
}

// checkEmpty returns [store.ErrWorldExists] if the world has documents or counters.
func (t *tx) checkEmpty() error {
	for _, table := range []string{"documents", "counters"} {
		const form = "SELECT 1 FROM %s WHERE content = ? LIMIT 1"
		found, err := t.row([]any{new(int)}, fmt.Sprintf(form, table), t.content)
		if err != nil {
			return err
		}
		if found {
			return store.ErrWorldExists
		}
	}
	return nil
}

// loosen marks the content as one to delete, since its world has another one or is gone.
func (t *tx) loosen() error {
	return t.exec("INSERT INTO loose (content, touched) VALUES (?, 0)", t.content)
}

// tables are the tables of contents, with their columns besides content. Each row of a table refers
// only to rows of earlier ones and of its own.
var tables = []struct{ name, columns, key string }{
	{
		"documents", "kind, id, sequence, version, changed, details, body",
		"kind, sequence",
	},
	{
		"attributes", "kind, field, value, sequence",
		"kind, field, value, sequence",
	},
	{
		"links", "parent_kind, parent_id, kind, sequence, id",
		"parent_kind, parent_id, kind, sequence",
	},
	{
		"counters", "name, value",
		"name",
	},
}

// rowsAtOnce is the number of rows that one statement copies or deletes, which takes less than a
// piece.
const rowsAtOnce = 50

// copyWorld copies a world into the draft, as it is when this begins. The rows go through this
// process because a transaction that only reads keeps that state for as long as this takes, while
// the writes are in pieces.
func (d *draft) copyWorld(world string) error {
	err := d.transact(d.ctx, d.reads, d.view, func(c session) error {
		from := d.Store.tx(d.ctx, c, world)
		if err := from.findWorld(); err != nil {
			return err
		}
		d.sequence = from.sequence
		for _, table := range tables {
			if err := d.copyTable(from, table.name, table.columns); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || d.dialect != onFile {
		return err
	}
	return d.checkpoint()
}

// checkpoint moves to the file of SQLite what has been written beside it. That could not be done
// while the copied state was read, and the next commit would do all of it, so that its writer and
// those behind it would wait. So commits of this process leave it to a connection that only reads.
func (d *draft) checkpoint() error {
	if _, err := d.Exec("PRAGMA wal_autocheckpoint(0)"); err != nil {
		return d.fail(err)
	}
	if err := d.suspend(); err != nil {
		return err
	}
	_, failed := d.reads.ExecContext(d.ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	later := context.WithoutCancel(d.ctx)
	_, err := d.writes.ExecContext(later, "PRAGMA wal_autocheckpoint(1000)") // there is one connection
	if err := cmp.Or(failed, err); err != nil {
		return d.explain(err)
	}
	if err := d.resume(d.ctx); err != nil {
		return err
	}
	return d.touch()
}

// copyTable copies the rows of a table. The last ones are copied one by one, so that there are two
// statements to prepare for each table.
func (d *draft) copyTable(from *tx, table, columns string) error {
	width := strings.Count(columns, ",") + 2 // with the content
	insert := "INSERT INTO " + table + " (content, " + columns + ") VALUES "
	row := "(?" + strings.Repeat(", ?", width-1) + ")"
	many := insert + strings.Repeat(row+", ", rowsAtOnce-1) + row
	var args []any
	var failed error // of writing, which is not an error of the reading transaction
	add := func(rows *sql.Rows) error {
		values, err := scanValues(rows, width-1)
		if err != nil {
			return err
		}
		args = append(append(args, d.content), values...)
		if len(args) < rowsAtOnce*width {
			return nil
		}
		failed = d.next()
		if failed == nil {
			failed = d.exec(many, args...)
		}
		args = args[:0]
		return failed
	}
	err := from.query(add, "SELECT "+columns+" FROM "+table+" WHERE content = ?", from.content)
	if err := cmp.Or(failed, err); err != nil {
		return err
	}
	for ; len(args) > 0; args = args[width:] {
		if err := d.exec(insert+row, args[:width]...); err != nil {
			return err
		}
	}
	return nil
}

// scanValues reads the values of a row, of whatever types.
func scanValues(rows *sql.Rows, n int) ([]any, error) {
	values := make([]any, n)
	into := make([]any, n)
	for i := range values {
		into[i] = &values[i]
	}
	return values, rows.Scan(into...)
}

// discard marks a content as one to delete, if it is loose.
func (s *Store) discard(content int64) {
	ctx := context.Background()
	err := s.inPieces(ctx, content, func(p *piecewise) error {
		return p.exec("UPDATE loose SET touched = 0 WHERE content = ?", content)
	})
	if err == nil {
		s.sweep(ctx)
	}
}

// sweep deletes the contents that nobody needs. It is repeated with the next one if it fails, so
// its error is not one of the caller.
func (s *Store) sweep(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	contents, err := s.unneeded(ctx)
	for _, content := range contents {
		err = cmp.Or(err, s.remove(ctx, content))
	}
	if err != nil && !errors.Is(err, errClosed) {
		slog.Warn("the former content of a world was not deleted; this is repeated later", "error", err)
	}
}

// unneeded returns the contents to delete.
func (s *Store) unneeded(ctx context.Context) (contents []int64, err error) {
	add := func(rows *sql.Rows) error {
		var content int64
		err := rows.Scan(&content)
		contents = append(contents, content)
		return err
	}
	err = s.transact(ctx, s.reads, s.view, func(c session) error {
		const text = "SELECT content FROM loose WHERE touched < ?"
		return s.tx(ctx, c, "").query(add, text, time.Now().Unix()-abandoned)
	})
	return contents, err
}

// remove deletes a content, unless a process fills it after all.
func (s *Store) remove(ctx context.Context, content int64) error {
	return s.inPieces(ctx, content, func(p *piecewise) error {
		const claim = "UPDATE loose SET touched = 0 WHERE content = ? AND touched < ?"
		n, err := p.affect(claim, content, time.Now().Unix()-abandoned)
		if n == 0 || err != nil {
			return err
		}
		for _, table := range slices.Backward(tables) {
			if err := p.removeRows(ctx, table.name, table.key); err != nil {
				return err
			}
		}
		return p.exec("DELETE FROM loose WHERE content = ?", content)
	})
}

// removeRows deletes the rows of a table.
func (p *piecewise) removeRows(ctx context.Context, table, key string) error {
	text := "DELETE FROM " + table + " WHERE content = ? AND (" + key + ") IN " +
		"(SELECT " + key + " FROM " + table + " WHERE content = ? LIMIT ?)"
	for {
		n, err := p.affect(text, p.content, p.content, rowsAtOnce)
		if n == 0 || err != nil {
			return err
		}
		if _, err := p.renew(ctx); err != nil {
			return err
		}
	}
}
