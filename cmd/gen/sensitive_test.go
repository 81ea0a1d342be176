package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// given is a catalog with canaries as examples and defaults of sensitive fields: of every
// type, marked or in a marked record, whether samples need them or not.
const given = `catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
records:
  Home: {open: true, fields: {street: {type: string, example: CANARY}, floor: {type: string, default: LINNET}}}
  Open: {fields: {note: {type: string, sensitive: true, example: CANARY, default: LINNET}, seen: {type: string, example: shown}}}
areas:
  stock:
    operations:
      put:
        fields:
          ssn: {type: string, sensitive: true, required: true, example: CANARY}
          name: {type: string, sensitive: true, example: CANARY, default: LINNET}
          hard: {type: string, sensitive: true, default: LINNET, pattern: "^(?:LI|X)(?:Y{9}|NNET)$", min_length: 6, max_length: 6}
          tags: {type: [string], sensitive: true, join: ";", example: [CANARY]}
          any: {type: any, sensitive: true, example: {CANARY: [CANARY]}}
          number: {type: number, sensitive: true, example: 8675309.25, default: 2718281.25}
          count: {type: integer, sensitive: true, example: 867530925}
          home: {type: Home, sensitive: true, example: {street: CANARY}}
          homes: {type: [Home], example: [{street: CANARY, more: CANARY}]}
          open: {type: Open, example: {note: CANARY}}
        response: {fields: {ssn: {type: string, sensitive: true, example: CANARY}, home: Home}}
`

// No command outputs an example or a default of a sensitive field. Only the code that sends
// a default contains it.
func TestGivenValuesOfSensitiveFieldsAreHidden(t *testing.T) {
	t.Chdir(t.TempDir())
	const only = "default: LINNET, pattern" // nothing else matches it
	changed := strings.NewReplacer(only, only, "CANARY", "SECOND", "8675309", "5550199", "LINNET", "SISKIN").Replace(given)
	plain := strings.ReplaceAll(given, ", sensitive: true", "")
	for name, text := range map[string]string{
		"go.mod": "module example.org/shop\n\ngo 1.26\n", "spec/operations.yaml": given, "changed.yaml": changed, "plain.yaml": plain,
		"dropped.yaml": strings.Split(given, "          name:")[0], "tighter.yaml": strings.Replace(given, "required: true, example: CANARY", "required: true, max_length: 3", 1),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	examples, defaults := []string{"CANARY", "SECOND", "8675309", "5550199"}, []string{"LINNET", "SISKIN", "2718281"}
	hidden := func(text, where string, canaries []string) {
		for line := range strings.Lines(text) {
			for _, canary := range canaries {
				require.NotContains(t, line, canary, where)
			}
		}
	}
	tried := 0
	for _, args := range [][]string{
		{"generate", "-v"}, {"check"},
		{"docs"}, {"docs", "--format", "markdown", "--output", "reference"}, {"docs", "--output", "page.html"},
		{"openapi"}, {"openapi", "--format", "json"}, {"openapi", "--output", "o.yaml"},
		{"list"}, {"list", "stock"}, {"list", "stock.put"}, {"list", "--format", "json"}, {"list", "stock.put", "--format", "json"},
		{"lint"}, {"diff", "changed.yaml"}, {"diff", "changed.yaml", "spec/operations.yaml"}, {"diff", "plain.yaml", "spec/operations.yaml"},
		{"diff", "spec/operations.yaml", "plain.yaml"}, {"diff", "spec/operations.yaml", "dropped.yaml"}, {"diff", "dropped.yaml", "spec/operations.yaml"},
		{"diff", "spec/operations.yaml", "tighter.yaml"},
	} {
		formats := [][]string{nil}
		if args[0] == "lint" || args[0] == "diff" && len(args) == 2 {
			formats = nil
			for _, format := range []string{"text", "markdown", "json", "github", "sarif"} {
				formats = append(formats, []string{"--format", format})
			}
			if args[0] == "diff" {
				formats = append(formats, []string{"--semver"}, []string{"--changelog"})
			}
		}
		for _, format := range formats {
			var out, err bytes.Buffer
			command := append(append([]string{}, args...), format...)
			code := run(command, &out, &err)
			require.NotEqual(t, exitFailed, code, "%v: %s", command, err.String())
			hidden(out.String()+err.String(), strings.Join(command, " "), append(examples, defaults...))
			tried++
		}
	}
	require.Greater(t, tried, 25)
	written := 0
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) == ".yaml" && name != "o.yaml" {
			return err
		}
		written++
		text, err := os.ReadFile(name)
		hidden(string(text), name, examples)
		if base := filepath.Base(name); base != "codec.go" {
			hidden(string(text), name, defaults)
		}
		return err
	}))
	require.Greater(t, written, 14)
}
