package importer

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
)

// Any document becomes a catalog that its check accepts, or ends in problems with places.
// A second import gives the same, and neither grows beyond the document.
func FuzzImport(f *testing.F) {
	names, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(f, err)
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		require.NoError(f, err)
		f.Add(string(archive.Files[0].Data))
	}
	for _, name := range []string{"testdata/orders.yaml", "testdata/files/openapi.yaml"} {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
	}
	c, problems := catalog.Parse("catalog.yaml", complete.Catalog)
	require.Empty(f, problems)
	f.Add(string(openapi.New(c, "catalog.yaml").YAML()))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			t.Skip("the work for a document grows with it")
		}
		result, err := Import(yamldoc.Source{Name: "doc.yaml", Text: []byte(text)}, nil)
		if err != nil {
			_, nothing := errors.AsType[*NothingError](err)
			_, problems := errors.AsType[yamldoc.Problems](err)
			require.True(t, nothing || problems, err)
			return
		}
		_, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
		require.Less(t, len(result.Catalog), 1<<20+100*len(text))
		for _, l := range result.Losses {
			require.Positive(t, min(l.Line, l.Col, len(l.Reason), len(l.Proposal)))
		}
		again, err := Import(yamldoc.Source{Name: "doc.yaml", Text: []byte(text)}, nil)
		require.NoError(t, err)
		require.Equal(t, result, again)
	})
}
