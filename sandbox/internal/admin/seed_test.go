package admin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
)

// hoarded serves a sandbox whose calls store values of any shape: in documents of their own, in
// parts that their document lists, and in parts that it does not list.
func hoarded(t *testing.T) http.Handler {
	c, problems := catalog.Parse("hoard.yaml", []byte(`
catalog: 1
info: {title: Hoard, version: v1, package: hoarded}
path: /{operation}
areas:
  hoard:
    operations:
      add: {open: true, fields: {text: string, any: any, parts: [object]}, response: none}
      attach: {fields: {thing_id: string, label: any}, response: none}
`))
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte(`
resources: 1
kinds: {note: {parents: [thing]}, thing: {children: {/parts: part}}, part: {parents: [thing]}}
operations:
  hoard.add: {create: thing, response: none}
  hoard.attach: {create: note, parent: {thing: /thing_id}, merge: {}, set: {/label: /label}, response: none}
`))
	require.NoError(t, err)
	s, err := simulator.New(c, b, simulator.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	h, err := New(s, testToken)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle(Prefix, h)
	mux.Handle("/", s)
	return mux
}

// oddTexts are texts that YAML reads otherwise than JSON, or that readers of YAML bound.
var oddTexts = append([]string{
	"\u007f", "\u0080", "\u0085", "a\u0085b", "\u009f", "\u2028", "\u2029", "\ufeff", "a\ufeff", "\ufffd", "\U0001f600",
	"\x00", "\x1b[0m", "\r\n", "\t", " ", "<<", "<<<<<<< HEAD", "\n=======\n", "---", "...", "%YAML", "&a", "*a", "!!int 1", "|", ">", "@", "`",
	"{a: [b, c]}", "a: b", "a #b", "- a", "? a", "#", `"`, `'`, `\`, `\u0041`, "~", "null", "true", "0x1F", "1e3", ".inf", "/pointer", "$now",
	strings.Repeat("<", 101), strings.Repeat("<", 5000), strings.Repeat("\n", 200), strings.Repeat("-", 5000), strings.Repeat(" ", 5000),
	strings.Repeat("[", 5000), strings.Repeat("{", 5000), strings.Repeat(`"`, 5000), strings.Repeat(`\`, 5000), strings.Repeat("#", 5000),
	strings.Repeat(": ", 5000), strings.Repeat("\u2028", 5000),
}, random.Hostile...)

// oddValue returns a value of at most some levels of maps and lists.
func oddValue(r *rand.Rand, levels int) any {
	text := func() string { return oddTexts[r.IntN(len(oddTexts))] }
	kind := r.IntN(8)
	if levels == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0:
		return []any{nil, true, false}[r.IntN(3)]
	case 1:
		numbers := []json.Number{"0", "-0", "1.0", "1e400", "-12345678901234567890", "0.1e-7", json.Number("1" + strings.Repeat("0", 2000))}
		return numbers[r.IntN(len(numbers))]
	case 2, 3:
		return text()
	case 4, 5:
		list := make([]any, r.IntN(3))
		for i := range list {
			list[i] = oddValue(r, levels-1)
		}
		return list
	default:
		object := map[string]any{}
		for range r.IntN(4) {
			object[text()] = oddValue(r, levels-1)
		}
		return object
	}
}

// nested returns a value of some levels of maps or lists, one in another.
func nested(levels int, in func(any) any) (v any) {
	for range levels {
		v = in(v)
	}
	return v
}

// plainJSON writes JSON as other languages do, without escapes of <, > and &.
func plainJSON(t *testing.T, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

// dump returns all documents of a world as seeds. Parts that a document lists are left out, and
// others name their parents.
func dump(t *testing.T, h http.Handler, world string) map[string][]any {
	documents := map[string][]any{}
	for _, kind := range []string{"thing", "note"} {
		for next := 0; ; {
			w := do(h, request("GET", fmt.Sprintf("%sdocuments?kind=%s&values=shown&offset=%d&world=%s", Prefix, kind, next, world), "", bearer))
			require.Equal(t, 200, w.Code, w.Body)
			var found struct {
				Documents []*store.Document
				Next      int
			}
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &found))
			for _, d := range found.Documents {
				of := map[string]any{} // decoded, since the administration escapes "<" in the body
				decoder := json.NewDecoder(bytes.NewReader(d.Body))
				decoder.UseNumber()
				require.NoError(t, decoder.Decode(&of))
				for _, parent := range d.Parents {
					of[parent.Kind] = parent.ID
				}
				documents[kind] = append(documents[kind], of)
			}
			if next = found.Next; next == 0 {
				break
			}
		}
	}
	return documents
}

// Whatever calls store can be read and seeded in another world, as documents and as text.
func TestSeedAcceptsWhatCallsStore(t *testing.T) {
	h := hoarded(t)
	call := func(path string, body any) {
		text := plainJSON(t, body)
		w := do(h, request("POST", path, text))
		require.Equal(t, 204, w.Code, "%s %s", w.Body, text)
	}
	inList := func(v any) any { return []any{v} }
	inMap := func(v any) any { return map[string]any{"<<": v} }
	for _, deep := range []any{nested(62, inList), nested(62, inMap)} {
		call("/add", map[string]any{"any": deep})
		call("/attach", map[string]any{"thing_id": "thing-1", "label": deep})
	}
	for i, text := range oddTexts {
		call("/add", map[string]any{"id": fmt.Sprint(i, text), "text": text, text: text, "parts": []any{map[string]any{text: text}}})
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		call("/add", map[string]any{"any": oddValue(r, 5), "parts": []any{map[string]any{"<": oddValue(r, 5)}}})
		call("/attach", map[string]any{"thing_id": "thing-1", "label": oddValue(r, 5)})
	}

	documents := dump(t, h, "default")
	text := plainJSON(t, documents)
	indented := new(bytes.Buffer)
	require.NoError(t, json.Indent(indented, []byte(text), "", "\t"))
	for world, body := range map[string]any{
		"documents": map[string]any{"documents": json.RawMessage(text)},
		"json":      map[string]any{"text": text},
		"indented":  map[string]any{"text": indented.String()},
		"yaml":      map[string]any{"text": yamlOf(t, documents)},
	} {
		w := do(h, request("POST", Prefix+"seed?world="+world, plainJSON(t, body), bearer))
		require.Equal(t, 200, w.Code, "%s: %s", world, w.Body)
		require.Equal(t, text, plainJSON(t, dump(t, h, world)), world)
	}
}

// yamlOf writes documents as a person writes a file of seeds: a member on each line, and values as
// JSON.
func yamlOf(t *testing.T, documents map[string][]any) string {
	var b strings.Builder
	for kind, list := range documents {
		fmt.Fprintf(&b, "%s:\n", kind)
		for _, d := range list {
			start := "- "
			for name, v := range d.(map[string]any) {
				fmt.Fprintf(&b, "%s%s: %s\n", start, yamldoc.Quote(name), plainJSON(t, v))
				start = "  "
			}
		}
	}
	return b.String()
}
