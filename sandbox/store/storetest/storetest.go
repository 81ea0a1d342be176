// Package storetest has tests for every implementation of store.Store.
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
)

// Run tests stores from open, a new one for each test.
func Run(t *testing.T, open func(*testing.T) store.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, store.Store)
	}{
		{"random", random},
		{"documents", documents},
		{"conflict", conflict},
		{"rollback", rollback},
		{"pages", pages},
		{"writers", writers},
		{"one state", oneState},
		{"views only read", onlyRead},
		{"canceled", canceled},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { require.NoError(t, s.Close()) })
			test.run(t, s)
		})
	}
}

const home = "home"

func key(kind, id string) store.Key { return store.Key{Kind: kind, ID: id} }

func made(kind, id string, parents ...store.Key) *store.Document {
	return &store.Document{Key: key(kind, id), Parents: parents, Body: json.RawMessage(`{}`)}
}

func insert(t *testing.T, s store.Store, world string, documents ...*store.Document) {
	t.Helper()
	update(t, s, world, func(tx store.Tx) {
		for _, d := range documents {
			require.NoError(t, tx.Insert(d.Clone()), d.Key)
		}
	})
}

func update(t *testing.T, s store.Store, world string, f func(store.Tx)) {
	t.Helper()
	require.NoError(t, s.Update(t.Context(), world, func(tx store.Tx) error { f(tx); return nil }))
}

func view(t *testing.T, s store.Store, world string, f func(store.Tx)) {
	t.Helper()
	require.NoError(t, s.View(t.Context(), world, func(tx store.Tx) error { f(tx); return nil }))
}

// found returns the ids that a query finds, and checks that Count agrees.
func found(t *testing.T, s store.Store, world string, q store.Query) string {
	t.Helper()
	var ids []string
	view(t, s, world, func(tx store.Tx) {
		documents, err := tx.Find(q)
		require.NoError(t, err)
		for _, d := range documents {
			ids = append(ids, d.ID)
		}
		n, err := tx.Count(q)
		require.NoError(t, err)
		if q.Offset == 0 && q.Limit == 0 {
			require.Len(t, documents, n)
		}
	})
	return strings.Join(ids, " ")
}

func documents(t *testing.T, s store.Store) {
	d := &store.Document{
		Key:     key("note", "1"),
		Values:  []store.Value{{Field: "/a", Text: "2"}, {Field: "/a", Text: "1"}},
		Body:    json.RawMessage(`{"b": 1.0,  "a": "\u0000<"}`),
		Version: 7,
	}
	given := d.Clone()
	update(t, s, home, func(tx store.Tx) {
		require.NoError(t, tx.Insert(given))
		require.Equal(t, int64(1), given.Version)
		require.False(t, given.Changed.IsZero())
	})

	// Readers get copies, which later changes of the writer do not affect.
	kept := given.Clone()
	given.Body[2], given.Values[0].Text = 'x', "3"
	read := func() (d *store.Document) {
		view(t, s, home, func(tx store.Tx) {
			var err error
			d, err = tx.Get(key("note", "1"))
			require.NoError(t, err)
		})
		return d
	}
	first := read()
	require.Equal(t, string(kept.Body), string(first.Body))
	require.Equal(t, kept.Values, first.Values)
	require.Equal(t, kept.Sequence, first.Sequence)
	require.True(t, kept.Changed.Equal(first.Changed))
	first.Body[2], first.Values[0].Text = 'y', "4"
	require.Equal(t, string(kept.Body), string(read().Body))
	require.Equal(t, kept.Values, read().Values)
}

func conflict(t *testing.T, s store.Store) {
	insert(t, s, home, made("note", "1"))
	attempts, stale := 0, made("note", "1")
	update(t, s, home, func(tx store.Tx) { // version 2
		d, err := tx.Get(stale.Key)
		require.NoError(t, err)
		stale.Version = d.Version
		require.NoError(t, tx.Update(d))
	})
	require.NoError(t, s.Update(t.Context(), home, func(tx store.Tx) error {
		attempts++
		require.NoError(t, tx.Insert(made("note", fmt.Sprint("attempt ", attempts))))
		d := stale
		if attempts > 1 {
			var err error
			d, err = tx.Get(stale.Key)
			require.NoError(t, err)
		}
		return tx.Update(d)
	}))
	require.Equal(t, 2, attempts)
	require.Equal(t, "1 attempt 2", found(t, s, home, store.Query{Kind: "note"}), "nothing is kept of what is repeated")

	attempts = 0
	err := s.Update(t.Context(), home, func(tx store.Tx) error {
		attempts++
		return fmt.Errorf("the note: %w", tx.Update(stale.Clone()))
	})
	require.ErrorIs(t, err, store.ErrConflict, "a conflict that stays is reported at last")
	require.Greater(t, attempts, 1)
}

// rollback tests panics. random tests errors.
func rollback(t *testing.T, s store.Store) {
	insert(t, s, home, made("contact", "1"))
	wrong := errors.New("wrong")
	require.PanicsWithValue(t, "at the disco", func() {
		_ = s.Update(t.Context(), home, func(tx store.Tx) error {
			require.NoError(t, tx.Delete(key("contact", "1")))
			panic("at the disco")
		})
	})
	require.PanicsWithValue(t, "again", func() { _ = s.View(t.Context(), home, func(store.Tx) error { panic("again") }) })
	require.ErrorIs(t, s.View(t.Context(), home, func(store.Tx) error { return wrong }), wrong)
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "contact"}))
}

func canceled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func(store.Tx) error { t.Error("the func is called"); return nil }
	require.ErrorIs(t, s.Update(ctx, home, never), context.Canceled)
	require.ErrorIs(t, s.View(ctx, home, never), context.Canceled)
	require.ErrorIs(t, s.Copy(ctx, home, "other"), context.Canceled)
	require.ErrorIs(t, s.Drop(ctx, home), context.Canceled)
	require.Empty(t, found(t, s, home, store.Query{Kind: "contact"}))
}

// pages neither repeat nor lose documents that exist when the first page is read, even with
// large offsets and among documents of another kind.
func pages(t *testing.T, s store.Store) {
	const n = 1300
	update(t, s, home, func(tx store.Tx) {
		for i := range n {
			require.NoError(t, tx.Insert(made("contact", fmt.Sprint(i))))
			if i%100 == 0 {
				require.NoError(t, tx.Insert(made("other", fmt.Sprint(i))))
			}
		}
	})
	update(t, s, home, func(tx store.Tx) {
		for i := 0; i < n; i += 25 {
			require.NoError(t, tx.Delete(key("contact", fmt.Sprint(i))))
		}
	})
	var left []string
	for i := range n {
		if i%25 != 0 {
			left = append(left, fmt.Sprint(i))
		}
	}
	var got []string
	for offset := 0; offset < len(left); offset += 200 {
		got = append(got, strings.Fields(found(t, s, home, store.Query{Kind: "contact", Offset: offset, Limit: 200}))...)
		insert(t, s, home, made("contact", fmt.Sprint("new", offset)))
	}
	require.Equal(t, left, got[:len(left)])
	require.Equal(t, "new0 new200", found(t, s, home, store.Query{Kind: "contact", Offset: len(left), Limit: 2}))
	require.Equal(t, "1200", found(t, s, home, store.Query{Kind: "other", Offset: 12}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "contact", Offset: 10 * n}))

	// A transaction pages through what it has changed itself.
	update(t, s, home, func(tx store.Tx) {
		require.NoError(t, tx.Delete(key("contact", "1")))
		require.NoError(t, tx.Insert(made("contact", "last")))
		got, err := tx.Find(store.Query{Kind: "contact", Offset: len(left) - 2, Limit: 2})
		require.NoError(t, err)
		require.Equal(t, []string{"1299", "new0"}, []string{got[0].ID, got[1].ID})
		count, err := tx.Count(store.Query{Kind: "contact"})
		require.NoError(t, err)
		require.Equal(t, len(left)+7, count)
	})
}
