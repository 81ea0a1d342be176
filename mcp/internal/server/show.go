package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/text/wording"
)

// This file shows responses. A body comes first, in one line of JSON, and what the server says
// about it in lines below, so that a body cannot pass for words of the server.

// notDescribed explains why a response is not shown at all. Any of its values may be sensitive.
const notDescribed = "the catalog does not describe the response, so it is hidden; " +
	"whoever runs the server can show it with --show-sensitive"

// success shows the response of a call: once, as text, because most clients would give a model
// both forms of one that is also structured.
func (s *Server) success(from *client, op *interpreter.Operation, r *call.Result) reply {
	var notes []string
	for _, d := range r.Drifts {
		notes = append(notes, call.DriftLine(d))
	}
	body := string(r.Body)
	if body == "" || op.Response.Nothing {
		return reply{text: withNotes(fmt.Sprintf("done: status %d, no response", r.Status), notes)}
	}
	if !s.ShowSensitive {
		shown, hidden := s.hide(from, op.Operation, body)
		if shown == "" {
			notes = append(notes, notDescribed)
			text := fmt.Sprintf("done: status %d, %s", r.Status, wording.Count(len(body), "byte"))
			return reply{text: withNotes(text, notes)}
		}
		if hidden > 0 {
			notes = append(notes, sensitiveValuesAre(hidden)+" hidden; pass handles on as they are")
		}
		body = shown
	}
	body = compact(body)
	shown, isCut := cut(body, s.Limits.Bytes)
	if isCut {
		const form = "cut off after %d of %s; ask for less, such as a page or one item"
		notes = append(notes, fmt.Sprintf(form, len(shown), wording.Count(len(body), "byte")))
	}
	success := reply{text: withNotes(shown, notes)}
	if s.Each && !isCut && json.Valid([]byte(body)) {
		success.structured = []byte(body)
	}
	return success
}

// sensitiveValuesAre begins a sentence about a number of values.
func sensitiveValuesAre(n int) string {
	if n == 1 {
		return "1 sensitive value is"
	}
	return fmt.Sprintf("%d sensitive values are", n)
}

// hide returns a response with handles in the place of its sensitive values, and how many there
// are. It returns "" for a response that the catalog does not describe.
func (s *Server) hide(from *client, op *catalog.Operation, body string) (shown string, hidden int) {
	place := redaction.Response(op)
	if place == nil {
		return "", 0
	}
	keep := func(value string) (handle string) {
		hidden++
		return from.keep(value)
	}
	shown = redact.Bounds{Whole: true, Sensitive: keep}.Body(body, place)
	if !json.Valid([]byte(shown)) { // only its size: it is of another type than the catalog says
		return "", 0
	}
	return shown, hidden
}

// compact returns JSON without white space, which would cost tokens. Other text stays as it is.
func compact(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}

// cut returns at most n bytes of a text, and whether something is missing. It never cuts a character
// in two.
func cut(text string, n int) (shown string, isCut bool) {
	if len(text) <= n {
		return text, false
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n], true
}

// withNotes adds what the server says about a text, a line for each note: "note: 2 sensitive values
// are hidden; pass handles on as they are".
func withNotes(text string, notes []string) string {
	var b strings.Builder
	b.WriteString(text)
	for _, note := range notes {
		b.WriteString("\nnote: " + note)
	}
	return b.String()
}
