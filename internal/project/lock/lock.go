// Package lock keeps processes apart that write to the same place. The system drops the
// locks of a process that dies.
package lock

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// Lock waits until no other process has locked the file or folder f, and locks it until f
// is closed. It returns an error if the system or the file system cannot lock f.
func Lock(f *os.File) error { return lock(f) }

// TryLock locks f as [Lock] does, and reports whether another process has locked it instead
// of waiting. If f cannot be locked at all, it reports false.
func TryLock(f *os.File) (taken bool) { return tryLock(f) }

// Name waits until no other process of this user and temporary folder has locked the name
// of a file or folder, which need not exist, and returns the function that ends the lock.
// It keeps nobody from [Lock].
//
// The locked file is never deleted: a waiting process may hold the deleted file while a
// third one creates and locks another.
func Name(name string) (unlock func(), err error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(dir, filepath.Base(full))
	}
	file := filepath.Join(os.TempDir(), fmt.Sprintf("gen-%d-%.8x.lock", os.Getuid(), sha256.Sum256([]byte(full))))
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	_ = Lock(f) // a file system without locks keeps nobody apart
	return func() { f.Close() }, nil
}
