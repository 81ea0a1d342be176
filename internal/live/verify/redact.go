package verify

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// shown returns a request as logs show it: without sensitive values, keys that the catalog
// does not name, and values of another type than the catalog says. Values that the service
// sent are not shown either.
func (v *values) shown(op *catalog.Operation, body any) string {
	return (&shower{v, op}).value(body, &catalog.Type{Kind: catalog.Record, Record: op.Request}, "", nil)
}

// shower shows the requests of an operation.
type shower struct {
	values *values
	of     *catalog.Operation
}

// value shows a value at a place. sent are the texts that were harvested for it.
func (s *shower) value(v any, t *catalog.Type, at string, sent []string) string {
	note := func(what string) string { return wording.Literal("[" + what + "]") }
	switch v := v.(type) {
	case map[string]any:
		switch {
		case t.Kind == catalog.Map:
			if sent != nil && len(v) > 0 {
				return note("harvested") // with its keys
			}
			return s.members(v, func(string) *catalog.Field { return &catalog.Field{Type: t.Elem} }, func(string) string { return at + "/*" }, sent)
		case t.Kind == catalog.Record || t.Kind == catalog.Union:
			return s.members(v, func(key string) *catalog.Field { return fieldIn(t, key) }, func(key string) string { return at + "/" + jsonpointer.Escape(key) }, sent)
		}
		return note(wording.Count(len(v), "key"))
	case []any:
		if t.Kind != catalog.Array {
			return note(wording.Count(len(v), "item"))
		}
		items := make([]string, min(len(v), longestShownList))
		for i := range items {
			items[i] = s.value(v[i], t.Elem, at+"/*", sent)
		}
		if rest := len(v) - len(items); rest > 0 {
			items = append(items, note(wording.Count(rest, "further item")))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	if made(v, sent) {
		return note("harvested")
	}
	kind, kinds := "number", []catalog.Kind{catalog.Integer, catalog.Number}
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		kind, kinds = "boolean", []catalog.Kind{catalog.Boolean}
	case string:
		kind, kinds = "string", []catalog.Kind{catalog.String, catalog.Enumeration}
	}
	if literal := wording.Literal(v); slices.Contains(kinds, t.Kind) && len(literal) <= longestShown {
		return literal
	}
	return note(kind)
}

// made reports whether a value is one of some texts or made of one: perhaps too long, too
// short, or one of several that are joined.
func made(v any, of []string) bool {
	x := plain(v)
	return x != "" && slices.ContainsFunc(of, func(text string) bool {
		return text != "" && (strings.Contains(x, text) || strings.HasPrefix(text, x))
	})
}

// plain is a text as it is, and any other value as JSON.
func plain(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return wording.Literal(v)
}

// textsIn returns the texts in a value, also those of numbers and the like.
func textsIn(v any) []string {
	all := []string{}
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			all = append(all, textsIn(x)...)
		}
	case []any:
		for _, x := range v {
			all = append(all, textsIn(x)...)
		}
	default:
		all = append(all, plain(v))
	}
	return all
}

// What is shown of a request at most.
const (
	longestShown     = 256 // bytes of a value
	longestShownList = 20
)

// members shows the members of an object whose fields are known.
func (s *shower) members(object map[string]any, field func(key string) *catalog.Field, at func(key string) string, sent []string) string {
	var all []string
	further := 0
	for _, key := range slices.Sorted(maps.Keys(object)) {
		f := field(key)
		if f == nil {
			further++
			continue
		}
		value := `"[redacted]"`
		if x := object[key]; !f.Private() {
			t := f.Type
			if _, isText := x.(string); f.Join != "" && isText {
				t = &catalog.Type{Kind: catalog.String}
			}
			from := sent
			if y, harvested := s.values.find(s.of, at(key), key); harvested {
				from = textsIn(y)
			}
			value = s.value(x, t, at(key), from)
		}
		all = append(all, wording.Literal(key)+":"+value)
	}
	if further > 0 {
		all = append(all, `"...":"[`+wording.Count(further, "further key")+`]"`)
	}
	return "{" + strings.Join(all, ",") + "}"
}
