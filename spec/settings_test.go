package spec_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/spec"
)

const settingsExample = `settings: 1
notice: 6 months
targets:
  shop: {catalog: spec/shop.yaml, overlays: [ours.yaml], out: gen}
levels:
  - {rule: doc-only, path: claims.*, level: info, reason: why}
accept:
  - {rule: doc-only, path: claims, reason: why, until: 2026-12-31}
`

// The schema knows the keys that gen knows, and an editor does not complain about
// settings that gen accepts.
func TestSettingsSchema(t *testing.T) {
	text, err := os.ReadFile("settings.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	shipped, err := os.ReadFile("../opgen.yaml")
	require.NoError(t, err)
	require.NoError(t, schema.Validate(decode(t, shipped)))
	parse := func(text string) error {
		_, err := settings.Parse(settings.Name, []byte(text), []report.Rule{{ID: "doc-only"}})
		return err
	}
	require.NoError(t, parse(string(shipped)))
	format{"settings.schema.json", settings.Keys(), []string{"target", "level", "acceptance"}, parse, settingsExample}.agrees(t, []mistake{
		{"settings: 1\n", ""},
		{"settings: 1", "settings: 2"},
		{"6 months", "6"},
		{"6 months", "six months"},
		{"6 months", "0 days"},
		{"targets:", "target:"},
		{"  shop: {catalog: spec/shop.yaml, overlays: [ours.yaml], out: gen}\n", "  {}\n"},
		{"catalog: spec/shop.yaml, ", ""},
		{"spec/shop.yaml", "/shop.yaml"},
		{"spec/shop.yaml", "''"},
		{"spec/shop.yaml", "1"},
		{"[ours.yaml]", "ours.yaml"},
		{"[ours.yaml]", "[/ours.yaml]"},
		{"out: gen", "out: ' '"},
		{"out: gen", "outs: gen"},
		{"rule: doc-only, path: claims.*, ", ""},
		{"rule: doc-only, path: claims.*", "rule: docs-only, path: claims.*"},
		{"level: info", "level: none"},
		{", reason: why}", "}"},
		{"reason: why, until", "reason: ' ', until"},
		{"path: claims, ", ""},
		{"path: claims, ", "path: '', "},
		{"2026-12-31", "tomorrow"},
		{"2026-12-31", "2026-12-32"},
		{", until: 2026-12-31", ""},
	})
}

// listed matches the rules in the schema of settings.
var listed = regexp.MustCompile(`(?s)("rule": \{[^{}]*"enum": \[\n).*?( *\])`)

// The schema of settings lists the rules of gen diff and gen lint.
func TestSettingsSchemaListsRules(t *testing.T) {
	var ids []string
	for _, rule := range diff.Rules() {
		ids = append(ids, rule.ID)
	}
	for _, rule := range lint.Rules() {
		ids = append(ids, rule.ID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids) // some ids are those of both
	committed, err := os.ReadFile("settings.schema.json")
	require.NoError(t, err)
	require.Regexp(t, listed, string(committed))
	want := listed.ReplaceAllString(string(committed), "${1}        \""+strings.Join(ids, "\",\n        \"")+"\"\n${2}")
	if *update {
		require.NoError(t, os.WriteFile("settings.schema.json", []byte(want), 0o644))
	}
	require.Equal(t, listed.FindString(want), listed.FindString(string(committed)), "update with: go test ./spec -update")
}

// Every file that gen reads has a schema, of which an upgrade can tell that it is
// one of gen.
func TestSchemas(t *testing.T) {
	for _, schema := range spec.Schemas() {
		committed, err := os.ReadFile(schema.Name)
		require.NoError(t, err)
		require.Equal(t, string(committed), string(schema.Text))
		require.Contains(t, string(committed), `"$id": "urn:opgen:`)
	}
	names, err := os.ReadDir(".")
	require.NoError(t, err)
	count := 0
	for _, n := range names {
		if strings.HasSuffix(n.Name(), "schema.json") {
			count++
		}
	}
	require.Len(t, spec.Schemas(), count)
}
