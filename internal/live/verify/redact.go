package verify

import (
	"encoding/json"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/places"
	"example.com/opgen/internal/text/wording"
)

// redacted returns a request as logs show it, without the values that the service sent.
func (v *values) redacted(op *catalog.Operation, body any) string {
	return redact.Bounds{Items: 20}.Body(wording.Literal(body), harvestedPlace{places.Request(op), v, op, "", nil})
}

// harvestedPlace is a place in the requests of an operation.
type harvestedPlace struct {
	redact.Place
	values *values
	op     *catalog.Operation
	at     string
	sent   []string // the texts that were harvested for it
}

func (h harvestedPlace) child(p redact.Place, step string, sent []string) redact.Place {
	if p == nil {
		return nil
	}
	return harvestedPlace{p, h.values, h.op, h.at + step, sent}
}

func (h harvestedPlace) Items() redact.Place { return h.child(h.Place.Items(), "/*", h.sent) }

func (h harvestedPlace) Object(tag func(string) string) redact.Place {
	return h.child(h.Place.Object(tag), "", h.sent)
}

func (h harvestedPlace) Member(key string) (redact.Place, redact.Key) {
	member, k := h.Place.Member(key)
	step, sent := "/*", h.sent
	if k != redact.EntryKey {
		step = "/" + jsonpointer.Escape(key)
	}
	if x := h.values.serviceValue(h.op, h.at+step, key); x != nil {
		sent = textsIn(x)
	}
	return h.child(member, step, sent), k
}

// MayShow hides a harvested map, because its keys were also harvested.
func (h harvestedPlace) MayShow(kind byte) bool {
	_, key := h.Place.Member("")
	return h.Place.MayShow(kind) && (key != redact.EntryKey || h.sent == nil)
}

// Note marks a value that is a harvested text or derived from one: longer, shorter, or one of
// several that are joined.
func (h harvestedPlace) Note(text string) string {
	if text[0] == '"' {
		json.Unmarshal([]byte(text), &text) // is a string
	}
	if text != "" && slices.ContainsFunc(h.sent, func(sent string) bool {
		return sent != "" && (strings.Contains(text, sent) || strings.HasPrefix(sent, text))
	}) {
		return "[harvested]"
	}
	return ""
}

// textsIn returns the texts in a value, with numbers and booleans as texts.
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
	case string:
		all = append(all, v)
	default:
		all = append(all, wording.Literal(v))
	}
	return all
}
