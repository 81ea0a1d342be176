package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCompareTellsTheStatesApart(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "c/c.go", "one", "d/d.go", "one", "e/e.go", "one")
	after := rendered("a/a.go", "one", "b/b.go", "two", "c/c.go", "one", "d/d.go", "one", "f/f.go", "one", "g/g.go", "one")
	dir := outputFolder(t, before)
	put(t, dir, "c/c.go", source("by hand"))
	require.NoError(t, os.Remove(filepath.Join(dir, "d", "d.go")))
	put(t, dir, "f/f.go", "package f\n")
	put(t, dir, "a/own.go", "package a\n")
	had := tree(t, dir)

	assert.Equal(t, []string{
		"b/b.go: stale",
		"c/c.go: edited",
		"d/d.go: missing",
		"e/e.go: orphaned",
		"f/f.go: foreign",
		"g/g.go: missing",
		"gen.sum: stale",
	}, states(t, dir, after))
	assert.Equal(t, had, tree(t, dir), "a comparison writes nothing")
	assert.Empty(t, states(t, outputFolder(t, before), before))
}

func TestCompareGivesBothContents(t *testing.T) {
	before, after := rendered("a.go", "one", "b.go", "one"), rendered("a.go", "two")
	findings, err := Compare(outputFolder(t, before), after)
	require.NoError(t, err)
	require.Len(t, findings, 3)
	assert.Equal(t, Finding{
		Path: "a.go", State: Stale, Detail: findings[0].Detail,
		Have: before[0].Content, Want: after[0].Content,
	}, findings[0])
	assert.Nil(t, findings[1].Want, "an orphan has nothing that it should be")
}

func TestCompareAFolderThatIsNotThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "gen")
	assert.Equal(t, []string{"a.go: missing", "gen.sum: missing"}, states(t, dir, rendered("a.go", "x")))
	assert.NoDirExists(t, filepath.Dir(dir))
}

func TestCompareKnowsLineEndings(t *testing.T) {
	files := rendered("a.go", "one", "b.go", "one")
	dir := outputFolder(t, files)
	for name, content := range tree(t, dir) {
		put(t, dir, name, strings.ReplaceAll(content, "\n", "\r\n"))
	}

	findings, err := Compare(dir, files)
	require.NoError(t, err)
	require.Len(t, findings, 3)
	for _, f := range findings {
		assert.Equal(t, Stale, f.State, f.Path)
		assert.Contains(t, f.Detail, "line endings", f.Path)
	}
	// They are nobody's work, so they are replaced and deleted like any other.
	_, err = Write(dir, files[:1], false)
	require.NoError(t, err)
	assert.Equal(t, whole(files[:1]), tree(t, dir))
}

func TestCompareWithoutAManifestKnowsTheHeader(t *testing.T) {
	files := rendered("a.go", "one", "b.go", "one")
	dir := outputFolder(t, files)
	require.NoError(t, os.Remove(filepath.Join(dir, ManifestName)))

	assert.Equal(t, []string{"gen.sum: missing"}, states(t, dir, files))
	assert.Equal(t, []string{"a.go: edited", "gen.sum: missing"}, states(t, dir, rendered("a.go", "two", "b.go", "one")))
}

func TestCompareTheManifest(t *testing.T) {
	files := rendered("a.go", "one")
	for name, test := range map[string]struct{ content, state, detail string }{
		"other hash":  {manifestTitle + hash(nil) + "  a.go\n", "stale", "lists other files"},
		"other title": {manifestMark + "\n" + hash(files[0].Content) + "  a.go\n", "stale", "lists other files"},
		"conflict":    {manifestTitle + "<<<<<<< HEAD\n", "edited", "line 2"},
		"not ours":    {"secrets\n", "foreign", "does not begin with"},
		"empty":       {"", "foreign", "does not begin with"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := outputFolder(t, files)
			put(t, dir, ManifestName, test.content)
			findings, err := Compare(dir, files)
			require.NoError(t, err)
			require.Len(t, findings, 1)
			assert.Equal(t, ManifestName, findings[0].Path)
			assert.Equal(t, State(test.state), findings[0].State)
			assert.Contains(t, findings[0].Detail, test.detail)
		})
	}
}

// A folder holds files only where nothing differs, which states compares.
func TestHolds(t *testing.T) {
	files := rendered("a/a.go", "one", "b.go", "one")
	for name, change := range map[string]func(dir string){
		"edited":       func(dir string) { put(t, dir, "a/a.go", source("by hand")) },
		"line endings": func(dir string) { put(t, dir, "a/a.go", strings.ReplaceAll(source("one"), "\n", "\r\n")) },
		"missing":      func(dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "b.go"))) },
		"manifest":     func(dir string) { put(t, dir, ManifestName, manifestTitle) },
		"gone":         func(dir string) { require.NoError(t, os.RemoveAll(dir)) },
		"link": func(dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, "b.go"), filepath.Join(dir, "a", "b.go")))
			link(t, dir, filepath.Join("a", "b.go"), "b.go")
		},
	} {
		dir := outputFolder(t, files)
		require.Empty(t, states(t, dir, files), name)
		change(dir)
		require.NotEmpty(t, states(t, dir, files), name)
	}
}
