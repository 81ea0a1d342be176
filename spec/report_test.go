package spec_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/spec"
)

// strictReportSchema is the schema of reports, which here also refuses members that it does not
// describe.
func strictReportSchema(t *testing.T) *jsonschema.Schema {
	var doc any
	require.NoError(t, json.Unmarshal(spec.ReportSchema, &doc))
	eachSchema(doc, "", func(_ string, schema map[string]any) {
		if schema["properties"] != nil {
			schema["unevaluatedProperties"] = false
		}
	})
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	return compileSchema(t, text)
}

// eachSchema calls f for each object of a schema, with the members that lead to it.
func eachSchema(node any, at string, f func(at string, schema map[string]any)) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			eachSchema(item, at, f)
		}
	case map[string]any:
		f(at, node)
		for _, key := range slices.Sorted(maps.Keys(node)) {
			eachSchema(node[key], at+"/"+key, f)
		}
	}
}

func requireFitsSchema(t *testing.T, schema *jsonschema.Schema, r *report.Report, name string) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, report.JSON(&b, r))
	value, err := jsonschema.UnmarshalJSON(&b)
	require.NoError(t, err)
	require.NoError(t, schema.Validate(value), name)
}

// Reports of all fixtures of gen diff, in both directions, have only members that the schema
// describes.
func TestReportsFitTheSchema(t *testing.T) {
	schema := strictReportSchema(t)
	today := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	dates := diff.Dates{Today: today, Notice: today.AddDate(0, 2, 0)}
	fixtures, err := filepath.Glob("../internal/review/diff/testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, fixtures)
	for _, name := range fixtures {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		sides := map[string]*catalog.Catalog{}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) != ".yaml" {
				continue
			}
			c, problems := catalog.Parse(file.Name, file.Data)
			require.Empty(t, problems, name)
			sides[file.Name] = c
		}
		base, head := sides["base.yaml"], sides["head.yaml"]
		for _, pair := range [][2]*catalog.Catalog{{base, head}, {head, base}} {
			compared := dates.Compare(pair[0], pair[1])
			findings := compared.Findings()
			if long.Full() || strings.Contains(name, "/rules/") { // examples take most of the time
				findings = proof.Find(pair[0], pair[1], compared)
			}
			r := &report.Report{Command: "gen diff", Findings: findings, Release: &report.Release{Next: "v2.0.0"}}
			requireFitsSchema(t, schema, r, name)
			r.Accepted, r.Findings = findings, nil
			requireFitsSchema(t, schema, r, name)
			r.Calls = &report.Calls{Recordings: []string{"calls.jsonl"}, Calls: 3, Operations: 2, Unknown: []string{"pay.charge"}}
			r.Findings = slices.Clone(findings)
			for i := range r.Findings {
				if i%2 == 0 {
					r.Findings[i].Used = &report.Use{
						Operations: []string{"claims.get_claim"}, Calls: 3, Sent: 1, Received: 2,
						Lengths: &report.Lengths{Least: 2, Most: 15},
					}
				}
			}
			r.KeepUsed()
			requireFitsSchema(t, schema, r, name)
		}
	}
	catalogs, err := filepath.Glob("../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	for _, name := range append(catalogs, "operations.yaml") {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		findings, accepted := lint.Catalog(c, today)
		requireFitsSchema(t, schema, &report.Report{Command: "gen lint", Findings: findings, Accepted: accepted}, name)
	}
}

// The schema describes each member. docs/review.md leads to it, and explains levels and verdicts.
func TestReportMembersAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/review.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "\n### JSON\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	require.Contains(t, section, "(../spec/report.schema.json)")
	var doc any
	require.NoError(t, json.Unmarshal(spec.ReportSchema, &doc))
	eachSchema(doc, "", func(at string, schema map[string]any) {
		members, _ := schema["properties"].(map[string]any)
		ofVerify := false
		for _, part := range []string{"/verification", "/share", "/fact"} {
			ofVerify = ofVerify || strings.Contains(at, part)
		}
		for name, of := range members {
			require.NotEmpty(t, of.(map[string]any)["description"], "%s/%s", at, name)
		}
		for _, value := range asList(schema["enum"]) {
			if !ofVerify && (strings.HasSuffix(at, "/level") || strings.HasSuffix(at, "/verdict")) {
				require.Contains(t, section, "`"+value.(string)+"`", at)
			}
		}
	})
}

func asList(node any) []any {
	list, _ := node.([]any)
	return list
}
