package verify

import (
	"context"
	"net"
	"net/url"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/interpreter"
)

// confirmations is how often in a row something must be observed to count.
const confirmations = 3

// session sends requests to one service, within the limits of the options, and keeps the ids in
// the responses.
type session struct {
	*sender
	options Options
	values  *values
}

// stopReason says why no more calls are made, "" if the run continues.
func (s *session) stopReason(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil {
		return "the run ended before: " + err.Error()
	}
	return s.gaveUp
}

// mayCall reports whether an operation may be called.
func (s *session) mayCall(op *catalog.Operation) bool {
	return op.Effect == catalog.Read || s.options.Writes
}

// mayBreak reports whether an operation may get bodies that break a rule.
func (s *session) mayBreak(op *catalog.Operation) bool {
	return op.Effect == catalog.Read || s.options.Writes && s.options.BreakWrites
}

// notWritten says why an operation is not called.
const notWritten = "it writes; --writes calls it"

// repetitions returns how often a good request is sent if the service conforms. A write without
// an idempotency key is not repeated.
func repetitions(op *catalog.Operation) int {
	if op.Effect == catalog.Write && op.KeyHeader == "" {
		return 1
	}
	return confirmations
}

// send sends a body, unless the run is over, and keeps the ids in the response.
func (s *session) send(ctx context.Context, op *interpreter.Operation, body string) outcome {
	if why := s.stopReason(ctx); why != "" {
		return outcome{reason: why}
	}
	o := s.call(ctx, op, body)
	s.values.keepIDs(op.Operation, o.body)
	return o
}

// harvest gets a value from the service, or says why it cannot. It calls the operation of the harvest
// with the smallest request, and the members that the user gave it.
func (s *session) harvest(ctx context.Context, v *values, h *harvest) (value any, why string) {
	if why := s.stopReason(ctx); why != "" {
		return nil, why
	}
	if !s.mayCall(h.operation) {
		return nil, notWritten
	}
	r := newRequests(v, h.operation, h.request)
	if r.why != "" {
		return nil, r.why
	}
	o := s.call(ctx, r.op, text(r.body))
	if o.reception != accepted {
		return nil, o.reason
	}
	value = decoded(cursor.At(string(o.body), h.pointer))
	if value == nil {
		return nil, "the response has nothing at " + h.pointer + "; its shape is " + o.responseShape
	}
	return value, ""
}

// MayReach reports whether a URL is on this machine or on one of the hosts. verify sends broken
// bodies and may create things, so a service elsewhere must be named with intent.
func MayReach(base *url.URL, hosts []string) bool {
	name := base.Hostname()
	if name == "localhost" {
		return true
	}
	if ip := net.ParseIP(name); ip != nil && ip.IsLoopback() {
		return true
	}
	return slices.ContainsFunc(hosts, func(h string) bool {
		return strings.EqualFold(h, base.Host) || strings.EqualFold(h, name)
	})
}
