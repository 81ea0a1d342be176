package sample

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// JSON returns the record as it is sent.
func (r *Record) JSON() string {
	if whole, ok := r.Whole(); ok {
		return valueJSON(whole)
	}
	var members []string
	if r.Union != nil {
		members = append(members, wording.Literal(r.Union.By)+":"+wording.Literal(r.Tag))
	}
	for _, m := range r.Members {
		members = append(members, wording.Literal(m.Field.Name)+":"+valueJSON(m.Sent()))
	}
	if r.Further != "" {
		members = append(members, wording.Literal(r.Further)+":"+wording.Literal(r.Kept))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// Whole returns the value that is a whole response, and whether it is one.
func (r *Record) Whole() (any, bool) {
	if len(r.Members) == 1 && r.Members[0].Field.Whole {
		return r.Members[0].Value, true
	}
	return nil, false
}

// Sent returns the value as it is sent: the items of a joined list as one string.
func (m Member) Sent() any {
	list, ok := m.Value.([]any)
	if !ok || m.Field.Join == "" {
		return m.Value
	}
	items := make([]string, len(list))
	for i, item := range list {
		items[i] = fmt.Sprint(item)
	}
	return strings.Join(items, m.Field.Join)
}

func valueJSON(v any) string {
	switch v := v.(type) {
	case *Record:
		return v.JSON()
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = valueJSON(item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case map[string]any:
		members := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			members = append(members, wording.Literal(key)+":"+valueJSON(v[key]))
		}
		return "{" + strings.Join(members, ",") + "}"
	default:
		return scalar(v)
	}
}

// Value returns the record as JSON values, in which numbers are [json.Number].
func (r *Record) Value() any { return Parse(r.JSON()) }

// Parse returns JSON values. It panics if the text is not JSON.
func Parse(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// lineLength is the maximum length of an object or array on one line.
const lineLength = 60

// Indented formats JSON with one line for each member. A short object or array
// stays on one line.
func Indented(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return indentedValue(d, "", 0)
}

// indentedValue returns the next value of d, on one line if it is not longer than
// length.
func indentedValue(d *json.Decoder, indent string, length int) string {
	token, err := d.Token()
	if err != nil {
		panic(err) // a sample is valid JSON
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
