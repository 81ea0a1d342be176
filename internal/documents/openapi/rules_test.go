package openapi

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// parse returns the resolved catalog of a text that begins with its records.
func parse(t *testing.T, text string) *catalog.Catalog {
	c, problems := catalog.Parse("test.yaml", []byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+text))
	require.Empty(t, problems)
	return c
}

// A record carries a value if the server says so: if it is sent on with members.
func TestRecordsCarryValues(t *testing.T) {
	for records, bodies := range map[string][]string{
		"N: {fields: {a: string, b: {type: string, omit_empty: true}}}": {
			`{}`, `{"b":""}`, `{"b":"x"}`, `{"a":""}`, `{"a":null,"b":null}`},
		"N: {open: true, fields: {a: string}}": {
			`{}`, `{"a":null}`, `{"x":null}`, `{"x":1}`},
		"N: {fields: {a: {type: string, default: x}}}": {
			`{}`, `{"a":null}`},
		`N: {fields: {l: {type: [string], join: ",", send_if: first_item_non_empty}, m: {type: [string], join: ","}}}`: {
			`{"l":""}`, `{"l":"a"}`, `{"m":""}`},
		"N: {fields: {l: {type: [string], send_if: first_item_non_empty}, n: {type: [integer], send_if: first_item_non_empty}}}": {
			`{"l":[]}`, `{"l":["a"]}`, `{"n":[]}`, `{"n":[0]}`},
		"M: {fields: {a: {type: string, omit_empty: true}}}, N: {fields: {l: {type: [M], send_if: first_item_non_empty}, m: M}}": {
			`{"l":[]}`, `{"l":[{"a":"x"}]}`, `{"m":{}}`},
		"M: {fields: {a: {type: string, default: x}}}, N: {fields: {l: {type: [M], send_if: first_item_non_empty}}}": {
			`{"l":[]}`, `{"l":[{}]}`},
	} {
		for _, kind := range catalog.RuleKinds {
			rule := string(kind)
			c := parse(t, "records: {"+records+"}\nareas: {a: {operations: {do: {fields: {n: N, s: string}, rules: [{"+rule+": [n, s]}]}}}}\n")
			op := c.Areas[0].Operations[0]
			schema := compile(t, c, requestName(op))
			for _, body := range bodies {
				for _, text := range []string{`{"n":` + body + `}`, `{"n":` + body + `,"s":"x"}`} {
					value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
					require.NoError(t, err)
					served := interpreter.New(op).Decode(text).Status == 200
					require.Equal(t, served, judged(schema, value, served) == nil, "%s %s %s", records, rule, text)
				}
			}
		}
	}
}

func compile(t *testing.T, c *catalog.Catalog, component string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(New(c, "catalog.yaml").JSON()))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("doc.json", doc))
	schema, err := compiler.Compile("doc.json#/components/schemas/" + component)
	require.NoError(t, err)
	return schema
}

// Generators of code read the members of a request from its properties, and take
// further schemas beside them for other types.
func TestRulesAreNoFurtherTypes(t *testing.T) {
	for _, rules := range []string{"{first_of: [a, b]}", "{at_least_one_of: [a, b]}, {at_most_one_of: [b, c]}, {all_or_none_of: [c, d]}"} {
		c := parse(t, "areas: {a: {operations: {do: {fields: {a: string, b: [string], c: integer, d: any}, rules: ["+rules+"]}}}}\n")
		for _, p := range body(c.Areas[0].Operations[0]) {
			require.NotContains(t, []string{"allOf", "anyOf", "oneOf", "not"}, p.Key)
		}
	}
}

// A response may have more members than its schema says, and so may its records.
func TestResponsesAreOpen(t *testing.T) {
	c := parse(t, "records: {R: {fields: {a: string}}}\nareas: {a: {operations: {do: {fields: {r: R}, response: {fields: {r: R}}}}}}\n")
	for component, want := range map[string]bool{"R": false, "R.response": true, "a.do.request": false, "a.do.response": true} {
		schema := compile(t, c, component)
		require.Equal(t, want, schema.AdditionalProperties, component)
	}
}
