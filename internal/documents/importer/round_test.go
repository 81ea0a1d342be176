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
	result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: document.YAML()}, Options{})
	require.NoError(t, err)
	return result
}

// roundTrip returns what gen diff says of a catalog after gen openapi and gen import.
func roundTrip(t *testing.T, c *catalog.Catalog, document *openapi.Document) string {
	again, problems := catalog.Parse("again.yaml", imported(t, document).Catalog)
	require.Empty(t, problems)
	var b strings.Builder
	for _, f := range diff.Compare(c, again) {
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

// So does null where it is a value of its own, also among items.
func TestRoundTripOfNull(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: things}
path: /api/{area}/{operation}
enums: {Color: {values: {red: }}, ÄÖAB: {values: {x: }}, A𐐀AB: {values: {x: }}}
records: {Node: {fields: {next: {type: Node, nullable: true}, all: [Node?]}}}
areas:
  a:
    operations:
      b:
        fields:
          needed: {type: string, required: true, nullable: true}
          texts: {type: [string?], nullable: true}
          plain: [string]
          nested: [[integer?]]
          colors: {string: Color?}
        response: {fields: {colors: [Color?], node: {type: Node, nullable: true}}}
      c: {response: {string: any}}
`))
	require.Empty(t, problems)
	returns(t, c)
}

// So do texts as they stand, and listed values beside an empty text that counts as absent.
func TestRoundTripOfTexts(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: "a  b ", version: " v1", package: things}
path: /api/{area}/{operation}
areas: {a: {operations: {b: {fields: {size: {type: string, enum: [small, large], min_length: 2, omit_empty: true}}}}}}
`))
	require.Empty(t, problems)
	returns(t, c)
}

// What somebody adds to a text that counts as absent when it is empty may refuse it, which
// the catalog does not.
func TestEmptyTextsThatAreRefusedAreLost(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: things}
path: /api/{area}/{operation}
areas:
  a:
    operations:
      b:
        fields:
          size: {type: string, enum: [small, large], min_length: 2, omit_empty: true}
          note: {type: string, omit_empty: true}
`))
	require.Empty(t, problems)
	document := string(openapi.New(c, "catalog.yaml").YAML())
	const note = "        note:\n"
	require.Contains(t, document, note)
	for added, keyword := range map[string]string{
		"": "", "pattern: ^a*$": "", "minLength: 0": "", `enum: [x, ""]`: "",
		"enum: [x, y]": "enum", "minLength: 1": "minLength", "pattern: a": "pattern", "format: date": "format",
	} {
		text := strings.Replace(document, note, note+"          "+added+"\n", 1)
		result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: []byte(text)}, Options{})
		require.NoError(t, err)
		var lost []string
		for _, l := range result.Losses {
			lost = append(lost, l.Keyword)
		}
		require.Equal(t, keyword, strings.Join(lost, " "), added)
	}
}

// What somebody changes in a document of gen wins over the keys of gen.
func TestEditsWin(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: things}
path: /api/{area}/{operation}
servers: [https://x.example/v1]
auth: [{oauth2: {token_path: /token}, body_field: key}]
envelope: {success: ok, data: data, message: [error]}
failure: {type: Refusal, status: 409}
records: {File: {fields: {size: {type: integer, maximum: 7}}}, Refusal: {fields: {why: string}}}
unions: {Entry: {by: .tag, of: {file: File}, open: true}}
areas:
  a:
    operations:
      b:
        fields:
          entry: Entry
          code: {type: string, max_length: 10, pattern: '^\d+$', description: The code.}
      c: {envelope: none}
`))
	require.Empty(t, problems)
	document := string(openapi.New(c, "catalog.yaml").YAML())
	for _, edit := range []struct{ old, new, want string }{
		{"maxLength: 10", "maxLength: 12", "max_length: 12"},
		{`"^[0-9]+$"`, "'^[a-f]+$'", `pattern: "^[a-f]+$"`},
		{"The code.", "What it is.", "What it is."},
		{"          const: file\n", "          const: document\n", "document:\n        record: File\n"},
		{"        size:\n          type:\n            - integer\n            - \"null\"\n          format: int64\n          maximum: 7\n          description: At most 7.\n          x-description: \"\"\n      required",
			"        size:\n          type: string\n      required", "file: FileEntry"},
		{"tokenUrl: \"https://x.example/v1/token\"", "tokenUrl: \"https://login.example/token\"", "token_path: \"https://login.example/token\""},
		{"security:\n  - oauth2: []\nx-auth", "security: []\nx-auth", "path: /api/{area}/{operation}\nservers:"},
		{"        \"409\":", "        \"422\":", "failure: {type: Refusal, status: 422}"},
		{"                  ok:\n                    const: true", "                  fine:\n                    const: true", "envelope: {success: fine, message: [error], data: data}"},
		{"                  ok:\n                    const: true", "                  ok:\n                    const: 1", "envelope: {success: {ok: 1}, message: [error], data: data}"},
		{"                  data:\n", "                  result:\n", "envelope: {success: ok, message: [error], data: result}"},
		{"                  ok:\n                    const: true\n", "", "envelope: none"},
	} {
		require.Contains(t, document, edit.old, document)
		text := strings.ReplaceAll(document, "x-description: "+edit.old, "x-description: The code.")
		text = strings.Replace(text, edit.old, edit.new, 1)
		text = strings.Replace(text, "file: \"#", "document: \"#", strings.Count(edit.new, "document"))
		result, err := Import(yamldoc.Source{Name: "openapi.yaml", Text: []byte(text)}, Options{})
		require.NoError(t, err)
		require.Contains(t, string(result.Catalog), edit.want)
	}
}

// So do who may call, where, and whom to ask.
func TestRoundTripOfAuth(t *testing.T) {
	const head = "catalog: 1\ninfo: {title: T, version: v1, package: things, contact: {email: a@example.com}, license: {name: MIT}}\n" +
		"path: /api/{area}/{operation}\n"
	const areas = "areas: {a: {operations: {b: {}, c: {auth: none}, d: {auth: [{bearer: true, body_field: key}, basic], empty: none}}}}\n"
	for _, said := range []string{
		"",
		"auth: none\n",
		"auth: [bearer, basic]\n",
		"servers: [https://x.example/v1]\nauth: [{oauth2: {token_path: /token, scopes: [b, a]}}, {oauth2: {token_path: https://x.example/v1/token}}]\n",
		"auth: [{oauth2: {token_path: /token}, header: [X-A, X-B], body_field: [a, b]}, {body_field: c}, {bearer: true, header: x-a}]\n",
	} {
		c, problems := catalog.Parse("catalog.yaml", []byte(head+said+areas))
		require.Empty(t, problems)
		returns(t, c)
		require.Empty(t, imported(t, openapi.New(c, "catalog.yaml")).Losses)
	}
}
