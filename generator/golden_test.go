package generator

import (
	"flag"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A golden case is a folder of testdata: a catalog, and the files that it
// becomes.
func cases(t *testing.T) []string {
	folders, err := filepath.Glob("testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for i := range folders {
		folders[i] = filepath.Dir(folders[i])
	}
	return folders
}

func emit(t *testing.T, dir string) []File {
	text, err := os.ReadFile(filepath.Join(dir, "catalog.yaml"))
	require.NoError(t, err)
	files, err := Emit(load(dir+"/catalog.yaml", string(text)), Config{
		Source: "catalog.yaml",
		Import: path.Join(reflect.TypeFor[Config]().PkgPath(), filepath.ToSlash(dir), "gen"),
	})
	require.NoError(t, err)
	return files
}

func TestGolden(t *testing.T) {
	for _, dir := range cases(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			golden := filepath.Join(dir, "gen")
			files := emit(t, dir)
			if *update {
				require.NoError(t, os.RemoveAll(golden))
			}
			for _, f := range files {
				name := filepath.Join(golden, filepath.FromSlash(f.Path))
				if *update {
					require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
					require.NoError(t, os.WriteFile(name, f.Content, 0o644))
				}
				want, err := os.ReadFile(name)
				require.NoError(t, err, updateCommand)
				require.Equal(t, string(want), string(f.Content), updateCommand)
			}
			require.Equal(t, len(files), countFiles(t, golden), "files that are no longer generated; "+updateCommand)
		})
	}
}

const updateCommand = "if this is meant: go test ./generator -run TestGolden -update"

func countFiles(t *testing.T, dir string) (n int) {
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	require.NoError(t, err)
	return n
}

// The golden files build, are clean to go vet, and pass the tests that they
// hold.
func TestGoldenWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: building the golden files takes several seconds")
	}
	args := []string{"test", "-vet=all"}
	for _, dir := range cases(t) {
		args = append(args, "./"+filepath.ToSlash(dir)+"/gen/...")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// The same catalog gives the same bytes, and so does one whose lines stand in
// another order.
func TestEmitIsDeterministic(t *testing.T) {
	for range 5 {
		require.Equal(t, emit(t, "testdata/types"), emit(t, "testdata/types"))
	}
}
