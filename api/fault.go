package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing/iotest"
	"time"
)

// Faults are made by a transport around that of the client, so everything above it, such as retries and
// the errors of calls, is what users get. The errors are those of net/http, because code decides by
// their types.

// Fault says how attempts of calls fail in a test; see [WithFaults]. Latency comes
// first and may be the only field. A zero Fault lets one attempt pass before the next
// fault:
//
//	api.WithFaults(
//		api.Fault{},                            // the first attempt succeeds
//		api.Fault{Status: 503, Times: 2},       // the next two do not reach the service
//		api.Fault{Break: api.ResponseLost},     // the fourth is served, but nobody learns of it
//		api.Fault{Latency: time.Second, Times: -1})
type Fault struct {
	Operation string        // "contacts.new_contact"; "" for any
	Times     int           // how many attempts get it: 0 means one, a negative number all
	Latency   time.Duration // until anything else happens
	// Of a response without a body, instead of calling the service; 0 for none.
	Status int
	Header http.Header // of that response, such as Retry-After
	Break  Break       // "" for none
}

// Break is how a connection fails.
type Break string

// The ways in which a connection fails. The errors are of the types that
// [net/http.Transport] returns.
const (
	ConnectionRefused Break = "connection refused" // nothing was sent
	RequestLost       Break = "request lost"       // all of it was sent, but the service did not run
	ResponseLost      Break = "response lost"      // the service ran, but sent no response
	ResponseTruncated Break = "response truncated" // the service ran, but sent half of its response
)

// WithFaults makes attempts fail, for tests with fakes or any other service. Each attempt
// gets the first fault for its operation that is not used up. If there is none, it reaches
// the service. A second option appends its faults to those of the first. NewClient returns an
// error for an invalid fault, and so does NewFakeClient for an operation that the fake does
// not serve.
func WithFaults(faults ...Fault) ClientOption {
	return clientOption(func(c *Caller) {
		for i, f := range faults {
			if err := f.check(); err != nil {
				c.call.fail(fmt.Errorf("api.WithFaults: fault %d: %w", i+1, err))
			}
			c.faults = append(c.faults, f.normal())
		}
		c.spoil = func(next http.RoundTripper) http.RoundTripper {
			return &faulty{next: next, faults: c.faults}
		}
	})
}

// normal returns the fault with the number of attempts, and a header of its own with the names that
// net/http uses.
func (f Fault) normal() Fault {
	header := http.Header{}
	for name, values := range f.Header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	f.Header = header
	f.Times = cmp.Or(f.Times, 1)
	return f
}

// breaks are the valid values of Fault.Break.
var breaks = []Break{"", ConnectionRefused, RequestLost, ResponseLost, ResponseTruncated}

// check returns an error if the fault is invalid.
func (f Fault) check() error {
	area, name, _ := strings.Cut(f.Operation, ".")
	isNamed := area != "" && name != "" && !strings.Contains(name, ".")
	hasHeaderAlone := f.Status == 0 && len(f.Header) > 0
	hasBoth := f.Status != 0 && f.Break != ""
	switch {
	case f.Operation != "" && !isNamed:
		return fmt.Errorf("operation %q: expected area and name, as in "+
			"\"contacts.new_contact\"", f.Operation)
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Errorf("status %d: expected one from 200 to 599", f.Status)
	case f.Latency < 0 || hasHeaderAlone || hasBoth:
		return errors.New("expected a break, or a status and perhaps its header, " +
			"after a latency that is not negative")
	case !slices.Contains(breaks, f.Break):
		return fmt.Errorf("unknown break %q", string(f.Break))
	default:
		return checkHeader(f.Header)
	}
}

// checkOperation returns an error if no route serves the fault's operation.
func (f Fault) checkOperation(routes []Route) error {
	serves := func(r Route) bool { return r.operation.String() == f.Operation }
	if f.Operation == "" || f.check() != nil || slices.ContainsFunc(routes, serves) {
		return nil // any operation, or another error is reported
	}
	return fmt.Errorf("operation %q: the fake serves no such operation", f.Operation)
}

// faulty is a transport with faults.
type faulty struct {
	next   http.RoundTripper
	mu     sync.Mutex
	faults []Fault // with the Times that are left
}

// takeFault returns the fault that an attempt meets.
func (t *faulty) takeFault(ctx context.Context) Fault {
	op, _ := OperationFromContext(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.faults {
		f := &t.faults[i]
		isForIt := f.Operation == "" || f.Operation == op.String()
		if isForIt && f.Times != 0 {
			f.Times-- // a negative number never gets to 0
			return *f
		}
	}
	return Fault{}
}

// RoundTrip makes the attempt fail as its fault says, before or after it reaches the next transport.
func (t *faulty) RoundTrip(r *http.Request) (*http.Response, error) {
	f := t.takeFault(r.Context())
	if f.Latency > 0 {
		if err := sleep(r.Context(), f.Latency); err != nil {
			r.Body.Close()
			return nil, context.Cause(r.Context())
		}
	}
	switch {
	case f.Break == ConnectionRefused:
		r.Body.Close() // unread, which proves that a write was not sent
		return nil, connectionError("dial", "connect", syscall.ECONNREFUSED)
	case f.Break == RequestLost:
		discard(r.Body)
		return nil, errConnectionReset()
	case f.Status != 0:
		discard(r.Body)
		return responseOf(f.Status, f.Header.Clone(), nil), nil
	}
	res, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	return f.spoil(res)
}

// spoil returns a response of the service as it arrives with the fault.
func (f Fault) spoil(res *http.Response) (*http.Response, error) {
	switch f.Break {
	case ResponseLost:
		discard(res.Body)
		return nil, errConnectionReset()
	case ResponseTruncated:
		res.Body = truncated(res.Body)
	}
	return res, nil
}

// discard reads a body to its end, as a transport does that sends it, and closes it.
func discard(body io.ReadCloser) {
	io.Copy(io.Discard, body)
	body.Close()
}

// truncated returns the first half of a body, followed by the end of the connection instead of
// the rest.
func truncated(body io.ReadCloser) io.ReadCloser {
	whole, _ := io.ReadAll(body) // an error would be in the dropped half
	body.Close()
	half := bytes.NewReader(whole[:len(whole)/2])
	return io.NopCloser(io.MultiReader(half, iotest.ErrReader(io.ErrUnexpectedEOF)))
}

// errConnectionReset returns the error of a connection that the other side has reset.
func errConnectionReset() error { return connectionError("read", "read", syscall.ECONNRESET) }

// connectionError returns the error of a failed system call, as package net does.
func connectionError(op, call string, why error) error {
	return &net.OpError{Op: op, Net: "tcp", Err: os.NewSyscallError(call, why)}
}
