package simulator_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
)

// The documentation shows this test: it calls its own sandbox, in memory, with a func.
func TestOtherModulesCanTestWithAFunc(t *testing.T) {
	resources := filepath.Join(t.TempDir(), "resources.yaml")
	require.NoError(t, os.WriteFile(resources, []byte("resources: 1\nkinds: {note: {}}\noperations: {notes.get: {func: find}}\n"), 0o600))
	s, err := simulator.Load("../testdata/notes/operations.yaml", resources,
		simulator.Options{Seeds: []byte("note: [{id: first, text: buy milk}]"), Funcs: map[string]simulator.Func{"find": func(tx *simulator.Tx, request json.RawMessage) (any, error) {
			var of struct {
				ID string `json:"note_id"`
			}
			if err := json.Unmarshal(request, &of); err != nil {
				return nil, err
			}
			return tx.Get("note", of.ID)
		}}})
	require.NoError(t, err)
	defer s.Close()
	status, body := post(t, s, "/v1/notes/get", `{"note_id": "first"}`)
	require.Equal(t, 200, status)
	require.Equal(t, `{"id":"first","text":"buy milk"}`, body)
	status, _ = post(t, s, "/v1/notes/get", `{"note_id": "second"}`)
	require.Equal(t, 404, status)
}
