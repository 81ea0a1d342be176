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
		"link that leads nowhere": func(t *testing.T, dir string) {
			put(t, dir, "x", "")
			link(t, dir, "nowhere", "a")
		},
		"link of the manifest": func(t *testing.T, dir string) {
			put(t, dir, "other", manifestTitle)
			link(t, dir, "other", ManifestName)
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

// A file of the output that is one file with another, as cp -l makes it, is
// replaced here alone.
func TestWriteReplacesNoOtherNameOfAFile(t *testing.T) {
	dir := outputFolder(t, rendered("a.go", "one"))
	outside := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.Link(filepath.Join(dir, "a.go"), outside))
	after := rendered("a.go", "two")
	_, err := Write(dir, after, false)
	require.NoError(t, err)
	assert.Equal(t, whole(after), tree(t, dir))
	content, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, source("one"), string(content))
}

// What somebody else has under the temporary name is no reason to lose it, be it
// a link, a folder or a file.
func TestWriteWithATemporaryNameThatIsTaken(t *testing.T) {
	before, after := rendered("a/a.go", "one"), rendered("a/a.go", "two")
	for _, where := range []string{"", "a/"} {
		for name, take := range map[string]func(t *testing.T, dir string){
			"file":   func(t *testing.T, dir string) { put(t, dir, where+temporaryName, "mine") },
			"folder": func(t *testing.T, dir string) { put(t, dir, where+temporaryName+"/x", "") },
			"link":   func(t *testing.T, dir string) { link(t, dir, "target", where+temporaryName) },
		} {
			dir := outputFolder(t, before)
			put(t, dir, where+"target", "")
			take(t, dir)
			had := tree(t, dir)
			_, err := Write(dir, after, true)
			require.ErrorIs(t, err, fs.ErrExist, name)
			found := tree(t, dir)
			had[ManifestName], found[ManifestName] = "", ""
			assert.Equal(t, had, found, name)

			require.NoError(t, os.RemoveAll(filepath.Join(dir, where, temporaryName)))
			require.NoError(t, os.Remove(filepath.Join(dir, where, "target")))
			_, err = Write(dir, after, false)
			require.NoError(t, err)
			assert.Equal(t, whole(after), tree(t, dir))
		}
	}
}

// A folder of pages is no place for code, nor the other way round: what is there
// would all be left over.
func TestWriteKeepsCodeAndPagesApart(t *testing.T) {
	code := rendered("a.go", "one")
	pages := []File{{"a.md", []byte("<!-- " + Header + "spec/operations.yaml. DO NOT EDIT. -->\n")}}
	for _, each := range [][2][]File{{code, pages}, {pages, code}} {
		dir := outputFolder(t, each[0])
		_, err := Write(dir, each[1], true)
		var refused *RefusedError
		require.ErrorAs(t, err, &refused)
		assert.ErrorContains(t, err, "folders of their own")
		assert.Equal(t, whole(each[0]), tree(t, dir))
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

func TestWriteKnowsNamesInAnotherCase(t *testing.T) {
	if foldsCase(t) {
		t.Skip("NOT RUN: upper and lower case are one here")
	}
	dir := outputFolder(t, rendered("A/a.go", "one"))
	after := rendered("a/a.go", "one")
	sum, err := Write(dir, after, false)
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: 2, Removed: 1}, sum)
	assert.Equal(t, whole(after), tree(t, dir))
}
