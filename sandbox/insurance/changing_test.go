package insurance

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/samples"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// changing is a service that changes: its catalog and its behaviour as values, to be
// edited at random.
type changing struct {
	*rand.Rand
	catalog, behaviour map[string]any
	operation, place   string // of the edit
	responds, null     bool   // the operation responds as its catalog says from now on, with null where it may
	newResponse        string // what it responds with then
}

// clone returns the service without an edit.
func (c *changing) clone() *changing {
	return &changing{catalog: cloned(c.catalog), behaviour: cloned(c.behaviour)}
}

// whole returns the catalog of the service with what is publicly known, and with rules of
// every kind, as one value. Types are under their key.
func whole(t *testing.T) map[string]any {
	c := document(t, spec.Operations)
	for _, name := range []string{"../../spec/overlays/published.yaml", "../../spec/overlays/sandbox.yaml", "testdata/strict.yaml"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		over := document(t, text)
		delete(over, "overlay")
		spread(c)
		spread(over)
		merge(c, over)
	}
	return c
}

// spread writes each field as a map with its type.
func spread(v map[string]any) {
	for key, of := range v {
		members, ok := of.(map[string]any)
		if !ok {
			continue
		}
		if key == "fields" {
			for name, f := range members {
				if _, ok := f.(map[string]any); !ok {
					members[name] = typed(f)
				}
			}
		}
		spread(members)
	}
}

// behaviours returns what operations do, as one value.
func behaviours(t *testing.T) map[string]any { return document(t, spec.Resources) }

// merge adds what an overlay says.
func merge(c, over map[string]any) {
	for key, v := range over {
		switch v := v.(type) {
		case map[string]any:
			if below, ok := c[key].(map[string]any); ok {
				merge(below, v)
				continue
			}
		case []any:
			if below, ok := c[key].([]any); ok && key == "rules" {
				c[key] = append(below, v...)
				continue
			}
		}
		c[key] = v
	}
}

// parsed returns a catalog and its behaviour, false if one of them has problems.
func (c *changing) parsed() (*catalog.Catalog, *behaviour.Behaviour, bool) {
	text, err := json.Marshal(c.catalog)
	if err != nil {
		panic(err)
	}
	parsed, problems := catalog.Parse("operations.yaml", text)
	if len(problems) > 0 {
		return nil, nil, false
	}
	for op := range parsed.Operations() {
		if c.responds && op.String() == c.operation {
			response, ok := sample.Response(op, sample.Full)
			if c.null {
				response, ok = samples.NullAnswer(op)
			}
			if !ok {
				return nil, nil, false
			}
			c.newResponse = response.JSON()
			operations := c.behaviour["operations"].(map[string]any)
			operations[c.operation] = map[string]any{"class": "canned", "response": map[string]any{"$constant": json.RawMessage(c.newResponse)}}
		}
	}
	text, err = json.Marshal(c.behaviour)
	if err != nil {
		panic(err)
	}
	b, err := behaviour.Parse(parsed, "resources.yaml", text)
	return parsed, b, err == nil
}

// field is a member of a request, of a response or of a record.
type field struct {
	name      string
	of        map[string]any // its keys
	all       map[string]any // the fields beside it
	operation map[string]any
}

func (f field) has(key string) bool { return f.of[key] != nil }

func anyField(field) bool { return true }

func isText(f field) bool {
	return f.of["type"] == "string" && !f.has("enum") && !f.has("pattern") && !f.has("default")
}

// optional are the names of optional fields beside a field, in their order.
func optional(f field) (names []any) {
	for _, name := range slices.Sorted(maps.Keys(f.all)) {
		if f.all[name].(map[string]any)["required"] == nil {
			names = append(names, name)
		}
	}
	return names
}

// bounds are the keys that bound values of a type.
func bounds(f field) []string {
	switch t, _ := f.of["type"].(string); {
	case t == "string" && !f.has("enum"):
		return []string{"min_length", "max_length"}
	case t == "integer" || t == "number":
		return []string{"minimum", "maximum"}
	case t == "" && f.of["join"] == nil:
		return []string{"min_items", "max_items"}
	}
	return nil
}

func pick[T any](c *changing, from ...T) T { return from[c.IntN(len(from))] }

// typed returns the keys of a field. A value that is nil is none.
func typed(t any, more ...any) map[string]any {
	keys := map[string]any{"type": t}
	for i := 0; i < len(more); i += 2 {
		if more[i+1] != nil {
			keys[more[i].(string)] = more[i+1]
		}
	}
	return keys
}

// request changes one of the fields of requests that fit.
func (c *changing) request(fits func(field) bool, change func(field)) bool {
	return c.any("fields", fits, change)
}

// response changes one of the members of responses.
func (c *changing) response(change func(field)) bool {
	c.responds = true
	return c.any("response", anyField, change)
}

func (c *changing) any(key string, fits func(field) bool, change func(field)) bool {
	type location struct {
		operation string
		field     field
	}
	var all []location
	areas := c.catalog["areas"].(map[string]any)
	for _, area := range slices.Sorted(maps.Keys(areas)) {
		operations := areas[area].(map[string]any)["operations"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(operations)) {
			op := operations[name].(map[string]any)
			fields, _ := op[key].(map[string]any)
			if key == "response" {
				fields, _ = fields["fields"].(map[string]any)
			}
			for _, member := range slices.Sorted(maps.Keys(fields)) {
				if f := (field{member, fields[member].(map[string]any), fields, op}); fits(f) {
					all = append(all, location{area + "." + name, f})
				}
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	one := pick(c, all...)
	c.operation, c.place = one.operation, "/"+one.field.name
	change(one.field)
	return true
}

// rule changes an operation that has a rule.
func (c *changing) rule(change func(field)) bool {
	return c.request(func(f field) bool { return f.operation["rules"] != nil }, func(f field) {
		for _, names := range f.operation["rules"].([]any)[0].(map[string]any) {
			c.place = "/" + names.([]any)[0].(string)
		}
		change(f)
	})
}

// bound changes one of the bounds of a field.
func (c *changing) bound(to func(key string, n int) int) bool {
	return c.request(func(f field) bool { return slices.ContainsFunc(bounds(f), f.has) }, func(f field) {
		key := pick(c, slices.DeleteFunc(bounds(f), func(key string) bool { return !f.has(key) })...)
		n, _ := strconv.Atoi(string(f.of[key].(json.Number)))
		f.of[key] = to(key, n)
	})
}

// rename changes the name of a field on the wire, also where the behaviour of its
// operation and its rules name it.
func (c *changing) rename(f field, to string) {
	delete(f.all, f.name)
	f.all[to] = f.of
	for _, key := range []string{"rules", "pagination"} {
		if f.operation[key] != nil {
			f.operation[key] = replaced(f.operation[key], func(s string) string {
				if s == f.name {
					return to
				}
				return s
			})
		}
	}
	operations := c.behaviour["operations"].(map[string]any)
	behaviour := operations[c.operation].(map[string]any)
	by := func(prefixes ...string) func(string) string {
		return func(s string) string {
			for _, prefix := range prefixes {
				rest, ok := strings.CutPrefix(s, prefix+f.name)
				if ok && (rest == "" || rest[0] == '/') {
					return prefix + to + rest
				}
			}
			return s
		}
	}
	response := behaviour["response"] // of the result, where it does not name the request
	behaviour = replaced(behaviour, by("/", "$request/")).(map[string]any)
	if response != nil {
		behaviour["response"] = replaced(response, by("$request/"))
	}
	operations[c.operation] = behaviour
}

// replaced returns a value with other texts. The keys of conditions are such texts, too.
func replaced(v any, by func(string) string) any {
	switch v := v.(type) {
	case string:
		return by(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = replaced(item, by)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for key, member := range v {
			if object[key] = replaced(member, by); key == "when" {
				object[key] = conditions(member.(map[string]any), by)
			}
		}
		return object
	}
	return v
}

func conditions(when map[string]any, by func(string) string) map[string]any {
	object := map[string]any{}
	for key, constant := range when {
		object[by(key)] = constant
	}
	return object
}

// document returns a file as a value.
func document(t *testing.T, text []byte) map[string]any {
	t.Helper()
	checker := yamldoc.NewChecker(yamldoc.NewGrammar(nil, nil))
	root := checker.Parse(yamldoc.Source{Name: "document.yaml", Text: text}, yamldoc.Format{Name: "file", Article: "a"})
	require.Empty(t, checker.Problems())
	return root.Plain().(map[string]any)
}

// cloned returns a value that shares nothing with another one that is edited.
func cloned(v map[string]any) (c map[string]any) {
	text, err := json.Marshal(v)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = errors.Join(err, d.Decode(&c)); err != nil {
		panic(err)
	}
	return c
}
