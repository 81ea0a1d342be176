package insurance

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"

	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
	"github.com/stretchr/testify/require"
)

// BenchmarkCalls measures calls over documents in memory and in a file of SQLite.
func BenchmarkCalls(b *testing.B) {
	const contacts = 2000
	lite, err := sqlstore.Open(b.Context(), filepath.Join(b.TempDir(), "sandbox.db"))
	require.NoError(b, err)
	defer lite.Close()
	for name, state := range map[string]store.Store{"memory": new(memory.Store), "SQLite": lite} {
		c, behaves := service(b)
		s, err := world(b.Context(), c, behaves, state)
		require.NoError(b, err)
		defer s.Close()
		for i := range contacts {
			call(b, s, "new_contact", newContactBody(i))
		}
		for _, kind := range []struct {
			name, operation string
			body            func(i int) string
		}{
			{"read", "get_contact", func(i int) string { return fmt.Sprintf(`{"contact_id": "contact-%d"}`, 1+i%contacts) }},
			{"search", "find_contact_by_params",
				func(i int) string { return fmt.Sprintf(`{"name": "Name %d"}`, i*37%contacts) }},
			{"page", "list_all_contacts", func(i int) string { return fmt.Sprintf(`{"limit": 20, "page": %d}`, 1+i%(contacts/20)) }},
			{"create", "new_contact", func(i int) string { return newContactBody(contacts + i) }},
		} {
			b.Run(kind.name+"/"+name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					call(b, s, kind.operation, kind.body(i))
				}
			})
		}
	}
}

func newContactBody(i int) string {
	return fmt.Sprintf(`{"name": "Name %d", "addresses": [{"type": "Home"}], "phones": [{"type": "Home", "phone": "555-0100"}]}`, i)
}

func call(b *testing.B, s http.Handler, operation, body string) {
	if w := post(s, "/api/v2/contacts/"+operation, body); w.Code != http.StatusOK {
		b.Fatalf("%s: status %d: %s", operation, w.Code, w.Body)
	}
}
