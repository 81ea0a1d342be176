package output

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock waits until no other run writes to the folder with this real path, and
// returns what ends the wait of the next one. The system drops the lock of a
// process that dies.
//
// The lock file lies in the temporary folder, not in the output folder: there
// it would show up in version control, in the module's zip file and as a change
// to whoever watches the folder, and it could not exist before the folder does.
// It is never deleted, since a waiting process may hold the deleted file while
// a third one creates and locks another. The user's id is part of its name, for
// one user cannot open the file of another; two users that generate into one
// folder at once are not kept apart.
func lock(full string) (unlock func(), err error) {
	name := fmt.Sprintf("gen-%d-%.16s.lock", os.Getuid(), hash([]byte(full)))
	unlock, err = lockedfile.MutexAt(filepath.Join(os.TempDir(), name)).Lock()
	if err != nil {
		return nil, fmt.Errorf("lock output folder: %w", err)
	}
	return unlock, nil
}
