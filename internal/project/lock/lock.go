// Package lock keeps processes from writing to the same place. The system releases the locks of
// a process that ends.
package lock

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// Lock waits until no other process has locked the file or folder f, and locks it until f is
// closed. It returns an error if f cannot be locked.
func Lock(f *os.File) error { return lock(f) }

// TryLock is like [Lock], but does not wait: it reports whether another process has locked f. If
// f cannot be locked at all, it reports false.
func TryLock(f *os.File) (isTaken bool) { return tryLock(f) }

// ByName waits until no other process of this user and temporary folder has locked the name of a
// file or folder, which need not exist, and returns the function that ends the lock. It is
// independent of [Lock].
//
// The locked file is never deleted: a waiting process may hold the deleted file while a
// third one creates and locks another.
func ByName(name string) (unlock func(), err error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(dir, filepath.Base(full))
	}
	base := fmt.Sprintf("gen-%d-%.8x.lock", os.Getuid(), sha256.Sum256([]byte(full)))
	file := filepath.Join(os.TempDir(), base)
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	_ = Lock(f) // some file systems have no locks
	return func() { f.Close() }, nil
}
