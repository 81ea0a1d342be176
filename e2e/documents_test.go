package e2e

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
)

// exported writes the documents of every catalog in the repository in a version of OpenAPI to a
// folder. A document is named after its catalog: generator-testdata-text-catalog.yaml.
func exported(t *testing.T, version string) (dir string, names []string) {
	dir = t.TempDir()
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..":
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(file) != ".yaml":
			return nil
		}
		text := read(t, file)
		if !bytes.Contains(text, []byte("catalog: 1\n")) {
			return nil
		}
		c, err := catalog.Load(file)
		if err != nil { // a catalog with a mistake, for the test of its message
			return nil
		}
		document := openapi.New(c, filepath.Base(file))
		if version == "3.0" {
			document = document.In30()
		}
		path := strings.TrimPrefix(filepath.ToSlash(file), "../")
		name := strings.ReplaceAll(path, "/", "-")
		names = append(names, name)
		return os.WriteFile(filepath.Join(dir, name), document.YAML(), 0o666)
	})
	require.NoError(t, err)
	require.Greater(t, len(names), 50)
	return dir, names
}
