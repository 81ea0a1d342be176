package openapi

import (
	stdjson "encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/oracle"
)

func load(t testing.TB, path string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load(path)
	require.NoError(t, err)
	return c
}

// catalogs returns the catalogs of the repository: the shipped one, the cases of
// the generator, and one that has everything.
func catalogs(t testing.TB) map[string]*catalog.Catalog {
	paths, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	all := map[string]*catalog.Catalog{}
	for _, p := range append(paths, "../../../spec/operations.yaml", "../../plan/interpreter/testdata/everything.yaml") {
		all[p] = load(t, p)
	}
	return all
}

// The document allows a body if the generated server serves it, and refuses every
// other body. So does that of OpenAPI 3.0.
func TestTheDocumentAgreesWithTheServer(t *testing.T) {
	limit := long.Tries(100, 1000)
	allowed, refused := 0, 0
	for name, c := range catalogs(t) {
		document, compilers := New(c, "catalog.yaml"), map[string]*jsonschema.Compiler{"3.1": newCompiler(), "3.0": newCompiler()}
		require.NoError(t, compilers["3.1"].AddResource("doc.json", parsed(t, document.JSON())))
		require.NoError(t, compilers["3.0"].AddResource("doc.json", raised(parsed(t, document.In30().JSON()))))
		for op := range c.Operations() {
			if op.Empty == catalog.EmptyNone {
				continue // no body is described
			}
			schemas := map[string]*jsonschema.Schema{}
			for version, compiler := range compilers {
				schema, err := compiler.Compile("doc.json#/components/schemas/" + requestName(op))
				require.NoError(t, err, "%s %s", name, requestName(op))
				schemas[version] = schema
			}
			server := interpreter.New(op)
			for body, value := range bodies(t, op, limit) {
				result := server.Decode(body)
				if result.Status == 200 {
					allowed++
				} else {
					refused++
				}
				for version, schema := range schemas {
					says := judged(schema, value, result.Status == 200)
					if (says == nil) != (result.Status == 200) && !differs(op, says == nil, result, body) {
						t.Errorf("%s %s\n%s\nthe document of %s: %v\nthe server: %d %v", name, op, body, version, says, result.Status, result.Violations)
					}
				}
			}
		}
	}
	t.Logf("%d bodies are allowed, %d refused", allowed, refused)
	require.Greater(t, min(allowed, refused), limit*10)
}

// judged returns what a schema says of a body. A body that a server accepts may have null
// for a field that may be absent.
func judged(schema *jsonschema.Schema, body any, served bool) error {
	if says := schema.Validate(body); says == nil || !served {
		return says
	}
	return schema.Validate(oracle.WithoutNull(body))
}

// raised writes null in a document of OpenAPI 3.0 as JSON Schema does. Nothing else
// that the document has means something else there.
func raised(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = raised(value)
		}
		if v["nullable"] != true {
			break
		}
		v["type"] = []any{v["type"], "null"}
		if all, ok := v["allOf"]; ok {
			delete(v, "allOf")
			v["anyOf"] = []any{map[string]any{"allOf": all}, map[string]any{"type": "null"}}
		}
	case []any:
		for i, item := range v {
			v[i] = raised(item)
		}
	}
	return v
}

// newCompiler returns a compiler of schemas that asserts formats. Those that JSON
// Schema does not have are those of the catalog.
func newCompiler() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, format := range []catalog.Format{catalog.FormatDecimal, catalog.FormatByte} {
		c.RegisterFormat(&jsonschema.Format{Name: string(format), Validate: func(v any) error {
			if text, ok := v.(string); ok && !format.Description().Holds(text) {
				return errors.New("not of the format")
			}
			return nil
		}})
	}
	return c
}

// knownDifferences are bodies for which JSON Schema cannot express what the server
// does. docs/openapi.md lists them.
var knownDifferences = []struct {
	what string
	is   func(op *catalog.Operation, allowed bool, r interpreter.Result, body string) bool
}{
	{"lists joined by more than one character: that no item is empty, and how many there are",
		func(op *catalog.Operation, allowed bool, r interpreter.Result, _ string) bool {
			return allowed && !slices.ContainsFunc(r.Violations, func(v api.Violation) bool {
				return !slices.ContainsFunc(op.Request.Fields, func(f *catalog.Field) bool {
					return len(f.Join) > 1 && strings.HasPrefix(v.Field, "/"+f.Name)
				})
			})
		}},
	{"what is sent as null: a server reads {} alike",
		func(op *catalog.Operation, allowed bool, _ interpreter.Result, body string) bool {
			return op.Empty == catalog.EmptyNull && !allowed && body == "{}"
		}},
	{"integers of more than 64 bits, where a validator does not assert `format: int64`",
		func(_ *catalog.Operation, allowed bool, r interpreter.Result, _ string) bool {
			return allowed && !slices.ContainsFunc(r.Violations, func(v api.Violation) bool {
				return v.Message != "must be an integer of at most 64 bits"
			})
		}},
}

func differs(op *catalog.Operation, allowed bool, r interpreter.Result, body string) bool {
	for _, known := range knownDifferences {
		if known.is(op, allowed, r, body) {
			return true
		}
	}
	return false
}

// bodies returns requests of an operation, as text and as a value. Most of them are
// wrong in one place. If there are more than limit, they are some of each kind.
func bodies(t *testing.T, op *catalog.Operation, limit int) map[string]any {
	values := []any{nil, "", " ", "\u3000", "x", "individual", "a,b", ",", stdjson.Number("0"), stdjson.Number("-1"), stdjson.Number("7"),
		stdjson.Number("1.5"), stdjson.Number("1e3"), stdjson.Number("1e19"), true, map[string]any{}, map[string]any{"key": "x"}, []any{}, []any{"x"}, []any{""}, []any{"x", "y", "z"},
		[]any{nil}, []any{map[string]any{}}, []any{stdjson.Number("1")}, strings.Repeat("x", 60), strings.Repeat("ab", 3)}
	var keys []string
	for _, f := range op.Request.Fields {
		keys = append(keys, f.Name)
		for _, v := range f.Enum {
			values = append(values, v)
		}
		if example := f.Format.Description().Example; example != "" {
			values = append(values, example, example[1:], strings.ToUpper(example)+"0", "2005-02-29", "AB==")
		}
	}
	trees := []any{map[string]any{}}
	for _, size := range []sample.Size{sample.Minimal, sample.Light, sample.Full} {
		if r, ok := sample.Request(op, size); ok {
			var tree any
			d := stdjson.NewDecoder(strings.NewReader(r.JSON()))
			d.UseNumber()
			if d.Decode(&tree) == nil {
				trees = append(trees, tree)
			}
		}
	}
	var all []any
	for _, tree := range trees {
		all = slices.Concat(all, []any{tree}, sample.Reductions(tree), sample.Variations(tree, keys, values))
	}
	some := map[string]any{}
	for i := 0; i < len(all); i += 1 + (len(all)-1)/limit {
		text, err := stdjson.Marshal(all[i])
		require.NoError(t, err)
		some[string(text)] = all[i]
	}
	return some
}
