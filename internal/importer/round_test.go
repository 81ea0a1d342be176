package importer

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/random"
	"example.com/opgen/internal/yamldoc"
	"example.com/opgen/openapi"
)

// returns tells whether all of a catalog comes back. Unions, who may call, where and
// whom to ask do not yet.
func returns(c *catalog.Catalog) bool {
	for op := range c.Operations() {
		if op.Auth != nil {
			return false
		}
	}
	return c.Unions == nil && c.Auth == nil && c.Servers == nil && c.Contact == nil && c.License == nil
}

// roundTrip returns what gen diff says of a catalog after gen openapi and gen import.
func roundTrip(t *testing.T, c *catalog.Catalog) string {
	document := openapi.New(c, "catalog.yaml").YAML()
	result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: document}, Options{})
	require.NoError(t, err)
	again, problems := catalog.Parse("again.yaml", result.Catalog)
	require.Empty(t, problems)
	var b strings.Builder
	for _, f := range diff.Compare(c, again) {
		if strings.Contains(f.Message, "not shown, since the field is sensitive") || strings.HasSuffix(f.Message, "description none -> none") {
			continue // no document shows it, or it is blank
		}
		b.WriteString(f.Rule + " " + f.Path + " " + f.Message + "\n")
	}
	return b.String()
}

// What gen openapi writes comes back as the same catalog.
func TestRoundTrip(t *testing.T) {
	names, err := filepath.Glob("../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	for _, name := range append(names, "../../spec/operations.yaml") {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		if !returns(c) {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) { require.Empty(t, roundTrip(t, c)) })
	}
}

// So do random catalogs.
func TestRoundTripOfRandomCatalogs(t *testing.T) {
	for n := range uint64(20) {
		if _, c, _ := random.Repair(random.Catalog(*seed + n)); c != nil && returns(c) {
			require.Empty(t, roundTrip(t, c), "seed %d", *seed+n)
		}
	}
}

// What somebody changes in a document of gen wins over the keys of gen.
func TestEditsWin(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: things}
path: /api/{area}/{operation}
areas:
  a:
    operations:
      b:
        fields:
          code: {type: string, max_length: 10, pattern: '^\d+$', description: The code.}
`))
	require.Empty(t, problems)
	document := string(openapi.New(c, "catalog.yaml").YAML())
	for _, edit := range []struct{ old, new, want string }{
		{"maxLength: 10", "maxLength: 12", "max_length: 12"},
		{`"^[0-9]+$"`, "'^[a-f]+$'", `pattern: "^[a-f]+$"`},
		{"The code.", "What it is.", "What it is."},
	} {
		require.Contains(t, document, edit.old, document)
		text := strings.ReplaceAll(document, "x-description: "+edit.old, "x-description: The code.")
		text = strings.Replace(text, edit.old, edit.new, 1)
		result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: []byte(text)}, Options{})
		require.NoError(t, err)
		require.Contains(t, string(result.Catalog), edit.want)
	}
}
