//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package output

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two runs that know different temporary folders are kept apart all the same.
func TestTheLockDoesNotDependOnTheEnvironment(t *testing.T) {
	full := filepath.Join(t.TempDir(), "around", "gen")
	unlock, err := lock(full)
	require.NoError(t, err)

	t.Setenv("TMPDIR", t.TempDir())
	around, err := os.Open(filepath.Dir(full))
	require.NoError(t, err)
	defer around.Close()
	try := func() error { return syscall.Flock(int(around.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
	require.ErrorIs(t, try(), syscall.EWOULDBLOCK)
	unlock()
	require.NoError(t, try())
}
