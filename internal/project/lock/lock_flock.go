//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package lock

import (
	"errors"
	"os"
	"syscall"
)

func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func tryLock(f *os.File) (isTaken bool) {
	return errors.Is(flock(f, syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

func flock(f *os.File, operation int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), operation); err != syscall.EINTR {
			return err
		}
	}
}
