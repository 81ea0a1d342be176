package sample

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/wording"
)

// JSON returns the record as it is sent. An object of many members has a line for
// each member.
func (r *Record) JSON() string {
	var members []string
	for _, m := range r.Members {
		members = append(members, wording.Literal(m.Field.Name)+":"+valueJSON(m.Sent()))
	}
	if r.Further != "" {
		members = append(members, wording.Literal(r.Further)+":"+wording.Literal(r.Kept))
	}
	if len(members) > 3 {
		return "{\n" + strings.Join(members, ",\n") + "\n}"
	}
	return "{" + strings.Join(members, ",") + "}"
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
		return wording.Literal(v)
	}
}
