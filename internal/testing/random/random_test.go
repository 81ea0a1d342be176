package random

import (
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/ids"
	"example.com/opgen/internal/testing/long"
)

// emitted returns the generated code of a catalog. The error says that there is
// none or that it does not compile. A panic is an error, too.
func emitted(c *compiler, of *catalog.Catalog) (files []generator.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	root := here + "/testdata/emitted"
	files, err = generator.Emit(of, nil, generator.Config{Source: "catalog.yaml", Import: root})
	if err != nil {
		return nil, err
	}
	return files, c.check(root, files)
}

// fault returns what goes wrong with a catalog that passes the check.
func fault(c *compiler, m Map) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	of, problems := catalog.Parse("catalog.yaml", []byte(m.YAML()))
	if len(problems) > 0 {
		return nil
	}
	_, err = emitted(c, of)
	return err
}

// Every catalog that passes the check gives code that compiles. Every other catalog
// has problems of the documented kinds.
func TestCatalogsCompile(t *testing.T) {
	n := long.Tries(50, 400)
	c, err := newCompiler()
	require.NoError(t, err)
	documented := map[catalog.ID]bool{}
	for _, id := range ids.Declared(t, "../../catalog", "../../catalog/yamldoc") {
		documented[catalog.ID(id)] = true
	}
	refused, compiled := map[catalog.ID]int{}, 0
	for s := *long.Seed; s < *long.Seed+uint64(n); s++ {
		m, of, problems := Repair(Catalog(s))
		for _, p := range problems {
			require.True(t, documented[p.ID], "seed %d: %s", s, p.ID)
			refused[p.ID]++
		}
		if of == nil {
			continue
		}
		if _, err := emitted(c, of); err != nil {
			small := Shrink(m, func(m Map) bool { return fault(c, m) != nil })
			keep(t, s, small)
			t.Errorf("seed %d: %v\n%s%v", s, fault(c, small), small, err)
			continue
		}
		compiled++
	}
	t.Logf("of %d catalogs %d compile; problems found on the way: %v", n, compiled, refused)
	if long.AreEnough(50) {
		require.Greater(t, compiled, n*3/4, "too few catalogs pass the check")
		require.Greater(t, len(refused), min(25, n/3), "too few kinds of problems are met")
	}
}

// keep adds a reduced catalog to testdata.
func keep(t *testing.T, seed uint64, m Map) {
	name := filepath.Join("testdata", "kept", fmt.Sprintf("seed-%d.yaml", seed))
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(m.YAML()), 0o644))
	t.Logf("kept in %s", name)
}

// testdata keeps catalogs whose code once did not compile or was changed by gofmt,
// and catalogs that the check could not handle.
func TestKeptCatalogs(t *testing.T) {
	c, err := newCompiler()
	require.NoError(t, err)
	names, err := filepath.Glob("testdata/kept/*.yaml")
	require.NoError(t, err)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml"), func(t *testing.T) {
			of, err := catalog.Load(name)
			if _, refused := errors.AsType[catalog.Problems](err); refused {
				return
			}
			require.NoError(t, err)
			files, err := emitted(c, of)
			require.NoError(t, err)
			for _, f := range files {
				formatted, err := format.Source(f.Content)
				require.NoError(t, err)
				require.Equal(t, string(formatted), string(f.Content), "gofmt changes %s", f.Path)
			}
		})
	}
}

// Shrink keeps only what the failure needs.
func TestShrinkKeepsOnlyWhatFails(t *testing.T) {
	m := Shrink(Catalog(3), func(m Map) bool { return strings.Contains(m.YAML(), "operations") })
	require.Regexp(t, `^areas:\n  \S+:\n    operations: {}\n$`, m.YAML())
}
