package spec_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/live/verify/findings"
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

// The schema and gen agree on settings, and both accept the shipped ones.
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
	format{"settings.schema.json", settings.Keys(), parse, settingsExample}.agrees(t, []mistake{
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
		{"level: info", "level: grave"},
		{", reason: why}", "}"},
		{"reason: why, until", "reason: ' ', until"},
		{"path: claims, ", ""},
		{"path: claims, ", "path: '', "},
		{"path: claims, ", "path: claims, changes: [claims 3f70a34aade4], "},
		{"path: claims, ", "changes: [], "},
		{"path: claims, ", "changes: claims 3f70a34aade4, "},
		{"path: claims, ", "changes: [claims], "},
		{"path: claims, ", "changes: [claims 3f70a34aade], "},
		{"path: claims, ", "changes: [claims 3F70A34AADE4], "},
		{"2026-12-31", "tomorrow"},
		{"2026-12-31", "2026-12-32"},
		{", until: 2026-12-31", ""},
	})
}

// listed matches the rules in the schema of settings.
var listed = regexp.MustCompile(`(?s)("rule": \{[^{}]*"enum": \[\n).*?( *\])`)

// The schema of settings lists the rules of gen diff, gen lint and gen verify.
func TestSettingsSchemaListsRules(t *testing.T) {
	var ids []string
	for _, chapter := range diff.Chapters() {
		for _, rule := range chapter.Rules {
			ids = append(ids, rule.ID)
		}
	}
	for _, rule := range lint.Rules() {
		ids = append(ids, rule.ID)
	}
	for _, rule := range findings.Rules() {
		ids = append(ids, rule.ID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids) // commands share some ids
	committed, err := os.ReadFile("settings.schema.json")
	require.NoError(t, err)
	require.Regexp(t, listed, string(committed))
	want := listed.ReplaceAllString(string(committed), "${1}        \""+strings.Join(ids, "\",\n        \"")+"\"\n${2}")
	if *update {
		require.NoError(t, os.WriteFile("settings.schema.json", []byte(want), 0o644))
	}
	require.Equal(t, listed.FindString(want), listed.FindString(string(committed)), "update with: go test ./spec -update")
}

// Every file that gen reads has a schema with an id, and so have its reports. Each example in a
// schema is valid.
func TestEveryFileHasASchema(t *testing.T) {
	schemas := append(spec.Schemas(), spec.File{Name: "report.schema.json", Text: spec.ReportSchema})
	for _, schema := range schemas {
		committed, err := os.ReadFile(schema.Name)
		require.NoError(t, err)
		require.Equal(t, string(committed), string(schema.Text))
		require.Contains(t, string(committed), `"$id": "urn:opgen:`)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Text))
		require.NoError(t, err)
		compiler := jsonschema.NewCompiler()
		require.NoError(t, compiler.AddResource(schema.Name, doc))
		requireValidExamples(t, compiler, doc, schema.Name+"#")
	}
	names, err := filepath.Glob("*schema.json")
	require.NoError(t, err)
	require.Len(t, schemas, len(names))
}

func requireValidExamples(t *testing.T, compiler *jsonschema.Compiler, node any, at string) {
	switch node := node.(type) {
	case []any:
		for i, item := range node {
			requireValidExamples(t, compiler, item, fmt.Sprintf("%s/%d", at, i))
		}
	case map[string]any:
		for key, value := range node {
			requireValidExamples(t, compiler, value, at+"/"+url.PathEscape(jsonpointer.Escape(key)))
		}
		examples, ok := node["examples"].([]any)
		if !ok {
			return
		}
		schema, err := compiler.Compile(at)
		require.NoError(t, err)
		for _, example := range examples {
			require.NoError(t, schema.Validate(example), at)
		}
	}
}
