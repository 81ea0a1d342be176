package importer

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
)

// tried is the number of random documents.
func tried() int { return long.Tries(30, 100) }

// maker draws schemas. They are as strange as those that people write.
type maker struct{ *rand.Rand }

func (m maker) oneOf(texts ...string) string { return texts[m.IntN(len(texts))] }
func (m maker) chance(n int) bool            { return m.IntN(n) == 0 }

var keys = []string{"a", "b", "c", "d"}

func (m maker) schema(depth int) map[string]any {
	s := map[string]any{}
	if m.chance(6) {
		s["$ref"] = "#/components/schemas/" + m.oneOf("A", "B", "C")
		if m.chance(3) {
			s["description"] = "It is described."
		}
		return s
	}
	kinds := []string{"string", "string", "integer", "number", "boolean", "object", "array"}
	kind := kinds[m.IntN(len(kinds))]
	if depth <= 0 {
		kind = kinds[m.IntN(5)]
	}
	s["type"] = kind
	switch kind {
	case "string":
		m.maybe(s, "minLength", m.IntN(3))
		m.maybe(s, "maxLength", 2+m.IntN(3))
		m.maybe(s, "pattern", m.oneOf("^x", "y$", "(?=x)", "[0-9]+"))
		m.maybe(s, "enum", [][]any{{"x", "y"}, {"x", "xy"}, {"xy"}, {nil, "y"}, {nil}, {}}[m.IntN(6)])
		m.maybe(s, "const", "x")
	case "integer", "number":
		m.maybe(s, "minimum", m.IntN(3)-1)
		m.maybe(s, "maximum", 5+m.IntN(3))
		m.maybe(s, "exclusiveMinimum", m.IntN(3)-1)
		m.maybe(s, "exclusiveMaximum", json.Number(m.oneOf("6", "6.5", "7")))
		m.maybe(s, "multipleOf", 2)
		m.maybe(s, "enum", []any{1, 7})
	case "array":
		m.maybe(s, "minItems", m.IntN(2))
		m.maybe(s, "maxItems", 1+m.IntN(2))
		m.maybe(s, "uniqueItems", true)
		if !m.chance(8) {
			s["items"] = m.schema(depth - 1)
		}
		m.maybe(s, "contains", map[string]any{"const": "x"})
	case "object":
		m.object(s, depth)
	}
	switch {
	case m.chance(8):
		s["type"] = []any{kind, "null"}
	case m.chance(12):
		s["type"] = []any{kind, m.oneOf("string", "integer", "object")}
	case m.chance(12):
		delete(s, "type")
	case m.chance(12) && depth > 0:
		s = map[string]any{m.oneOf("oneOf", "anyOf"): []any{s, m.alternative(depth)}}
	case m.chance(8) && depth > 0:
		s = m.union(depth)
	case m.chance(12) && depth > 0:
		s = map[string]any{"allOf": []any{s, m.schema(depth - 1)}}
	}
	return s
}

// union draws objects that a listed value tells apart, with or without a discriminator.
func (m maker) union(depth int) map[string]any {
	var all []any
	for _, tag := range []string{"x", "y"} {
		s := map[string]any{"type": "object"}
		m.object(s, depth-1)
		properties, _ := s["properties"].(map[string]any)
		if properties == nil {
			properties = map[string]any{}
			s["properties"] = properties
		}
		properties["a"] = map[string]any{"const": tag}
		required, _ := s["required"].([]any)
		if required == nil || required[0] != "a" && !m.chance(5) {
			s["required"] = append([]any{"a"}, required...)
		}
		all = append(all, s)
	}
	s := map[string]any{m.oneOf("oneOf", "anyOf"): all}
	m.maybe(s, "discriminator", map[string]any{"propertyName": "a"})
	return s
}

func (m maker) alternative(depth int) any {
	if m.chance(2) {
		return map[string]any{"type": "null"}
	}
	return m.schema(depth - 1)
}

func (m maker) maybe(s map[string]any, key string, value any) {
	if m.chance(5) {
		s[key] = value
	}
}

func (m maker) object(s map[string]any, depth int) {
	if m.chance(6) {
		if m.chance(2) {
			s["additionalProperties"] = m.schema(depth - 1)
		}
		return
	}
	properties := map[string]any{}
	for _, key := range keys[:1+m.IntN(len(keys))] {
		properties[key] = m.schema(depth - 1)
	}
	s["properties"] = properties
	var required []any
	for _, key := range keys {
		if m.chance(5) {
			required = append(required, key)
		}
	}
	if required != nil {
		s["required"] = required
	}
	m.maybe(s, "additionalProperties", m.chance(2))
	m.maybe(s, "minProperties", 1)
	m.maybe(s, "maxProperties", 2)
	if m.chance(5) {
		s[m.oneOf("anyOf", "oneOf")] = []any{map[string]any{"required": []any{"a"}}, map[string]any{"required": []any{m.oneOf("b", "c")}}}
	}
	if m.chance(8) {
		s["not"] = map[string]any{"required": []any{"a", "b"}}
	}
	m.maybe(s, "dependentRequired", map[string]any{"a": []any{"b"}})
	m.maybe(s, "propertyNames", map[string]any{"maxLength": 1})
}

// document describes one operation with these bodies.
func (m maker) document(body, answer map[string]any) map[string]any {
	components := map[string]any{}
	for _, name := range []string{"A", "B", "C"} {
		components[name] = m.schema(2)
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info":    map[string]any{"title": "Random", "version": "1"},
		"paths": map[string]any{"/x/y": map[string]any{"post": map[string]any{
			"requestBody": map[string]any{"content": map[string]any{"application/json": map[string]any{"schema": body}}},
			"responses":   map[string]any{"200": map[string]any{"description": "OK", "content": map[string]any{"application/json": map[string]any{"schema": answer}}}}}}},
		"components": map[string]any{"schemas": components},
	}
}

// Where a validator of the document and a server of the catalog disagree about a body,
// a loss names the keyword that the validator goes by.
func TestLossesAreNeverSilent(t *testing.T) {
	refused, allowed, differed := 0, 0, 0
	for i := range tried() {
		n := *long.Seed + uint64(i)
		m := maker{rand.New(rand.NewPCG(n, 0))}
		schema := map[string]any{"type": "object"}
		m.object(schema, 2)
		open := schema["additionalProperties"] == true
		text, err := json.MarshalIndent(m.document(schema, map[string]any{}), "", " ")
		require.NoError(t, err)
		result, err := Import(yamldoc.Source{Name: "doc.json", Text: text}, nil)
		if _, ok := errors.AsType[*NothingError](err); ok {
			continue
		}
		require.NoError(t, err, "seed %d", n)
		c, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		require.NoError(t, err)
		compiler := jsonschema.NewCompiler()
		require.NoError(t, compiler.AddResource("doc.json", doc))
		validator, err := compiler.Compile("doc.json#/paths/~1x~1y/post/requestBody/content/application~1json/schema")
		if err != nil {
			continue // a circle of $ref, or a pattern that RE2 does not have
		}
		op := c.Areas[0].Operations[0]
		for _, body := range bodies(func(size sample.Size) (*sample.Record, bool) { return sample.Request(op, size) }) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			require.NoError(t, err)
			says, server := validator.Validate(value), interpreter.New(op).Decode(body)
			if says == nil {
				allowed++
			} else {
				refused++
			}
			if (says == nil) == (server.Status == 200) {
				continue
			}
			differed++
			if why := silent(open, result.Losses, says, server.Violations, value); why != "" {
				t.Fatalf("seed %d: %s\n%s\n%s\n%s\nbody: %s\nthe document: %v\nthe server: %v", n, why, text, result.Catalog, Text(result.Losses), body, says, server.Violations)
			}
		}
	}
	t.Logf("%d bodies are allowed, %d refused; the server differs about %d", allowed, refused, differed)
	if long.AreEnough(30) {
		require.Greater(t, allowed, tried())
		require.Greater(t, refused, tried())
	}
}

// silent says why no loss explains a disagreement, "" if one does.
func silent(open bool, losses []origin.Loss, says error, violations []api.Violation, body any) string {
	lost := map[string]bool{}
	for _, l := range losses {
		lost[l.Keyword] = true
	}
	if says == nil {
		for _, v := range violations {
			switch {
			case v.Rule == api.RuleUnknownField && (strings.Count(v.Field, "/") > 1 || !open): // the first reading of docs/openapi.md
			case v.Rule == api.RuleRequired && lost["null"], isNull(body, v.Field):
			case slices.ContainsFunc(losses, func(l origin.Loss) bool { return explains(l.Keyword, v.Rule) }):
			default:
				return "the server refuses " + v.Field + " by " + v.Rule
			}
		}
		return ""
	}
	return unexplained(losses, says.(*jsonschema.ValidationError), body)
}

// unexplained says why no loss explains an error of the validator.
func unexplained(losses []origin.Loss, e *jsonschema.ValidationError, body any) string {
	whole := append(strings.Split(e.SchemaURL, "/"), e.ErrorKind.KeywordPath()...)
	keyword := whole[len(whole)-1]
	if isNull(body, "/"+strings.Join(e.InstanceLocation, "/")) { // absent
		return ""
	}
	var reasons []string
	for _, cause := range e.Causes {
		if why := unexplained(losses, cause, body); why != "" {
			reasons = append(reasons, why)
		}
	}
	if (keyword == "anyOf" || keyword == "oneOf") && len(reasons) < len(e.Causes) || len(e.Causes) > 0 && len(reasons) == 0 {
		return ""
	}
	loose := flat.SetOf("oneOf anyOf type additionalProperties items $ref enum") // below which values are not looked into
	if slices.ContainsFunc(losses, func(l origin.Loss) bool { return loose[l.Keyword] || slices.Contains(whole, l.Keyword) }) {
		return ""
	}
	if len(reasons) > 0 {
		return reasons[0]
	}
	return "the document refuses " + strings.Join(e.InstanceLocation, "/") + " by " + keyword
}

// explains reports whether what is lost of a keyword can make a server refuse more.
func explains(keyword, rule string) bool {
	switch rule {
	case api.RuleAtLeastOne, api.RuleAtMostOne:
		return keyword == "anyOf" || keyword == "oneOf" || keyword == "not"
	case api.RuleType:
		return keyword == "type" || keyword == "null" || keyword == "allOf"
	}
	return keyword == "type" || keyword == "allOf" || keyword == "enum"
}

func isNull(body any, pointer string) bool {
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch v := body.(type) {
		case map[string]any:
			body = v[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(v) {
				return false
			}
			body = v[i]
		default:
			return false
		}
	}
	return body == nil
}

// bodies returns samples and values around them. Most of them are wrong in one place.
func bodies(of func(sample.Size) (*sample.Record, bool)) []string {
	number := func(text string) any { return json.Number(text) }
	values := []any{nil, "", "x", "y", "xy", "xxxxxx", "7", number("0"), number("-2"), number("1"), number("6"), number("6.5"), number("7"), number("9"), true,
		map[string]any{}, map[string]any{"a": "x"}, map[string]any{"zz": number("1")}, []any{}, []any{"x"}, []any{"x", "x"}, []any{number("1")}, []any{number("1"), number("2"), number("3")}, []any{[]any{"x"}}}
	trees := []any{map[string]any{}, map[string]any{"a": "x", "b": "x"}, map[string]any{"a": number("1"), "b": number("2"), "c": number("6")}}
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		if r, ok := of(size); ok {
			var tree any
			d := json.NewDecoder(strings.NewReader(r.JSON()))
			d.UseNumber()
			if d.Decode(&tree) == nil {
				trees = append(trees, tree)
			}
		}
	}
	seen := map[string]bool{}
	var all []string
	for _, tree := range trees {
		for _, v := range slices.Concat([]any{tree}, sample.Reductions(tree), sample.Variations(tree, keys, values)) {
			text, err := json.Marshal(v)
			if err == nil && !seen[string(text)] && len(all) < 400 {
				seen[string(text)] = true
				all = append(all, string(text))
			}
		}
	}
	return all
}
