package random

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/testing/long"
)

// A catalog in several files gives the same code as in one, or the same kinds of
// problems.
func TestFiles(t *testing.T) {
	same, files, n := 0, 0, long.Tries(10, 60)
	for s := *long.Seed; s < *long.Seed+uint64(n); s++ {
		broken := Catalog(s)
		m, one, _ := Repair(broken)
		if one == nil {
			continue
		}
		several, parts := Files(m, s)
		of, problems := joined(several, parts)
		require.Empty(t, problems.Error(), "seed %d\n%s%v", s, several, parts)
		require.Equal(t, written(t, one), written(t, of), "seed %d", s)
		same, files = same+1, files+len(parts)

		_, want := catalog.Parse("catalog.yaml", []byte(broken.YAML()))
		_, got := joined(Files(broken, s))
		require.Equal(t, kinds(want), kinds(got), "seed %d\n%v\n%v", s, want, got)
	}
	require.Greater(t, same, n/2)
	require.Greater(t, files, 2*same)
}

// joined reads a catalog in several files.
func joined(m Map, parts map[string]Map) (*catalog.Catalog, catalog.Problems) {
	return catalog.ParseSource(catalog.Source{Name: "catalog.yaml", Text: []byte(m.YAML()), Beside: func(path string) (catalog.Source, error) {
		part, ok := parts[path]
		if !ok {
			return catalog.Source{}, fmt.Errorf("no file %s", path)
		}
		return catalog.Source{Name: path, Text: []byte(part.YAML())}, nil
	}})
}

// written is what is generated from a catalog.
func written(t *testing.T, c *catalog.Catalog) (texts []string) {
	files, err := generator.Emit(c, nil, generator.Config{Source: "catalog.yaml", Import: "example.org/gen"})
	require.NoError(t, err)
	for _, f := range files {
		texts = append(texts, f.Path+"\n"+string(f.Content))
	}
	return append(texts, string(openapi.New(c, "").YAML()))
}

// kinds are the ids of problems.
func kinds(problems catalog.Problems) (ids []catalog.ID) {
	for _, p := range problems {
		ids = append(ids, p.ID)
	}
	slices.Sort(ids)
	return ids
}
