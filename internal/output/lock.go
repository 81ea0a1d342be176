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
	name := fmt.Sprintf("gen-%d-%.8x.lock", os.Getuid(), sha256.Sum256([]byte(full)))
	// It is never deleted, since a waiting process may hold the deleted file while
	// a third one creates and locks another.
	unlock, err = lockedfile.MutexAt(filepath.Join(os.TempDir(), name)).Lock()
	if err != nil {
		return nil, fmt.Errorf("lock output folder: %w", err)
	}
	return unlock, nil
}
