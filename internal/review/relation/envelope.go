package relation

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// This file lets old clients call services that put the same responses into another envelope. What
// an envelope changes depends on the response: one that is empty loses nothing if its place moves,
// and one with required fields cannot be read.

// Reading is how an old client reads what a service returns in another envelope.
type Reading int

// The readings, the gravest last.
const (
	ReadAlike Reading = iota // nothing changes
	ReadMore                 // unknown keys of an open response, or other texts of failures
	ReadZero                 // a lenient response is zero, which the client reports as drift
	ReadEmpty                // a response lacks its fields, and none of them is required
	Misread                  // a response is refused or lost, or a failure is taken for a success
)

// Outcome is what a service returns: the JSON of a response, or an error.
type Outcome func() (json.RawMessage, error)

// Successes returns small and large responses of an operation.
func Successes(op *catalog.Operation) []Outcome {
	var all []Outcome
	succeed := func(body string) {
		all = append(all, func() (json.RawMessage, error) { return json.RawMessage(body), nil })
	}
	if !op.Response.Shown {
		succeed(`{"key":"x"}`)
		return all
	}
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		if r, ok := sample.Response(op, size); ok {
			succeed(r.JSON())
		}
	}
	return all
}

// FailureOf returns a failure of an operation, or none if its type has no sample.
func FailureOf(op *catalog.Operation) []Outcome {
	var failure error = &api.Problem{Status: http.StatusConflict, Detail: "No."}
	if f := op.Failure; f != nil {
		r, ok := sample.Shape(f.Shape(), sample.Full)
		if !ok {
			return nil
		}
		raw := json.RawMessage(r.JSON())
		failure = api.Fail(&raw, "No.")
	}
	return []Outcome{func() (json.RawMessage, error) { return nil, failure }}
}

// Read describes what a client gets from an exchange, such as {"id":"x"} or a failure with its
// messages, so that two descriptions can be compared. It ignores members that the client does not know. A problem
// is described if it is not that of the messages.
func Read(client *interpreter.Operation, e interpreter.Exchange) string {
	if e.Err == nil && client.Response.Shown && !client.Response.Lenient {
		if read, err := client.Sent(string(e.Response)); err == nil {
			e.Response = json.RawMessage(read)
		}
	}
	words := client.Describe(e)
	failed, _ := errors.AsType[*api.Error](e.Err)
	if failed == nil || failed.Problem == nil || failed.Messages != nil {
		return words
	}
	if detail := failed.Problem.Detail; detail != "" {
		words += " and the problem " + strconv.Quote(detail)
	}
	return words
}

// Envelopes returns the gravest reading of pairs of operations, or Misread if there is none, since
// nothing shows that the envelope is harmless. Of operations for which an envelope means the same,
// one is tried.
func Envelopes(pairs iter.Seq2[*catalog.Operation, *catalog.Operation]) Reading {
	worst, tried := ReadAlike, map[string]bool{}
	for b, h := range pairs {
		class := envelopeClass(b, h)
		if tried[class] {
			continue
		}
		tried[class] = true
		worst = max(worst, envelopeReading(b, h))
		if worst == Misread {
			break
		}
	}
	if len(tried) == 0 {
		return Misread
	}
	return worst
}

// envelopeClass returns what a reading depends on, besides the envelopes.
//
// A large catalog has thousands of operations in one envelope, and few classes.
func envelopeClass(b, h *catalog.Operation) string {
	r := b.Response
	hasRequired := slices.ContainsFunc(r.Fields, func(f *catalog.Field) bool { return f.Required })
	class := fmt.Sprint(r.Shown, r.Nothing, r.Lenient, r.Open, len(r.Fields) > 0, hasRequired)
	if r.Whole != nil {
		class += " " + r.Whole.Type.String()
	}
	for _, o := range []*catalog.Operation{b, h} {
		class += fmt.Sprintf(" %p %v", o.Envelope, o.Failure)
		if e := o.Envelope; e != nil {
			for _, name := range append([]string{e.Success, e.Data, e.Violations}, e.Messages...) {
				class += fmt.Sprint(" ", r.Field(name) != nil)
			}
		}
	}
	return class
}

// envelopeReading returns how clients of an operation read its responses in the envelope of another
// one. Everything else of the other operation is left out, since it is another change.
func envelopeReading(b, h *catalog.Operation) Reading {
	moved := *b
	moved.Envelope, moved.Unwrapped = h.Envelope, h.Unwrapped
	if b.Failure != nil {
		failure := *b.Failure
		if h.Failure != nil {
			failure.Status = h.Failure.Status
		}
		moved.Failure = &failure
	}
	client := interpreter.NewForMadeUp(b)
	service := interpreter.NewForMadeUp(&moved)
	worst := ReadAlike
	for _, outcome := range append(Successes(b), FailureOf(b)...) {
		worst = max(worst, readingOf(client, service, outcome))
	}
	return worst
}

// readingOf returns how a client reads one outcome of the service, compared with what it read when
// the service had the client's envelope.
func readingOf(client, service *interpreter.Operation, outcome Outcome) Reading {
	was := client.Exchange(client, outcome)
	is := client.Exchange(service, outcome)
	got := Read(client, was)
	gets := Read(client, is)
	failed := was.Err != nil
	switch {
	case got == gets:
		return ReadAlike
	case failed != (is.Err != nil):
		return Misread
	case failed:
		return ReadMore
	case !client.Response.Shown: // callers read the whole body themselves
		return Misread
	case containsMembers(gets, got):
		return ReadMore
	case client.Response.Lenient:
		return ReadZero
	}
	return ReadEmpty
}

// containsMembers reports whether an object has all members of another one, with equal values. Both
// are texts, which may be other things than objects.
func containsMembers(object, of string) bool {
	if !strings.HasPrefix(object, "{") || !strings.HasPrefix(of, "{") {
		return false
	}
	all, _ := sample.Parse(object).(map[string]any)
	some, _ := sample.Parse(of).(map[string]any)
	for key, v := range some {
		if w, ok := all[key]; !ok || len(Differences("", v, w)) > 0 {
			return false
		}
	}
	return true
}
