package conformance

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	// The bindings are tested in a separate process. This import tells go test when
	// a cached result is out of date.
	_ "example.com/opgen/api/apitest"
	insurance "example.com/opgen/gen"
	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/spec"

	"example.com/opgen/internal/testing/long"
)

var everyRule = flag.Bool("every-rule", false, "take away every rule of the catalog in TestVectorsBite, not some")

// The vectors notice a lost rule: the bindings are generated without it, and their
// test must fail. A build for each rule is slow, so only some rules are tried
// unless -every-rule is given.
func TestVectorsBite(t *testing.T) {
	long.Only(t, "building the bindings once for each rule takes several seconds")
	some := []string{
		"claims.get_claim: first_of.claim_id.claim_number",
		"contacts.new_contact: name.non_blank",
		"inspections.update_inspection_dates: next_inspection_date.omit_empty",
	}
	c, _ := wire(t)
	tried := map[string]bool{}
	for i, a := range c.Areas {
		for j, op := range a.Operations {
			for _, rule := range vectors.Rules(op) {
				name := rule.Of + ": " + rule.Name
				if tried[name] || !*everyRule && !slices.Contains(some, name) {
					continue
				}
				tried[name] = true
				t.Run(name, func(t *testing.T) {
					out := testWithout(t, i, j, rule)
					if strings.HasSuffix(rule.Name, ".open") { // no request type can hold the field of the vector
						require.Contains(t, out, "unknown field Extra")
						return
					}
					require.Contains(t, out, "--- FAIL: TestVectors/", "no vector notices that the rule is gone")
				})
			}
		}
	}
	require.Subset(t, slices.Collect(maps.Keys(tried)), some, "the catalog lacks a rule that is named here")
}

// wire returns the shipped catalog and its vectors. Each call returns new copies.
func wire(t *testing.T) (*catalog.Catalog, vectors.Set) {
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	set, err := vectors.Load("../../../spec/vectors", c)
	require.NoError(t, err)
	return c, set
}

// testWithout runs the vectors of an area on bindings without a rule, and returns
// the output of go test. An overlay replaces the committed bindings; nothing is
// written in their folder.
func testWithout(t *testing.T, area, operation int, rule vectors.Rule) string {
	c, set := wire(t)
	takeAway(t, c.Areas[area].Operations[operation], rule)
	gen := reflect.TypeFor[insurance.Client]().PkgPath()
	files, err := generator.Emit(c, set, generator.Config{Source: "spec/operations.yaml", Import: gen})
	require.NoError(t, err)
	dir := t.TempDir()
	root, err := filepath.Abs("../../../gen")
	require.NoError(t, err)
	replace := map[string]string{}
	for _, f := range files {
		if strings.HasPrefix(f.Path, c.Areas[area].Package+"/") {
			name := filepath.Join(dir, filepath.Base(f.Path))
			require.NoError(t, os.WriteFile(name, f.Content, 0o644))
			replace[filepath.Join(root, filepath.FromSlash(f.Path))] = name
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, overlay, 0o644))
	out, _ := exec.Command("go", "test", "-vet=off", "-overlay", name, "-run", "^TestVectors$", gen+"/"+c.Areas[area].Package).CombinedOutput()
	return string(out)
}

// takeAway removes a rule from a resolved catalog.
func takeAway(t *testing.T, op *catalog.Operation, rule vectors.Rule) {
	name := rule.Name
	switch {
	case rule.Name == "pagination.first":
		op.Pagination.First = nil
	case rule.Name == "pagination.default_size":
		op.Pagination.DefaultSize = nil
	case strings.Contains(name, "_of."):
		op.Rules = nil
	case strings.HasSuffix(name, ".open"):
		for _, record := range op.Area.Records {
			record.Open = record.Open && record.Name+".open" != name
		}
	default:
		i := slices.IndexFunc(op.Request.Fields, func(f *catalog.Field) bool { return f.Name == rule.Field })
		require.GreaterOrEqual(t, i, 0, "a rule of a record; extend this test")
		key := strings.TrimPrefix(name, rule.Field+".")
		require.Contains(t, deletions, key)
		deletions[key](op.Request.Fields[i])
	}
}

// deletions remove a key from a field, as if the catalog did not have it.
var deletions = map[string]func(*catalog.Field){
	"required":   func(f *catalog.Field) { f.Required = false },
	"non_blank":  func(f *catalog.Field) { f.NonBlank = false },
	"min_items":  func(f *catalog.Field) { f.MinItems = nil },
	"enum":       func(f *catalog.Field) { f.Type = &catalog.Type{Kind: catalog.String} },
	"default":    func(f *catalog.Field) { f.Default = nil },
	"join":       func(f *catalog.Field) { f.Join = "" },
	"send_if":    func(f *catalog.Field) { f.SendIf = "" },
	"omit_empty": func(f *catalog.Field) { f.OmitEmpty = false },
}
