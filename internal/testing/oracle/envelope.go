package oracle

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// This file decides what a client must make of a whole response: a success, a failure, or neither.

// Outcome is the result of a whole response for a client.
type Outcome struct {
	Success   bool
	Failed    bool     // the service failed; if neither, the response cannot be read
	Response  any      // of a success, nil for none
	Messages  []string // of a failure
	Typed     bool     // the failure has its type in the catalog
	Undecided bool     // the documentation does not decide whether there are messages and a type
}

// Received returns the outcome of a response whose body is not a problem of RFC 9457.
func Received(op *catalog.Operation, status int, body any) Outcome {
	isSuccessStatus := status >= 200 && status <= 299
	e, f := op.Envelope, op.Failure
	if e == nil {
		o := Outcome{Success: isSuccessStatus, Failed: !isSuccessStatus, Response: body}
		if o.Failed && f != nil && (f.Status == 0 || f.Status == status) {
			o.Typed, o.Undecided = fits(op, body)
		}
		return o
	}
	members, _ := body.(Object)
	success, stated := succeeds(e, members)
	o := Outcome{Success: isSuccessStatus && stated && success, Failed: !isSuccessStatus || stated && !success, Undecided: !isSuccessStatus && success}
	switch {
	case o.Success && e.Data != "":
		o.Response, _ = member(members, e.Data)
	case o.Success:
		o.Response = slices.DeleteFunc(slices.Clone(members), func(m Member) bool {
			return m.Key == e.Success || e.Siblings != nil && e.Siblings.Field(m.Key) != nil
		})
	case o.Failed && stated && !success:
		o.readMessages(e, members)
		if f != nil {
			typed, beyond := fits(op, body)
			o.Typed, o.Undecided = typed, o.Undecided || beyond
		}
	}
	return o
}

// readMessages reads the messages of a failure.
func (o *Outcome) readMessages(e *catalog.Envelope, members Object) {
	for _, name := range e.Messages {
		v, _ := member(members, name)
		texts, isList := v.([]any)
		if !isList {
			texts = []any{v}
		}
		for _, item := range texts {
			switch text := item.(type) {
			case string:
				if strings.TrimSpace(text) != "" {
					o.Messages = append(o.Messages, text)
				}
			case Object, []any: // the documentation does not say how such texts are joined
				o.Undecided = true
			}
		}
	}
}

// succeeds reports whether an envelope says that the call succeeded, and whether it is valid,
// so that no member is repeated.
func succeeds(e *catalog.Envelope, members Object) (isSuccess, isStated bool) {
	named := append([]string{e.Success, e.Data, e.Violations}, e.Messages...)
	isSeen := map[string]bool{}
	for _, m := range members {
		if slices.Contains(named, m.Key) && m.Key != "" && isSeen[m.Key] {
			return false, false
		}
		isSeen[m.Key] = true
	}
	want := e.Value
	switch want.(type) {
	case bool, string:
	default:
		want = json.Number(e.SuccessJSON())
	}
	v, _ := member(members, e.Success)
	return v == want, reflect.TypeOf(v) == reflect.TypeOf(want)
}

// member returns the first member of an object with a name.
func member(o Object, name string) (any, bool) {
	for _, m := range o {
		if m.Key == name {
			return m.Value, true
		}
	}
	return nil, false
}

// fits reports whether a body contains a failure of its type in the catalog, and whether the
// documentation decides that.
func fits(op *catalog.Operation, body any) (typed, beyond bool) {
	if name := op.Failure.Member; name != "" {
		members, _ := body.(Object)
		isPresent := false
		body, isPresent = member(members, name)
		if !isPresent {
			return false, false
		}
	}
	if _, ok := body.(Object); !ok {
		return false, false
	}
	m := &model{op: op, isServer: true, allowsUnknown: true}
	m.value(&catalog.Field{Type: op.Failure.Type}, op.Failure.Type, body, "")
	return len(m.Faults) == 0 && !m.Unclear, m.Undecided
}
