package spec_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// breaks reports whether a violation of a vector, a JSON pointer and a rule, is one of a rule.
func breaks(violation string, rule vectors.Rule) bool {
	pointer, ok := strings.CutSuffix(" "+violation, " "+rule.Violation)
	return ok && rule.Violation != "" && (rule.Field == "" || slices.Contains(strings.Split(pointer, "/"), jsonpointer.Escape(rule.Field)))
}

// Every rule of the catalog has a vector that keeps it, and every rule that can be
// broken has one that breaks it. A rule of a record may be shown by any operation
// of its area.
func TestVectorsShowEveryRule(t *testing.T) {
	c, set := resolveVectors(t)
	type outcome struct{ kept, broken bool }
	rules, shown := map[string]vectors.Rule{}, map[string]outcome{}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			for _, rule := range vectors.Rules(op) {
				key := rule.Of + ": " + rule.Name
				rules[key] = rule
				seen := shown[key]
				for _, v := range set[op] {
					if slices.Contains(v.Shows, rule.Name) {
						seen.kept = seen.kept || v.Violations == nil
						seen.broken = seen.broken || slices.ContainsFunc(v.Violations, func(violation string) bool { return breaks(violation, rule) })
					}
				}
				shown[key] = seen
			}
		}
	}
	var missing []string
	for key, rule := range rules {
		if !shown[key].kept {
			missing = append(missing, key+" has no vector in spec/vectors that shows it, with a body")
		}
		if rule.Violation != "" && !shown[key].broken {
			missing = append(missing, key+" has no vector in spec/vectors that shows it, with the violation "+rule.Violation)
		}
	}
	slices.Sort(missing)
	require.Empty(t, strings.Join(missing, "\n"))
	require.NotEmpty(t, rules)
}

func resolveVectors(t *testing.T) (*catalog.Catalog, vectors.Set) {
	t.Helper()
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	set, err := vectors.Load("vectors", c)
	require.NoError(t, err)
	return c, set
}

// An editor reports no errors in vectors that gen accepts, and the schema has the
// keys that gen knows.
func TestVectorsSchema(t *testing.T) {
	text, err := os.ReadFile("vectors.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	checked := 0
	for _, pattern := range []string{"vectors/*.yaml", "../generator/testdata/*/vectors/*.yaml"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, schema.Validate(decode(t, text)), name)
			checked++
		}
	}
	require.Positive(t, checked)

	var known struct {
		Properties map[string]any `json:"properties"`
		Defs       map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &known))
	require.ElementsMatch(t, vectors.Keys()["file"], slices.Collect(maps.Keys(known.Properties)))
	require.ElementsMatch(t, vectors.Keys()["vector"], slices.Collect(maps.Keys(known.Defs["vector"].Properties)))
}

// gen refuses what the schema of vectors refuses.
func TestVectorsSchemaRefuses(t *testing.T) {
	text, err := os.ReadFile("vectors.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	const example = "vectors: 1\noperations:\n  get_contact:\n    - {name: n, request: '{\"contact_id\":\"c\"}', body: '{\"contact_id\":\"c\"}'}\n"
	gen := func(t *testing.T, text string) catalog.Problems {
		_, problems := vectors.Parse([]catalog.Source{{Name: "contacts.yaml", Text: []byte(text)}}, c)
		return problems
	}
	require.NoError(t, schema.Validate(decode(t, []byte(example))))
	require.Empty(t, gen(t, example))
	for _, wrong := range []struct{ old, new string }{
		{"vectors: 1", "vectors: 2"},
		{"vectors: 1", "vector: 1"},
		{"operations:", "area: contacts\noperations:"},
		{"name: n", "name: ''"},
		{"name: n", "name: 1"},
		{"name: n, ", ""},
		{"name: n", "name: n, shows: []"},
		{"name: n", "name: n, shows: name"},
		{"name: n", "name: n, only: both"},
		{"name: n", "name: n, violations: [/contact_id type]"},
		{"body: '{\"contact_id\":\"c\"}'", "violations: []"},
		{"body: '{\"contact_id\":\"c\"}'", "violations: [contact_id type]"},
		{"body: '{\"contact_id\":\"c\"}'", "violations: [/contact_id non_blank]"},
		{", body: '{\"contact_id\":\"c\"}'", ""},
		{"request: '{\"contact_id\":\"c\"}'", "request: {contact_id: c}"},
		{"body:", "bdoy:"},
		{"name: n", "name: n, response: '{}'"},
		{"name: n", "name: n, status: 200"},
	} {
		t.Run(wrong.new, func(t *testing.T) {
			changed := strings.Replace(example, wrong.old, wrong.new, 1)
			require.NotEqual(t, example, changed)
			require.Error(t, schema.Validate(decode(t, []byte(changed))))
			require.NotEmpty(t, gen(t, changed), "gen accepts it")
		})
	}
}
