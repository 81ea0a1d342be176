package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock waits for an exclusive lock.
func lock(f *os.File) error { return lockFile(f, 0) }

// tryLock does not wait.
func tryLock(f *os.File) (taken bool) {
	err := lockFile(f, windows.LOCKFILE_FAIL_IMMEDIATELY)
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING)
}

// lockFile locks one byte far beyond the end, because other processes can neither read nor
// write locked bytes.
func lockFile(f *os.File, flags uint32) error {
	at := windows.Overlapped{OffsetHigh: 1<<31 - 1}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|flags, 0, 1, 0, &at)
}
