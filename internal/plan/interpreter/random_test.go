package interpreter_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// batch is how many catalogs become one program.
const batch = 25

// This package agrees with generated code also on catalogs that nobody wrote.
func TestAgreesOnRandomCatalogs(t *testing.T) {
	long.Only(t, "compiling the generated code takes several seconds")
	seen := map[string]int{}
	s, count := *long.Seed, long.Tries(25, 25)
	for done := 0; done < count; done += batch {
		all, made := map[string]*catalog.Catalog{}, map[string]random.Map{}
		for ; len(all) < min(batch, count-done); s++ {
			if m, c, _ := random.Repair(random.Catalog(s)); c != nil {
				name := fmt.Sprintf("seed%d", s)
				all[name], made[name] = c, m
			}
		}
		if found := compare(t, all, seen, 40); found != nil {
			name, path, _ := strings.Cut(found.job.Operation, " ")
			t.Logf("%s disagrees: %s\n%s\nIts catalog is reduced, which takes minutes.", found.job.Operation, found.wrong, found.job.Text)
			small := smallest(t, made[name], path)
			file := filepath.Join("testdata", "kept", name+".yaml")
			require.NoError(t, os.WriteFile(file, []byte(small.YAML()), 0o644))
			t.Logf("%s, kept in %s\n%s", name, file, small)
			found.require(t)
		}
	}
	t.Log(seen)
	for _, kind := range []string{"decode", "encode", "answer", "OK", "Unprocessable Entity", "Bad Request", "unreadable", "judged decode", "judged encode", "judged answer", "served"} {
		require.Greater(t, seen[kind], 5*min(batch, count), kind)
	}
}

// smallest reduces a catalog as long as the operation at a path disagrees, by so
// many programs that it does not take for ever.
func smallest(t *testing.T, m random.Map, path string) random.Map {
	programs := 100
	return random.Shrink(m, func(m random.Map) bool {
		c, problems := catalog.Parse("catalog.yaml", []byte(m.YAML()))
		if programs == 0 || len(problems) > 0 {
			return false
		}
		programs--
		all, there := map[string]*catalog.Catalog{"small": c}, false
		each(all, func(_ string, op *catalog.Operation) { there = there || op.Path == path })
		return there && compare(t, all, map[string]int{}, 300) != nil
	})
}
