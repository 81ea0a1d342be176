package catalog

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
)

// seeds adds the cases of TestEveryProblemHasACase to a fuzz target.
func seeds(f *testing.F) {
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	require.NoError(f, err)
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(f, err)
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".yaml" {
				f.Add(file.Data)
			}
		}
	}
	f.Add([]byte(everything))
	f.Add(complete.Catalog)
	f.Add([]byte(aliasBomb()))
}

// FuzzCheck checks that no text makes Parse panic, that problems have a position and can be printed,
// and that a catalog without problems is complete.
func FuzzCheck(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		c, ps := Parse("x.yaml", src)
		for _, p := range ps {
			require.Positive(t, p.Pos.Line)
			require.Positive(t, p.Pos.Col)
			require.NotEmpty(t, p.Message)
			if !bytes.Contains(src, []byte("%")) {
				require.NotContains(t, p.Error(), "%!") // a wrong format string
			}
		}
		_ = ps.Error()
		if ps == nil {
			require.NotEmpty(t, c.Areas)
			for _, a := range c.Areas {
				require.True(t, exported(a.GoName))
				for _, op := range a.Operations {
					require.True(t, exported(op.GoName))
					for _, field := range op.Request.Fields {
						require.NotNil(t, field.Type)
						require.True(t, exported(field.GoName))
					}
				}
			}
		}
	})
}
