package record

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// begun begins a recording in a file.
func begun(t *testing.T, name string) (*Recording, error) {
	return Begin(Options{Catalog: new(catalog.Catalog), File: name, Failed: func(error) {}})
}

// A file gets one recording after the other, and only one at a time.
func TestRecordingsAreAppendedOneAtATime(t *testing.T) {
	t.Chdir(t.TempDir())
	first, err := begun(t, "calls.jsonl")
	require.NoError(t, err)
	_, err = begun(t, "calls.jsonl")
	require.ErrorContains(t, err, "another gen record writes to it")
	require.NoError(t, first.Close())
	second, err := begun(t, "calls.jsonl")
	require.NoError(t, err)
	require.NoError(t, second.Close())
	text, err := os.ReadFile("calls.jsonl")
	require.NoError(t, err)
	require.Regexp(t, `(?s)^\{"opgen":"recording".*\n\{"opgen":"recording"`, string(text))
}

// Other files are refused and not changed.
func TestOtherFilesAreNotRecordings(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"notes.txt": "hi\n", "long.txt": `{"opgen":"summary","x":1}`} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := begun(t, name)
		require.ErrorContains(t, err, "it is not a recording and was not changed")
		kept, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, text, string(kept))
	}
	_, err := begun(t, "calls.jsonl.gz")
	require.ErrorContains(t, err, "recordings are not compressed")
}
