package generator

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A golden case is a folder of testdata: a catalog, and files that it becomes.
func cases(t *testing.T) []string {
	folders, err := filepath.Glob("testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for i := range folders {
		folders[i] = filepath.Dir(folders[i])
	}
	return folders
}

// emittedOnce has the files of the cases that a test has emitted, for the tests after it.
var emittedOnce = map[string][]File{}

// emit returns the files of a case.
func emit(t *testing.T, dir string) []File {
	if emittedOnce[dir] == nil {
		emittedOnce[dir] = emitAnew(t, dir)
	}
	return emittedOnce[dir]
}

// emitAnew is [emit] without what was emitted before.
func emitAnew(t *testing.T, dir string) []File {
	c, err := catalog.Load(filepath.Join(dir, "catalog.yaml"))
	require.NoError(t, err)
	set, err := vectors.Load(filepath.Join(dir, "vectors"), c)
	require.NoError(t, err)
	files, err := Emit(c, set, Config{
		Source: "catalog.yaml",
		Import: path.Join(reflect.TypeFor[Config]().PkgPath(), filepath.ToSlash(dir), "gen"),
	})
	require.NoError(t, err)
	return files
}

// A case keeps the files in which its feature shows, and whole packages that tests call.
// The generated tests of internal/testing/generated compile all files.
func TestEmittedFilesAreAsInTheirGoldens(t *testing.T) {
	for _, dir := range cases(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			emitted := map[string]string{}
			for _, f := range emit(t, dir) {
				emitted[f.Path] = string(f.Content)
			}
			root := os.DirFS(filepath.Join(dir, "gen"))
			kept, err := fs.Glob(root, "*.go")
			require.NoError(t, err)
			inAreas, err := fs.Glob(root, "*/*.go")
			require.NoError(t, err)
			shared, err := fs.Glob(root, sharedFolder+"/*.go")
			require.NoError(t, err)
			for _, file := range slices.Concat(kept, inAreas, shared) {
				got, ok := emitted[file]
				require.True(t, ok, "%s is no longer generated; delete it", file)
				if *update {
					require.NoError(t, os.WriteFile(filepath.Join(dir, "gen", file), []byte(got), 0o644))
				}
				want, err := fs.ReadFile(root, file)
				require.NoError(t, err)
				require.Equal(t, string(want), got, "if this is meant: go test ./generator -run TestEmittedFilesAreAsInTheirGoldens -update")
			}
		})
	}
}

// The same catalog gives the same bytes.
func TestEmitIsDeterministic(t *testing.T) {
	for range 5 {
		require.Equal(t, emit(t, "testdata/types"), emitAnew(t, "testdata/types"))
	}
}

// Moving areas, operations, records and enums within a catalog changes nothing.
func TestMovingLinesMovesNothing(t *testing.T) {
	const head = "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"
	const (
		enumA = "  A: {values: {x: }}\n"
		enumB = "  B: {values: {x: }}\n"
		recC  = "  C: {fields: {a: A}}\n"
		recD  = "  D: {fields: {b: B, c: C}}\n"
		opOne = "      one: {fields: {d: D}}\n"
		opTwo = "      two: {response: D}\n"
		areaP = "  p1:\n    operations:\n"
		areaQ = "  q1:\n    operations:\n      three: {fields: {c: C}}\n"
	)
	one := head + "enums:\n" + enumA + enumB + "records:\n" + recC + recD + "areas:\n" + areaP + opOne + opTwo + areaQ
	other := head + "areas:\n" + areaQ + areaP + opTwo + opOne + "records:\n" + recD + recC + "enums:\n" + enumB + enumA
	emitted := func(text string) []File {
		files, err := Emit(load("moved.yaml", text), nil, config)
		require.NoError(t, err)
		return files
	}
	require.Equal(t, emitted(one), emitted(other))
}
