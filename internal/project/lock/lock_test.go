package lock

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A lock holds until its file is closed, for others that try and for others that wait.
func TestLockHoldsUntilItsFileIsClosed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	if err := Lock(first); err != nil {
		t.Skipf("NOT RUN: files cannot be locked here: %v", err)
	}
	require.True(t, TryLock(second))
	first.Close()
	require.False(t, TryLock(second))

	waited := make(chan error, 1)
	third := open()
	go func() { waited <- Lock(third) }()
	select {
	case <-waited:
		t.Error("the lock is held")
	case <-time.After(20 * time.Millisecond):
	}
	second.Close()
	require.NoError(t, <-waited)
}

func TestNamesAreLockedOneByOne(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var count atomic.Int32 // the race detector does not know of locks of files
	done := make(chan bool)
	for range 8 {
		go func() {
			unlock, err := ByName("a")
			if err == nil {
				was := count.Load()
				time.Sleep(time.Millisecond)
				count.Store(was + 1)
				unlock()
			}
			done <- true
		}()
	}
	other, err := ByName("b")
	require.NoError(t, err)
	defer other()
	for range 8 {
		<-done
	}
	require.EqualValues(t, 8, count.Load())
}
