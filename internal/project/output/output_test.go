package output

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// source returns generated Go with a text.
func source(text string) string {
	return "// " + Header + "spec/operations.yaml. DO NOT EDIT.\n\n// " + text + "\n"
}

// rendered turns pairs of path and text into generated files.
func rendered(pairs ...string) []File {
	var files []File
	for i := 0; i < len(pairs); i += 2 {
		files = append(files, File{Path: pairs[i], Content: []byte(source(pairs[i+1]))})
	}
	return files
}

// paths are the paths of a generator of the files a.go to g.go.
var paths = []string{"[a-g].go", "*/[a-g].go"}

const catalogName = "spec/operations.yaml"

// target returns the target with files.
func target(files []File) Target {
	return Target{Files: files, Paths: paths, Source: catalogName}
}

func write(dir string, to Target) (Summary, error) {
	f, err := Open(dir)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	return f.Write(to)
}

func compare(dir string, to Target) (*Comparison, error) {
	f, err := Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Compare(to)
}

// hooked calls a function that writes with a hook ahead of each change. An error with which the
// hook panics kills the run.
func hooked[T any](before func(change, p string), write func() (T, error)) (result T, err error) {
	defer func(none func(string, string)) {
		beforeChange = none
		if killed := recover(); killed != nil {
			err = killed.(error)
		}
	}(beforeChange)
	beforeChange = before
	return write()
}

// outputFolder returns an output folder that files were written to.
func outputFolder(t *testing.T, files []File) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "gen")
	_, err := write(dir, target(files))
	require.NoError(t, err)
	return dir
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
	require.NoError(t, os.WriteFile(full, []byte(content), 0o644))
}

// link makes the link name in dir to target.
func link(t *testing.T, dir, target, name string) {
	t.Helper()
	require.NoError(t, os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))))
}

// putAll writes pairs of path and text, and links by pairs of path and target.
func putAll(t *testing.T, dir string, files, links []string) {
	t.Helper()
	for pair := range slices.Chunk(files, 2) {
		put(t, dir, pair[0], pair[1])
	}
	for pair := range slices.Chunk(links, 2) {
		link(t, dir, filepath.FromSlash(pair[1]), pair[0])
	}
}

// tree returns the files below dir by their slash-separated path. Empty folders end in a
// slash, and links show their targets.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(full string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		rel, err := filepath.Rel(dir, full)
		require.NoError(t, err)
		name := filepath.ToSlash(rel)
		switch {
		case d.IsDir():
			entries, err := os.ReadDir(full)
			require.NoError(t, err)
			if len(entries) == 0 {
				found[name+"/"] = ""
			}
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(full)
			require.NoError(t, err)
			found[name] = "-> " + target
		default:
			content, err := os.ReadFile(full)
			require.NoError(t, err)
			found[name] = string(content)
		}
		return nil
	}))
	return found
}

// whole returns the tree of a folder with exactly these files.
func whole(files []File) map[string]string {
	want := map[string]string{}
	for _, f := range files {
		want[f.Path] = string(f.Content)
	}
	return want
}

// states returns the findings of Compare as "path: state".
func states(t *testing.T, dir string, files []File) []string {
	t.Helper()
	c, err := compare(dir, target(files))
	require.NoError(t, err)
	var all []string
	for _, f := range c.Findings {
		assert.NotEmpty(t, f.Detail, f.Path)
		all = append(all, f.Path+": "+string(f.State))
	}
	return all
}

func TestGeneratedFilesMustBeFitToBeWritten(t *testing.T) {
	good := []byte(source("x"))
	for name, test := range map[string]struct {
		files []File
		want  string
	}{
		"no header":   {[]File{{Path: "a.go", Content: []byte("package a\n")}}, "does not begin with"},
		"escapes":     {[]File{{Path: "../a.go", Content: good}}, "none of the paths"},
		"absolute":    {[]File{{Path: "/a.go", Content: good}}, "none of the paths"},
		"not clean":   {[]File{{Path: "a//b.go", Content: good}}, "none of the paths"},
		"backslash":   {[]File{{Path: `a\b.go`, Content: good}}, "none of the paths"},
		"unknown":     {[]File{{Path: "own.go", Content: good}}, "none of the paths"},
		"too deep":    {[]File{{Path: "a/b/a.go", Content: good}}, "none of the paths"},
		"temporary":   {[]File{{Path: "a/" + temporaryName, Content: good}}, "none of the paths"},
		"same folded": {[]File{{Path: "a.go", Content: good}, {Path: "A.go", Content: good}}, "one file"},
		"empty":       {[]File{{Path: "", Content: good}}, "none of the paths"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "gen")
			_, err := write(dir, target(test.files))
			assert.ErrorContains(t, err, test.want)
			_, err = compare(dir, target(test.files))
			assert.ErrorContains(t, err, test.want)
			assert.NoDirExists(t, dir)
		})
	}
}
