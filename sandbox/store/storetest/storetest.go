// Package storetest says what every store.Store does, as tests that each of them runs.
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

// Run tests the store that open opens. It opens one for each test and closes it.
func Run(t *testing.T, open func(*testing.T) store.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, store.Store)
	}{
		{"random", random},
		{"documents", documents},
		{"cascade", cascade},
		{"conflict", conflict},
		{"rollback", rollback},
		{"order", order},
		{"where", where},
		{"parts", parts},
		{"long texts", longTexts},
		{"pages", pages},
		{"writers", writers},
		{"one state", oneState},
		{"views only read", onlyRead},
		{"worlds", separate},
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

func valued(kind, id string, values ...store.Value) *store.Document {
	return &store.Document{Key: key(kind, id), Values: values, Body: json.RawMessage(`{}`)}
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
		require.ErrorIs(t, tx.Insert(d.Clone()), store.ErrExists)
		require.ErrorIs(t, tx.Insert(made("note", "2", key("note", "0"))), store.ErrNotFound)
		require.ErrorIs(t, tx.Update(made("note", "2")), store.ErrNotFound)
		require.ErrorIs(t, tx.Delete(key("note", "2")), store.ErrNotFound)
		_, err := tx.Get(key("note", "2"))
		require.ErrorIs(t, err, store.ErrNotFound)
	})

	// A document belongs to its reader, whatever the writer does to the one that it gave.
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

	// An update replaces values and parents, and keeps the place in the order.
	insert(t, s, home, made("note", "0"))
	update(t, s, home, func(tx store.Tx) {
		d := made("note", "1", key("note", "0"))
		d.Version = 1
		d.Values = []store.Value{{Field: "/a", Text: "1"}, {Field: "/b", Text: "1"}}
		require.NoError(t, tx.Update(d))
		require.Equal(t, int64(2), d.Version)
		require.ErrorIs(t, tx.Update(&store.Document{Key: d.Key, Version: 2, Parents: []store.Key{key("note", "9")}}), store.ErrNotFound)
	})
	require.Equal(t, kept.Sequence, read().Sequence)
	require.Equal(t, int64(2), read().Version)
	require.Equal(t, "1 0", found(t, s, home, store.Query{Kind: "note"}))
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "note", Parent: key("note", "0")}))
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "note", Where: []store.Value{{Field: "/a", Text: "1"}, {Field: "/b", Text: "1"}}}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "note", Where: []store.Value{{Field: "/a", Text: "2"}}}))
}

func cascade(t *testing.T, s store.Store) {
	insert(t, s, home,
		made("contact", "ann"), made("contact", "bob"), made("role", "agent"),
		made("phone", "1", key("contact", "ann")), made("phone", "2", key("contact", "bob")),
		made("extension", "11", key("phone", "1")), made("extension", "22", key("phone", "2")),
		made("link", "ann", key("contact", "ann"), key("role", "agent")),
		made("link", "bob", key("role", "agent"), key("contact", "bob")),
		made("link", "both", key("phone", "1"), key("contact", "ann")),
	)
	require.Equal(t, "ann bob", found(t, s, home, store.Query{Kind: "link", Parent: key("role", "agent")}))
	update(t, s, home, func(tx store.Tx) {
		require.NoError(t, tx.Delete(key("contact", "ann")))
		n, err := tx.Count(store.Query{Kind: "link"})
		require.NoError(t, err)
		require.Equal(t, 1, n, "seen in the transaction itself")
	})
	require.Equal(t, "2", found(t, s, home, store.Query{Kind: "phone"}))
	require.Equal(t, "22", found(t, s, home, store.Query{Kind: "extension"}))
	require.Equal(t, "bob", found(t, s, home, store.Query{Kind: "link"}))
	require.Equal(t, "agent", found(t, s, home, store.Query{Kind: "role"}))
	update(t, s, home, func(tx store.Tx) { require.NoError(t, tx.Delete(key("role", "agent"))) })
	require.Empty(t, found(t, s, home, store.Query{Kind: "link"}))
	require.Equal(t, "bob", found(t, s, home, store.Query{Kind: "contact"}))
	require.Equal(t, "22", found(t, s, home, store.Query{Kind: "extension"}))

	// What is inserted again has none of the parts from before.
	insert(t, s, home, made("contact", "ann"))
	require.Empty(t, found(t, s, home, store.Query{Kind: "phone", Parent: key("contact", "ann")}))

	// Documents that are parts of each other, or of themselves, go together.
	insert(t, s, home, made("knot", "1"), made("knot", "2", key("knot", "1")), made("knot", "3", key("knot", "2")))
	update(t, s, home, func(tx store.Tx) {
		d, err := tx.Get(key("knot", "1"))
		require.NoError(t, err)
		d.Parents = []store.Key{key("knot", "1"), key("knot", "2")}
		require.NoError(t, tx.Update(d))
	})
	update(t, s, home, func(tx store.Tx) { require.NoError(t, tx.Delete(key("knot", "1"))) })
	require.Empty(t, found(t, s, home, store.Query{Kind: "knot"}))
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

func rollback(t *testing.T, s store.Store) {
	insert(t, s, home, made("contact", "1"), valued("contact", "2", store.Value{Field: "/a", Text: "x"}), made("phone", "1", key("contact", "1")))
	change := func(tx store.Tx) {
		require.NoError(t, tx.Delete(key("contact", "1")))
		d, err := tx.Get(key("contact", "2"))
		require.NoError(t, err)
		d.Values = nil
		require.NoError(t, tx.Update(d))
		require.NoError(t, tx.Insert(made("contact", "3")))
		n, err := tx.Next("contact")
		require.NoError(t, err)
		require.Equal(t, int64(1), n)
	}
	wrong := errors.New("wrong")
	require.ErrorIs(t, s.Update(t.Context(), home, func(tx store.Tx) error { change(tx); return wrong }), wrong)
	require.PanicsWithValue(t, "at the disco", func() {
		_ = s.Update(t.Context(), home, func(tx store.Tx) error { change(tx); panic("at the disco") })
	})
	require.PanicsWithValue(t, "again", func() { _ = s.View(t.Context(), home, func(store.Tx) error { panic("again") }) })
	require.ErrorIs(t, s.View(t.Context(), home, func(store.Tx) error { return wrong }), wrong)
	require.Equal(t, "1 2", found(t, s, home, store.Query{Kind: "contact"}))
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "phone"}))
	require.Equal(t, "2", found(t, s, home, store.Query{Kind: "contact", Where: []store.Value{{Field: "/a", Text: "x"}}}))
	update(t, s, home, change)
	require.Equal(t, "2 3", found(t, s, home, store.Query{Kind: "contact"}))
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
