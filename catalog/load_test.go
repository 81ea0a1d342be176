package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.yaml")
	_, err := Load(path)
	require.ErrorContains(t, err, "no catalog at "+path+": name it in opgen.yaml or with --spec, or start one with gen init")
	_, err = Load(dir)
	require.ErrorContains(t, err, "is a directory")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	c, err := Load(path)
	require.Nil(t, c)
	require.Equal(t, path+`:1:1: empty-document: the text is empty; it starts with "catalog: 1"`, err.(Problems)[0].Error())
	require.NoError(t, os.Truncate(path, 32<<20+1))
	_, err = Load(path)
	require.ErrorContains(t, err, "larger than the 32 MiB")
	require.NoError(t, os.Chmod(path, 0))
	if f, err := os.Open(path); err != nil { // root may open it all the same
		_, err = Load(path)
		require.ErrorContains(t, err, "cannot be opened")
	} else {
		f.Close()
	}
}

// The catalog of this repository has no problems.
func TestLoadRepositoryCatalog(t *testing.T) {
	c, err := Load("../spec/operations.yaml")
	require.NoError(t, err)
	for _, a := range c.Areas {
		require.NotEmpty(t, a.Operations, a.Name)
	}
}
