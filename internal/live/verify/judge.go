package verify

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/failure"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/places"
)

// reception is how a service received a request.
type reception int

const (
	unclear  reception = iota // the response says nothing about the request
	accepted                  // a success
	refused                   // because of the request
	failed                    // a failure of the catalog, for whatever reason
)

// outcome is the outcome of a call.
type outcome struct {
	reception
	status     int
	why        string          // why the request was not accepted
	response   string          // the shape
	deviations []Fact          // what contradicts the catalog in the response, without a verdict
	violations []api.Violation // in a refusal; the catalog may not have their names and places
	body       json.RawMessage // of a success, with its envelope
}

// judge returns the outcome of a call, as a generated client sees it.
func judge(op *interpreter.Operation, res *api.RawResponse, err error) outcome {
	if err == nil {
		body := res.Received.Envelope()
		if body == nil {
			body = res.Received.Raw()
		}
		// For gen learn, this is also a failure.
		if op.Envelope == nil && !op.Unwrapped && cursor.At(string(res.Raw), "/success") == "false" {
			return outcome{
				status: res.Received.Status(), response: shapeOf(op, body),
				why: fmt.Sprintf(`%d %s, and "success" is false in the body; describe the envelope in the catalog, or write envelope: none if that is no failure`, res.Received.Status(), failure.Title(res.Received.Status())),
			}
		}
		return outcome{reception: accepted, status: res.Received.Status(), response: shapeOf(op, body), deviations: deviations(op, string(res.Raw)), body: body}
	}
	e, responded := errors.AsType[*api.Error](err)
	if !responded {
		return outcome{why: observer.Cause(err)}
	}
	if _, isNetwork := errors.AsType[net.Error](e.Err); isNetwork || errors.Is(e.Err, io.ErrUnexpectedEOF) {
		return outcome{why: observer.Cause(e.Err)}
	}
	o := outcome{status: e.Status, why: fmt.Sprintf("%d %s", e.Status, failure.Title(e.Status)), response: shapeOf(op, e.Body)}
	isJSON := json.Valid(e.Body)
	switch {
	case strings.HasPrefix(e.Header.Get("Content-Type"), "text/html"), strings.HasPrefix(http.DetectContentType(e.Body), "text/html"):
		o.why += ", and the body is HTML"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		o.why += authHint(op)
	case e.Status >= 300 && e.Status <= 399:
		o.why += ", a redirect, which is not followed"
	case e.Status <= 299 && e.Problem == nil && isJSON && op.Envelope != nil:
		o.reception, o.why = accepted, ""
		o.deviations = []Fact{newDeviation(op, "", "", envelopeReason(e))}
	case e.Status <= 299 && e.Problem == nil:
		o.why += ", and the body cannot be read as JSON"
	case e.Status <= 299, op.Envelope != nil && e.Problem != nil && e.Status == op.Envelope.FailureStatus,
		e.Status == http.StatusBadRequest, e.Status == http.StatusUnprocessableEntity:
		o.reception, o.why = refusal(op, e)
		if e.Problem != nil {
			o.violations = e.Problem.Errors
		}
		o.deviations = failures(op, e, isJSON)
	}
	return o
}

// envelopeReason says why a response is not in the envelope.
func envelopeReason(e *api.Error) string {
	if cause := errors.Unwrap(e.Err); cause != nil {
		return cause.Error()
	}
	return "the response is not in the envelope of the catalog"
}

// refusal distinguishes a refusal of the request from another failure of the operation. It
// repeats nothing that a service may have made up.
func refusal(op *interpreter.Operation, e *api.Error) (reception, string) {
	if e.Problem != nil && len(e.Problem.Errors) > 0 {
		return refused, fmt.Sprintf("refused with %d: %s", e.Status, listViolations(op, e.Problem.Errors))
	}
	_, typed := op.FailureOf(e)
	general := op.Envelope != nil && e.Problem != nil && (e.Status <= 299 || e.Status == op.Envelope.FailureStatus)
	if typed || general {
		return failed, fmt.Sprintf("a failure of the operation, with status %d", e.Status)
	}
	return refused, fmt.Sprintf("refused with %d", e.Status)
}

// listViolations lists the violations in a refusal, without names that the catalog does not have.
func listViolations(op *interpreter.Operation, violations []api.Violation) string {
	var all []string
	for _, v := range violations[:min(len(violations), 3)] {
		what := "an unknown rule"
		if slices.Contains(rules, v.Rule) {
			what = v.Rule
		}
		at := redact.Keys{Unknown: true}.Hide(v.Field, places.Request(op.Operation))
		all = append(all, strings.TrimSpace(at+" "+what))
	}
	return strings.Join(all, ", ")
}

// rules are the rules of the violations that a service may name.
var rules = plan.ViolationIDs(plan.FieldViolations, plan.NameViolations)

// failures returns how a refusal differs from the failures of the catalog. It does not check
// the type of failures: an operation fails that way after it accepted the request.
func failures(op *interpreter.Operation, e *api.Error, isJSON bool) []Fact {
	isProblem := strings.HasPrefix(e.Header.Get("Content-Type"), "application/problem+json")
	if isProblem || !isJSON || op.Envelope == nil {
		return nil
	}
	if e.Problem == nil {
		return []Fact{{ID: "failure envelope", Rule: FailureRule, Pos: op.Envelope.Pos, Why: "the failure is not in the envelope of the catalog"}}
	}
	if want := op.Envelope.StatusOf(e.Status); want != e.Status {
		why := fmt.Sprintf("the failure has status %d; the catalog says %d", e.Status, want)
		return []Fact{{ID: "failure status", Rule: FailureRule, Pos: op.Envelope.Pos, Why: why}}
	}
	return nil
}

// deviations returns how the response of a success differs from the catalog.
func deviations(op *interpreter.Operation, body string) (all []Fact) {
	add := func(pointer, rule, why string) {
		d := newDeviation(op, pointer, rule, why)
		if !slices.ContainsFunc(all, func(other Fact) bool { return other.ID == d.ID }) { // of another item
			all = append(all, d)
		}
	}
	if op.Response.Lenient {
		drifts, _ := op.Drifts(body)
		for _, d := range drifts {
			if d.Received == "null" { // a mock of a service sends it for unknown values
				continue
			}
			add(d.Pointer, "", fmt.Sprintf("%s: expected %s, got %s", cmp.Or(d.Pointer, "the response"), d.Expected, d.Received))
		}
		return all
	}
	_, err := op.Sent(body)
	invalid, ok := errors.AsType[*api.ValidationError](err)
	switch {
	case ok:
		for _, v := range invalid.Violations {
			add(v.Field, v.Rule, cmp.Or(v.Field, "the response")+" "+v.Message)
		}
	case err != nil:
		add("", "", err.Error())
	}
	return all
}

// newDeviation returns how a place of a response differs from the catalog.
func newDeviation(op *interpreter.Operation, pointer, rule, why string) Fact {
	pointer = anyItem(pointer)
	id := strings.TrimSpace("response " + pointer + " " + rule)
	return Fact{ID: id, Rule: ResponseRule, Pos: responsePos(op, pointer), Why: why}
}

// responsePos returns the position of a place of the response in the catalog.
func responsePos(op *interpreter.Operation, pointer string) catalog.Position {
	if f, _ := fieldAt(op.Response.Type(), pointer); f != nil {
		return cmp.Or(f.Pos, op.Pos)
	}
	return cmp.Or(op.Response.Pos, op.Pos)
}

// authHint says who may call.
func authHint(op *interpreter.Operation) string {
	if op.Auth == nil {
		return "; give credentials, if the service wants some"
	}
	return ". " + strings.TrimSuffix(op.Auth.Words(), ".")
}

// anyItem returns a pointer with * in place of the indices of items.
func anyItem(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}
