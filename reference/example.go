package reference

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/sample"
	"example.com/opgen/internal/wording"
)

// illustrated returns a sample for readers: with the examples of the catalog, with
// one item in place of several equal ones, and without keys that the catalog does
// not name. The default of a sensitive field is not shown.
func illustrated(r *sample.Record) *sample.Record {
	shown := new(sample.Record)
	for _, m := range r.Members {
		if f := m.Field; f.Private() && f.Default != nil && wording.Literal(m.Value) == wording.Literal(f.Default) {
			continue
		}
		shown.Members = append(shown.Members, sample.Member{Field: m.Field, Value: illustratedValue(m)})
	}
	if len(shown.Members) == 0 {
		shown.Further, shown.Kept = r.Further, r.Kept // an empty object carries no value in a rule
	}
	return shown
}

func illustratedValue(m sample.Member) any {
	if v, ok := exampleOf(m.Field); ok {
		return v
	}
	switch v := m.Value.(type) {
	case *sample.Record:
		return illustrated(v)
	case []any:
		var items []any
		for _, item := range v[:illustratedItems(m.Field, len(v))] {
			if r, ok := item.(*sample.Record); ok {
				item = illustrated(r)
			}
			items = append(items, item)
		}
		return items
	default:
		return v
	}
}

// illustratedItems returns how many of n items are shown. A joined array shows all
// of them, so that the separator is visible.
func illustratedItems(f *catalog.Field, n int) int {
	switch {
	case f.Join != "":
		return n
	case f.MinItems != nil:
		return min(n, max(1, *f.MinItems))
	default:
		return min(n, 1)
	}
}

// exampleOf returns the example of a field in the catalog, if it is a single value
// that is not empty.
func exampleOf(f *catalog.Field) (any, bool) {
	switch v := f.ShownExample().(type) {
	case string:
		return v, v != ""
	case bool:
		return v, true
	case json.Number:
		if f.Type.Kind != catalog.Integer {
			return v, true
		}
		n, err := strconv.Atoi(string(v))
		return n, err == nil
	default:
		return nil, false
	}
}

// lineLength is the maximum length of an object or array on one line.
const lineLength = 60

// indented formats JSON with one line for each member. A short object or array
// stays on one line.
func indented(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return indentedValue(d, "", 0)
}

// indentedValue returns the next value of d, on one line if it is not longer than
// length.
func indentedValue(d *json.Decoder, indent string, length int) string {
	token, err := d.Token()
	if err != nil {
		panic(err) // of a sample
	}
	open, ok := token.(json.Delim)
	if !ok {
		return scalar(token)
	}
	var members []string
	for d.More() {
		key := ""
		if open == '{' {
			name, _ := d.Token()
			key = scalar(name) + ": "
		}
		members = append(members, key+indentedValue(d, indent+"  ", lineLength))
	}
	end, _ := d.Token()
	line := open.String() + strings.Join(members, ", ") + end.(json.Delim).String()
	if members == nil || len(line) <= length && !strings.Contains(line, "\n") {
		return line
	}
	between := "\n" + indent + "  "
	return open.String() + between + strings.Join(members, ","+between) + "\n" + indent + end.(json.Delim).String()
}

func scalar(token json.Token) string { return cmp.Or(wording.Literal(token), "null") }
