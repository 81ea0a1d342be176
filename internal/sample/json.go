package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// JSON returns the record as it is sent. An object of many members has a line for
// each member.
func (r *Record) JSON() string {
	var members []string
	for _, m := range r.Members {
		members = append(members, quote(m.Field.Name)+":"+m.json())
	}
	if r.Further != "" {
		members = append(members, quote(r.Further)+":"+quote(r.Kept))
	}
	if len(members) > 3 {
		return "{\n" + strings.Join(members, ",\n") + "\n}"
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (m Member) json() string {
	list, ok := m.Value.([]any)
	if !ok || m.Field.Join == "" {
		return valueJSON(m.Value)
	}
	items := make([]string, len(list))
	for i, item := range list {
		items[i] = fmt.Sprint(item)
	}
	return quote(strings.Join(items, m.Field.Join))
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
	default:
		return quote(v)
	}
}

// quote returns the JSON text of a value, with as few escaped characters as
// possible.
func quote(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // cannot happen: this package made the value
	}
	return strings.TrimSuffix(b.String(), "\n")
}
