// Package sqlstore stores documents in a SQLite file or a PostgreSQL database.
//
// A write locks its world until it is committed, so that the writes of one world are serial,
// even across processes. Reads do not wait.
package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"example.com/opgen/sandbox/store"
)

// Store stores documents in a database.
type Store struct {
	*dialect
	name   string // for messages, without a password
	place  string // for callers, also without a user or a folder
	writes *pool
	reads  *pool
	groups sync.Map      // of writers, by their worlds
	piece  time.Duration // of a transaction in pieces
	closed sync.RWMutex  // read by transactions
}

var _ store.Store = (*Store)(nil)

// Open opens a database, and creates its tables if necessary. at is a path, optionally after
// "sqlite:", or a URL that starts with "postgres://".
func Open(ctx context.Context, location string) (*Store, error) {
	a, err := parseAddress(location)
	if err != nil {
		return nil, err
	}
	if a.dialect == onFile {
		createPrivate(a.name)
	}
	s := &Store{dialect: a.dialect, name: a.name, place: a.place, piece: piece}
	s.writes, err = a.open(a.write, a.writers)
	if err != nil {
		return nil, s.explain(err)
	}
	s.reads, err = a.open(a.read, a.readers)
	if err != nil {
		return nil, errors.Join(s.explain(err), s.writes.Close())
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	left, err := s.unneeded(ctx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if left != nil { // by a process that was killed
		go s.sweep(ctx)
	}
	return s, nil
}

// createPrivate creates a file that nobody but its owner can read, unless it exists. SQLite would
// create one that others can read, and gives the files beside it the permissions of the database.
// If the file cannot be created, SQLite says why.
func createPrivate(file string) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		f.Close()
	}
}

// Name returns the name of the database for messages, without a password.
func (s *Store) Name() string { return s.name }

// Close waits for transactions and closes the database. A SQLite file is then complete without
// others beside it.
func (s *Store) Close() error {
	s.closed.Lock()
	defer s.closed.Unlock()
	return errors.Join(s.reads.Close(), s.writes.Close())
}

// View is [store.Store.View].
func (s *Store) View(ctx context.Context, world string, f func(store.Tx) error) error {
	inWorld := func(c session) error {
		t := s.tx(ctx, c, world)
		if err := t.findWorld(); err != nil {
			return err
		}
		return f(store.Reading{Tx: t})
	}
	return s.told(s.retry(ctx, func() error {
		return s.transact(ctx, s.reads, s.view, inWorld)
	}))
}

// Update is [store.Store.Update].
func (s *Store) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	return s.write(ctx, world, func(t *tx) error {
		if err := f(t); err != nil {
			return err
		}
		return t.flush()
	})
}

// write locks a world, and calls f with a transaction in it.
func (s *Store) write(ctx context.Context, world string, f func(*tx) error) error {
	inWorld := func(c session) error {
		t := s.tx(ctx, c, world)
		if err := t.lockWorld(); err != nil {
			return err
		}
		err := f(t)
		return cmp.Or(err, t.failed)
	}
	name := "" // SQLite executes one write at a time
	if s.dialect == onServer {
		name = world
	}
	g, _ := s.groups.LoadOrStore(name, newGroup())
	return s.told(s.retry(ctx, func() error { return g.(*group).write(ctx, s, inWorld) }))
}

// transact calls f in a transaction, which is rolled back if f fails, panics or ends the
// goroutine.
func (s *Store) transact(
	ctx context.Context, from *pool, options *sql.TxOptions, f func(session) error,
) error {
	c, err := s.begin(ctx, from, options)
	if err != nil {
		return err
	}
	defer c.end()
	if err := f(c); err != nil {
		return err
	}
	err = c.Commit()
	if isLost(err) {
		return s.explain(fmt.Errorf("%w: %w", errCommit, err))
	}
	return s.explain(err)
}

// begin begins a transaction, which the caller must end.
func (s *Store) begin(
	ctx context.Context, from *pool, options *sql.TxOptions,
) (c session, err error) {
	if !s.closed.TryRLock() {
		return c, s.explain(errClosed)
	}
	conn, err := from.Conn(ctx)
	if err != nil {
		s.closed.RUnlock()
		return c, s.explain(err)
	}
	end := func() {
		conn.Close()
		from.prepare(ctx)
		s.closed.RUnlock()
	}
	// The result of a canceled commit would be unknown.
	t, err := conn.BeginTx(context.WithoutCancel(ctx), options)
	if err != nil {
		end()
		return c, s.explain(err)
	}
	return session{t, from, end}, nil
}

// attempts is the maximum number of attempts after transient failures. With the pauses, they
// take more than a second, in which a server can restart, and after which the driver checks each
// connection before its use.
const attempts = 10

// retry calls f again after transient failures.
func (s *Store) retry(ctx context.Context, f func() error) error {
	pause := 2 * time.Millisecond
	for attempt := 1; ; attempt++ {
		err := f()
		if !s.isTransient(err) || attempt == attempts || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause + rand.N(pause)):
		}
		pause *= 2
	}
}

// Drop is [store.Store.Drop].
func (s *Store) Drop(ctx context.Context, world string) error {
	err := s.write(ctx, world, func(t *tx) error {
		if err := t.exec("DELETE FROM worlds WHERE world = ?", t.world); err != nil {
			return err
		}
		return t.loosen()
	})
	if err != nil {
		return err
	}
	s.sweep(ctx)
	return nil
}

// selectWorlds selects the worlds that have something.
const selectWorlds = `SELECT world FROM worlds AS w
	WHERE EXISTS (SELECT 1 FROM documents AS d WHERE d.content = w.content)
		OR EXISTS (SELECT 1 FROM counters AS c WHERE c.content = w.content)
	ORDER BY world`

// Worlds is [store.Store.Worlds].
func (s *Store) Worlds(ctx context.Context) (worlds []string, err error) {
	scan := func(rows *sql.Rows) error {
		var world string
		err := rows.Scan(&world)
		worlds = append(worlds, unescape.Replace(world))
		return err
	}
	err = s.transact(ctx, s.reads, s.view, func(c session) error {
		return s.tx(ctx, c, "").query(scan, selectWorlds)
	})
	return worlds, s.told(err)
}
