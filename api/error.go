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

// Error is a response that is not a success: its status is not 2xx, or it cannot be
// read. Its text shows neither the body nor a header, which may hold personal data
// or a credential. It shows the request id only if the response repeats it, since
// otherwise the logs of the service may not know it.
type Error struct {
	Operation *Operation
	Status    int         // HTTP status code
	Header    http.Header // of the response
	Body      []byte      // of the response, up to the limit of responses
	Attempts  int         // how often the request was sent; this is the last response
	RequestID string      // X-Request-Id of the response, or of the request if the response has none
	Problem   *Problem    // the body, if it is application/problem+json
	Messages  []string    // of the envelope, with [WithEnvelope]; up to 50 of up to 1,000 bytes, not part of the text
	Err       error       // why the response could not be read or that its envelope reports a failure, nil if the status says it all

	unconfirmed bool // the response has no RequestID
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

// Unwrap returns why the response could not be read, and a [*ValidationError] if the
// service says what is wrong with the request.
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

// Format writes Error for every verb, since other formats would print the fields.
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

// Excerpt returns the first line of text of a response that is not JSON, in up to
// 200 bytes of printable characters. It returns "" if the body is JSON, starts like
// JSON or is declared to be JSON, and if it is not text.
//
// The service may have written this line, and it may hold personal data, so do not
// log it. The text of the error does not contain it.
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
	maxLookup  = 64 << 10 // bytes of a response that are searched for a line
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
