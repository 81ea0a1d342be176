package reference

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file describes what a handler sends when a call fails. The examples are not written but made: a
// handler of the interpreter gets a request that it refuses, and what it sends is shown.

// form is what a handler sends in place of a response: a problem, or an envelope. A catalog has
// several forms if operations have envelopes of their own.
type form struct {
	// ID is the end of the id of the section.
	ID string
	// Envelope is nil for problems.
	Envelope *catalog.Envelope
	// Operations are those that fail in this form. The first form of a catalog may have none:
	// a handler also uses it for a path that no operation has.
	Operations []operation
	// Shared reports whether the catalog has other forms.
	Shared bool
	// Statuses are nil if they are those of the first form.
	Statuses []openapi.Status
	// Refused and Failed are examples, nil if there is none: of a request that the handler
	// refuses, and of a failure of the service that has a type.
	Refused, Failed *refusal
}

// refusal is an example of a response that a handler sends for an operation.
type refusal struct {
	operation
	Request string // the body, in JSON
	Status  int
	Body    string // of the response, in JSON
}

// Forms returns the forms of failures. The first is the one for unknown paths.
func (v *view) Forms() []*form {
	unknownPath := form{ID: "~problem"}
	usesDefault := func(op *catalog.Operation) bool { return op.Envelope != nil && !op.Envelope.Own }
	if v.some(usesDefault) {
		unknownPath.Envelope = v.Envelope
	}
	forms := []*form{&unknownPath}
	for _, a := range v.Areas {
		for _, o := range a.Operations {
			isSame := func(f *form) bool { return sameEnvelope(f.Envelope, o.Envelope) }
			i := slices.IndexFunc(forms, isSame)
			if i < 0 {
				i = len(forms)
				forms = append(forms, &form{ID: fmt.Sprint("~problem-", i+1), Envelope: o.Envelope})
			}
			forms[i].Operations = append(forms[i].Operations, o)
		}
	}
	for i, f := range forms {
		f.Shared = len(forms) > 1
		f.Refused = f.refused()
		f.Failed = f.failed()
		if i == 0 || f.status() != forms[0].status() {
			f.Statuses = v.statuses(f)
		}
	}
	return forms
}

// sameEnvelope reports whether a handler writes failures in the same way for two envelopes.
func sameEnvelope(a, b *catalog.Envelope) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Success == b.Success &&
		a.Value == b.Value &&
		slices.Equal(a.Messages, b.Messages) &&
		a.MessageList() == b.MessageList() &&
		a.Violations == b.Violations &&
		a.Siblings == b.Siblings &&
		a.FailureStatus == b.FailureStatus
}

// status returns the status of failures, 0 if each has its own.
func (f *form) status() int {
	if f.Envelope == nil {
		return 0
	}
	return f.Envelope.FailureStatus
}

// kept describes the statuses that an envelope does not replace.
const kept = "401, 403, 404, 405, 413, 429, or 500 or above"

// statuses returns the statuses of a form in the order in which a handler checks for them.
func (v *view) statuses(f *form) []openapi.Status {
	var all []openapi.Status
	for _, s := range openapi.Statuses {
		code, err := strconv.Atoi(s.Code)
		isForUnknownPath := code == http.StatusNotFound && f.ID != "~problem"
		isForNobody := code == http.StatusUnauthorized && !v.some(isRestricted)
		switch {
		case isForUnknownPath, isForNobody:
			continue
		case err == nil:
			s.Code = strconv.Itoa(f.Envelope.StatusOf(code))
		case f.status() != 0:
			s.Code = fmt.Sprintf("%d, 4xx, 5xx", f.status())
			s.When = fmt.Sprintf("The service refused the request: its own status if that is %s, and otherwise %d.",
				kept, f.status())
		}
		all = append(all, s)
		if names := keyHeaders(f.Operations); names != nil && code == http.StatusUnauthorized {
			all = append(all, openapi.Status{
				Code: strconv.Itoa(f.Envelope.StatusOf(http.StatusBadRequest)),
				When: "The header " + wording.List(names, "or") + " holds no key, or several.",
			})
		}
	}
	return all
}

// keyHeaders returns the names of the headers with idempotency keys.
func keyHeaders(operations []operation) []string {
	var names []string
	for _, o := range operations {
		if o.KeyHeader != "" && !slices.Contains(names, o.KeyHeader) {
			names = append(names, o.KeyHeader)
		}
	}
	return names
}

// Who says for which operations a form is, up to their names. It is "" if it is for all.
func (f *form) Who() string {
	switch {
	case !f.Shared:
		return ""
	case len(f.Operations) == 0:
		return "This is the response to a path that no operation has."
	default:
		return "This is the response of"
	}
}

// Heading is the heading of the section about a form.
func (f *form) Heading() string {
	switch {
	case f.Envelope == nil:
		return "Problem"
	case f.Shared:
		return "Failure with " + f.Envelope.Success
	default:
		return "Failure"
	}
}

// Words describes the body of a failure.
func (f *form) Words() string {
	const names = "The header `X-Request-Id` names the request, as in every response."
	if f.Envelope == nil {
		return "The body of a failure is a problem of RFC 9457, with `Content-Type: " +
			"application/problem+json`. " + names
	}
	return "The body of a failure is the envelope, with `Content-Type: application/json`. " + names
}

// Members are the members of the body of a failure.
func (f *form) Members() []openapi.Member {
	e := f.Envelope
	if e == nil {
		return openapi.ProblemMembers
	}
	kind := "string"
	means := "An operation succeeded only if it is " + e.SuccessJSON() + "."
	switch e.Value.(type) {
	case bool:
		kind = "boolean"
		means = "It is " + e.FailedJSON(http.StatusUnprocessableEntity) + ", and " + e.SuccessJSON() +
			" in a success."
	case int:
		kind = "integer"
		means += " In a failure, a handler writes the status that the failure has without the envelope."
	}
	all := []openapi.Member{{Name: e.Success, Type: kind, Means: means, Always: true}}
	for i, name := range e.Messages {
		m := openapi.Member{Name: name, Type: "string", Means: "What went wrong, in words."}
		switch {
		case i > 0:
			m.Type = "any"
			m.Means = "Further messages. A generated handler writes none."
		case e.MessageList():
			m.Type = "[string]"
		}
		all = append(all, m)
	}
	if e.Violations != "" {
		all = append(all, openapi.Member{
			Name: e.Violations, Type: "[violation]", Means: "What is wrong with the request: up to 50 violations.",
		})
	}
	return all
}

// Violations are the members of a violation, nil if the body of a failure lists none.
func (f *form) Violations() []openapi.Member {
	if f.Envelope != nil && f.Envelope.Violations == "" {
		return nil
	}
	return openapi.ViolationMembers
}

// Siblings is the record with the other members of the envelope, nil for none.
func (f *form) Siblings() *catalog.Shape {
	if f.Envelope == nil {
		return nil
	}
	return f.Envelope.Siblings
}

// maxShown is the number of violations that an example may have.
const maxShown = 3

// refused returns the response to the body {} of the first operation that refuses it, or to [],
// which every operation refuses.
func (f *form) refused() *refusal {
	for _, o := range f.Operations {
		const body = "{}"
		count := len(interpreter.New(o.Operation).Decode(body).Violations)
		if 0 < count && count <= maxShown {
			return o.handle(body, nil)
		}
	}
	if len(f.Operations) == 0 {
		return nil
	}
	return f.Operations[0].handle("[]", nil)
}

// failed returns the response of the first operation that has a typed failure.
func (f *form) failed() *refusal {
	for _, o := range f.Operations {
		request, hasRequest := sample.ShownRequest(o.Operation)
		failure, hasFailure := sample.ShownFailure(o.Operation)
		if !hasRequest || !hasFailure {
			continue
		}
		value := json.RawMessage(failure.JSON())
		response := o.handle(o.body(request), api.Fail(&value, "some message"))
		if response != nil && response.Status != http.StatusInternalServerError {
			return response
		}
	}
	return nil
}

// body returns a request as it is sent.
func (o operation) body(request *sample.Record) string {
	if o.Empty == catalog.EmptyObject {
		return request.JSON()
	}
	return o.Empty.Body()
}

// handle returns the response of a generated handler to a body, of which the service makes an
// error.
func (o operation) handle(body string, failure error) *refusal {
	serve := func() (json.RawMessage, error) { return nil, failure }
	handled, err := interpreter.New(o.Operation).Handle(body, serve)
	if err != nil || !json.Valid([]byte(handled.Body)) {
		return nil
	}
	return &refusal{o, body, handled.Status, sample.Indented(handled.Body)}
}

// FailureType returns the name of the type of failures of an operation.
func (r *refusal) FailureType() string { return strings.Trim(r.Failure.Type.String(), "[]") }
