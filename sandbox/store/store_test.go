// Package store_test tests every store.
package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
)

func TestMemoryStoresAsPromised(t *testing.T) {
	run(t, func(*testing.T) store.Store { return new(memory.Store) })
	s := new(memory.Store)
	view(t, s, func(store.Tx) {})
	require.Equal(t, new(memory.Store), s, "reading a world does not make it")
}

func TestSQLiteStoresAsPromised(t *testing.T) {
	run(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a file?#%.db")) })
}

func TestPostgreSQLStoresAsPromised(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := postgres.Start(t)
	run(t, func(t *testing.T) store.Store { return open(t, server.Database(t)) })
}

func open(t *testing.T, at string) store.Store {
	s, err := sqlstore.Open(t.Context(), at)
	require.NoError(t, err)
	return s
}

// run tests stores from open, a new one for each test.
func run(t *testing.T, open func(*testing.T) store.Store) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"random": random, "copies": copies, "conflict": conflict, "holding": holding, "panics": panics, "writers": writers,
		"refused": refused, "views": views, "canceled": canceled, "large": large,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { require.NoError(t, s.Close()) })
			test(t, s)
		})
	}
}

const home = "home"

var one = store.Key{Kind: "note", ID: "1"}

func note(id string) *store.Document {
	return &store.Document{Key: store.Key{Kind: "note", ID: id}, Body: json.RawMessage(`{}`)}
}

func update(t *testing.T, s store.Store, f func(store.Tx)) {
	t.Helper()
	require.NoError(t, s.Update(t.Context(), home, func(tx store.Tx) error { f(tx); return nil }))
}

func view(t *testing.T, s store.Store, f func(store.Tx)) {
	t.Helper()
	require.NoError(t, s.View(t.Context(), home, func(tx store.Tx) error { f(tx); return nil }))
}

// notes returns the ids of the notes.
func notes(t *testing.T, s store.Store) string {
	t.Helper()
	var ids []string
	view(t, s, func(tx store.Tx) {
		all, err := tx.Find(store.Query{Kind: "note"})
		require.NoError(t, err)
		for _, d := range all {
			ids = append(ids, d.ID)
		}
	})
	return strings.Join(ids, " ")
}

// copies tests that writers and readers have their own copies of a document.
func copies(t *testing.T, s store.Store) {
	d := note("1")
	d.Values, d.Body, d.Version = []store.Value{{Field: "/a",
		Text: "2"}, {Field: "/a", Text: "1"}}, json.RawMessage(`{"b": 1.0,  "a": "\u0000<"}`), 7
	update(t, s, func(tx store.Tx) { require.NoError(t, tx.Insert(d)) })
	require.Equal(t, int64(1), d.Version)
	kept := d.Clone()
	for range 2 {
		d.Body[2], d.Values[0].Text = 'x', "3"
		view(t, s, func(tx store.Tx) {
			var err error
			d, err = tx.Get(one)
			require.NoError(t, err)
			require.True(t, kept.Changed.Equal(d.Changed))
			d.Changed = kept.Changed
			require.Equal(t, kept, d)
		})
	}
}

func conflict(t *testing.T, s store.Store) {
	stale := note("1")
	update(t, s, func(tx store.Tx) { require.NoError(t, tx.Insert(stale)) })
	update(t, s, func(tx store.Tx) { require.NoError(t, tx.Update(stale.Clone())) })
	err := s.Update(t.Context(), home, func(tx store.Tx) error {
		require.NoError(t, tx.Insert(note("2")))
		return fmt.Errorf("the note: %w", tx.Update(stale.Clone()))
	})
	require.ErrorIs(t, err, store.ErrConflict)
	require.Equal(t, "1", notes(t, s), "nothing is kept")
}

// panics tests that a panic undoes writes. random tests errors.
func panics(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) { require.NoError(t, tx.Insert(note("1"))) })
	require.PanicsWithValue(t, "at the disco", func() {
		update(t, s, func(tx store.Tx) {
			require.NoError(t, tx.Delete(one))
			panic("at the disco")
		})
	})
	require.PanicsWithValue(t, "again", func() { view(t, s, func(store.Tx) { panic("again") }) })
	require.Equal(t, "1", notes(t, s))
}

// writers tests that concurrent writers do not lose changes, and that readers see one state:
// each write adds a note and changes the sum.
func writers(t *testing.T, s store.Store) {
	const n, each = 8, 10
	sum := store.Key{Kind: "sum", ID: "1"}
	update(t, s, func(tx store.Tx) {
		require.NoError(t, tx.Insert(&store.Document{Key: sum, Body: json.RawMessage(`{}`)}))
	})
	var writing sync.WaitGroup
	for range n {
		writing.Go(func() {
			for range each {
				assert.NoError(t, s.Update(t.Context(), home, func(tx store.Tx) error {
					d, err := tx.Get(sum)
					if err != nil {
						return err
					}
					number, err := tx.Next("number")
					return errors.Join(err, tx.Insert(note(fmt.Sprint(number))), tx.Update(d))
				}))
				fails := func(tx store.Tx) error { return errors.Join(tx.Insert(note("undone")), errAbort) }
				assert.ErrorIs(t, s.Update(t.Context(), home, fails), errAbort)
			}
		})
	}
	for written := 0; written < n*each && !t.Failed(); {
		view(t, s, func(tx store.Tx) {
			d, err := tx.Get(sum)
			require.NoError(t, err)
			written, err = tx.Count(store.Query{Kind: "note"})
			require.NoError(t, err)
			require.Equal(t, d.Version, int64(written+1))
		})
	}
	writing.Wait()
	var ids []string
	for i := range n * each {
		ids = append(ids, fmt.Sprint(i+1))
	}
	require.Equal(t, strings.Join(ids, " "), notes(t, s), "counters and order agree")
}

// refused tests that an error of a write is about what others can see: concurrent writers insert
// or delete the same note, and one that is refused because another was faster sees what that one wrote.
func refused(t *testing.T, s store.Store) {
	const n = 8
	for name, change := range map[string]struct {
		write func(store.Tx) error
		shows string // what there is after it
	}{
		"insert": {func(tx store.Tx) error { return tx.Insert(note("1")) }, "1"},
		"delete": {func(tx store.Tx) error { return tx.Delete(one) }, ""},
		"next": {func(tx store.Tx) error {
			number, err := tx.Next("note")
			if err == nil && number > 1 {
				err = errAbort
			}
			return errors.Join(err, tx.Insert(note("1")))
		}, "1"},
	} {
		for range 20 {
			require.NoError(t, s.Drop(t.Context(), home))
			if name == "delete" {
				update(t, s, func(tx store.Tx) { require.NoError(t, tx.Insert(note("1"))) })
			}
			var writing sync.WaitGroup
			for range n {
				writing.Go(func() {
					if s.Update(t.Context(), home, change.write) != nil {
						assert.Equal(t, change.shows, notes(t, s), "%s: refused for what nobody can see", name)
					}
				})
			}
			writing.Wait()
		}
	}
}

// views tests that views cannot write.
func views(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) { require.NoError(t, tx.Insert(note("1"))) })
	view(t, s, func(tx store.Tx) {
		d, err := tx.Get(one)
		require.NoError(t, err)
		_, next := tx.Next("note")
		for _, err := range []error{tx.Insert(note("2")), tx.Update(d), tx.Delete(one), next} {
			require.ErrorIs(t, err, store.ErrReads)
		}
	})
	update(t, s, func(tx store.Tx) {
		n, err := tx.Next("note")
		require.NoError(t, err)
		require.Equal(t, int64(1), n)
	})
	require.Equal(t, "1", notes(t, s))
}

// large tests that a content of any size does not hold up the writer of another world: the content
// grows until the other writer has written several times.
func large(t *testing.T, s store.Store) {
	const most = 100_000
	began, written := make(chan struct{}), make(chan struct{})
	begin := sync.OnceFunc(func() { close(began) })
	go func() {
		defer close(written)
		<-began
		for range 5 {
			assert.NoError(t, s.Update(t.Context(), "other", func(tx store.Tx) error {
				_, err := tx.Next("number")
				return err
			}))
		}
	}()
	n := 0
	require.NoError(t, s.Replace(t.Context(), home, store.Content{Fill: func(tx store.Tx) error {
		for n = 0; n < most; n++ {
			if err := tx.Insert(note(fmt.Sprint(n))); err != nil {
				return err
			}
			begin()
			select {
			case <-written:
				return nil
			default:
			}
		}
		return nil
	}}))
	require.Less(t, n, most)
	<-written
}

func canceled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func(store.Tx) error { t.Error("the func is called"); return nil }
	for _, err := range []error{s.Update(ctx, home, never), s.View(ctx, home, never), s.Replace(ctx, home, store.Content{Fill: never}), s.Drop(ctx, home)} {
		require.ErrorIs(t, err, context.Canceled)
	}
}

// holding tests that every document with a part in a value is found, whatever its case and
// wherever a database keeps the value.
func holding(t *testing.T, s store.Store) {
	words := []string{
		"", "a", "Ab", "\x00", "\x01", "a\x00b", "a\x01\x02", "\x02", "50%", "a_b", `a\b`, "'\"?$1",
		"\u212a", "\u0130", "\u00c5", "ß", "\U0001F600", "\uffff",
		strings.Repeat("m", 600) + "END", strings.Repeat("é", 300),
	}
	var all []string
	for i, first := range words {
		all = append(all, "s"+first, "s"+first+words[(i+1)%len(words)], "sIn"+first)
	}
	update(t, s, func(tx store.Tx) {
		for i, text := range all {
			d := note(fmt.Sprint(i))
			d.Values = []store.Value{
				{Field: "/a", Text: text}, {Field: "/a", Text: "s-" + text}, {Field: "/b", Text: "sk"},
			}
			require.NoError(t, tx.Insert(d))
		}
	})
	parts := append(words, "k", "K", "i", "I", "iN", "å", "end", "mE")
	parts = append(parts, strings.Repeat("M", 200), strings.Repeat("M", 60_000))
	for _, part := range parts {
		holds := func(text string) bool {
			return strings.Contains(strings.ToLower(text), strings.ToLower(part))
		}
		var want []string
		for i, text := range all {
			if holds(text) {
				want = append(want, fmt.Sprint(i))
			}
		}
		view(t, s, func(tx store.Tx) {
			among, err := tx.Holding("note", "/a", part, holds)
			require.NoError(t, err)
			require.NotNil(t, among)
			docs, err := tx.Find(store.Query{Kind: "note", Among: among})
			require.NoError(t, err)
			var ids []string
			for _, d := range docs {
				ids = append(ids, d.ID)
			}
			require.Equal(t, want, ids, "%.20q", part)
		})
	}
}
