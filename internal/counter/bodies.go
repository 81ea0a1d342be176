package counter

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/sample"
)

// search returns the shortest of the bodies that shows something, without the
// members that it can spare.
func search(bodies []any, shows func(string) bool) (string, bool) {
	best, found := "", false
	var tree any
	for _, b := range bodies {
		text := compact(b)
		if (!found || cost(text) < cost(best)) && shows(text) {
			best, tree, found = text, b, true
		}
	}
	for smaller := found; smaller; {
		smaller = false
		for _, b := range sample.Without(tree) {
			if text := compact(b); shows(text) {
				best, tree, smaller = text, b, true
				break
			}
		}
	}
	return best, found
}

// cost is what a body costs its reader: its length, and more where something in it
// is empty, since that looks like the point of the example.
func cost(text string) int {
	n := len(text)
	for _, empty := range []string{`""`, `" "`, "null", "[]", ":{}"} {
		n += 40 * strings.Count(text, empty)
	}
	return n
}

// bodies are requests that may show what a change of an operation does: samples,
// and samples with another value where the change is.
func bodies(op *catalog.Operation, c *diff.Change) []any {
	return variants(func(size sample.Size) (*sample.Record, bool) { return sample.Request(op, size) }, op.Request, c)
}

func answers(op *catalog.Operation, c *diff.Change) []any {
	return variants(func(size sample.Size) (*sample.Record, bool) { return sample.Answer(op, size) }, op.Response.Shape, c)
}

func variants(of func(sample.Size) (*sample.Record, bool), s *catalog.Shape, c *diff.Change) []any {
	var all []any
	keys, values := focus(s, c), valuesFor(c)
	all = sample.Changed(map[string]any{}, keys, values)
	for _, size := range []sample.Size{sample.Minimal, sample.Light, sample.Full} {
		r, ok := of(size)
		if !ok {
			continue
		}
		tree := parse(r.JSON())
		all = append(all, tree)
		all = append(all, sample.Without(tree)...)
		all = append(all, sample.Changed(tree, keys, values)...)
		if object, ok := tree.(map[string]any); ok && size == sample.Minimal {
			all = append(all, pairsOf(object, keys)...)
		}
		if len(all) > tries {
			break
		}
	}
	return all[:min(len(all), tries)]
}

// focus is the keys that a change is about, all of the shape's where it names
// none.
func focus(s *catalog.Shape, c *diff.Change) []string {
	names := map[string]bool{}
	for _, subject := range []diff.Subject{c.Base, c.Head} {
		if subject.Field != nil {
			names[subject.Field.Name] = true
		}
		if subject.Rule != nil {
			for _, f := range subject.Rule.Fields {
				names[f.Name] = true
			}
		}
	}
	if len(names) == 0 {
		for _, f := range s.Fields {
			names[f.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// valuesFor are values at the limits of what a field allows before and after a
// change, and one of each kind.
func valuesFor(c *diff.Change) []any {
	values := []any{nil, "", " ", "x", json.Number("0"), json.Number("1.5"), true, map[string]any{}, map[string]any{"key": "x"},
		[]any{}, []any{"x"}, []any{"x", "y"}, []any{map[string]any{}}, "x,y", "x;y"}
	for _, subject := range []diff.Subject{c.Base, c.Head} {
		if e := subject.Enum; e != nil {
			for _, v := range e.Values {
				values = append(values, v.Value, []any{v.Value})
			}
		}
		if subject.Value != nil {
			values = append(values, subject.Value.Value, []any{subject.Value.Value})
		}
		if subject.Field != nil {
			values = append(values, limits(subject.Field)...)
		}
	}
	return values
}

// maxSample bounds the length of a text or a list that is tried.
const maxSample = 300

// limits are the values at the bounds of a field, and beside them.
func limits(f *catalog.Field) []any {
	var values []any
	for _, v := range f.Enum {
		values = append(values, v)
	}
	for _, n := range []*int{f.MinLength, f.MaxLength} {
		if n != nil && *n < maxSample {
			values = append(values, strings.Repeat("x", *n), strings.Repeat("x", *n+1), strings.Repeat("x", max(*n-1, 0)))
		}
	}
	for _, n := range []*int{f.MinItems, f.MaxItems} {
		if n != nil && *n < maxSample {
			for _, size := range []int{*n, *n + 1, max(*n-1, 0)} {
				values = append(values, slices.Repeat([]any{"x"}, size), slices.Repeat([]any{map[string]any{}}, size),
					slices.Repeat([]any{json.Number("1")}, size))
			}
		}
	}
	for _, n := range []json.Number{f.Minimum, f.Maximum} {
		if i, err := n.Int64(); err == nil {
			for _, v := range []int64{i, i + 1, i - 1} {
				values = append(values, json.Number(strconv.FormatInt(v, 10)))
			}
		} else if n != "" {
			values = append(values, n)
		}
	}
	if f.Join != "" {
		values = append(values, "x"+f.Join+"y")
	}
	return values
}

// words are violations in a sentence.
func words(violations []api.Violation) string {
	var w []string
	for _, v := range violations {
		w = append(w, strings.TrimSpace(v.Field+" "+v.Message))
	}
	return strings.Join(w, "; ")
}

// pairsOf returns the object with two of the keys, and with all of them.
func pairsOf(object map[string]any, keys []string) []any {
	var all []any
	whole := object
	for i, a := range keys {
		whole = sample.With(whole, a, "x")
		for _, b := range keys[i+1:] {
			all = append(all, sample.With(sample.With(object, a, "x"), b, "y"))
		}
	}
	return append(all, whole)
}

// parse reads a sample.
func parse(text string) any {
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err) // a sample is JSON
	}
	return v
}

func compact(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// normal writes a sample on one line.
func normal(text string) string { return compact(parse(text)) }
