package sqlstore_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/sqlstore"
)

// What a read gets first is what was written last, by this process or by another one.
func TestFirstsAreThoseOfNow(t *testing.T) {
	at := filepath.Join(t.TempDir(), "sandbox.db")
	one, other := open(t, at), open(t, at)
	defer one.Close()
	defer other.Close()
	state := store.Key{Kind: "_world", ID: "state"}
	write := func(s *sqlstore.Store, world, body string) {
		t.Helper()
		require.NoError(t, s.Update(t.Context(), world, func(tx store.Tx) error {
			d, err := tx.Get(state)
			if err != nil {
				return tx.Insert(&store.Document{Key: state, Body: []byte(body)})
			}
			d.Body = []byte(body)
			return tx.Update(d)
		}))
	}
	// Each is asked twice, since the first read keeps the document.
	reads := func(world, want string, wrong error) {
		t.Helper()
		for _, s := range []*sqlstore.Store{one, other, one, other} {
			require.NoError(t, s.View(t.Context(), world, func(tx store.Tx) error {
				d, err := tx.Get(state)
				require.ErrorIs(t, err, wrong)
				if err == nil {
					require.Equal(t, want, string(d.Body))
					d.Body[0] = 'x'
				}
				return nil
			}))
			require.NoError(t, s.View(t.Context(), world, func(tx store.Tx) error {
				_, err := tx.Get(store.Key{Kind: "_world", ID: "another"})
				require.ErrorIs(t, err, store.ErrNotFound)
				return nil
			}))
		}
	}
	write(one, "home", `{"n": 1}`)
	write(one, "away", `{"n": 2}`)
	for range 2 {
		reads("home", `{"n": 1}`, nil)
		reads("away", `{"n": 2}`, nil)
	}
	write(other, "home", `{"n": 3}`)
	reads("home", `{"n": 3}`, nil)
	reads("away", `{"n": 2}`, nil)
	require.NoError(t, one.Copy(t.Context(), "away", "home"))
	reads("home", `{"n": 2}`, nil)
	require.NoError(t, other.Drop(t.Context(), "away"))
	reads("away", "", store.ErrNotFound)
}
