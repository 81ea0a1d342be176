package output

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWriteChangesOnlyWhatDiffers(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "c/deep/c.go", "one", "c/deep/d.go", "one")
	dir := outputFolder(t, before)
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name := range tree(t, dir) {
		require.NoError(t, os.Chtimes(filepath.Join(dir, filepath.FromSlash(name)), long, long))
	}
	touched := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		require.NoError(t, err)
		return !info.ModTime().Equal(long)
	}

	sum, err := Write(dir, before, false)
	require.NoError(t, err)
	assert.Equal(t, Summary{Unchanged: 5}, sum)
	for name := range tree(t, dir) {
		assert.False(t, touched(name), name)
	}

	after := rendered("a/a.go", "one", "b/b.go", "two", "e/e.go", "one")
	sum, err = Write(dir, after, false)
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: 3, Removed: 2, Unchanged: 1}, sum)
	assert.Equal(t, whole(after), tree(t, dir), "the folders of what was removed are gone")
	assert.False(t, touched("a/a.go"))
	assert.True(t, touched("b/b.go"))
}

func TestWriteLeavesTheManifestWhereOnlyAFileIsMissing(t *testing.T) {
	files := rendered("a.go", "one", "b.go", "one")
	dir := outputFolder(t, files)
	require.NoError(t, os.Remove(filepath.Join(dir, "a.go")))
	before, err := os.Stat(filepath.Join(dir, ManifestName))
	require.NoError(t, err)

	sum, err := Write(dir, files, false)
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: 1, Unchanged: 2}, sum)
	after, err := os.Stat(filepath.Join(dir, ManifestName))
	require.NoError(t, err)
	assert.True(t, os.SameFile(before, after))
}

func TestWriteKeepsFoldersThatHoldSomethingElse(t *testing.T) {
	dir := outputFolder(t, rendered("a/a.go", "one", "b/b.go", "one"))
	put(t, dir, "a/notes.txt", "mine")

	after := rendered("b/b.go", "one")
	_, err := Write(dir, after, false)
	require.NoError(t, err)
	want := whole(after)
	want["a/notes.txt"] = "mine"
	assert.Equal(t, want, tree(t, dir))
}

func TestWriteRefusesToLoseAnEdit(t *testing.T) {
	before := rendered("a.go", "one", "b.go", "one", "c/c.go", "one", "d.go", "one")
	after := rendered("a.go", "two", "b.go", "two", "d.go", "two")
	dir := outputFolder(t, before)
	put(t, dir, "a.go", source("by hand"))
	put(t, dir, "c/c.go", source("by hand"))
	put(t, dir, "d.go", "") // even the header is gone, yet the manifest lists it
	had := tree(t, dir)

	_, err := Write(dir, after, false)
	var refused *RefusedError
	require.ErrorAs(t, err, &refused)
	require.Len(t, refused.Findings, 3)
	for _, name := range []string{"a.go", "c" + string(filepath.Separator) + "c.go", "d.go"} {
		assert.ErrorContains(t, err, filepath.Join(dir, name)+": edited: ")
	}
	assert.NotContains(t, err.Error(), "b.go")
	assert.Equal(t, had, tree(t, dir))

	sum, err := Write(dir, after, true)
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: 4, Removed: 1}, sum)
	assert.Equal(t, whole(after), tree(t, dir))
}

func TestWriteKeepsAnEditThatIsWhatIsRendered(t *testing.T) {
	dir := outputFolder(t, rendered("a.go", "one"))
	after := rendered("a.go", "two")
	put(t, dir, "a.go", source("two"))

	sum, err := Write(dir, after, false)
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: 1, Unchanged: 1}, sum, "the manifest is written, the file is not")
}

func TestWriteNeverReplacesForeignFiles(t *testing.T) {
	files := rendered("a/a.go", "one", "b/b.go", "one")
	for name, foreign := range map[string]func(t *testing.T, dir string){
		"file":           func(t *testing.T, dir string) { put(t, dir, "a/a.go", "package a\n") },
		"empty file":     func(t *testing.T, dir string) { put(t, dir, "a/a.go", "") },
		"folder":         func(t *testing.T, dir string) { put(t, dir, "a/a.go/x", "") },
		"file as folder": func(t *testing.T, dir string) { put(t, dir, "a", "") },
		"manifest":       func(t *testing.T, dir string) { put(t, dir, ManifestName, "mine\n") },
		"link": func(t *testing.T, dir string) {
			put(t, dir, "a/other.go", source("one"))
			require.NoError(t, os.Symlink("other.go", filepath.Join(dir, "a", "a.go")))
		},
		"link as folder": func(t *testing.T, dir string) {
			put(t, dir, "other/a.go", source("zero"))
			require.NoError(t, os.Symlink("other", filepath.Join(dir, "a")))
		},
		"link out": func(t *testing.T, dir string) {
			put(t, dir, "x", "")
			require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(dir, "a")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "gen")
			foreign(t, dir)
			had := tree(t, dir)
			_, err := Write(dir, files, true)
			var refused *RefusedError
			require.ErrorAs(t, err, &refused)
			require.Len(t, refused.Findings, 1)
			assert.Equal(t, Foreign, refused.Findings[0].State)
			if strings.HasPrefix(name, "link") {
				assert.Contains(t, refused.Findings[0].Detail, "symbolic link")
			}
			assert.Equal(t, had, tree(t, dir))
		})
	}
}

// A manifest is a file in a pull request like any other.
func TestAForgedManifestReachesNothing(t *testing.T) {
	files := rendered("a.go", "two")
	const own = "package own\n"
	for name, test := range map[string]struct {
		lines string
		link  bool
	}{
		"outside":                {lines: hash([]byte(own)) + "  ../own.go\n"},
		"own file":               {lines: hash([]byte(own)) + "  own.go\n"},
		"own, other hash":        {lines: hash(nil) + "  own.go\n"},
		"through a link":         {lines: hash([]byte(source("x"))) + "  link/generated.go\n", link: true},
		"own, to be overwritten": {lines: hash([]byte(own)) + "  a.go\n"},
	} {
		for _, force := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				parent := t.TempDir()
				dir := filepath.Join(parent, "gen")
				put(t, parent, "own.go", own)
				put(t, parent, "elsewhere/generated.go", source("x"))
				put(t, dir, "own.go", own)
				if name == "own, to be overwritten" {
					put(t, dir, "a.go", own)
				}
				if test.link {
					require.NoError(t, os.Symlink(filepath.Join("..", "elsewhere"), filepath.Join(dir, "link")))
				}
				put(t, dir, ManifestName, manifestTitle+test.lines)
				had := tree(t, parent)

				_, err := Write(dir, files, force)
				if name == "outside" && force {
					// Lists nothing, so only the manifest itself is replaced.
					require.NoError(t, err)
					delete(had, "gen/"+ManifestName)
				} else {
					var refused *RefusedError
					require.ErrorAs(t, err, &refused)
				}
				for p, content := range had {
					assert.Equal(t, content, tree(t, parent)[p], p)
				}
			})
		}
	}
}

func TestWriteKeepsTheModeOfAFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	dir := outputFolder(t, rendered("a.go", "one", "b.go", "one"))
	require.NoError(t, os.Chmod(filepath.Join(dir, "a.go"), 0o600))
	_, err := Write(dir, rendered("a.go", "two", "b.go", "two"), false)
	require.NoError(t, err)

	for name, want := range map[string]fs.FileMode{"a.go": 0o600, "b.go": 0o644, ".": 0o755} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode().Perm(), name)
	}
}

func TestWriteSweepsOnlyWhatItBegan(t *testing.T) {
	files := rendered("a.go", "one")
	for content, ours := range map[string]bool{
		"": true, "// " + Header[:5]: true, "<!-- " + Header + "x": true, manifestMark[:9]: true, "mine": false, "// mine": false,
	} {
		dir := outputFolder(t, files)
		put(t, dir, temporaryName, content)
		_, err := Write(dir, files, false)
		require.NoError(t, err)
		_, still := tree(t, dir)[temporaryName]
		assert.Equal(t, !ours, still, "%q", content)
	}
}
