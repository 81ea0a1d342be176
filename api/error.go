package api

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Error is an answer that is no success: any status but 2xx, or an answer that
// cannot be read. Its text holds neither the body nor a header, which may hold
// personal data or a credential, but for the heading of an HTML page, which is
// most likely that of a proxy. It names the request only where the answer does,
// since another name may be in no log of the service.
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

// Error says which operation failed and how. Where the answer is an HTML page, as
// proxies and sign-in pages are, its title, or else its first heading, is quoted,
// with # for each number but the status and for each address with an @.
func (e *Error) Error() string {
	text := e.Operation.String() + ": " + strings.TrimSpace(strconv.Itoa(e.Status)+" "+http.StatusText(e.Status))
	if e.Attempts > 1 {
		text += " after " + strconv.Itoa(e.Attempts) + " attempts"
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if page := e.page(); page != "" {
		text += ": HTML page " + strconv.Quote(page)
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
