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
	before := rendered("a/a.go", "one", "b/b.go", "one", "c/c.go", "one", "c/d.go", "one")
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

	sum, err := write(dir, target(before))
	require.NoError(t, err)
	assert.Equal(t, Summary{Unchanged: 4}, sum)
	for name := range tree(t, dir) {
		assert.False(t, touched(name), name)
	}

	after := rendered("a/a.go", "one", "b/b.go", "two", "e/e.go", "one")
	sum, err = write(dir, target(after))
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: []string{"b/b.go", "e/e.go"}, Removed: []string{"c/c.go", "c/d.go"}, Unchanged: 1}, sum)
	assert.Equal(t, whole(after), tree(t, dir), "the folders of what was removed are gone")
	assert.False(t, touched("a/a.go"))
	assert.True(t, touched("b/b.go"))
}

func TestWriteNeverReplacesForeignFiles(t *testing.T) {
	files := rendered("a/a.go", "one", "b/b.go", "one")
	for name, foreign := range map[string]struct{ files, links []string }{
		"file":                    {files: []string{"a/a.go", "package a\n"}},
		"empty file":              {files: []string{"a/a.go", ""}},
		"folder":                  {files: []string{"a/a.go/x", ""}},
		"file as folder":          {files: []string{"a", ""}},
		"link":                    {files: []string{"a/other.go", source("one")}, links: []string{"a/a.go", "other.go"}},
		"link as folder":          {files: []string{"other/a.go", source("zero")}, links: []string{"a", "other"}},
		"link that leads nowhere": {files: []string{"x", ""}, links: []string{"a", "nowhere"}},
		"link out":                {files: []string{"x", ""}, links: []string{"a", t.TempDir()}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "gen")
			putAll(t, dir, foreign.files, foreign.links)
			had := tree(t, dir)
			_, err := write(dir, target(files))
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

// Replacing a file does not change other hard links to it, as of cp -l.
func TestWriteReplacesNoOtherNameOfAFile(t *testing.T) {
	dir := outputFolder(t, rendered("a.go", "one"))
	outside := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.Link(filepath.Join(dir, "a.go"), outside))
	after := rendered("a.go", "two")
	_, err := write(dir, target(after))
	require.NoError(t, err)
	assert.Equal(t, whole(after), tree(t, dir))
	content, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, source("one"), string(content))
}

// A file with the temporary name was left by a killed run. Anything else with this name is
// not of gen, and the run fails.
func TestWriteWithATemporaryNameThatIsTaken(t *testing.T) {
	for _, where := range []string{"", "a/"} {
		before, after := rendered(where+"a.go", "one"), rendered(where+"a.go", "two")
		for name, take := range map[string]func(t *testing.T, dir string){
			"file":   func(t *testing.T, dir string) { put(t, dir, where+temporaryName, "// Code gen") },
			"folder": func(t *testing.T, dir string) { put(t, dir, where+temporaryName+"/x", "") },
			"link":   func(t *testing.T, dir string) { link(t, dir, "target", where+temporaryName) },
		} {
			dir := outputFolder(t, before)
			take(t, dir)
			had := tree(t, dir)
			_, err := write(dir, target(after))
			if name == "file" {
				require.NoError(t, err)
				had = whole(after)
			} else {
				require.ErrorIs(t, err, fs.ErrExist, name)
			}
			assert.Equal(t, had, tree(t, dir), name)
		}
	}
}

// Pages and code may share a folder, because they have different paths.
func TestWriteKeepsCodeBesidePages(t *testing.T) {
	code := rendered("a.go", "one")
	dir := outputFolder(t, code)
	pages := target([]File{{Path: "README.md", Content: []byte("<!-- " + Header + "spec/operations.yaml. DO NOT EDIT. -->\n")}})
	pages.Paths = []string{"README.md"}
	_, err := write(dir, pages)
	require.NoError(t, err)
	assert.Equal(t, whole(append(code, pages.Files...)), tree(t, dir))
	assert.Empty(t, states(t, dir, code))
}

func TestWriteKeepsTheModeOfAFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	dir := outputFolder(t, rendered("a.go", "one", "b.go", "one"))
	require.NoError(t, os.Chmod(filepath.Join(dir, "a.go"), 0o600))
	_, err := write(dir, target(rendered("a.go", "two", "b.go", "two")))
	require.NoError(t, err)

	for name, want := range map[string]fs.FileMode{"a.go": 0o600, "b.go": 0o644, ".": 0o755} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode().Perm(), name)
	}
}

func TestWriteKnowsNamesInAnotherCase(t *testing.T) {
	if foldsCase(t) {
		t.Skip("NOT RUN: upper and lower case are one here")
	}
	dir := outputFolder(t, rendered("A/a.go", "one"))
	after := rendered("a/a.go", "one")
	sum, err := write(dir, target(after))
	require.NoError(t, err)
	assert.Equal(t, Summary{Written: []string{"a/a.go"}, Removed: []string{"A/a.go"}}, sum)
	assert.Equal(t, whole(after), tree(t, dir))
}
