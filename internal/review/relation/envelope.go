package relation

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
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

// FailuresOf returns failures of an operation: one of its type, unless the type has no sample, and
// one without a type, such as that of a request that is refused.
func FailuresOf(op *catalog.Operation) []Outcome {
	var all []Outcome
	fail := func(failure error) {
		all = append(all, func() (json.RawMessage, error) { return nil, failure })
	}
	if f := op.Failure; f != nil {
		if r, ok := sample.Shape(f.Shape(), sample.Full); ok {
			raw := json.RawMessage(r.JSON())
			fail(api.Fail(&raw, "No."))
		}
	}
	fail(&api.Problem{Status: http.StatusConflict, Detail: "No."})
	return all
}

// Read describes what a client gets from an exchange, such as {"id":"x"} or a failure with its
// messages, so that two descriptions can be compared. It ignores members that the client does not
// know. A problem is described if it is not that of the messages.
func Read(client *interpreter.Operation, e interpreter.Exchange) string {
	if e.Err == nil {
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

// Envelopes returns the gravest reading of pairs of operations. It is Misread if there is none, or
// no response can be made, since nothing shows that the envelope is harmless. Of operations for
// which an envelope means the same, one with a response is tried.
func Envelopes(pairs iter.Seq2[*catalog.Operation, *catalog.Operation]) Reading {
	worst := ReadAlike
	isShown := map[string]bool{} // by class
	for b, h := range pairs {
		class := envelopeClass(b, h)
		if isShown[class] {
			continue
		}
		successes := Successes(b)
		isShown[class] = len(successes) > 0
		worst = max(worst, envelopeReading(b, h, append(successes, FailuresOf(b)...)))
		if worst == Misread {
			break
		}
	}
	shown := slices.Collect(maps.Values(isShown))
	if len(shown) == 0 || slices.Contains(shown, false) {
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
	class := fmt.Sprint(r.Shown, r.Nothing, r.Lenient, r.Open, len(r.Fields) > 0, hasRequired, " ",
		fieldClass(r.Whole))
	for _, o := range []*catalog.Operation{b, h} {
		class += fmt.Sprintf(" %p %v", o.Envelope, o.Failure)
		if e := o.Envelope; e != nil {
			for _, name := range append([]string{e.Success, e.Data, e.Violations}, e.Messages...) {
				class += " " + fieldClass(r.Field(name))
			}
		}
	}
	return class
}

// fieldClass returns what a reading depends on if a field is a whole response, or has the name of a
// member of an envelope, so that old clients may take one for the other. It returns "" for none.
func fieldClass(f *catalog.Field) string {
	if f == nil {
		return ""
	}
	return fmt.Sprint(f.Type, f.Required)
}

// envelopeReading returns how clients of an operation read outcomes in the envelope of another one.
// Everything else of the other operation is left out, since it is another change.
func envelopeReading(b, h *catalog.Operation, outcomes []Outcome) Reading {
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
	for _, outcome := range outcomes {
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
	case !hasFields(client.Response) && !client.Response.Lenient: // it is another value
		return Misread
	case containsMembers(gets, got):
		return ReadMore
	case client.Response.Lenient:
		return ReadZero
	}
	return ReadEmpty
}

// hasFields reports whether a response is an object with fields, so that it may lack some of them.
func hasFields(r *catalog.Response) bool {
	return r.Whole == nil || r.Whole.Type.Kind == catalog.Record
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
