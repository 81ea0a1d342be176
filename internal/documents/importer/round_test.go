package importer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// returns fails unless a catalog comes back.
func returns(t *testing.T, c *catalog.Catalog) {
	document := openapi.New(c, "catalog.yaml")
	require.Empty(t, roundTrip(t, c, document))
	if long.Full() {
		require.Empty(t, roundTrip(t, c, document.In30()), "OpenAPI 3.0")
	}
}

// imported returns what gen import makes of a document.
func imported(t *testing.T, document *openapi.Document) *Result {
	result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: document.YAML()}, nil)
	require.NoError(t, err)
	return result
}

// roundTrip returns what gen diff says of a catalog after gen openapi and gen import.
func roundTrip(t *testing.T, c *catalog.Catalog, document *openapi.Document) string {
	result := imported(t, document)
	require.Empty(t, result.Losses)
	again, problems := catalog.Parse("again.yaml", result.Catalog)
	require.Empty(t, problems)
	var b strings.Builder
	for _, f := range new(diff.Dates).Compare(c, again).Findings() {
		if strings.Contains(f.Message, "not shown, since the field is sensitive") || strings.HasSuffix(f.Message, "description none -> none") {
			continue // no document shows it, or it is blank
		}
		b.WriteString(f.Rule + " " + f.Path + " " + f.Message + "\n")
	}
	require.Equal(t, unions(c), unions(again))
	return b.String()
}

// unions returns what a catalog says of its unions.
func unions(c *catalog.Catalog) string {
	var b strings.Builder
	for _, u := range c.Unions {
		fmt.Fprintf(&b, "%s %q by %q, open %v\n", u.Name, u.Description, u.By, u.Open)
		for _, v := range u.Variants {
			fmt.Fprintf(&b, "\t%q %s %q", v.Tag, v.GoName, v.Description)
			if v.Record != nil {
				b.WriteString(" " + v.Record.Name)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// What gen openapi writes comes back as the same catalog.
func TestRoundTrip(t *testing.T) {
	names, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	others, err := filepath.Glob("../../../examples/services/*/catalog.yaml")
	require.NoError(t, err)
	names = append(names, "../../../spec/operations.yaml")
	if long.Full() {
		names = slices.Concat(names, others, []string{"../../testing/compat/testdata/catalog.yaml"})
	}
	for _, name := range names {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) { returns(t, c) })
	}
}

// So do random catalogs.
func TestRoundTripOfRandomCatalogs(t *testing.T) {
	catalogs := long.Size(uint64(8), 20)
	for n := range catalogs {
		t.Run(strconv.FormatUint(*long.Seed+n, 10), func(t *testing.T) {
			_, c, _ := random.Repair(random.Catalog(*long.Seed + n))
			if c == nil {
				t.Skip("the catalog cannot be repaired")
			}
			returns(t, c)
		})
	}
}

// So do unchanged texts, and what files and overlays add.
func TestRoundTripOfSeveralFiles(t *testing.T) {
	base := catalog.Source{Name: "catalog.yaml", Text: []byte(`catalog: 1
info: {title: "a  b ", version: " v1", package: things}
path: /api/{area}/{operation}
enums: {ÄÖAB: {values: {x: }}, A𐐀AB: {values: {x<<y: "a: b, c\nd"}}}
areas: {a: a.yaml}
`), Beside: func(string) (catalog.Source, error) {
		return catalog.Source{Name: "a.yaml", Text: []byte("operations: {b: {fields: {size: {type: string, enum: [small, large]}, more: [string?]}}}")}, nil
	}}
	overlay := catalog.Source{Name: "overlay.yaml", Text: []byte(`overlay: 1
areas: {a: {operations: {b: {effect: read, fields: {size: {min_length: 2}, more: {description: More.}}, response: {fields: {ok: boolean}}}}}}
`)}
	c, problems := catalog.ParseSource(base, overlay)
	require.Empty(t, problems)
	returns(t, c)
}

// What somebody changes in a document of gen is lost, with its place, unless the document no
// longer carries its catalog.
func TestEditsAreLost(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: things}
path: /api/{area}/{operation}
areas: {a: {operations: {b: {fields: {code: {type: string, required: true, max_length: 10, description: The code.}}}}}}
`))
	require.Empty(t, problems)
	document := string(openapi.New(c, "catalog.yaml").YAML())
	for _, edit := range []struct{ old, new, pointer, keyword string }{
		{"maxLength: 10", "maxLength: 12", "/properties/code/maxLength", "maxLength"},
		{"The code. ", "The number. ", "/properties/code/description", "description"},
		{"          maxLength: 10\n", "", "/properties/code", "maxLength"},
		{"maxLength: 10", "maxLength: 10\n          minLength: 1", "/properties/code/minLength", "minLength"},
		{`["code"]`, `["code", "other"]`, "/required", "required"},
		{"      required: ", "        more:\n          type: string\n      required: ", "/properties/more", "more"},
		{"maxLength: 10", "maxLength: 10\n          x-more: true", "", ""},
	} {
		start := strings.Index(document, "a.b.request:")
		require.Contains(t, document[start:], edit.old)
		text := document[:start] + strings.Replace(document[start:], edit.old, edit.new, 1)
		result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: []byte(text)}, nil)
		require.NoError(t, err)
		require.Contains(t, string(result.Catalog), "max_length: 10, description: The code.")
		if edit.keyword == "" { // it says nothing about what is sent
			require.Empty(t, result.Losses)
			continue
		}
		require.Len(t, result.Losses, 1, "%s\n%s", edit.new, Text(result.Losses))
		require.Equal(t, "/components/schemas/a.b.request"+edit.pointer, result.Losses[0].Pointer)
		require.Equal(t, edit.keyword, result.Losses[0].Keyword)
	}
	edited := strings.NewReplacer("maxLength: 10", "maxLength: 12", "x-catalog", "x-other").Replace(document)
	read := importedText(t, edited)
	require.Equal(t, 12, *read.Areas[0].Operations[0].Request.Fields[0].MaxLength)
	broken := strings.Replace(document, "  catalog: 1", "  catalog: 2", 1)
	result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: []byte(broken)}, nil)
	require.NoError(t, err)
	require.Contains(t, Text(result.Losses), "x-catalog: it is not a catalog: ")
}
