package interpreter

import (
	"strings"

	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// AppendJSON appends the members of a body or record that a client sends.
func (r *record) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	for m, own := range r.form.Sent(r) {
		if own {
			b = appendMember(b, m.Field, *r.value(m.Field))
		} else {
			b = appendMember(b, m.Field, m.Default)
		}
	}
	if s := r.form.Shape; s.Open {
		b = wire.AppendExtra(b, r.extra, catalog.Names(s.Fields)...)
	}
	return wire.CloseObject(b)
}

// appendMember appends a member, unless the value is nil.
func appendMember(b []byte, f *catalog.Field, x any) []byte {
	key := strings.TrimSuffix(string(wire.AppendString(nil, "", f.Name)), ",") + ":"
	joined, isJoined := x.([]string)
	switch {
	case x == nil:
		return b
	case isJoined:
		return wire.AppendJoined(b, key, joined, f.Join)
	}
	return append(appendValue(append(b, key...), x), ',')
}

// appendValue appends a value of any type.
func appendValue(b []byte, x any) []byte {
	switch x := x.(type) {
	case []any:
		return wire.ListJSON(appendValue)(b, x)
	case map[string]any:
		return wire.MapJSON(appendValue)(b, x)
	case interface{ AppendJSON([]byte) []byte }: // a record or a union
		return x.AppendJSON(b)
	case null:
		return append(b, "null"...)
	default:
		return wire.AnyJSON(b, x)
	}
}
