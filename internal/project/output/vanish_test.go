package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// at returns a hook that calls do before change n, and a function that reports whether it did.
func at(n int, do func()) (before func(string, string), done func() bool) {
	did := false
	return func(string, string) {
		if n--; n == -1 {
			do()
			did = true
		}
	}, func() bool { return did }
}

// The folder is removed during a run, as by git checkout. The run may fail, but leaves no
// incomplete files, and the next one repairs the folder.
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
			_, err := hooked(hook, func() (Summary, error) { return write(dir, target(after)) })
			if !done() {
				break
			}
			if err != nil {
				failed++
				assert.ErrorContains(t, err, dir)
			}
			require.Equal(t, "own", tree(t, around)["own.go"])
			_, err = write(dir, target(after))
			require.NoError(t, err, "%s removed at change %d", removed, n)
			require.Equal(t, whole(after), tree(t, dir), "%s removed at change %d", removed, n)
		}
		assert.Positive(t, failed, removed)
	}
}

// The folder, a folder in it, or a file is replaced by a link during a run. The run does not
// follow the link, whether it leads outside of the output folder or to a folder of others.
func TestALinkComesHalfWay(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "d.go", "one")
	after := rendered("a/a.go", "two", "d.go", "two", "e/e.go", "two")
	for _, replaced := range []string{"gen", "gen/a"} { // where there is no output folder yet
		require.Greater(t, linkedHalfWay(t, nil, after, replaced, "outside"), 5)
	}
	for _, replaced := range []string{"gen", "gen/a", "gen/b", "gen/e", "gen/a/a.go"} {
		require.Greater(t, linkedHalfWay(t, before, after, replaced, "outside"), 5)
		if replaced != "gen" {
			require.Greater(t, linkedHalfWay(t, before, after, replaced, "gen/own"), 5)
		}
	}
}

// linkedHalfWay replaces a path by a link after the output folder was opened, and before
// each of the changes of a run. It returns how many there are.
func linkedHalfWay(t *testing.T, had, files []File, replaced, to string) (tried int) {
	for n := 0; ; n++ {
		around := t.TempDir()
		dir := filepath.Join(around, "gen")
		if had != nil {
			_, err := write(dir, target(had))
			require.NoError(t, err)
		}
		elsewhere := filepath.Join(around, filepath.FromSlash(to))
		text := "own"
		if to == "outside" { // gen would take it for its own
			text = source("own")
		}
		for _, name := range []string{"a.go", "b.go", "e.go", "a/a.go", "e/e.go", "d.go"} {
			put(t, elsewhere, name, text)
		}
		own := tree(t, elsewhere)
		swap := func() {
			full := filepath.Join(around, filepath.FromSlash(replaced))
			if _, err := os.Lstat(full); err == nil {
				require.NoError(t, os.Rename(full, filepath.Join(around, "moved")))
			}
			leads := elsewhere
			if filepath.Ext(replaced) == ".go" {
				leads = filepath.Join(elsewhere, filepath.Base(replaced))
			}
			if _, err := os.Lstat(filepath.Dir(full)); err == nil {
				relative, err := filepath.Rel(filepath.Dir(full), leads) // an absolute one leads out of any root
				require.NoError(t, err)
				require.NoError(t, os.Symlink(relative, full))
			}
		}
		hook, done := at(n-1, swap)
		f, err := Open(dir)
		require.NoError(t, err)
		if n == 0 {
			swap()
		}
		_, _ = hooked(hook, func() (Summary, error) { return f.Write(target(files)) })
		f.Close()
		require.Equal(t, own, tree(t, elsewhere), "%s replaced by a link to %s at change %d", replaced, to, n)
		if n > 0 && !done() {
			return n
		}
	}
}

// Another program creates its own file where gen writes, during the run.
func TestAFileOfOthersComesHalfWay(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "d.go", "one")
	after := rendered("a/a.go", "two", "d.go", "two", "e/e.go", "two")
	for _, name := range []string{"a/a.go", "b/b.go", "d.go", "e/e.go"} {
		kept := 0
		for n := 0; ; n++ {
			dir := outputFolder(t, before)
			put(t, dir, "x", "package own\n")
			own := false
			hook, done := at(n, func() {
				if tree(t, dir)[name] == whole(before)[name] { // the run is not done with it
					mkdir(t, dir, filepath.Dir(name))
					require.NoError(t, os.Rename(filepath.Join(dir, "x"), filepath.Join(dir, filepath.FromSlash(name))))
					own = true
				}
			})
			_, err := hooked(hook, func() (Summary, error) { return write(dir, target(after)) })
			if !done() {
				break
			}
			if own {
				kept++
				require.ErrorContains(t, err, "replaced while gen ran; nothing is lost")
				require.Equal(t, "package own\n", tree(t, dir)[name], "%s at change %d", name, n)
			}
		}
		require.Positive(t, kept)
	}
}
