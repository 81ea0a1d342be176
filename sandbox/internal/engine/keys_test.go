package engine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

// Stored keys and cursors expire after a day, and later calls delete them.
func TestOldKeysAndCursorsAreDeleted(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/pages.txtar")
	require.NoError(t, err)
	folder := t.TempDir()
	for _, f := range archive.Files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600))
	}
	s := open(t, folder)
	call := func(operation, request, key string, at time.Time) error {
		_, err := s.serve(t, s.operations[operation].Operation,
			&engine.Call{Now: at, Request: json.RawMessage(request), Key: key})
		return err
	}
	count := func(kind string) (n int) {
		require.NoError(t, s.store.View(t.Context(), "w", func(tx store.Tx) (err error) {
			n, err = tx.Count(store.Query{Kind: kind})
			return err
		}))
		return n
	}
	do := func(from, to int, at time.Time) {
		for i := from; i < to; i++ {
			require.NoError(t, call("books.add", `{"title":"a"}`, strconv.Itoa(i), at))
			require.NoError(t, call("books.search", `{"size":1}`, "", at))
		}
	}
	do(0, 10, noon)
	require.Equal(t, 10, count("_key"))
	require.Equal(t, 10, count("_cursor"))
	require.NoError(t, call("books.search_on", `{"cursor":"1"}`, "", noon.Add(23*time.Hour)))
	late := noon.Add(25 * time.Hour)
	require.ErrorContains(t, call("books.search_on", `{"cursor":"1"}`, "", late), "422")
	do(10, 20, late)
	require.Equal(t, 10, count("_key"))
	require.Equal(t, 11, count("_cursor"))
	require.ErrorContains(t, call("books.add", `{"title":"b"}`, "19", late), "422")
	require.NoError(t, call("books.add", `{"title":"b"}`, "19", late.Add(24*time.Hour)),
		"the key has expired")
}

// Keys belong to a caller and an operation, whose names do not run together.
func TestKeysOfCallersAndOperations(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas: {orders: {operations: {add: {response: any}, adds: {response: any}}}}
`, `
resources: 1
kinds: {order: {}}
operations: {orders.add: {create: order}, orders.adds: {create: order}}
`))
	for i, c := range []struct{ caller, operation, key string }{
		{"ann", "orders.add", "sx"},
		{"ann", "orders.adds", "x"},
		{"ann", "orders.add", "x"},
		{"bob", "orders.add", "x"},
		{"", "orders.add", "x"},
	} {
		for range 2 {
			call := &engine.Call{Caller: c.caller, Now: noon, Request: json.RawMessage(`{}`), Key: c.key}
			response, err := s.serve(t, s.operations[c.operation].Operation, call)
			require.NoError(t, err)
			require.Equal(t, fmt.Sprintf(`{"id":"order-%d"}`, i+1), string(response), "%v", c)
		}
	}
}
