package output

import (
	"errors"
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
		"c/c.go: stale",
		"d/d.go: missing",
		"e/e.go: orphaned",
		"f/f.go: foreign",
		"g/g.go: missing",
	}, states(t, dir, after))
	assert.Equal(t, had, tree(t, dir), "a comparison writes nothing")
	assert.Empty(t, states(t, outputFolder(t, before), before))
}

func TestCompareKnowsLineEndings(t *testing.T) {
	files := rendered("a.go", "one", "b.go", "one")
	dir := outputFolder(t, files)
	for name, content := range tree(t, dir) {
		put(t, dir, name, strings.ReplaceAll(content, "\n", "\r\n"))
	}

	c, err := compare(dir, target(files))
	require.NoError(t, err)
	require.Len(t, c.Findings, 2)
	for _, f := range c.Findings {
		assert.Equal(t, Stale, f.State, f.Path)
		assert.Contains(t, f.Detail, "line endings", f.Path)
	}
	// They are not edited, so they are replaced and deleted.
	_, err = write(dir, target(files[:1]))
	require.NoError(t, err)
	assert.Equal(t, whole(files[:1]), tree(t, dir))
}

// A file that is too large is foreign, and is not read.
func TestHugeFilesAreNotRead(t *testing.T) {
	files := rendered("a.go", "one")
	dir := outputFolder(t, files)
	require.NoError(t, os.Truncate(filepath.Join(dir, "a.go"), 1<<40)) // takes no room
	_, err := write(dir, target(files))
	refused, ok := errors.AsType[*RefusedError](err)
	require.True(t, ok, err)
	assert.Contains(t, refused.Error(), "larger than the 64 MiB")
	assert.Equal(t, []string{"a.go: foreign"}, states(t, dir, files))
	assert.Empty(t, states(t, dir, nil), "what no run generates is left alone")
}
