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

// asNobody runs write with the rights of a user who owns nothing, even for root. The thread is
// not reused.
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

// If a file cannot be written, the error names it, and nothing changes that the next run does
// not repair.
func TestWriteWhereItIsNotAllowed(t *testing.T) {
	before := rendered("a/a.go", "one", "d.go", "one")
	for name, test := range map[string]struct {
		closed string // the folder that cannot be written to
		after  []File
		want   string
	}{
		"around it":    {".", before, "create output folder "},
		"itself":       {"gen", rendered("a/a.go", "one", "d.go", "two"), filepath.Join("gen", temporaryName)},
		"folder in it": {"gen/a", rendered("a/a.go", "two", "d.go", "two"), filepath.Join("gen", "a", temporaryName)},
	} {
		t.Run(name, func(t *testing.T) {
			around := t.TempDir()
			dir := filepath.Join(around, "gen")
			if name != "around it" {
				_, err := write(dir, target(before))
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
				_, err := write(dir, target(test.after))
				return err
			})
			require.ErrorIs(t, err, fs.ErrPermission)
			assert.ErrorContains(t, err, test.want)
			assert.Equal(t, had, tree(t, around))

			require.NoError(t, os.Chmod(closed, 0o755))
			_, err = write(dir, target(test.after))
			require.NoError(t, err)
			assert.Equal(t, whole(test.after), tree(t, dir))
		})
	}
}

// Files at other paths are not even opened: a pipe would block.
func TestNothingElseIsRead(t *testing.T) {
	dir := outputFolder(t, rendered("a.go", "one"))
	for _, name := range []string{"own.go", "x/own.go", "x/y/a.go", "testdata/a.go", "b.go", "x/a.go"} {
		mkdir(t, dir, filepath.Dir(name))
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
	}
	_, err := write(dir, target(rendered("a.go", "two")))
	require.NoError(t, err)
	_, err = write(dir, target(rendered("a.go", "two", "b.go", "two")))
	require.ErrorContains(t, err, "not a regular file")
}
