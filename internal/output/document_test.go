package output

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// page returns a document of the kind i that holds text.
func page(i int, text string) []byte { return []byte(documents[i] + text + "\n") }

func TestWriteDocument(t *testing.T) {
	for i := range documents {
		dir := t.TempDir()
		name := filepath.Join(dir, "page")
		for _, text := range []string{"one", "two"} {
			require.NoError(t, WriteDocument(name, page(i, text)))
			assert.Equal(t, map[string]string{"page": string(page(i, text))}, tree(t, dir))
		}
		before, err := os.Stat(name)
		require.NoError(t, err)
		require.NoError(t, WriteDocument(name, page(i, "two")))
		after, err := os.Stat(name)
		require.NoError(t, err)
		assert.True(t, os.SameFile(before, after), "what is the same is not written")

		require.NoError(t, os.WriteFile(name, nil, 0o644))
		require.NoError(t, WriteDocument(name, page(i, "three")), "nothing is lost of an empty file")
	}
}

func TestWriteDocumentKeepsWhatIsForeign(t *testing.T) {
	for name, put := range map[string]func(t *testing.T, dir string){
		"catalog":       func(t *testing.T, dir string) { put(t, dir, "page", "catalog: 1\n") },
		"page":          func(t *testing.T, dir string) { put(t, dir, "page", "<!doctype html>\n<html lang=\"en\">\n") },
		"other kind":    func(t *testing.T, dir string) { put(t, dir, "page", string(page(1, "one"))) },
		"generated":     func(t *testing.T, dir string) { put(t, dir, "page", source("one")) },
		"folder":        func(t *testing.T, dir string) { put(t, dir, "page/x", "") },
		"linked":        func(t *testing.T, dir string) { put(t, dir, "own", "own"); link(t, dir, "own", "page") },
		"linked folder": func(t *testing.T, dir string) { put(t, dir, "own/x", ""); link(t, dir, "own", "page") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir)
			had := tree(t, dir)
			err := WriteDocument(filepath.Join(dir, "page"), page(0, "two"))
			var refused *RefusedError
			require.ErrorAs(t, err, &refused)
			assert.ErrorContains(t, err, "\n"+filepath.Join(dir, "page")+": foreign: ")
			assert.Equal(t, had, tree(t, dir))
		})
	}
}

func TestWriteDocumentWhereItCannotBe(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "file", "")
	link(t, dir, "nowhere", "dangling")
	link(t, dir, "loop", "loop")
	had := tree(t, dir)
	for name, want := range map[string]string{
		"missing/page":  "missing",
		"file/page":     "file",
		"dangling":      "leads nowhere",
		"dangling/page": "leads nowhere",
		"loop":          "too many links",
	} {
		err := WriteDocument(filepath.Join(dir, filepath.FromSlash(name)), page(0, "one"))
		assert.ErrorContains(t, err, want, name)
	}
	assert.ErrorContains(t, WriteDocument(filepath.Join(dir, "page"), []byte("own")), "no later run could replace it")
	assert.Equal(t, had, tree(t, dir))
}

// The name is a link where other tools keep documents by version.
func TestWriteDocumentThroughALink(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "v2/page", string(page(0, "one")))
	link(t, dir, filepath.Join("v2", "page"), "page")
	require.NoError(t, WriteDocument(filepath.Join(dir, "page"), page(0, "two")))
	assert.Equal(t, map[string]string{"v2/page": string(page(0, "two")), "page": "-> " + filepath.Join("v2", "page")}, tree(t, dir))
}

// What is no file is written to, and stays what it is.
func TestWriteDocumentToADevice(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.NoError(t, WriteDocument(os.DevNull, page(0, "one")))
	after, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.Equal(t, before.Mode(), after.Mode())
}

// Whoever reads the document while it is written, or after the run was killed,
// finds all of it: the old one or the new one.
func TestAKilledDocumentIsRepaired(t *testing.T) {
	old, after := page(0, "one"), page(0, "two")
	for n := 0; ; n++ {
		dir := t.TempDir()
		name := filepath.Join(dir, "page")
		require.NoError(t, WriteDocument(name, old))
		err := writeDocument(name, after, killedIn(t, dir, n))
		if err == nil {
			require.Greater(t, n, 1)
			return
		}
		require.True(t, errors.Is(err, errKilled), err)
		assert.Equal(t, string(old), tree(t, dir)["page"])
		require.NoError(t, WriteDocument(name, after))
		require.Equal(t, map[string]string{"page": string(after)}, tree(t, dir), "killed at change %d", n)
	}
}
