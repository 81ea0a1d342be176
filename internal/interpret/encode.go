package interpret

import (
	"encoding/json"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// appendBody appends the body of an operation.
func (r *record) appendBody(op *catalog.Operation, b []byte) []byte {
	b = append(b, '{')
	for _, f := range order(op) {
		b = appendMember(b, f, r.sent(op, f))
	}
	return api.CloseObject(b)
}

// append appends a record.
func (r *record) append(b []byte) []byte {
	b = append(b, '{')
	for n, f := range r.shape.Fields {
		b = appendMember(b, f, toSend(f, r.values[n]))
	}
	if r.shape.Open {
		b = api.AppendExtra(b, r.extra, names(r.shape.Fields)...)
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
		return append(x.append(append(b, key...)), ',')
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
			b = append(items[i].append(b), ',')
		}
		return api.CloseArray(b)
	default:
		return b
	}
}
