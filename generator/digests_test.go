package generator

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Folders of cases keep only the files in which their feature shows. The digests of the other files are
// in one file, so that no emitted line changes unseen. To see such a change, compare the output of gen
// before and after.
func TestFilesThatNoCaseKeepsChangeOnlyOnPurpose(t *testing.T) {
	const name = "testdata/digests.txt"
	var got strings.Builder
	for _, dir := range cases(t) {
		kept := os.DirFS(filepath.Join(dir, "gen"))
		for _, f := range emit(t, dir) {
			if _, err := fs.Stat(kept, f.Path); err != nil {
				place := path.Join(filepath.Base(dir), f.Path)
				digest := sha256.Sum256(f.Content)
				fmt.Fprintf(&got, "%s %x\n", place, digest[:8])
			}
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	before := strings.Split(string(want), "\n")
	changed := slices.DeleteFunc(strings.Split(got.String(), "\n"), func(line string) bool { return slices.Contains(before, line) })
	require.Empty(t, changed, "if this is meant: go test ./generator -run TestFilesThatNoCaseKeepsChangeOnlyOnPurpose -update")
	require.Len(t, before, strings.Count(got.String(), "\n")+1, "a file is gone")
}
