package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/testing/random"
)

var (
	damaged = flag.Int("damaged", 10, "how many damaged documents to try")
	seed    = flag.Uint64("seed", 1, "of the first damaged document")
)

// What somebody changes in a document of gen is kept or lost, and never in silence: for
// random catalogs, in both versions of OpenAPI, also if the document no longer carries its
// catalog.
func TestLossesOfDamagedDocuments(t *testing.T) {
	t.Parallel()
	allowed, refused := 0, 0
	for n := *seed; n < *seed+uint64(*damaged); n++ {
		_, c, _ := random.Repair(random.Catalog(n))
		if c == nil {
			continue
		}
		t.Run(strconv.FormatUint(n, 10), func(t *testing.T) {
			m := damager{Rand: rand.New(rand.NewPCG(n, 3)), before31: n%2 == 0}
			document := openapi.New(c, "catalog.yaml")
			if m.before31 {
				document = document.In30()
			}
			var tree map[string]any
			if err := json.Unmarshal(document.JSON(), &tree); err != nil {
				t.Skip(err) // a number of 1e400
			}
			if n%3 == 0 {
				delete(tree, "x-catalog")
			}
			schemas := ofRequests(tree)
			for range 1 + m.IntN(4) {
				m.damage(schemas[m.IntN(len(schemas))])
			}
			text, err := json.MarshalIndent(tree, "", " ")
			require.NoError(t, err)
			d, ok := describedBy(t, []byte(inASCII(string(text))))
			if !ok {
				t.Skip("kin-openapi does not read it")
			}
			result, c := d.imported(t)
			some, none := d.judge(t, result, c)
			allowed, refused = allowed+some, refused+none
		})
	}
	t.Logf("%d bodies are allowed, %d refused", allowed, refused)
	require.Positive(t, min(allowed, refused))
}

// inASCII escapes characters that are not to be seen in a document.
func inASCII(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c < 0x7f {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.String()
}

// ofRequests returns the schemas of a document that are not of answers alone.
func ofRequests(tree map[string]any) []map[string]any {
	var all []map[string]any
	var visit func(v any)
	visit = func(v any) {
		s, ok := v.(map[string]any)
		if !ok {
			return
		}
		all = append(all, s)
		properties, _ := s["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			visit(properties[name])
		}
		visit(s["items"])
		visit(s["additionalProperties"])
		for _, key := range []string{"allOf", "anyOf"} {
			items, _ := s[key].([]any)
			for _, item := range items {
				visit(item)
			}
		}
	}
	schemas := tree["components"].(map[string]any)["schemas"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		if !strings.HasSuffix(name, ".answer") && !strings.HasSuffix(name, ".failure") && name != "Problem" {
			visit(schemas[name])
		}
	}
	return all
}

type damager struct {
	*rand.Rand
	before31 bool
}

// damage adds a keyword to a schema, changes one or takes one away.
func (m damager) damage(s map[string]any) {
	kind, _ := s["type"].(string)
	if types, ok := s["type"].([]any); ok {
		kind, _ = types[0].(string)
	}
	set := func(key string, value any) { s[key] = value }
	changes := []func(){
		func() { set("x-unlikely", true) },
		func() { set("allOf", []any{map[string]any{"description": "Nothing."}}) },
	}
	switch kind {
	case "string":
		changes = append(changes, func() { set("minLength", 2) }, func() { set("maxLength", 3) }, func() { set("pattern", "^x") }, func() { set("enum", []any{"x", "y"}) }, func() { delete(s, "enum") })
	case "integer", "number":
		changes = append(changes, func() { set("minimum", 1) }, func() { set("maximum", 5) }, func() { set("multipleOf", 2) }, func() { delete(s, "maximum") })
		if m.before31 {
			changes = append(changes, func() { set("minimum", 0); set("exclusiveMinimum", true) })
		} else {
			changes = append(changes, func() { set("exclusiveMinimum", 0) }, func() { set("const", 7) })
		}
	case "array":
		changes = append(changes, func() { set("minItems", 1) }, func() { set("maxItems", 1) }, func() { set("uniqueItems", true) })
		if !m.before31 {
			changes = append(changes, func() { set("contains", map[string]any{"const": "x"}) }, func() { set("prefixItems", []any{map[string]any{"type": "string"}}) })
		}
	case "object":
		changes = append(changes, func() { set("minProperties", 1) }, func() { set("maxProperties", 1) }, func() { delete(s, "required") }, func() { set("additionalProperties", true) })
		properties, _ := s["properties"].(map[string]any)
		if names := slices.Sorted(maps.Keys(properties)); len(names) > 1 {
			some, other := names[m.IntN(len(names))], names[m.IntN(len(names))]
			changes = append(changes, func() { set("required", []any{some}) }, func() { delete(properties, some) })
			if !m.before31 {
				changes = append(changes, func() { set("dependentRequired", map[string]any{some: []any{other}}) }, func() { set("propertyNames", map[string]any{"maxLength": 3}) },
					func() { set("patternProperties", map[string]any{"^x": map[string]any{"type": "string"}}) })
			}
			if s["not"] == nil {
				changes = append(changes, func() { set("not", map[string]any{"required": []any{some, other}}) })
			}
		}
	}
	changes[m.IntN(len(changes))]()
}
