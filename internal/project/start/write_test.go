package start

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// someFiles are a schema, a catalog and a file beside it, and the settings.
var someFiles = []File{
	{name: "schema.json", text: []byte(`{` + "\n" + `  "$schema": "x",` + "\n" + `  "$id": "urn:opgen:x",` + "\n}"), schema: true},
	{name: "catalog.yaml", text: []byte("example\n")},
	{name: "generate.go", text: []byte("package x\n")},
	{name: "opgen.yaml", text: []byte("settings: 1\n")},
}

// written writes files into a folder with other ones, and returns what was written.
func written(t *testing.T, there map[string]string) ([]string, Writing, error) {
	t.Chdir(t.TempDir())
	for name, text := range there {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	var names []string
	done, err := Write(someFiles, "catalog.yaml", func(name string) { names = append(names, name) })
	require.Len(t, names, done.Count)
	return names, done, err
}

// A new repository gets all files. The settings are the last: with them, it counts as complete.
func TestNewRepositoryGetsAllFilesAndTheSettingsLast(t *testing.T) {
	names, done, err := written(t, nil)
	require.NoError(t, err)
	require.False(t, done.InUse)
	require.Equal(t, []string{"schema.json", "catalog.yaml", "generate.go", "opgen.yaml"}, names)
}

// Nothing is written if a file is somebody's own, unless that is the catalog.
func TestOtherContentIsKept(t *testing.T) {
	names, _, err := written(t, map[string]string{"generate.go": "package mine\n"})
	require.ErrorContains(t, err, "generate.go: already there; nothing was written")
	require.Empty(t, names)

	names, _, err = written(t, map[string]string{"catalog.yaml": "mine\n", "generate.go": "package mine\n"})
	require.NoError(t, err)
	require.Equal(t, []string{"schema.json", "opgen.yaml"}, names)
	text, err := os.ReadFile("generate.go")
	require.NoError(t, err)
	require.Equal(t, "package mine\n", string(text))
}

// With settings, only the schemas are updated, whatever else is missing.
func TestRepositoryInUseGetsOnlySchemas(t *testing.T) {
	names, done, err := written(t, map[string]string{"opgen.yaml": "settings: 1\nnotice: 90 days\n"})
	require.NoError(t, err)
	require.True(t, done.InUse)
	require.Equal(t, []string{"schema.json"}, names)
}

func TestPackageNamesFollowFromModulePaths(t *testing.T) {
	for path, want := range map[string]string{
		"example.org/shop":       "shop",
		"example.org/Shop-Go/v2": "shopgo",
		"example.org/2shops":     "shops",
		"example.org/main":       fallbackPackage,
		"example.org/func":       fallbackPackage,
		"example.org/店":          fallbackPackage,
	} {
		require.Equal(t, want, packageName(path), path)
	}
}
