package call

import (
	"cmp"
	"context"
	"crypto/tls"
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

// attempt is one attempt of a call for scripts.
type attempt struct {
	Status int   `json:"status,omitempty"`
	Millis int64 `json:"milliseconds"`
}

// Outcome returns the outcome without its body, and without what may be sensitive unless all
// is shown.
func (r *Result) Outcome(op *interpreter.Operation, isWhole bool) Outcome {
	o := Outcome{Operation: op.String(), Status: r.Status, RequestID: r.RequestID}
	if isWhole {
		o.Header = r.Header
	}
	if r.Err != nil {
		o.Error = Reason(r.Err)
		o.Violations = Refusals(op, r.Err, isWhole)
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
		field := cmp.Or(v.Field, "the request")
		lines = append(lines, fmt.Sprintf("  %s: %s", field, cmp.Or(v.Message, "breaks the rule "+v.Rule)))
	}
	return lines
}

// DriftLine describes a difference between a lenient response and the catalog.
func DriftLine(d api.Drift) string {
	where := cmp.Or(d.Pointer, "its root")
	return fmt.Sprintf("the response differs from the catalog at %s: expected %s", where, d.Expected)
}

// Reason describes the error of a call on one line. Errors of the transport quote the service, so
// only their causes are shown.
func Reason(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted; the service may have received the request"
	}
	if failed, ok := errors.AsType[*api.Error](err); ok && hasViolations(failed) {
		// Without the violations, which Lines shows.
		return fmt.Sprintf("%s: %d %s%s", failed.Operation, failed.Status,
			http.StatusText(failed.Status), requestOf(failed))
	}
	if _, ok := errors.AsType[*url.Error](err); ok {
		return observer.Cause(err)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// hasViolations reports whether a service has found violations.
func hasViolations(failed *api.Error) bool {
	return failed.Problem != nil && len(failed.Problem.Errors) > 0
}

// requestOf names the request of a failure, if the service repeats its id.
func requestOf(failed *api.Error) string {
	if failed.RequestID == "" || failed.Header.Get("X-Request-Id") == "" {
		return ""
	}
	return fmt.Sprintf(" (request %q)", failed.RequestID)
}

// NeverSent reports whether no service can have received the request.
func (r *Result) NeverSent() bool {
	return r.Status == 0 && IsUnsent(r.Err)
}

// IsUnsent reports whether a call without a response failed before anything was sent: it was
// refused, or there was no connection, or none that is safe.
func IsUnsent(err error) bool {
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return true
	}
	_, isRefused := errors.AsType[*api.ValidationError](err)
	_, isUntrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, hasNoTLS := errors.AsType[tls.RecordHeaderError](err)
	return isRefused || isUntrusted || hasNoTLS || errors.Is(err, http.ErrSchemeMismatch)
}
