package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
)

// writers tests that concurrent writers do not lose changes.
func writers(t *testing.T, s store.Store) {
	const n, each = 8, 10
	insert(t, s, home, made("sum", "1"))
	var writing sync.WaitGroup
	for range n {
		writing.Go(func() {
			for range each {
				if err := s.Update(t.Context(), home, func(tx store.Tx) error {
					d, err := tx.Get(key("sum", "1"))
					if err != nil {
						return err
					}
					number, err := tx.Next("number")
					if err != nil {
						return err
					}
					d.Body = fmt.Appendf(nil, `{"sum": %d}`, d.Version)
					return errors.Join(tx.Insert(made("note", fmt.Sprint(number))), tx.Update(d))
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	view(t, s, home, func(tx store.Tx) {
		d, err := tx.Get(key("sum", "1"))
		require.NoError(t, err)
		require.JSONEq(t, fmt.Sprintf(`{"sum": %d}`, n*each), string(d.Body))
		require.Equal(t, int64(n*each+1), d.Version)
	})
	var ids []string
	for i := range n * each {
		ids = append(ids, fmt.Sprint(i+1))
	}
	require.Equal(t, strings.Join(ids, " "), found(t, s, home, store.Query{Kind: "note"}), "counters and order agree")
}

// oneState checks that two documents that are always written together are read together.
func oneState(t *testing.T, s store.Store) {
	insert(t, s, home, made("note", "1"), made("note", "2"))
	var writing sync.WaitGroup
	writing.Go(func() {
		for range 30 {
			if err := s.Update(t.Context(), home, func(tx store.Tx) error {
				for _, id := range []string{"1", "2"} {
					d, err := tx.Get(key("note", id))
					if err != nil {
						return err
					}
					if err := tx.Update(d); err != nil {
						return err
					}
				}
				_, err := tx.Next("writes")
				return err
			}); err != nil {
				t.Error(err)
			}
		}
	})
	for range 100 {
		view(t, s, home, func(tx store.Tx) {
			one, err := tx.Get(key("note", "1"))
			require.NoError(t, err)
			both, err := tx.Find(store.Query{Kind: "note"})
			require.NoError(t, err)
			require.Equal(t, one.Version, both[0].Version)
			require.Equal(t, one.Version, both[1].Version)
		})
	}
	writing.Wait()
}

func onlyRead(t *testing.T, s store.Store) {
	insert(t, s, home, made("note", "1"))
	view(t, s, home, func(tx store.Tx) {
		d, err := tx.Get(key("note", "1"))
		require.NoError(t, err)
		require.Error(t, tx.Insert(made("note", "2")))
		require.Error(t, tx.Update(d))
		require.Error(t, tx.Delete(d.Key))
		_, err = tx.Next("note")
		require.Error(t, err)
	})
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "note"}))
	update(t, s, home, func(tx store.Tx) {
		n, err := tx.Next("note")
		require.NoError(t, err)
		require.Equal(t, int64(1), n)
	})
}
