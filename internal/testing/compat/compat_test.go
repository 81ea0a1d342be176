// Package compat holds the promise that code which an older version generated
// works with today's runtime.
package compat

import (
	"flag"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"

	// The snapshots are tested in a process of their own. Importing what they
	// import tells go test when a cached result no longer holds.
	_ "example.com/opgen/api/apitest"

	"example.com/opgen/internal/testing/long"
)

var snapshot = flag.String("snapshot", "", "generate the snapshot of this name anew, such as "+unreleased)

// unreleased is the snapshot of what is generated now. Those of released versions
// stay as they are.
const unreleased = "unreleased"

// Code that was generated when a snapshot was taken builds with today's runtime,
// is clean to go vet, and passes the tests that were generated with it.
func TestSnapshotsWork(t *testing.T) {
	if *snapshot != "" {
		take(t, filepath.Join("testdata", *snapshot))
	}
	long.SkipUnlessFull(t, "building the snapshots takes several seconds")
	folders, err := filepath.Glob("testdata/*/doc.go")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	args := []string{"test", "-vet=all"}
	for _, dir := range folders {
		args = append(args, "./"+path.Dir(filepath.ToSlash(dir))+"/...")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	require.NoError(t, err, "code that was generated before has to work with this runtime: %s", out)
}

// take generates a snapshot.
func take(t *testing.T, dir string) {
	files := generate(t, dir)
	require.NoError(t, os.RemoveAll(dir))
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Content, 0o644))
	}
}

// catalogs are those of the snapshots. What a catalog says about all of its operations
// has a catalog of its own, so that the other one is without it.
var catalogs = []struct {
	source  string
	vectors string
	folder  string // within the snapshot
}{
	{"catalog.yaml", "vectors", ""},
	{"enveloped.yaml", "enveloped_vectors", "enveloped"},
}

// generate returns what is generated now.
func generate(t *testing.T, dir string) (files []generator.File) {
	for _, from := range catalogs {
		root := path.Join(reflect.TypeFor[here]().PkgPath(), filepath.ToSlash(dir), from.folder)
		for _, f := range emit(t, filepath.Join("testdata", from.source), filepath.Join("testdata", from.vectors), root) {
			f.Path = path.Join(from.folder, f.Path)
			files = append(files, f)
		}
	}
	return files
}

// emit returns what is generated from a catalog and its wire vectors.
func emit(t *testing.T, source, folder, root string) []generator.File {
	c, err := catalog.Load(source)
	require.NoError(t, err)
	set, err := vectors.Load(folder, c)
	require.NoError(t, err)
	files, err := generator.Emit(c, set, generator.Config{Source: filepath.Base(source), Import: root})
	require.NoError(t, err)
	return files
}

type here struct{}

// The catalogs of the snapshots let the generator call everything of the runtime
// that its golden files call.
func TestSnapshotCallsEverything(t *testing.T) {
	calls := regexp.MustCompile(`\b(?:wire|api|apitest|d|v)\.[A-Z]\w*`)
	called := map[string]bool{}
	for _, f := range generate(t, "testdata/"+unreleased) {
		for _, name := range calls.FindAll(f.Content, -1) {
			called[string(name)] = true
		}
	}
	golden, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, golden)
	for _, source := range golden {
		if filepath.Base(filepath.Dir(source)) == "names" {
			continue // which has an area wire
		}
		for _, f := range emit(t, source, filepath.Join(filepath.Dir(source), "vectors"), "golden/gen") {
			for _, name := range calls.FindAll(f.Content, -1) {
				require.True(t, called[string(name)], "%s calls %s, and the snapshot does not", source, name)
			}
		}
	}
}
