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
	"example.com/opgen/catalog"
	"example.com/opgen/internal/dynamic"
	"example.com/opgen/internal/sample"
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
	paths, err := filepath.Glob("../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	all := map[string]*catalog.Catalog{}
	for _, p := range append(paths, "../spec/operations.yaml", "../internal/dynamic/testdata/everything.yaml") {
		all[p] = load(t, p)
	}
	return all
}

// The document allows a body if the generated server serves it, and refuses every
// other body.
func TestTheDocumentAgreesWithTheServer(t *testing.T) {
	agrees(t, func(c *catalog.Catalog) any { return parsed(t, New(c, "catalog.yaml").JSON()) })
}

// So does that of OpenAPI 3.0.
func TestTheDocumentOf30AgreesWithTheServer(t *testing.T) {
	if testing.Short() {
		t.Skip("the same bodies once more")
	}
	agrees(t, func(c *catalog.Catalog) any { return raised(parsed(t, New(c, "catalog.yaml").In30().JSON())) })
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

func agrees(t *testing.T, document func(*catalog.Catalog) any) {
	allowed, refused := 0, 0
	for name, c := range catalogs(t) {
		compiler := newCompiler()
		require.NoError(t, compiler.AddResource("doc.json", document(c)))
		for _, a := range c.Areas {
			for _, op := range a.Operations {
				if op.Empty == catalog.EmptyNone {
					continue // no body is described
				}
				schema, err := compiler.Compile("doc.json#/components/schemas/" + requestName(op))
				require.NoError(t, err, "%s %s", name, requestName(op))
				for _, body := range bodies(op) {
					value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
					require.NoError(t, err)
					says, result := schema.Validate(value), dynamic.Of(op).Decode(body)
					if (says == nil) != (result.Status == 200) && !differs(op, says == nil, result, body) {
						t.Errorf("%s %s.%s\n%s\nthe document: %v\nthe server: %d %v", name, a.Name, op.Name, body, says, result.Status, result.Violations)
					}
					if says == nil {
						allowed++
					} else {
						refused++
					}
				}
			}
		}
	}
	t.Logf("%d bodies are allowed, %d refused", allowed, refused)
	require.Greater(t, allowed, 5000)
	require.Greater(t, refused, 5000)
}

// newCompiler returns a compiler of schemas that asserts formats. Those that JSON
// Schema does not have are those of the catalog.
func newCompiler() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, format := range []catalog.Format{catalog.FormatDecimal, catalog.FormatByte} {
		c.RegisterFormat(&jsonschema.Format{Name: string(format), Validate: func(v any) error {
			if text, ok := v.(string); ok && !format.Holds(text) {
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
	is   func(op *catalog.Operation, allowed bool, r dynamic.Result, body string) bool
}{
	{"lists joined by more than one character: that no item is empty, and how many there are",
		func(op *catalog.Operation, allowed bool, r dynamic.Result, _ string) bool {
			return allowed && !slices.ContainsFunc(r.Violations, func(v api.Violation) bool {
				return !slices.ContainsFunc(op.Request.Fields, func(f *catalog.Field) bool {
					return len(f.Join) > 1 && strings.HasPrefix(v.Field, "/"+f.Name)
				})
			})
		}},
	{"what is sent as null: a server reads {} alike",
		func(op *catalog.Operation, allowed bool, _ dynamic.Result, body string) bool {
			return op.Empty == catalog.EmptyNull && !allowed && body == "{}"
		}},
	{"integers of more than 64 bits, where a validator does not assert `format: int64`",
		func(_ *catalog.Operation, allowed bool, r dynamic.Result, _ string) bool {
			return allowed && !slices.ContainsFunc(r.Violations, func(v api.Violation) bool {
				return v.Message != "must be an integer of at most 64 bits"
			})
		}},
}

func differs(op *catalog.Operation, allowed bool, r dynamic.Result, body string) bool {
	for _, known := range knownDifferences {
		if known.is(op, allowed, r, body) {
			return true
		}
	}
	return false
}

// bodies returns requests of an operation. Most of them are wrong in one place.
func bodies(op *catalog.Operation) []string {
	values := []any{nil, "", " ", "\u3000", "x", "individual", "a,b", ",", stdjson.Number("0"), stdjson.Number("-1"), stdjson.Number("7"),
		stdjson.Number("1.5"), stdjson.Number("1e3"), stdjson.Number("1e19"), true, map[string]any{}, map[string]any{"key": "x"}, []any{}, []any{"x"}, []any{""}, []any{"x", "y", "z"},
		[]any{nil}, []any{map[string]any{}}, []any{stdjson.Number("1")}, strings.Repeat("x", 60), strings.Repeat("ab", 3)}
	var keys []string
	for _, f := range op.Request.Fields {
		keys = append(keys, f.Name)
		for _, v := range f.Enum {
			values = append(values, v)
		}
		if example := f.Format.Example(); example != "" {
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
	seen := map[string]bool{}
	var all []string
	for _, tree := range trees {
		for _, v := range slices.Concat([]any{tree}, sample.Without(tree), sample.Changed(tree, keys, values)) {
			text, err := stdjson.Marshal(v)
			if err == nil && !seen[string(text)] && len(all) < 4000 {
				seen[string(text)] = true
				all = append(all, string(text))
			}
		}
	}
	return all
}
