package behavior_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/behavior"
)

const schemaFile = "../../../spec/resources.schema.json"

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	const id = "urn:opgen:resources:1"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(id, doc); err != nil {
		return nil, err
	}
	return compiler.Compile(id)
})

// validate checks a file with the schema, as editors do.
func validate(t testing.TB, text []byte) error {
	t.Helper()
	s, err := schema()
	require.NoError(t, err)
	var doc any
	require.NoError(t, yaml.Unmarshal(text, &doc))
	return s.Validate(doc)
}

// The schema has the keys that the reader knows.
func TestSchemaKeys(t *testing.T) {
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	type properties struct {
		Properties map[string]any `json:"properties"`
	}
	var known struct {
		properties
		Defs map[string]properties `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &known))
	for kind, keys := range behavior.Keys() {
		of := known.Defs[kind]
		if kind == "file" {
			of = known.properties
		}
		require.ElementsMatch(t, keys, slices.Collect(maps.Keys(of.Properties)), kind)
	}
}

// The schema accepts correct files.
func TestSchemaAcceptsFiles(t *testing.T) {
	for _, name := range []string{"../../testdata/notes/resources.yaml", "../../../spec/resources.yaml"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, validate(t, text), name)
	}
}

const schemaExample = `resources: 1
kinds:
  customer: {id: /id, unique: [/name], distinct: [/email], children: {/phones: phone}, free: false}
  phone: {parents: [customer]}
  group:
  member: {parents: {customer: customer, of: group}}
operations:
  customers.add: {steps: [{create: customer, merge: $request, set: {/a: $now}}, {create: phone, each: /phones, parent: {customer: /name}, when: {/state: open, /tags: $given}}], response: {id: $request/name}}
  customers.get: {read: customer, by: [{/id: /customer_id}, {/email: /email}], missing: fail, response: {id: /id}}
  customers.list: {list: customer, by: {/name: {$contains: /name}}, order: /name, response: [{id: /id}], class: assumed, assumed: it pages}
  customers.count: {list: customer, response: {count: {$count: true}, found: {$exists: false}, names: {$distinct: /name}, by_state: {$group: /state, $of: {id: /id}}}}
  customers.open: {func: open}
  customers.label: {class: canned, response: {$constant: /x}}
`

// The reader also refuses files that the schema refuses.
func TestSchemaRefuses(t *testing.T) {
	require.NoError(t, validate(t, []byte(schemaExample)))
	c := load(t, "testdata/catalog.yaml")
	_, err := behavior.Parse(c, "x.yaml", []byte(schemaExample))
	require.NoError(t, err)
	for _, wrong := range []struct{ old, new string }{
		{"resources: 1\n", ""},
		{"resources: 1", "resources: 2"},
		{"kinds:", "kind:"},
		{"free: false", "free: maybe"},
		{"free: false", "fre: false"},
		{"id: /id, unique", "id: id, unique"},
		{"[/name]", "[name]"},
		{"[/name]", "[/name, /name]"},
		{"[/name]", "/name"},
		{"{/phones: phone}", "{phones: phone}"},
		{"{/phones: phone}", "[phone]"},
		{"[customer]}", "[]}"},
		{"[customer]}", "customer}"},
		{"[customer]}", "{Customer: customer}}"},
		{"[customer]}", "{}}"},
		{"  group:\n", "  Group:\n"},
		{"create: customer", "make: customer"},
		{"create: customer", "create: 1"},
		{"merge: $request", "merge: text"},
		{"merge: $request", "merge: [a]"},
		{"set: {/a: $now}", "set: {a: $now}"},
		{"set: {/a: $now}", "set: {/a: $nw}"},
		{"set: {/a: $now}", "set: {/a: $now/x}"},
		{"set: {/a: $now}", "set: {}"},
		{"set: {/a: $now}", "set: /a"},
		{"each: /phones", "each: phones"},
		{"each: /phones", "each: [a]"},
		{"parent: {customer: /name}", "parent: /name"},
		{"when: {/state: open, /tags: $given}", "when: {state: open}"},
		{"when: {/state: open, /tags: $given}", "when: {/state: [open]}"},
		{"when: {/state: open, /tags: $given}", "when: {/state: $open}"},
		{"when: {/state: open, /tags: $given}", "when: {}"},
		{"by: [{/id: /customer_id}, {/email: /email}]", "by: []"},
		{"by: [{/id: /customer_id}, {/email: /email}]", "by: [/id]"},
		{"by: [{/id: /customer_id}, {/email: /email}]", "by: /id"},
		{"missing: fail", "missing: no"},
		{"order: /name", "order: name"},
		{"class: assumed", "class: guessed"},
		{"assumed: it pages", `assumed: ""`},
		{"response: [{id: /id}]", "response: [{id: /id}, {id: /id}]"},
		{"response: [{id: /id}]", "response: [{id: $idd}]"},
		{"{$count: true}", "{$count: false}"},
		{"{$count: true}", "{$cont: true}"},
		{"{$exists: false}", "{$exists: no}"},
		{"{$exists: false}", "{$exists: false, a: b}"},
		{", $of: {id: /id}", ""},
		{"{func: open}", "{}"},
		{"{func: open}", `{func: ""}`},
		{"{func: open}", "create"},
		{"[{create: customer, merge: $request, set: {/a: $now}}, {create: phone, each: /phones, parent: {customer: /name}, when: {/state: open, /tags: $given}}]", "[]"},
	} {
		require.Contains(t, schemaExample, wrong.old)
		text := []byte(strings.Replace(schemaExample, wrong.old, wrong.new, 1))
		require.Error(t, validate(t, text), "the schema accepts %s", wrong.new)
		_, err := behavior.Parse(c, "x.yaml", text)
		require.Error(t, err, "the reader accepts %s", wrong.new)
	}
}
