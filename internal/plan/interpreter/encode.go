package interpreter

import (
	"encoding/json"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// AppendJSON appends what a client sends of a body or record.
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

// appendMember appends a member; nil is absent.
func appendMember(b []byte, f *catalog.Field, x any) []byte {
	key := strings.TrimSuffix(string(wire.AppendString(nil, "", f.Name)), ",") + ":"
	if x == any(null{}) {
		return append(b, key+"null,"...)
	}
	if f.Type.Kind == catalog.Any || f.Type.Kind == catalog.Unspecified {
		return wire.AppendAny(b, key, x)
	}
	switch x := x.(type) {
	case string:
		return wire.AppendString(b, key, x)
	case bool:
		return wire.AppendBool(b, key, x)
	case int:
		return wire.AppendInt(b, key, x)
	case json.Number:
		return wire.AppendNumber(b, key, x)
	case api.Object:
		return wire.AppendObject(b, key, x)
	case *record:
		return append(x.AppendJSON(append(b, key...)), ',')
	case *choice:
		return append(x.AppendJSON(append(b, key...)), ',')
	default:
		return appendArray(b, f, key, x)
	}
}

func appendArray(b []byte, f *catalog.Field, key string, x any) []byte {
	switch items := x.(type) {
	case []string:
		if f.Join != "" {
			return wire.AppendJoined(b, key, items, f.Join)
		}
		return wire.AppendStrings(b, key, items)
	case []bool:
		return wire.AppendList(b, key, items, wire.BoolJSON)
	case []int:
		return wire.AppendList(b, key, items, wire.IntJSON)
	case []json.Number:
		return wire.AppendList(b, key, items, wire.NumberJSON)
	case []api.Object:
		return wire.AppendObjects(b, key, items)
	case []any:
		return wire.AppendList(b, key, items, wire.AnyJSON)
	case []choice:
		b = append(b, key+"["...)
		for i := range items {
			b = append(items[i].AppendJSON(b), ',')
		}
		return wire.CloseArray(b)
	case []record:
		b = append(b, key+"["...)
		for i := range items {
			b = append(items[i].AppendJSON(b), ',')
		}
		return wire.CloseArray(b)
	case list:
		return wire.AppendList(b, key, items, appendItem)
	case entries:
		return wire.AppendMap(b, key, items, appendItem)
	default:
		return b
	}
}
