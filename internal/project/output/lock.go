package output

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock waits until no other run writes to the folder with this real path, and
// returns what ends the wait of the next one. The system drops the lock of a
// process that dies.
//
// What is locked is the folder around the output folder: it is the same for
// every process, whatever its user and its environment, it exists before the
// output folder does, and nothing needs to be written into it. Where the system
// cannot lock a folder, a file in the temporary folder is locked instead, which
// keeps those runs apart that have the same user and the same temporary folder.
func lock(full string) (unlock func(), err error) {
	around := filepath.Dir(full)
	if err := os.MkdirAll(around, 0o755); err != nil {
		return nil, fmt.Errorf("create the folder around the output folder: %w", err)
	}
	if unlock, err := lockFolder(around); err == nil {
		return unlock, nil
	}
	return lockName(full)
}

// Lock waits until no other run of this user and temporary folder has locked the file name,
// and returns what ends the wait of the next one. It is for who reads a document and writes
// it with more in it, and keeps nobody from [WriteDocument].
func Lock(name string) (unlock func(), err error) {
	full, err := filepath.Abs(name)
	if err == nil {
		full, err = resolve(full)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return lockName("from reading to writing " + full)
}

// lockName locks a file in the temporary folder for what a text names. It is never
// deleted, since a waiting process may hold the deleted file while a third one creates
// and locks another.
func lockName(text string) (unlock func(), err error) {
	name := fmt.Sprintf("gen-%d-%.8x.lock", os.Getuid(), sha256.Sum256([]byte(text)))
	unlock, err = lockedfile.MutexAt(filepath.Join(os.TempDir(), name)).Lock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return unlock, nil
}
