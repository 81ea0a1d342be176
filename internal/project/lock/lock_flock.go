//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package lock

import (
	"errors"
	"os"
	"syscall"
)

// lock waits for an exclusive lock of the whole file. Locks of flock belong to the opened file, so
// closing it ends them.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// tryLock does not wait.
func tryLock(f *os.File) (isTaken bool) {
	return errors.Is(flock(f, syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// flock calls the system again if a signal interrupted it.
func flock(f *os.File, operation int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), operation); err != syscall.EINTR {
			return err
		}
	}
}
