package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asNobody runs write with the rights of a user who owns nothing, where it would
// have those of root. The thread is not used again afterwards.
func asNobody(write func() error) error {
	if os.Getuid() != 0 {
		return write()
	}
	failed := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			failed <- err
			return
		}
		failed <- write()
	}()
	return <-failed
}

// What cannot be written is an error that names the place, and leaves everything
// as it is or as the next run repairs it.
func TestWriteWhereItIsNotAllowed(t *testing.T) {
	before, after := rendered("a/a.go", "one"), rendered("a/a.go", "two")
	for name, test := range map[string]struct {
		closed string // the folder that cannot be written to
		want   string
	}{
		"around it":    {".", "create output folder: "},
		"itself":       {"gen", filepath.Join("gen", temporaryName)},
		"folder in it": {"gen/a", filepath.Join("gen", "a", temporaryName)},
	} {
		t.Run(name, func(t *testing.T) {
			around := t.TempDir()
			dir := filepath.Join(around, "gen")
			if name != "around it" {
				_, err := Write(dir, before, false)
				require.NoError(t, err)
			}
			for _, folder := range []string{filepath.Dir(around), around, dir, filepath.Join(dir, "a")} {
				err := os.Chmod(folder, 0o777)
				require.True(t, err == nil || errors.Is(err, fs.ErrNotExist), err)
			}
			closed := filepath.Join(around, test.closed)
			require.NoError(t, os.Chmod(closed, 0o555))
			had := tree(t, around)

			err := asNobody(func() error {
				_, err := Write(dir, after, true)
				return err
			})
			require.ErrorIs(t, err, fs.ErrPermission)
			assert.ErrorContains(t, err, test.want)
			found := tree(t, around)
			if test.closed == "gen/a" {
				had["gen/"+ManifestName] = found["gen/"+ManifestName] // of both versions
			}
			assert.Equal(t, had, found)

			require.NoError(t, os.Chmod(closed, 0o755))
			_, err = Write(dir, after, false)
			require.NoError(t, err)
			assert.Equal(t, whole(after), tree(t, dir))
		})
	}
}
