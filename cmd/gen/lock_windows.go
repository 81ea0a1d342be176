package main

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// taken reports whether another process has locked a file, and otherwise locks it until it
// is closed. A file system that has no locks keeps nobody apart. Since nobody else can read
// or write what is locked, that is one byte far behind the end.
func taken(f *os.File) bool {
	at := windows.Overlapped{OffsetHigh: 1<<31 - 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING)
}
