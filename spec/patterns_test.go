package spec_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

// dialect matches syntax that differs between ECMA-262, with or without the flag u, Python and RE2:
// \p and \d, groups with other meanings, and escapes of code points.
var dialect = regexp.MustCompile(`\\[pPdDwWuAzZQE]|\(\?[^:]`)

// Editors and hooks read the patterns of the schemas in different dialects.
func TestPatternsOfSchemasAreReadEverywhere(t *testing.T) {
	patterns := 0
	var visit func(name string, value any)
	visit = func(name string, value any) {
		pattern := func(text string) {
			patterns++
			require.NotRegexp(t, dialect, strings.ReplaceAll(quotedEscape.ReplaceAllString(text, ""), `\\`, ""), "%s: %s", name, text)
		}
		switch v := value.(type) {
		case []any:
			for _, item := range v {
				visit(name, item)
			}
		case map[string]any:
			if text, ok := v["pattern"].(string); ok {
				pattern(text)
			}
			named, _ := v["patternProperties"].(map[string]any)
			for text := range named {
				pattern(text)
			}
			for _, item := range v {
				visit(name, item)
			}
		}
	}
	for _, schema := range spec.Schemas() {
		var document any
		require.NoError(t, json.Unmarshal(schema.Text, &document))
		visit(schema.Name, document)
	}
	require.Greater(t, patterns, 20)
}

// quotedEscape matches the escaped parts of a pattern about patterns: a backslash followed by a class
// or a letter, or a parenthesis followed by a question mark.
var quotedEscape = regexp.MustCompile(`\\\\(\[[^\]]*\]|.)|\\\(\\\?`)

// The schema accepts all patterns of RE2.
func TestSchemaAcceptsPatterns(t *testing.T) {
	schema := compile(t)
	for _, pattern := range []string{
		`a`, `(?i)^a`, `(?P<year>\d+)`, `(?<year>\d+)`, `\A[[:alpha:]]+\z`, `\pL\p{Lu}\P{Nd}`, `[]a]`, `[^]]`, `a{,2}`, `a]}`, `^*`, `$+`, `\b+`,
		`[(?=]`, `\(?=`, `\Q(?=\E`, `[[:alpha:](?=]`, `\12`, `\\Z`, `\x{41}`, `[a\-z]`, `(|a)*`, `(?:^|\.)x{2,}?$`, `\_\-`, `é😀`, `^[^\x00-\x1f]*$`,
	} {
		doc := decode(t, []byte(example))
		quoted, err := json.Marshal(pattern)
		require.NoError(t, err)
		change(t, doc, "areas/items/operations/list/fields/code/pattern", string(quoted))
		change(t, doc, "areas/items/operations/list/fields/code/default", "")
		require.NoError(t, schema.Validate(doc), pattern)
		require.Empty(t, check(t, doc), pattern)
	}
}

// beyondSchema lists the catalogs with mistakes that no schema can find, and the subject of the
// mistakes.
var beyondSchema = map[string]string{
	"envelopes.inherited":      "settings that an operation inherits",
	"envelopes.failing-unions": "the type with a name",
	"fields.cycles":            "records within each other",
	"unions.cycles":            "records within each other",
	"names.methods":            "names in Go",
	"names.bodies":             "names in Go",
	"names.open":               "names in Go",
	"files.below":              "the contents of a file",
	"files.memory":             "the contents of a file",
	"files.refined":            "the contents of a file",
	"names.openRequest":        "names in Go",
	"names.oneArea":            "names in Go",
	"initialisms.clash":        "names in Go",
	"paging.continue":          "the operation that takes the cursor",
	"paging.envelopes":         "places in the response",
	"paging.fields":            "the fields that page",
	"paging.last":              "the fields of the items",
	"paging.places":            "places in the response",
	"operations.members":       "the fields that a rule names",
	"text.several":             "a second document",
	"unions.names":             "names in Go, records within each other",
	"text.tags":                "tags of YAML",
	"nullable.rules":           "the fields that a rule or paging names",
}

// The schema refuses the other catalogs with mistakes, and none that gen accepts.
func TestSchemaRefusesMistakes(t *testing.T) {
	names, err := filepath.Glob("../internal/catalog/testdata/problems/*.txtar")
	require.NoError(t, err)
	schema := compile(t)
	accepted, refused := map[string]string{}, 0
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for _, file := range archive.Files {
			id := strings.TrimSuffix(filepath.Base(name), "txtar") + strings.TrimSuffix(file.Name, ".yaml")
			var doc any
			if filepath.Ext(file.Name) != ".yaml" || strings.Contains(file.Name, "/") || strings.Count(id, ".") > 1 || yaml.Unmarshal(file.Data, &doc) != nil {
				continue // no catalog, or no YAML
			}
			_, problems := catalog.Parse(file.Name, file.Data)
			err = schema.Validate(doc)
			switch {
			case problems == nil:
				require.NoError(t, err, id)
			case err == nil:
				accepted[id] = beyondSchema[id]
			default:
				refused++
			}
		}
	}
	t.Logf("the schema refuses %d catalogs of mistakes of %d", refused, refused+len(accepted))
	require.Equal(t, beyondSchema, accepted)
	require.Greater(t, refused, 2*len(accepted))
}
