package api

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// Error is an answer that is not a success: any status but 2xx, or an answer that
// cannot be read. Its text holds neither the body nor a header, which may hold
// personal data or a credential. It names the request only if the answer does,
// since no log of the service may hold another name.
type Error struct {
	Operation *Operation
	Status    int         // HTTP status code
	Header    http.Header // of the answer
	Body      []byte      // of the answer, up to the limit of answers
	Attempts  int         // how often the request was sent, the last time with this answer
	RequestID string      // X-Request-Id of the answer, or of the request where the answer has none
	Problem   *Problem    // the body, where it is application/problem+json
	Messages  []string    // of the envelope, where [WithEnvelope] is used; up to 50, and not part of the text
	Err       error       // why the answer could not be read or that its envelope reports no success, nil where the status says it all

	unconfirmed bool // the answer has no RequestID
}

// Error says which operation failed and how.
func (e *Error) Error() string {
	text := e.Operation.String() + ": " + strings.TrimSpace(strconv.Itoa(e.Status)+" "+http.StatusText(e.Status))
	if e.Attempts > 1 {
		text += " after " + strconv.Itoa(e.Attempts) + " attempts"
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.RequestID != "" && !e.unconfirmed {
		text += " (request " + strconv.Quote(e.RequestID) + ")"
	}
	return text
}

// Unwrap returns why the answer could not be read, and a [*ValidationError]
// where the service says what is wrong with the request.
func (e *Error) Unwrap() []error {
	var errs []error
	if e.Err != nil {
		errs = append(errs, e.Err)
	}
	if e.Problem != nil && len(e.Problem.Errors) > 0 {
		errs = append(errs, &ValidationError{Violations: e.Problem.Errors})
	}
	return errs
}

// Format writes Error for every verb, since others would print what it leaves out.
func (e *Error) Format(s fmt.State, verb rune) { formatError(s, verb, "api.Error", e.Error()) }

// formatError prints an error of a type by nothing but its text.
func formatError(s fmt.State, verb rune, name, text string) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, "&"+name+"{"+strconv.Quote(text)+"}")
	case verb == 'q':
		io.WriteString(s, strconv.Quote(text))
	default:
		io.WriteString(s, text)
	}
}

// Excerpt returns the first line of text in an answer that is not JSON, in up to
// 200 bytes of printable characters. It returns "" if the answer is JSON, starts
// like JSON or is said to be JSON, and if it is not text.
//
// The answer may be the service's and hold personal data, so do not log it. The
// text of the error holds nothing of it.
func (e *Error) Excerpt() string {
	text := strings.TrimLeft(strings.TrimPrefix(string(e.Body), "\ufeff"), " \t\r\n")
	isText := strings.HasPrefix(http.DetectContentType(e.Body), "text/")
	if text == "" || !isText || strings.IndexByte(`{["`, text[0]) >= 0 || json.Valid([]byte(text)) || saysJSON(e.Header) {
		return ""
	}
	for line := range strings.Lines(text[:min(len(text), maxLookup)]) {
		if line = printable(line); line != "" {
			return line
		}
	}
	return ""
}

const (
	maxExcerpt = 200      // bytes
	maxLookup  = 64 << 10 // bytes of an answer in which a line is looked for
)

// saysJSON reports whether the content is said to be JSON, or of a type on top
// of it.
func saysJSON(h http.Header) bool {
	mediaType, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

// printable returns an excerpt of a text, on one line.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxExcerpt {
		return text
	}
	const end = "..."
	return strings.ToValidUTF8(text[:maxExcerpt-len(end)], "") + end
}
