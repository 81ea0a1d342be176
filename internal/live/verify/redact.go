package verify

import (
	"encoding/json"
	"slices"
	"strings"

	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/places"
	"example.com/opgen/internal/text/wording"
)

// shapeOf returns the shape of a response: the members that the catalog knows, with their types.
// It contains no values and no other keys.
func shapeOf(op *interpreter.Operation, body []byte) string {
	if len(body) == 0 {
		return "no body"
	}
	return redact.Bounds{Items: 1, Types: true}.Body(string(body), places.Bodies(op.Operation).Response)
}

// redacted returns a request as logs show it, without the values that the service sent.
func (b *builder) redacted(body any) string {
	return redact.Bounds{Items: 20, Note: b.noteHarvested}.Body(wording.Literal(body), places.Request(b.op.Operation))
}

// noteHarvested marks a text that the service sent or that is derived from one: longer, shorter, or one
// of several that are joined. It also marks equal texts at other places.
func (b *builder) noteHarvested(text string) string {
	var decoded string
	isText := json.Unmarshal([]byte(text), &decoded) == nil
	if isText {
		text = decoded
	}
	const distinct = 4 // bytes of a text that other texts do not contain by chance
	if slices.ContainsFunc(b.sent, func(sent string) bool {
		return text == sent || isText && text != "" && (strings.HasPrefix(text, sent) || strings.HasPrefix(sent, text)) ||
			len(sent) >= distinct && strings.Contains(text, sent)
	}) {
		return "[harvested]"
	}
	return ""
}

// textsIn returns the keys and texts in a value, with numbers as texts.
func textsIn(v any) (all []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			all = append(append(all, key), textsIn(x)...)
		}
	case []any:
		for _, x := range v {
			all = append(all, textsIn(x)...)
		}
	case string:
		if v != "" {
			all = append(all, v)
		}
	case json.Number:
		all = append(all, v.String())
	}
	return all
}
