package dynamic

import (
	"encoding/json"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// AppendJSON appends what a client sends of a body or record.
func (r *record) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	for m, own := range r.plan.Sent(r) {
		if own {
			b = appendMember(b, m.Field, *r.value(m.Field))
		} else {
			b = appendMember(b, m.Field, m.Default)
		}
	}
	if s := r.plan.Shape; s.Open {
		b = api.AppendExtra(b, r.extra, names(s.Fields)...)
	}
	return api.CloseObject(b)
}

// appendMember appends a member; nil is absent.
func appendMember(b []byte, f *catalog.Field, x any) []byte {
	key := strings.TrimSuffix(string(api.AppendString(nil, "", f.Name)), ",") + ":"
	if f.Type.Kind == catalog.Any || f.Type.Kind == catalog.Unspecified {
		return api.AppendAny(b, key, x)
	}
	switch x := x.(type) {
	case string:
		return api.AppendString(b, key, x)
	case bool:
		return api.AppendBool(b, key, x)
	case int:
		return api.AppendInt(b, key, x)
	case json.Number:
		return api.AppendNumber(b, key, x)
	case api.Object:
		return api.AppendObject(b, key, x)
	case *record:
		return append(x.AppendJSON(append(b, key...)), ',')
	default:
		return appendArray(b, f, key, x)
	}
}

func appendArray(b []byte, f *catalog.Field, key string, x any) []byte {
	switch items := x.(type) {
	case []string:
		if f.Join != "" {
			return api.AppendJoined(b, key, items, f.Join)
		}
		return api.AppendStrings(b, key, items)
	case []bool:
		return api.AppendBools(b, key, items)
	case []int:
		return api.AppendInts(b, key, items)
	case []json.Number:
		return api.AppendNumbers(b, key, items)
	case []api.Object:
		return api.AppendObjects(b, key, items)
	case []any:
		return api.AppendAnys(b, key, items)
	case []record:
		b = append(b, key+"["...)
		for i := range items {
			b = append(items[i].AppendJSON(b), ',')
		}
		return api.CloseArray(b)
	default:
		return b
	}
}
