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

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/textformat"
	"example.com/opgen/spec"
)

// The schema accepts all valid catalogs of the repository.
func TestSchemaAcceptsCatalogs(t *testing.T) {
	schema := compile(t)
	names, err := filepath.Glob("../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range append(names, "operations.yaml") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, schema.Validate(decode(t, text)), name)
	}
}

// example uses every part of the format once. The invalid documents of
// TestSchemaRefuses differ from it in one place each.
const example = `
catalog: 1
info:
  title: Shop
  version: v1
  package: shop
  description: Sells things.
  contact: {name: Us, url: "https://shop.example", email: us@shop.example}
  license: {name: MIT, url: "https://shop.example/license"}
  go: {initialisms: [SKU]}
path: /v1/{area}/{operation}
envelope: {success: ok, message: [error], data: data, violations: why, siblings: Beside, failure_status: 200}
failure: {type: Beside, status: 409, member: reason}
servers: ["https://shop.example", {url: "https://test.shop.example/v1", description: For tests.}]
auth:
  - bearer
  - {basic: true, header: X-Key, body_field: [client_id, secret]}
  - {oauth2: {token_path: /token, scopes: [read]}}
enums:
  Size:
    open: true
    values: {s: Small., m: null, l: {description: Large., go: {name: SizeLarge}}}
unions:
  Content:
    description: What a box holds.
    by: .tag
    open: true
    of: {item: Item, nothing: null, more: {record: Item, description: Several., go: {name: ContentItems}}}
records:
  Item:
    description: A thing.
    open: true
    assumed: it stands in the shop window
    fields: {id: string, size: Size, tags: [string], rows: [[integer]], names: {string: [string]}, sizes: {type: {string: Size}, min_items: 1}}
  Beside: {fields: {note: string}}
areas:
  items:
    description: Things.
    go: {name: Items}
    operations:
      list:
        summary: Lists items.
        effect: read
        include: Item
        deprecated: {since: v1, sunset: 2030-01-31, use: items.get}
        fields:
          page: integer
          limit: {type: integer, minimum: 1, maximum: 10}
          name: {type: string, required: true, non_blank: true, min_length: 1, max_length: 9, pattern: a, enum: [a, b]}
          ids: {type: [string], min_items: 1, max_items: 3, join: ",", sensitive: true, example: [a]}
          code: {type: string, default: a, codes: colour, assumed: a guess, go: {name: Colour}}
          old: {type: string, omit_empty: true, deprecated: {use: name}}
          gone: {type: string, nullable: true, min_length: 1}
        rules: [{first_of: [ids, old]}]
        pagination: {page: page, size: limit, first: 1, default_size: 10, items: data}
        response:
          description: A page.
          include: Item
          assumed: it reads like a page
          fields: {data: [Item]}
      get:
        response: Item
        envelope: {success: {code: 0}, failure_status: 200}
        failure: Beside
      all: {response: [Item]}
      sizes: {response: {string: Size}}
      title: {response: {type: string, description: A title., sensitive: true}}
      drop: {auth: none, envelope: none, failure: none, response: none}
      wipe: {response: {type: none, description: Nothing., lenient: true}}
`

// The schemas list all formats.
func TestSchemaFormats(t *testing.T) {
	for _, name := range []string{"schema.json", "overlay.schema.json"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(text), `"enum": ["`+strings.Join(textformat.Names(), `", "`)+`"]`)
	}
}

// gen refuses all catalogs that the schema refuses.
func TestSchemaRefuses(t *testing.T) {
	format{"schema.json", catalog.Keys(), func(text string) error { return check(t, decode(t, []byte(text))).Err() }, example}.agrees(t, nil)
	schema := compile(t)
	const (
		list  = "areas/items/operations/list/"
		field = list + "fields/"
	)
	refuses := func(at, value string) {
		t.Run(at+"="+value, func(t *testing.T) {
			doc := decode(t, []byte(example))
			change(t, doc, at, value)
			require.Error(t, schema.Validate(doc))
			require.NotEmpty(t, check(t, doc), "gen accepts it")
		})
	}
	for _, unknown := range []string{
		"colour", "info/colour", "info/contact/colour", "info/license/colour", "enums/Size/colour",
		"enums/Size/values/l/colour", "enums/Size/values/l/go/colour", "records/Item/colour",
		"areas/items/colour", "unions/Content/colour", "unions/Content/of/more/colour",
		list + "colour", list + "deprecated/colour", list + "pagination/colour",
		list + "response/colour", field + "limit/colour", field + "old/deprecated/colour",
		"envelope/colour", "failure/colour",
	} {
		refuses(unknown, "red")
	}
	for _, required := range []string{
		"envelope/success", "failure/type", "catalog", "info", "path", "areas", "info/title",
		"info/version", "info/package", "enums/Size/values", "areas/items/operations",
		"unions/Content/by", "unions/Content/of", field + "limit/type", list + "pagination/page",
		list + "pagination/size",
	} {
		refuses(required, "")
	}
	for _, wrong := range [][]string{ // a place and values that it must not have
		{"info/license/name", ""},
		{"info/license/url", "shop.example"},
		{"servers", "[]", "[shop.example]", `["https://shop.example/"]`, "[{description: For tests.}]",
			"[{url: 'https://shop.example', colour: red}]"},
		{"auth", "bearer", "[]", "[none]", "[{}]", "[{bearer: false}]", "[{bearer: true, basic: true}]",
			"[{basic: true, oauth2: {token_path: /t}}]", "[{header: []}]", "[{header: [X, X]}]",
			"[{body_field: ''}]", "[{oauth2: {}}]", "[{oauth2: {token_path: t}}]",
			"[{oauth2: {token_path: /t, scopes: ['a b']}}]", "[{colour: red}]"},
		{list + "auth", "anyone"},
		{"areas/items/go/package", "items"},
		{field + "limit/requierd", "true"},
		{list + "rules", "[{one_of: [ids, old]}]", "{first_of: [ids, old]}", "[{}]",
			"[{first_of: [ids]}]", "[{first_of: [ids, ids]}]",
			"[{first_of: [ids, old], at_most_one_of: [ids, old]}]"},
		{"envelope/success", "7", "{a: 1, b: 2}", "{a: 1.5}", "{a: [1]}", `""`},
		{"catalog", "2"},
		{"path", "v1/{area}/{operation}", "/v1/{area}"},
		{"areas", "{}", "[]"},
		{"info/package", "My Shop", strings.Repeat("a", 101)},
		{"info/go", "{}", "{name: Shop}"},
		{"info/go/initialisms", "SKU", "[]", "[sku]", "[S]", "[1SKU]", "['']", "[SKU, SKU]", "['S K']", "[1]"},
		{"enums/Size/values", "{}", "[s, m]"},
		{"areas/items/operations", "{}"},
		{"unions/Content/by", `""`, "1"},
		{"unions/Content/of", "{}", "[item]"},
		{field + "limit/type", "int"},
		{"enums/Size/values/s", "1"},
		{"enums/size", "{values: {a: null}}"},
		{"unions/content", "{by: a, of: {b: null}}"},
		{"unions/Content/of/item", "1", "item"},
		{"unions/Content/of/more/record", "item"},
		{"unions/Content/open", "1"},
		{"unions/A" + strings.Repeat("a", 256), "{by: a, of: {b: null}}"},
		{"records/item", "{fields: {id: string}}"},
		{"records/Item/open", "yes please"},
		{"records/Item/fields/id", "strng", "[[strng]]", "string?", `["any?"]`, `["strng?"]`,
			"{string: strng}", "{type: {integer: string}}", "{type: {string: string, integer: string}}",
			"{type: {string: string}, send_if: first_item_non_empty}", "[string, integer]", "[]", "7"},
		{"areas/my items", "{operations: {find: {}}}"},
		{"areas/items/operations/find it", "{}"},
		{"areas/" + strings.Repeat("a", 101), "{operations: {find: {}}}"},
		{"areas/items/operations/" + strings.Repeat("a", 101), "{}"},
		{"enums/A" + strings.Repeat("a", 256), "{values: {a: null}}"},
		{"records/A" + strings.Repeat("a", 256), "{}"},
		{"records/Item/fields/" + strings.Repeat("a", 257), "string"},
		{list + "effect", "reads"},
		{list + "include", "item", "[Item]"},
		{list + "deprecated", "true"},
		{list + "deprecated/sunset", "soon"},
		{list + "idempotency", "{}", "true", "Idempotency Key", "{header: 'Key:'}"},
		{"idempotency", "{header: ''}"},
		{list + "pagination/cursor", "name"},
		{list + "pagination/more", "data"},
		{list + "pagination", "{cursor: name}", "{next: data}", "{cursor: name, next: id, page: page}",
			"{cursor: name, next: id, first: 1}", "{cursor: name, next: 1}",
			"{offset: page, first: 1}", "{offset: page, page: page}", "{cursor: name, last: id}",
			"{cursor: name, last: id, items: data, next: id}", "{last: id, items: data}"},
		{list + "pagination/first", "one", "-1"},
		{list + "pagination/default_size", "0"},
		{list + "response", "item"},
		{list + "response/fields/data", "[item]", "{type: string, default: a}",
			"{type: string, omit_empty: true}", "{type: string, codes: a}",
			`{type: [string], join: ","}`, "{type: [string], send_if: first_item_non_empty}"},
		{field + "limit/minimum", `"1"`},
		{field + "name/required", "1"},
		{field + "name/default", "a"},
		{field + "name/omit_empty", "true"},
		{field + "name/nullable", "maybe"},
		{field + "ids/nullable", "true"},
		{field + "code/nullable", "true"},
		{field + "old/nullable", "true"},
		{field + "name/min_length", "-1"},
		{field + "name/max_length", "1.5"},
		{field + "name/enum", "[]", "[a, a]", "a"},
		{field + "ids/join", `""`},
		{field + "code/codes", "my colours"},
		{field + "ids/send_if", "always"},
		{field + "ids/assumed", "true"},
		{field + "code/default", "[a]", "null", "true"},
		{field + "code/go/name", "colour"},
		{field + "code/go", "Colour", "{}"},
		{field + "code/example", "null"},
		{field + "name/pattern", `""`, "(a", "'[a-z'", "'*'", "'[z-a]'", "a(?=b)", "(?<!a)b", `(a)\1`,
			`a\Z`},
		{field + "old/deprecated/sunset", "2030-13-01"},
		{"envelope", "none", "ok"},
		{"envelope/message", "error", "[]", "[error, error]"},
		{"envelope/data", `"\x01"`},
		{"envelope/siblings", "beside"},
		{"envelope/failure_status", "204", "205", "302", "ok"},
		{"failure", "none", "beside"},
		{"failure/status", "199", "204", "205"},
		{"failure/member", "[reason]"},
		{list + "envelope", "ok", "true"},
		{list + "failure", "beside"},
		{field + "name/min_items", "1"},
		{field + "name/max_items", "1"},
		{field + "code/send_if", "first_item_non_empty"},
		{field + "code/join", `","`},
		{field + "code/minimum", "1"},
		{field + "ids/maximum", "1"},
		{field + "ids/non_blank", "true"},
		{field + "ids/default", "a"},
		{field + "limit/min_length", "1"},
		{field + "limit/max_length", "1"},
		{field + "limit/pattern", "a"},
		{field + "limit/enum", "[a]"},
		{field + "limit/omit_empty", "true"},
		{field + "limit/codes", "a"},
		{field + "limit/default", `"5"`, "1.5"},
		{field + "limit/maximum", "1.5"},
		{field + "limit/example", "five"},
		{field + "ids/example", "a"},
		{field + "thing", "{type: object, default: a}", "{type: object, example: a}",
			"{type: any, default: a}", "{type: boolean, default: maybe}",
			"{type: number, example: much}", "{type: Item, minimum: 1}", "{type: Size, enum: [s]}",
			`{type: [integer], join: ","}`,
			"{type: [string], required: true, send_if: first_item_non_empty}"},
	} {
		for _, value := range wrong[1:] {
			refuses(wrong[0], value)
		}
	}
}

// change sets the value at a path of map keys. An empty value removes the key.
func change(t *testing.T, doc any, path, value string) {
	t.Helper()
	keys := strings.Split(path, "/")
	for _, key := range keys[:len(keys)-1] {
		require.Contains(t, doc, key)
		doc = doc.(map[string]any)[key]
	}
	last := keys[len(keys)-1]
	if value == "" {
		require.Contains(t, doc, last)
		delete(doc.(map[string]any), last)
		return
	}
	doc.(map[string]any)[last] = decode(t, []byte(value))
}

// check writes a document as YAML and returns the problems that gen reports.
func check(t *testing.T, doc any) catalog.Problems {
	t.Helper()
	text, err := yaml.Marshal(doc)
	require.NoError(t, err)
	_, problems := catalog.Parse("example.yaml", text)
	return problems
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	return compileSchema(t, spec.Schema)
}

func compileSchema(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	const id = "urn:opgen:schema"
	require.NoError(t, compiler.AddResource(id, doc))
	schema, err := compiler.Compile(id)
	require.NoError(t, err)
	return schema
}

func decode(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	require.NoError(t, yaml.Unmarshal(text, &value))
	return value
}

// format is a format of files that gen reads.
type format struct {
	schema  string              // the file of its schema
	keys    map[string][]string // the keys that gen knows, by kind of map
	parse   func(text string) error
	example string
}

// mistake makes an example invalid.
type mistake struct{ old, new string }

// agrees checks that the schema and gen know the same keys, accept the example, and refuse it
// with each mistake.
func (f format) agrees(t *testing.T, mistakes []mistake) {
	t.Helper()
	text, err := os.ReadFile(f.schema)
	require.NoError(t, err)
	type properties struct {
		Properties map[string]any `json:"properties"`
	}
	var known struct {
		properties
		Defs map[string]properties `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &known))
	require.ElementsMatch(t, f.keys["file"], slices.Collect(maps.Keys(known.Properties)))
	for kind, def := range known.Defs {
		require.ElementsMatch(t, f.keys[kind], slices.Collect(maps.Keys(def.Properties)), kind)
	}
	schema := compileSchema(t, text)
	require.NoError(t, schema.Validate(decode(t, []byte(f.example))))
	require.NoError(t, f.parse(f.example))
	for _, m := range mistakes {
		require.Contains(t, f.example, m.old)
		wrong := strings.Replace(f.example, m.old, m.new, 1)
		require.Error(t, schema.Validate(decode(t, []byte(wrong))), "the schema accepts %q", m.new)
		require.Error(t, f.parse(wrong), "gen accepts %q", m.new)
	}
}
