package textfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadRefusesWhatIsNoText(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	text, err := Read(name)
	require.NoError(t, err)
	require.Equal(t, "text", string(text))

	_, err = Read(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Read(dir)
	require.ErrorContains(t, err, "is a directory: name a file")

	require.NoError(t, os.Truncate(name, Limit+1))
	_, err = Read(name)
	require.ErrorContains(t, err, "larger than the 32 MiB")
}

// endless never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestAllStopsAtTheLimit(t *testing.T) {
	_, err := All(endless{}, "<stdin>")
	require.ErrorContains(t, err, "<stdin> is larger than the 32 MiB")
	text, err := All(strings.NewReader("text"), "x")
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
}
