package call

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/plan/interpreter"
)

// This file describes the outcomes of calls, in lines for people and as JSON for scripts.

// Outcome is the outcome of a call for scripts.
type Outcome struct {
	Operation  string          `json:"operation"`
	Status     int             `json:"status,omitempty"`
	RequestID  string          `json:"request_id,omitempty"`
	Header     http.Header     `json:"header,omitempty"`
	Body       json.RawMessage `json:"body,omitempty"`
	Hidden     bool            `json:"hidden,omitempty"` // values of the body are hidden
	Violations []api.Violation `json:"violations,omitempty"`
	Drifts     []string        `json:"drifts,omitempty"`
	Error      string          `json:"error,omitempty"`
	Attempts   []attempt       `json:"attempts,omitempty"`
}

type attempt struct {
	Status int   `json:"status,omitempty"`
	Millis int64 `json:"milliseconds"`
}

// Outcome returns the outcome without its body, and without what may be sensitive unless all
// is shown.
func (r *Result) Outcome(op *interpreter.Operation, all bool) Outcome {
	o := Outcome{Operation: op.String(), Status: r.Status, RequestID: r.RequestID}
	if all {
		o.Header = r.Header
	}
	if r.Err != nil {
		o.Error = Reason(r.Err)
		o.Violations = Refusals(op, r.Err, all)
	}
	for _, d := range r.Drifts {
		o.Drifts = append(o.Drifts, DriftLine(d))
	}
	for _, a := range r.Attempts {
		o.Attempts = append(o.Attempts, attempt{a.Status, a.Took.Milliseconds()})
	}
	return o
}

// Lines returns a line for each violation.
func Lines(violations []api.Violation) (lines []string) {
	for _, v := range violations {
		at := cmp.Or(v.Field, "the request")
		lines = append(lines, fmt.Sprintf("  %s: %s", at, cmp.Or(v.Message, "breaks the rule "+v.Rule)))
	}
	return lines
}

// DriftLine describes a difference between a lenient response and the catalog.
func DriftLine(d api.Drift) string {
	return fmt.Sprintf("the response differs from the catalog at %s: expected %s", cmp.Or(d.Pointer, "its root"), d.Expected)
}

// Reason describes the error of a call on one line. Errors of the transport quote the service, so
// only their causes are shown.
func Reason(err error) string {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return observer.Cause(err)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// NeverSent reports whether no service can have received the request.
func (r *Result) NeverSent() bool {
	if r.Status != 0 {
		return false
	}
	if dial, ok := errors.AsType[*net.OpError](r.Err); ok && dial.Op == "dial" {
		return true
	}
	_, isRefused := errors.AsType[*api.ValidationError](r.Err)
	return isRefused
}
