package diff

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// resolve returns the catalog of a text that has no problems.
func resolve(t *testing.T, name, text string) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Parse(name, []byte(text))
	require.Empty(t, problems, "%s:\n%s", name, problems.Error())
	return c
}

const header = `catalog: 1
info: {title: T, version: v1, package: example}
path: /api/{area}/{operation}
`

func TestCompare(t *testing.T) {
	base := resolve(t, "base.yaml", header+`
areas:
  claims:
    operations:
      get_claim: {}
      drop_claim: {}
`)
	head := resolve(t, "head.yaml", header+`
areas:
  claims:
    operations:
      get_claim: {}
      add_note: {fields: {text: string}}
`)
	require.Empty(t, compare(base, base))
	changes := compare(base, head)
	require.Len(t, changes, 2)
	gone := changes[0]
	require.Equal(t, "operation-removed", gone.Rule)
	require.Equal(t, "base.yaml:9:7", gone.Pos.String())
	require.Equal(t, "BBBB", gone.Verdicts.String())
	require.Equal(t, report.Error, gone.Level)
	require.Len(t, gone.Fingerprint(), 16)
	require.Equal(t, "operation-added", changes[1].Rule)
	require.Equal(t, report.Info, changes[1].Level)
}

// No catalog of the generator's tests differs from itself.
func TestFixturesAreTheSame(t *testing.T) {
	paths, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		c, err := catalog.Load(path)
		require.NoError(t, err)
		require.Empty(t, compare(c, c), path)
	}
}
