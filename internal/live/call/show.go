package call

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
)

// This file shows bodies. What the catalog does not describe may be personal, so it is hidden
// like sensitive values, unless the caller asks for everything.

// ShowRequest returns a body as it is sent, without its sensitive values and the members with
// credentials, and whether some are hidden.
func ShowRequest(op *catalog.Operation, body string, credentials ...string) (shown string, hides bool) {
	secret := redact.Credentials(append(credentials, op.Auth.BodyFields()...))
	return show(body, redact.Combine(secret, redaction.Request(op)))
}

// ShowResponse returns a response without its envelope and its sensitive values, and whether
// some are hidden. If the catalog does not describe the response, shown is "".
func ShowResponse(op *catalog.Operation, body string) (shown string, hides bool) {
	place := redaction.Response(op)
	if place == nil && strings.TrimSpace(body) != "" {
		return "", true
	}
	return show(body, place)
}

// ShowItem is [ShowResponse] for an item of a page.
func ShowItem(op *catalog.Operation, item string) (shown string, hides bool) {
	return show(item, redaction.Item(op))
}

// show hides what is sensitive. To find out whether something was hidden, it compares what is shown
// with the body, since there are many ways to hide a value.
func show(body string, place redact.Place) (shown string, hides bool) {
	if strings.TrimSpace(body) == "" {
		return body, false
	}
	shown = redact.Bounds{Whole: true}.Body(body, place)
	original, err := decoded(body)
	remaining, errShown := decoded(shown)
	if err != nil || errShown != nil { // only its size
		return "", true
	}
	return shown, !reflect.DeepEqual(original, remaining)
}

// decoded returns a JSON value with numbers as text.
func decoded(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// colors are the escape sequences of the parts of JSON on a terminal.
const (
	colorKey    = "\x1b[34m"
	colorString = "\x1b[32m"
	colorOther  = "\x1b[36m"
	colorEnd    = "\x1b[0m"
)

// Indent formats JSON for people, with colors if asked to. Text that is no JSON stays as it is.
func Indent(text string, colored bool) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		return text
	}
	if !colored {
		return b.String()
	}
	var colors strings.Builder
	for line := range strings.Lines(b.String()) {
		writeColored(&colors, line)
	}
	return colors.String()
}

// writeColored writes one line of indented JSON, which has at most one key and one value.
func writeColored(b *strings.Builder, line string) {
	rest := strings.TrimLeft(line, " ")
	b.WriteString(line[:len(line)-len(rest)])
	if end := stringEnd(rest); end > 0 && strings.HasPrefix(rest[end:], ": ") {
		b.WriteString(colorKey + rest[:end] + colorEnd + ": ")
		rest = rest[end+2:]
	}
	value := strings.TrimRight(rest, ",\n")
	color := colorOther
	switch {
	case value == "" || strings.ContainsAny(value[:1], "{}[]"):
		b.WriteString(rest)
		return
	case value[0] == '"':
		value = rest[:stringEnd(rest)]
		color = colorString
	}
	b.WriteString(color + value + colorEnd + rest[len(value):])
}

// stringEnd returns the length of the JSON string at the beginning of a text, 0 if there is none.
func stringEnd(text string) int {
	if !strings.HasPrefix(text, `"`) {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}
