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
			done := fmt.Sprintf("done: status %d, %s", r.Status, wording.Count(len(body), "byte"))
			return reply{text: withNotes(done, notes)}
		}
		if hidden > 0 {
			notes = append(notes, isOrAre(hidden)+" hidden; pass handles on as they are")
		}
		body = shown
	}
	body = compact(body)
	shown, isCut := cut(body, s.Limits.Bytes)
	if isCut {
		notes = append(notes, fmt.Sprintf("cut off after %d of %s; ask for less, such as a page or one item",
			len(shown), wording.Count(len(body), "byte")))
	}
	done := reply{text: withNotes(shown, notes)}
	if s.Each && !isCut && json.Valid([]byte(body)) {
		done.structured = []byte(body)
	}
	return done
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 sensitive value is"
	}
	return fmt.Sprintf("%d sensitive values are", n)
}

// hide returns a response with handles in the place of its sensitive values, and how many there
// are. It returns "" for a response that the catalog does not describe.
func (s *Server) hide(from *client, op *catalog.Operation, body string) (shown string, hidden int) {
	at := redaction.Response(op)
	if at == nil {
		return "", 0
	}
	bounds := redact.Bounds{Whole: true, Sensitive: func(value string) string {
		hidden++
		return from.keep(value)
	}}
	shown = bounds.Body(body, at)
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

// cut returns at most n bytes of a text, and whether something is missing.
func cut(text string, n int) (shown string, isCut bool) {
	if len(text) <= n {
		return text, false
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n], true
}

// withNotes adds what the server says about a text. The lines come last, in the server's own words.
func withNotes(text string, notes []string) string {
	var b strings.Builder
	b.WriteString(text)
	for _, note := range notes {
		b.WriteString("\nnote: " + note)
	}
	return b.String()
}
