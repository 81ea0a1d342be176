package verify

import (
	"encoding/json"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/text/wording"
)

// This file makes what reports show of requests and responses. Of a response they show only its
// shape, because its values are those of real customers. A request may contain such values too,
// after a harvest.

// shapeOf returns the shape of a response: the members that the catalog knows, with their types.
// It contains no values and no other keys.
func shapeOf(op *interpreter.Operation, body []byte) string {
	if len(body) == 0 {
		return "no body"
	}
	response := redaction.Bodies(op.Operation).Response
	return redact.Bounds{Items: 1, Types: true}.Body(string(body), response)
}

// sentTexts are the texts that the service has sent, which requests use.
type sentTexts []string

// redacted returns a request as logs show it, without the values that the service sent.
func (s sentTexts) redacted(op *catalog.Operation, body any) string {
	bounds := redact.Bounds{Items: 20, Note: s.note}
	return bounds.Body(wording.Literal(body), redaction.Request(op))
}

// note marks a text that the service sent or that is derived from one: longer, shorter, or one
// of several that are joined. It also marks equal texts at other places.
func (s sentTexts) note(text string) string {
	var decoded string
	isText := json.Unmarshal([]byte(text), &decoded) == nil
	if isText {
		text = decoded
	}
	if slices.ContainsFunc(s, func(sent string) bool { return isDerived(text, sent, isText) }) {
		return "[harvested]"
	}
	return ""
}

// distinct is the number of bytes of a text that other texts do not contain by chance.
const distinct = 4

// isDerived reports whether a text may be made from one that the service sent. A number is no
// text.
func isDerived(text, sent string, isText bool) bool {
	if text == sent || len(sent) >= distinct && strings.Contains(text, sent) {
		return true
	}
	isPart := strings.HasPrefix(text, sent) || strings.HasPrefix(sent, text)
	return isText && text != "" && isPart
}

// textsIn returns the keys and texts in a value, with numbers as texts. Keys count because those of
// a map may be names or ids.
func textsIn(v any) (texts []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			texts = append(texts, key)
			texts = append(texts, textsIn(x)...)
		}
	case []any:
		for _, x := range v {
			texts = append(texts, textsIn(x)...)
		}
	case string:
		if v != "" {
			texts = append(texts, v)
		}
	case json.Number:
		texts = append(texts, v.String())
	}
	return texts
}
