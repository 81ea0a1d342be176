package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenRefuses(t *testing.T) {
	parent := t.TempDir()
	put(t, parent, "file", "")
	put(t, parent, "module/go.mod", "module example.org/m\n")
	require.NoError(t, os.Symlink("nowhere", filepath.Join(parent, "dangling")))
	link(t, parent, "loop", "loop")
	link(t, parent, "module", "linked")
	link(t, parent, "file", "to_file")
	link(t, parent, string(filepath.Separator), "to_root")
	had := tree(t, parent)
	root := filepath.VolumeName(parent) + string(filepath.Separator)

	for dir, want := range map[string]string{
		"":                                 "no name",
		root:                               "root of the file system",
		filepath.Join(parent, "file"):      "not a folder",
		filepath.Join(parent, "file", "x"): "output folder",
		filepath.Join(parent, "module"):    "root of a module",
		filepath.Join(parent, "linked"):    "root of a module",
		filepath.Join(parent, "dangling"):  "leads nowhere",

		filepath.Join(parent, "dangling", "gen"): "leads nowhere",
		filepath.Join(parent, "loop"):            "too many links",
		filepath.Join(parent, "to_file"):         "not a folder",
		filepath.Join(parent, "to_root"):         "root of the file system",
	} {
		_, err := Open(dir)
		assert.ErrorContains(t, err, want, dir)
	}
	assert.Equal(t, had, tree(t, parent))
}

func TestOpenGivesOneNameToAFolder(t *testing.T) {
	parent, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(parent, "real"), 0o755))
	require.NoError(t, os.Symlink("real", filepath.Join(parent, "link")))
	t.Chdir(parent)

	for dir, want := range map[string]string{
		"real":          "real",
		"link":          "real",
		"./real/":       "real",
		"link/new/deep": "real/new/deep",
		"new":           "new",
	} {
		f, err := Open(dir)
		require.NoError(t, err)
		assert.Equal(t, filepath.Join(parent, filepath.FromSlash(want)), f.Path(), dir)
		f.Close()
	}
}
