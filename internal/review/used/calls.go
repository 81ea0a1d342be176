// Package used finds out which changes of a catalog concern recorded calls: those of
// operations that were called, and of fields and types that occurred in their bodies.
//
// [Calls] are the content of recordings. An [elements] value is what occurs in them, found by
// walking the old catalog and the recorded shapes together. [Calls.Mark] then decides for
// each change. docs/review.md describes the rules.
package used

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// Calls are the calls in recordings, by operation.
type Calls struct {
	byRecording map[string]*recorded
	known       map[string]bool // operations that a compared catalog has
}

// recorded is the content of one recording.
type recorded struct {
	calls      int
	operations map[string]*operation
}

// operation is what a recording knows about the calls of an operation.
type operation struct {
	calls     int
	request   *recording.Shape             // nil if no request had a body that could be read
	responses map[outcome]*recording.Shape // whole bodies
	sets      combinations                 // of members of requests

	unreadableRequest, unreadableResponse bool // some body has no shape
}

// outcome distinguishes successes and failures. Whether a body is a success depends on the
// envelope, which a recording does not know.
type outcome struct {
	good       bool // the status is 2xx
	isReported bool // the body says that it is a success, as an envelope does
}

// Add adds the recordings in a text. Two versions of one recording count once: the longer one,
// because recordings only grow.
func (c *Calls) Add(text io.Reader) (recording.Info, error) {
	var parts []*recorded
	var ids []string
	info, err := recording.Read(text, func(x recording.Exchange) error {
		if x.Part > len(parts) {
			parts = append(parts, make([]*recorded, x.Part-len(parts))...)
			ids = append(ids, make([]string, x.Part-len(ids))...)
		}
		if parts[x.Part-1] == nil {
			parts[x.Part-1] = &recorded{operations: map[string]*operation{}}
			ids[x.Part-1] = x.Recording
		}
		parts[x.Part-1].add(x)
		return nil
	})
	if err != nil {
		return info, err
	}
	for i, part := range parts {
		if part != nil {
			part.rename(info.Keys)
			c.keepLonger(ids[i], part)
		}
	}
	return info, nil
}

// add counts a call and merges its shapes with those of the operation so far. Responses are kept
// apart by their outcome, because a failure has other fields than a success.
func (r *recorded) add(x recording.Exchange) {
	r.calls++
	op := r.operations[x.Operation]
	if op == nil {
		op = &operation{responses: map[outcome]*recording.Shape{}}
		r.operations[x.Operation] = op
	}
	op.calls++
	op.sets.add(x)
	op.request = recording.Merged(op.request, x.Request)
	if x.Unreadable != "" && !strings.HasPrefix(x.Unreadable, "request: ") {
		op.unreadableResponse = true
	}
	if hasUnreadableRequest(x) {
		op.unreadableRequest = true
	}
	key := outcome{
		good:       x.Status >= 200 && x.Status <= 299,
		isReported: x.Success != nil && *x.Success,
	}
	op.responses[key] = recording.Merged(op.responses[key], x.Response)
}

// hasUnreadableRequest reports whether a request has no shape because it could not be read. If
// the response could not be read either, the recording gives only that reason.
func hasUnreadableRequest(x recording.Exchange) bool {
	return x.Request == nil && x.Unreadable != ""
}

// rename replaces hashes of keys by their names.
func (r *recorded) rename(keys map[string]string) {
	for _, op := range r.operations {
		op.sets.rename(keys)
		op.request.Rename(keys)
		for _, response := range op.responses {
			response.Rename(keys)
		}
	}
}

// keepLonger keeps the longer one of two versions of a recording: the file of yesterday and the same
// file of today are one recording.
func (c *Calls) keepLonger(id string, r *recorded) {
	if c.byRecording == nil {
		c.byRecording = map[string]*recorded{}
	}
	if former := c.byRecording[id]; former == nil || former.calls < r.calls {
		c.byRecording[id] = r
	}
}

// succeeded reports whether the bodies of an outcome are responses of successes. With an envelope,
// a status of 200 says nothing.
func (o outcome) succeeded(e *catalog.Envelope) bool {
	if e != nil {
		return o.isReported
	}
	return o.good
}

// Count returns the number of calls.
func (c *Calls) Count() int {
	n := 0
	for _, r := range c.byRecording {
		n += r.calls
	}
	return n
}

// Operations returns the names of the called operations, sorted.
func (c *Calls) Operations() []string {
	names := map[string]bool{}
	for _, r := range c.byRecording {
		for name := range r.operations {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// noteKnown notes that a compared catalog has an operation.
func (c *Calls) noteKnown(name string) {
	if c.known == nil {
		c.known = map[string]bool{}
	}
	c.known[name] = true
}

// ErrUnknown is the error of [Calls.Unknown] if no catalog has any of the called operations.
var ErrUnknown = errors.New("no compared catalog has any of the called operations")

// Unknown returns the called operations that no compared catalog has, and the number of their
// calls. Call it after [Calls.Mark].
func (c *Calls) Unknown() (names []string, calls int, err error) {
	for _, name := range c.Operations() {
		if !c.known[name] {
			names = append(names, name)
		}
	}
	for _, r := range c.byRecording {
		for _, name := range names {
			if op := r.operations[name]; op != nil {
				calls += op.calls
			}
		}
	}
	if len(c.known) == 0 {
		err = ErrUnknown
	}
	return names, calls, err
}
