package importer

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/diff"
)

// shop is a document with types of every origin: components, objects and listed values
// without a name, alike ones, and a name that two of them want.
const shop = `
openapi: 3.0.3
info: {title: Shop, version: v1}
paths:
  /api/orders/create:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                lines: {type: array, items: {type: object, properties: {sku: {type: string}, count: {type: integer}}}}
                gift: {type: object, properties: {text: {type: string}}}
                channels: {type: array, items: {type: string, enum: [web, phone]}}
      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
  /api/orders/change:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                lines: {type: array, items: {type: object, properties: {sku: {type: string}, count: {type: integer}}}}
                payer: {$ref: '#/components/schemas/Customer'}
      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string}, state: {$ref: '#/components/schemas/State'}, address: {type: object, properties: {city: {type: string}}}}}
    State: {type: string, enum: [open, sent]}
    Customer: {type: object, properties: {id: {type: string}, address: {type: object, properties: {zip: {type: string}}}}}
`

// A second import of a changed document gives a catalog of which gen diff says what was
// changed, and nothing else: no type has another name by accident.
func TestSecondImport(t *testing.T) {
	before := importedText(t, shop)
	for name, c := range map[string]struct {
		edits []string // old and new, in turn
		want  []string // rule and place
	}{
		"a property": {
			edits: []string{"{city: {type: string}}", "{street: {type: string}, city: {type: string}}"},
			want:  []string{"field-added OrderAddress.street"},
		},
		"a value": {
			edits: []string{"[open, sent]", "[open, packed, sent]"},
			want:  []string{"enum-value-added State.packed"},
		},
		"an operation before all others, with objects that want names": {
			edits: []string{"paths:\n", `paths:
  /api/orders/cancel:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {lines: {type: array, items: {type: object, properties: {sku: {type: string}}}}, reason: {type: object, properties: {code: {type: string}}}}}}}}
      responses: {'200': {description: OK}}
`},
			want: []string{"operation-added orders.cancel", "type-added CancelLine", "type-added CancelReason"},
		},
		"components before all others": {
			edits: []string{"  schemas:\n", "  schemas:\n    CreateGift: {type: object, properties: {x: {type: string}}}\n    Address: {type: object, properties: {city: {type: string}}}\n"},
			want:  []string{"type-renamed CreateGift2"}, // that of the component is its own
		},
		"a bound and a default": {
			edits: []string{"count: {type: integer}", "count: {type: integer, minimum: 1, default: 1}"},
			want:  []string{"constraint-tightened CreateLine.count", "default-changed CreateLine.count", "field-type-changed orders.change.lines", "type-added ChangeLine"},
		},
		"a property leaves": {
			edits: []string{"id: {type: string}, state:", "state:"},
			want:  []string{"field-removed Order.id"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := shop
			for i := 0; i < len(c.edits); i += 2 {
				require.Contains(t, text, c.edits[i])
				text = strings.Replace(text, c.edits[i], c.edits[i+1], 1)
			}
			require.ElementsMatch(t, c.want, changes(before, importedText(t, text)))
		})
	}
}

// Of equal objects without a name, the first one gives its name to all, so that another
// order of operations gives another name. A decision keeps it.
func TestSecondImportInAnotherOrder(t *testing.T) {
	first, rest, _ := strings.Cut(shop, "  /api/orders/create:")
	create, rest, _ := strings.Cut(rest, "  /api/orders/change:")
	change, rest, _ := strings.Cut(rest, "components:")
	other := first + "  /api/orders/change:" + change + "  /api/orders/create:" + create + "components:" + rest
	other = strings.Replace(other, "payer:", "channels: {type: array, items: {type: string, enum: [web, phone]}}\n                payer:", 1)
	shop := strings.Replace(shop, "payer:", "channels: {type: array, items: {type: string, enum: [web, phone]}}\n                payer:", 1)
	require.ElementsMatch(t, []string{"type-renamed ChangeLine", "type-renamed ChangeChannel"}, changes(importedText(t, shop), importedText(t, other)))
	const body = "/paths/~1api~1orders~1create/post/requestBody/content/application~1json/schema/properties/"
	const keep = "import: 1\nnames: {" + body + "lines/items: Line, " + body + "channels/items: Channel}\n"
	require.Empty(t, changes(importedText(t, shop, keep), importedText(t, other, keep)))
}

// changes returns the rule and the place of what gen diff finds.
func changes(a, b *catalog.Catalog) []string {
	var all []string
	for _, f := range new(diff.Dates).Compare(a, b).Findings() {
		all = append(all, f.Rule+" "+f.Path)
	}
	return all
}

func importedText(t *testing.T, text string, decisions ...string) *catalog.Catalog {
	var decided *yamldoc.Source
	for _, d := range decisions {
		decided = &yamldoc.Source{Name: Decisions, Text: []byte(d)}
	}
	result, err := Import(yamldoc.Source{Name: "shop.yaml", Text: []byte(text)}, decided)
	require.NoError(t, err)
	c, problems := catalog.Parse("catalog.yaml", result.Catalog)
	require.Empty(t, problems)
	return c
}

// The names that an import gives are those of the next one if they are kept as decisions.
func TestKeptNamesChangeNothing(t *testing.T) {
	cases, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	tried := 0
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		first, err := read(files, archive.Files[0].Name)
		if err != nil || files[Decisions] != nil {
			continue
		}
		kept := "import: 1\nnames:\n"
		for pointer, name := range first.Names {
			kept += "  " + strconv.Quote(pointer) + ": " + strconv.Quote(name) + "\n"
		}
		files[Decisions] = []byte(kept)
		again, err := read(files, archive.Files[0].Name)
		require.NoError(t, err, "%s\n%s", name, kept)
		require.Equal(t, string(first.Catalog), string(again.Catalog), "%s\n%s", name, kept)
		tried++
	}
	require.Greater(t, tried, 10)
}

// The report has the name of each type, whether it comes from a schema with a name, a place, a variant
// or an enum.
func TestEveryTypeHasAPlace(t *testing.T) {
	cases, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	types := 0
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		result, err := read(files, archive.Files[0].Name)
		if err != nil {
			continue
		}
		c, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems, name)
		named := map[string]bool{}
		for _, name := range result.Names {
			named[name] = true
		}
		declared := map[string]bool{}
		for _, s := range c.Records {
			declared[s.Name] = true
		}
		for _, e := range c.Enums {
			declared[e.Name] = true
		}
		for _, u := range c.Unions {
			declared[u.Name] = true
		}
		for of := range declared {
			// A schema has further types if it is on both sides, in and outside a union, or a base that
			// also stands for itself.
			first := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(of, "Input"), "Variant"), "Base")
			require.True(t, named[of] || named[first], "%s: %s of %v", name, of, result.Names)
		}
		types += len(declared)
	}
	require.Greater(t, types, 50)
}
