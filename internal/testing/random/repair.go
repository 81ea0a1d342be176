package random

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// Repair removes everything from a catalog in which [catalog.Check] finds a
// problem, as its owner would, and returns every problem that it found. The
// document is nil if nothing would be left.
func Repair(m Map) (Map, *catalog.Catalog, catalog.Problems) {
	var found catalog.Problems
	for range 30 {
		text, paths := m.lines()
		c, problems := catalog.Parse("catalog.yaml", []byte(text))
		if problems == nil {
			return m, c, found
		}
		found = append(found, problems...)
		for _, p := range problems {
			if line := p.Pos.Line - 1; line < len(paths) {
				m = repaired(m, paths[line])
			}
		}
	}
	return m, nil, found
}

// repaired returns a catalog without the value at a path. If the path is in the
// heading, it returns the usual heading.
func repaired(c Map, path []string) Map {
	switch {
	case slices.Equal(path, []string{"path"}):
		c = slices.Clone(c)
		c.set("path", paths[0])
		return c
	case path[0] == "info":
		c = slices.Clone(c)
		c.set("info", Map{{"title", "Example"}, {"version", "v1"}, {"package", "example"}})
		return c
	default:
		return deleteEntry(c, path)
	}
}

// deleteEntry returns a map without the entry at a path.
func deleteEntry(m Map, path []string) Map {
	i := slices.IndexFunc(m, func(e Entry) bool { return e.Key == path[0] })
	if i < 0 {
		return m
	}
	m = slices.Clone(m)
	if len(path) == 1 {
		return slices.Delete(m, i, i+1)
	}
	if inner, ok := m[i].Value.(Map); ok {
		m[i].Value = deleteEntry(inner, path[1:])
	}
	return m
}
