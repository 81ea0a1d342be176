package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// at returns a hook that does something before change n, and says whether it did.
func at(n int, do func()) (before func(string, string) error, done func() bool) {
	did := false
	return func(string, string) error {
		if n--; n == -1 {
			do()
			did = true
		}
		return nil
	}, func() bool { return did }
}

// The folder is removed while a run writes to it, as by git checkout. The run may
// fail then; it brings nothing back half, and the next one repairs it.
func TestTheFolderIsRemovedHalfWay(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "d.go", "one")
	after := rendered("a/a.go", "two", "d.go", "two", "e/e.go", "two")
	for _, removed := range []string{"gen", "gen/a"} {
		failed := 0
		for n := 0; ; n++ {
			dir := outputFolder(t, before)
			around := filepath.Dir(dir)
			put(t, around, "own.go", "own")
			hook, done := at(n, func() { require.NoError(t, os.RemoveAll(filepath.Join(around, removed))) })
			_, err := write(target(dir, after), hook)
			if !done() {
				break
			}
			if err != nil {
				failed++
				assert.ErrorContains(t, err, dir)
			}
			require.Equal(t, "own", tree(t, around)["own.go"])
			_, err = Write(target(dir, after))
			require.NoError(t, err, "%s removed at change %d", removed, n)
			require.Equal(t, whole(after), tree(t, dir), "%s removed at change %d", removed, n)
		}
		assert.Positive(t, failed, removed)
	}
}

// The folder, or one in it, is replaced by a link while a run writes to it. The
// run writes nothing and deletes nothing behind the link.
func TestAFolderBecomesALinkHalfWay(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "d.go", "one")
	after := rendered("a/a.go", "two", "d.go", "two", "e/e.go", "two")
	for _, replaced := range []string{"gen", "gen/a", "gen/b"} {
		for n := 0; ; n++ {
			dir := outputFolder(t, before)
			around := filepath.Dir(dir)
			elsewhere := filepath.Join(t.TempDir(), "elsewhere")
			for _, name := range []string{"a.go", "b.go", "a/a.go", "b/b.go", "d.go"} {
				put(t, elsewhere, name, "own")
			}
			had := tree(t, elsewhere)
			hook, done := at(n, func() {
				full := filepath.Join(around, filepath.FromSlash(replaced))
				if _, err := os.Lstat(full); err == nil {
					require.NoError(t, os.Rename(full, full+".moved"))
				}
				require.NoError(t, os.Symlink(elsewhere, full))
			})
			_, _ = write(target(dir, after), hook)
			require.Equal(t, had, tree(t, elsewhere), "%s replaced at change %d", replaced, n)
			if !done() {
				require.Greater(t, n, 8)
				break
			}
		}
	}
}
