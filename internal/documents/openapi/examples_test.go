package openapi

import (
	"bytes"
	stdjson "encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// Every request and every response whose shape is shown has an example, which its
// schema and the generated code accept.
func TestExamplesOfBodies(t *testing.T) {
	for name, c := range catalogs(t) {
		text := New(c, "catalog.yaml").JSON()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		compiler := jsonschema.NewCompiler()
		require.NoError(t, compiler.AddResource("doc.json", doc))
		for op := range c.Operations() {
			schema := func(component string) *jsonschema.Schema {
				s, err := compiler.Compile("doc.json#/components/schemas/" + component)
				require.NoError(t, err)
				return s
			}
			request, response := examples(t, text, op)
			require.Equal(t, op.Empty == catalog.EmptyObject, request != nil, "%s %s", name, op)
			if request != nil {
				require.NoError(t, schema(requestName(op)).Validate(parsed(t, request)), "%s %s", name, op)
				require.Equal(t, 200, interpreter.New(op).Decode(string(request)).Status, "%s %s %s", name, op, request)
			}
			require.Equal(t, op.Response.Shown && !(op.Response.Nothing && op.Envelope == nil), response != nil, "%s %s", name, op)
			if response != nil {
				if e := op.Envelope; e != nil {
					place := "doc.json#/paths/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(op.Path)) + "/post/responses/200/content/application~1json/schema"
					whole, err := compiler.Compile(place)
					require.NoError(t, err)
					require.NoError(t, whole.Validate(parsed(t, response)), "%s %s", name, op)
					require.Error(t, whole.Validate(map[string]any{}), "%s %s: what is no envelope", name, op)
					if e.Data != "" {
						var body map[string]stdjson.RawMessage
						require.NoError(t, stdjson.Unmarshal(response, &body))
						response = body[e.Data]
					}
				}
				if op.Response.Nothing {
					continue
				}
				require.NoError(t, schema(responseName(op)).Validate(parsed(t, response)), "%s %s", name, op)
				require.NoError(t, interpreter.New(op).CheckResponse(string(response)), "%s %s %s", name, op, response)
			}
		}
	}
}

func parsed(t *testing.T, text []byte) any {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return v
}

// examples returns the examples of an operation in a document, nil if there is none.
func examples(t *testing.T, document []byte, op *catalog.Operation) (request, response stdjson.RawMessage) {
	type body struct {
		Content map[string]struct{ Example stdjson.RawMessage }
	}
	var d struct {
		Paths map[string]struct {
			Post struct {
				RequestBody body
				Responses   map[string]body
			}
		}
	}
	require.NoError(t, stdjson.Unmarshal(document, &d))
	post := d.Paths[op.Path].Post
	return post.RequestBody.Content["application/json"].Example, post.Responses["200"].Content["application/json"].Example
}

// Examples and defaults of sensitive fields are not in the document, and those of a
// joined list are one string.
func TestExamplesOfFields(t *testing.T) {
	text := string(New(parse(t, `
records: {P: {fields: {ssn: {type: string, sensitive: true, example: CANARY}}}, Q: {fields: {p: P}}}
areas:
  a:
    operations:
      do:
        fields:
          one: {type: string, sensitive: true, example: CANARY}
          two: {type: P, example: {ssn: CANARY}}
          three: {type: [Q], example: [{p: {ssn: CANARY}}]}
          four: {type: [string], join: ";", example: [a, b]}
          five: {type: number, example: 1.50}
          six: {type: string, sensitive: true, default: CANARY, pattern: "^CANARY$"}
        response:
          fields:
            one: {type: string, sensitive: true, example: CANARY}
            two: [Q]
`[1:]), "catalog.yaml").YAML())
	require.NotContains(t, strings.ReplaceAll(text, `"`, " "), " CANARY")
	require.Contains(t, text, `["a;b"]`)
	require.Contains(t, text, "[1.50]\n")
}
