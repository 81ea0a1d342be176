package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return new(memory.Store) })
}

// Whoever reads a world that there is not leaves nothing behind.
func TestViewStoresNothing(t *testing.T) {
	s := new(memory.Store)
	require.NoError(t, s.View(t.Context(), "none", func(tx store.Tx) error {
		_, err := tx.Get(store.Key{Kind: "note", ID: "1"})
		require.ErrorIs(t, err, store.ErrNotFound)
		return nil
	}))
	require.Equal(t, new(memory.Store), s)
}
