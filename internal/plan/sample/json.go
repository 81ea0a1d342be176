package sample

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A record is written as JSON in the order of the catalog, as generated code sends it.

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

// valueJSON writes a value of a record.
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
// stays on one line:
//
//	{
//	  "name": "Ada",
//	  "phones": [{"number": "1"}]
//	}
func Indented(text string) string {
	v, err := yamldoc.ParseJSON(text)
	if err != nil {
		panic(err) // a sample is valid JSON
	}
	return indentedValue(v, "", 0)
}

// indentedValue formats a value of [yamldoc.ParseJSON], on one line if it is not longer than
// length.
func indentedValue(v any, indent string, length int) string {
	var first, last string
	var members []string
	switch v := v.(type) {
	case yamldoc.Ordered:
		first, last = "{", "}"
		for _, m := range v {
			value := indentedValue(m.Value, indent+"  ", lineLength)
			members = append(members, wording.Literal(m.Key)+": "+value)
		}
	case []any:
		first, last = "[", "]"
		for _, item := range v {
			members = append(members, indentedValue(item, indent+"  ", lineLength))
		}
	default:
		return scalar(v)
	}
	line := first + strings.Join(members, ", ") + last
	fits := len(line) <= length && !strings.Contains(line, "\n")
	if members == nil || fits {
		return line
	}
	between := "\n" + indent + "  "
	return first + between + strings.Join(members, ","+between) + "\n" + indent + last
}

// scalar writes a value that is neither an object nor an array.
func scalar(v any) string { return cmp.Or(wording.Literal(v), "null") }
