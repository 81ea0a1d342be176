package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/testing/random"
)

// sized writes a catalog of n operations and returns its flags.
func sized(t testing.TB, n int) *flags {
	name := filepath.Join(t.TempDir(), "operations.yaml")
	require.NoError(t, os.WriteFile(name, []byte(random.Large(n, 50).YAML()), 0o644))
	return &flags{Selection: targets.Selection{Spec: name}}
}

// Ten times the operations take some ten times the work to list.
func TestListGrowsAsTheCatalogDoes(t *testing.T) {
	for _, format := range []string{"table", "json"} {
		work := func(n int) float64 {
			f := sized(t, n)
			return testing.AllocsPerRun(1, func() { require.NoError(t, list(f, "", format, io.Discard)) })
		}
		require.Less(t, work(1000)/work(100), 12.0, format)
	}
}
