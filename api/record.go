package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"

	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/recording"
)

// WithRecorder records the calls of a client to w, in the format that gen learn reads: the
// shapes of bodies, without values. Each attempt with a response is a line with the
// operation, the status and, for each place in the bodies, the JSON types that were seen
// there and how often, the lengths of strings, rounded up to a power of two, and the
// formats that they fit. For a sensitive field, it has only the type.
//
// A key is written if it is in the catalog, or if it looks like an identifier and was seen
// in five bodies. Other keys are hashed with a secret that is never written, so the hashes
// cannot be reversed. A place with more than 50 such keys counts as a map, and its keys are
// not written. No line contains a header, a URL, or a member of [WithBodyField].
//
// Each line is one call of Write; calls of Write are not concurrent. Pass the same option
// to clients that write to the same w, and use a separate file for each process: if two
// processes append to one file, each call counts once, as part of the recording that
// began last.
//
// A call waits for its Write and those of other calls, even beyond its deadline. Use a fast
// w, such as a file, or one that queues lines and drops them if the queue is full.
//
// If w fails or panics, slog logs that once and recording stops; calls do not fail.
// NewClient returns an error if w is nil or its first Write fails.
//
//	file, err := os.OpenFile("calls.jsonl", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
//	...
//	client, err := claims.NewClient(url, api.WithRecorder(file))
//
// The caller closes w after the last call.
func WithRecorder(w io.Writer) ClientOption {
	r, err := recording.New(w)
	if err == nil {
		r.OnError(func(err error) {
			const message = "api.WithRecorder: the writer failed, nothing more is recorded"
			reason := slog.String("error", onOneLine(err).Error())
			slog.LogAttrs(context.Background(), slog.LevelError, message, reason)
		})
	}
	return clientOption(func(c *Caller) {
		if err != nil {
			c.call.fail(fmt.Errorf("api.WithRecorder: %w", onOneLine(err)))
			return
		}
		c.record = func(res *response, err error) { r.Add(res.recorded(err)) }
	})
}

// recorded returns the recording of an attempt. The error is from reading the response.
func (r *response) recorded(err error) recording.Call {
	c := r.call
	recorded := recording.Call{
		Operation: c.operation.String(),
		Bodies:    c.bodies(),
		Request:   c.request.body,
		Response:  r.body,
		Status:    r.status,
	}
	coding := r.header.Get("Content-Encoding")
	switch {
	case errors.Is(err, errTooLong):
		recorded.Unreadable = recording.TooLarge
	case err != nil:
		recorded.Unreadable = recording.CutOff
	case coding != "" && len(r.body) > 0:
		recorded.Unreadable = recording.CodingIn(coding)
	}
	return recorded
}

// bodies returns what generated code knows about the bodies: which members carry credentials, which
// are sensitive, and which belong to the envelope.
func (c *call) bodies() *recording.Bodies {
	credentials := make(redact.Credentials, 0, len(c.config.bodyFields))
	for _, f := range c.config.bodyFields {
		credentials = append(credentials, f.name)
	}
	if c.operation.Auth != nil {
		credentials = slices.Concat(credentials, c.operation.Auth.BodyFields)
	}
	request := genstruct.BodyPlace(reflect.TypeOf(c.request.value))
	response := genstruct.BodyPlace(reflect.TypeOf(c.shape))
	bodies := &recording.Bodies{Request: redact.Combine(credentials, request)}
	if e := c.form(); e != nil {
		bodies.Success = e.Success
		bodies.Value = e.Value
		response = e.bodyPlace(response)
	}
	bodies.Response = redact.Combine(credentials, response, c.operation.Failure.bodyPlace())
	return bodies
}

// bodyPlace describes a response in its envelope. Additional members count as sensitive,
// since only their keys are known.
func (e *Envelope) bodyPlace(response redact.Place) redact.Place {
	siblings := redact.Members{}
	for _, name := range e.Siblings {
		siblings[name] = redact.Private
	}
	names := append([]string{e.Success, e.Violations}, e.Messages...)
	return redact.EnvelopeOf(response, e.Data, siblings, names...)
}

// bodyPlace describes the body of a failure, nil if the catalog does not.
func (f *Failure) bodyPlace() redact.Place {
	if f == nil {
		return nil
	}
	place := genstruct.BodyPlace(reflect.TypeOf(f.typ))
	if f.Member != "" {
		return redact.Members{f.Member: place}
	}
	return place
}
