package api

import (
	"fmt"
	"net/http"
	"strconv"
)

// Error is an answer that is no success: any status but 2xx, or an answer that
// cannot be read. Its text holds neither the body nor a header, which may hold
// personal data or a credential.
type Error struct {
	Operation *Operation
	Status    int         // HTTP status code
	Header    http.Header // of the answer
	Body      []byte      // of the answer, up to the limit of answers
	RequestID string      // X-Request-Id of the answer, "" where there is none
	Problem   *Problem    // the body, where it is application/problem+json
	Err       error       // why the answer could not be read, nil where the status says it all
}

// Error says which operation failed and how.
func (e *Error) Error() string {
	text := e.Operation.String() + ": " + strconv.Itoa(e.Status) + " " + http.StatusText(e.Status)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.RequestID != "" {
		text += " (request " + strconv.Quote(e.RequestID) + ")"
	}
	return text
}

// Unwrap returns why the answer could not be read.
func (e *Error) Unwrap() error { return e.Err }

// GoString keeps %#v from printing what Error leaves out.
func (e *Error) GoString() string { return fmt.Sprintf("&api.Error{%q}", e.Error()) }
