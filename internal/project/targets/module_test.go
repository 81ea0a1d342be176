package targets

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The header of a generated file must be the same on every machine.
func TestSourcesHaveOneNameOnEveryMachine(t *testing.T) {
	parent, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	root := filepath.Join(parent, "module")
	require.NoError(t, os.MkdirAll(filepath.Join(root, "spec"), 0o755))
	require.NoError(t, os.Symlink("module", filepath.Join(parent, "link")))
	t.Chdir(root)

	for spec, want := range map[string]string{
		"spec/a.yaml":                        "spec/a.yaml",
		"./spec/../spec/a.yaml":              "spec/a.yaml",
		filepath.Join(root, "a.yaml"):        "a.yaml",
		"../link/spec/a.yaml":                "spec/a.yaml",
		"../elsewhere/a.yaml":                "a.yaml",
		filepath.Join(parent, "x", "a.yaml"): "a.yaml",
	} {
		got, err := SourceName(filepath.FromSlash(spec), root)
		require.NoError(t, err)
		assert.Equal(t, want, got, spec)
	}
	_, err = SourceName("spec/a\npackage x\n.yaml", root)
	assert.ErrorContains(t, err, "control characters")
}

func TestImportPathFollowsGoMod(t *testing.T) {
	root := filepath.FromSlash("/m")
	for dir, want := range map[string]string{
		"/m/gen":          "example.org/m/gen",
		"/m/internal/gen": "example.org/m/internal/gen",
		"/m/vendored/gen": "example.org/m/vendored/gen",
	} {
		got, err := importPathOf(filepath.FromSlash(dir), root, "example.org/m")
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for dir, want := range map[string]string{
		"/m/vendor":     "vendor folder",
		"/m/a/vendor/b": "vendor folder",
		"/m/gen code":   "nothing can import it",
		"/m/généré":     "nothing can import it",
	} {
		_, err := importPathOf(filepath.FromSlash(dir), root, "example.org/m")
		assert.ErrorContains(t, err, want, dir)
	}
}
