package sqlstore_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/sqlstore"
	"example.com/opgen/sandbox/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a file?#%.db")) })
}

func TestPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := postgres.Start(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, server.Database(t)) })
}

func open(t *testing.T, at string) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(t.Context(), at)
	require.NoError(t, err)
	return s
}
