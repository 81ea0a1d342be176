package spec_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/vectors"
	"github.com/stretchr/testify/require"
)

// breaks reports whether a violation in a vector, which is a JSON pointer and a rule, violates rule.
func breaks(violation string, rule vectors.Rule) bool {
	pointer, ok := strings.CutSuffix(" "+violation, " "+rule.Violation)
	return ok && rule.Violation != "" && (rule.Field == "" || slices.Contains(strings.Split(pointer, "/"), jsonpointer.Escape(rule.Field)))
}

// Every rule of the catalog has a vector that satisfies it, and every rule that requests can violate
// has one that does. Any operation of an area may show a rule of a record.
func TestVectorsShowEveryRule(t *testing.T) {
	c := over(t)
	set, err := vectors.Load("vectors", c)
	require.NoError(t, err)
	type outcome struct{ kept, broken bool }
	rules, shown := map[string]vectors.Rule{}, map[string]outcome{}
	for op := range c.Operations() {
		for _, rule := range vectors.Rules(op) {
			key := rule.Owner + ": " + rule.Name
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

// The schema accepts all vectors of the repository, and agrees with gen.
func TestVectorsSchema(t *testing.T) {
	text, err := os.ReadFile("vectors.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	for _, pattern := range []string{"vectors/*.yaml", "../generator/testdata/*/vectors/*.yaml"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, schema.Validate(decode(t, text)), name)
		}
	}
	c := over(t)
	const example = "vectors: 1\noperations:\n  get_contact:\n    - {name: n, request: '{\"contact_id\":\"c\"}', body: '{\"contact_id\":\"c\"}'}\n"
	parse := func(text string) error {
		_, problems := vectors.Parse([]catalog.Source{{Name: "contacts.yaml", Text: []byte(text)}}, c)
		return problems.Err()
	}
	format{"vectors.schema.json", vectors.Keys(), parse, example}.agrees(t, []mistake{
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
	})
}
