package complete_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/complete"
	"example.com/opgen/spec"
)

// The catalog uses every key of the schema, every alternative of its conditions and every
// word of its lists. A new feature of the format, which the schema has, must be added to it.
func TestCatalogHasEveryFeature(t *testing.T) {
	s := newSchema(t)
	var document any
	require.NoError(t, yaml.Unmarshal(complete.Text, &document))
	require.NoError(t, s.at("").Validate(document))
	used, known := features{}, features{}
	s.use(used, "", document)
	s.list(known, map[string]bool{}, "")
	for feature := range known {
		switch {
		case used[feature]:
		case strings.HasSuffix(feature, "/$defs/file"): // the catalog is one file, so that each test can read it
		default:
			t.Errorf("no example of %s", feature)
		}
	}
	require.Greater(t, len(known), 150)
}

// features are places of the schema.
type features map[string]bool

// schema is the JSON schema of catalogs.
type schema struct {
	t        *testing.T
	text     any
	compiler *jsonschema.Compiler
}

const schemaURL = "urn:complete"

func newSchema(t *testing.T) *schema {
	text, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.Schema))
	require.NoError(t, err)
	s := &schema{t, text, jsonschema.NewCompiler()}
	delete(text.(map[string]any), "$id") // references to it would not be found under this name
	require.NoError(t, s.compiler.AddResource(schemaURL, text))
	return s
}

// at compiles the schema at a pointer.
func (s *schema) at(pointer string) *jsonschema.Schema {
	compiled, err := s.compiler.Compile(schemaURL + "#" + pointer)
	require.NoError(s.t, err)
	return compiled
}

// node returns the keywords at a pointer, and the pointer behind its references.
func (s *schema) node(pointer string) (string, map[string]any) {
	v := s.text
	for _, name := range strings.Split(pointer, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		v = v.(map[string]any)[name]
	}
	n, _ := v.(map[string]any)
	if to, ok := n["$ref"].(string); ok {
		return s.node(strings.TrimPrefix(to, "#"))
	}
	return pointer, n
}

// step returns the pointer to a part of a schema.
func step(pointer string, names ...string) string {
	for _, name := range names {
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	}
	return pointer
}

// word returns the feature of a value in a list of words.
func word(pointer string, value any) string {
	text, _ := json.Marshal(value) // of a schema
	return pointer + " = " + string(text)
}

// use adds the features that a value uses.
func (s *schema) use(used features, pointer string, value any) {
	pointer, n := s.node(pointer)
	used[pointer] = true
	if words, ok := n["enum"].([]any); ok {
		for _, w := range words {
			if fmt.Sprint(w) == fmt.Sprint(value) {
				used[word(pointer, w)] = true
			}
		}
	}
	if n["type"] == "boolean" {
		used[word(pointer, value)] = true
	}
	if n["if"] != nil {
		branch := step(pointer, "else")
		if s.at(step(pointer, "if")).Validate(value) == nil {
			branch = step(pointer, "then")
		}
		s.useBranch(used, branch, value)
	}
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			s.useMember(used, pointer, n, key, member)
		}
	case []any:
		for _, item := range v {
			if n["items"] != nil {
				s.use(used, step(pointer, "items"), item)
			}
		}
	}
}

// useBranch uses an alternative of a condition, if the schema has it.
func (s *schema) useBranch(used features, branch string, value any) {
	if _, n := s.node(branch); n != nil {
		s.use(used, branch, value)
	}
}

// useMember uses the schemas of a member.
func (s *schema) useMember(used features, pointer string, n map[string]any, key string, value any) {
	if properties, ok := n["properties"].(map[string]any); ok && properties[key] != nil {
		used[step(pointer, "properties", key)] = true
		s.use(used, step(pointer, "properties", key), value)
		return
	}
	if patterns, ok := n["patternProperties"].(map[string]any); ok {
		for pattern := range patterns { // at most one
			s.use(used, step(pointer, "patternProperties", pattern), value)
		}
		return
	}
	if _, ok := n["additionalProperties"].(map[string]any); ok {
		s.use(used, step(pointer, "additionalProperties"), value)
	}
}

// list adds all features below a pointer. It leaves out what only restricts values, such as
// allOf.
func (s *schema) list(known features, seen map[string]bool, pointer string) {
	pointer, n := s.node(pointer)
	if seen[pointer] {
		return
	}
	seen[pointer] = true
	known[pointer] = true
	if words, ok := n["enum"].([]any); ok {
		for _, w := range words {
			known[word(pointer, w)] = true
		}
	}
	if n["type"] == "boolean" {
		known[word(pointer, true)] = true
	}
	for _, key := range []string{"items", "then", "else", "additionalProperties"} {
		if _, ok := n[key].(map[string]any); ok {
			s.list(known, seen, step(pointer, key))
		}
	}
	for _, key := range []string{"properties", "patternProperties"} {
		members, _ := n[key].(map[string]any)
		for name, of := range members {
			at := step(pointer, key, name)
			if of == false || s.refuses(at) {
				continue
			}
			if key == "properties" {
				known[at] = true
			}
			s.list(known, seen, at)
		}
	}
}

// refuses reports whether a schema refuses every value, to explain why a key is not for this place.
func (s *schema) refuses(pointer string) bool {
	_, n := s.node(pointer)
	return n["not"] != nil && n["type"] == nil
}

// Each kind of type is at each place where one may be: the decoders of client and server
// differ by both.
func TestEveryKindOfTypeIsEverywhere(t *testing.T) {
	found := places{}
	for _, op := range complete.Operations() {
		found.members("a request", op.Request.Fields)
		side := "a response"
		if op.Response.Lenient {
			side = "a lenient response"
		}
		if whole := op.Response.Whole; whole != nil {
			found.add("whole, "+side, whole.Type)
		} else {
			found.members(side, op.Response.Fields)
			if op.Response.Shown && op.Response.Include != nil {
				found["whole, "+side+": "+openness("record", op.Response.Open)] = true
			}
		}
		if f := op.Failure; f != nil {
			found.add("failure", f.Type)
		}
	}
	kinds := []string{
		"string", "boolean", "integer", "number", "object", "any", "unspecified", "array", "map",
		"closed enum", "open enum", "closed record", "open record", "closed union", "open union",
	}
	sides := []string{"a request", "a response", "a lenient response"}
	var missing []string
	for _, kind := range kinds {
		for _, side := range sides {
			for _, place := range []string{"optional", "required", "nullable", "item", "value"} {
				missing = append(missing, found.lacks(place+", "+side, kind)...)
			}
			if !slices.Contains([]string{"array", "map", "any", "unspecified"}, kind) {
				missing = append(missing, found.lacks("item or value that may be null, "+side, kind)...)
			}
			if side != "a request" && kind != "unspecified" { // which is a response that is not shown
				missing = append(missing, found.lacks("whole, "+side, kind)...)
			}
		}
	}
	for _, kind := range []string{"closed record", "open record", "closed union", "open union"} {
		missing = append(missing, found.lacks("failure", kind)...)
	}
	require.Empty(t, missing)
}

// places are the kinds of types that were found at a place.
type places map[string]bool

func (p places) lacks(place, kind string) []string {
	if p[place+": "+kind] {
		return nil
	}
	return []string{place + ": " + kind}
}

func (p places) add(place string, t *catalog.Type) { p[place+": "+kindOf(t)] = true }

// members adds the types of fields, and of the items in them.
func (p places) members(side string, fields []*catalog.Field) {
	for _, f := range fields {
		switch {
		case f.Type.Nullable:
			p.add("nullable, "+side, f.Type)
		case f.Required:
			p.add("required, "+side, f.Type)
		default:
			p.add("optional, "+side, f.Type)
		}
		if item := f.Type.Elem; item != nil {
			place := "item, "
			if f.Type.Kind == catalog.Map {
				place = "value, "
			}
			if item.Nullable {
				place = "item or value that may be null, "
			}
			p.add(place+side, item)
		}
	}
}

func kindOf(t *catalog.Type) string {
	switch t.Kind {
	case catalog.Enumeration:
		return openness("enum", t.Enum.Open)
	case catalog.Record:
		return openness("record", t.Record.Open)
	case catalog.Union:
		return openness("union", t.Union.Open)
	case catalog.Array:
		return "array"
	case catalog.Map:
		return "map"
	}
	return strings.TrimSuffix(t.String(), "?")
}

func openness(kind string, open bool) string {
	if open {
		return "open " + kind
	}
	return "closed " + kind
}
