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
	"example.com/opgen/internal/json/failurestatus"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
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
	data       json.RawMessage // of a success, without its envelope
}

// judge returns the outcome of a call, as a generated client sees it.
func judge(op *interpreter.Operation, res *api.RawResponse, err error) outcome {
	if err == nil {
		return judgeSuccess(op, res)
	}
	e, responded := errors.AsType[*api.Error](err)
	if !responded {
		return outcome{why: observer.Cause(err)}
	}
	_, isNetwork := errors.AsType[net.Error](e.Err)
	if isNetwork || errors.Is(e.Err, io.ErrUnexpectedEOF) {
		return outcome{why: observer.Cause(e.Err)}
	}
	return judgeFailure(op, e)
}

// judgeSuccess returns the outcome of a response that a client takes for a success.
func judgeSuccess(op *interpreter.Operation, res *api.RawResponse) outcome {
	body := res.Received.Envelope()
	if body == nil {
		body = res.Received.Raw()
	}
	o := outcome{status: res.Received.Status(), response: shapeOf(op, body)}
	// For gen learn, this is also a failure.
	isBare := op.Envelope == nil && !op.Unwrapped
	if isBare && cursor.At(string(res.Raw), "/success") == "false" {
		o.why = fmt.Sprintf(`%d %s, and "success" is false in the body; describe the envelope in `+
			`the catalog, or write envelope: none if that is no failure`, o.status, failurestatus.Title(o.status))
		return o
	}
	o.reception = accepted
	o.deviations = deviations(op, string(res.Raw))
	o.body = body
	o.data = res.Raw
	return o
}

// judgeFailure returns the outcome of a response that a client takes for a failure.
func judgeFailure(op *interpreter.Operation, e *api.Error) outcome {
	o := outcome{
		status:   e.Status,
		why:      fmt.Sprintf("%d %s", e.Status, failurestatus.Title(e.Status)),
		response: shapeOf(op, e.Body),
	}
	isJSON := json.Valid(e.Body)
	isUnread := e.Status <= 299 && e.Problem == nil
	switch {
	case isHTML(e):
		o.why += ", and the body is HTML"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		o.why += authHint(op)
	case e.Status >= 300 && e.Status <= 399:
		o.why += ", a redirect, which is not followed"
	case isUnread && isJSON && op.Envelope != nil:
		o.reception = accepted
		o.why = ""
		o.deviations = []Fact{newDeviation(op, "", "", envelopeReason(e))}
	case isUnread:
		o.why += ", and the body cannot be read as JSON"
	case isRefusal(op, e):
		o.reception, o.why = refusal(op, e)
		if e.Problem != nil {
			o.violations = e.Problem.Errors
		}
		o.deviations = failures(op, e, isJSON)
	}
	return o
}

// isHTML reports whether a body is a page, such as those of proxies.
func isHTML(e *api.Error) bool {
	declared := e.Header.Get("Content-Type")
	found := http.DetectContentType(e.Body)
	return strings.HasPrefix(declared, "text/html") || strings.HasPrefix(found, "text/html")
}

// isRefusal reports whether a failure says that the service read the request: by its status, or
// because it is in the envelope of failures.
func isRefusal(op *interpreter.Operation, e *api.Error) bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return true
	}
	return e.Status <= 299 || isEnveloped(op, e) && e.Status == op.Envelope.FailureStatus
}

// isEnveloped reports whether a failure is in the envelope of the catalog.
func isEnveloped(op *interpreter.Operation, e *api.Error) bool {
	return op.Envelope != nil && e.Problem != nil
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
	_, isTyped := op.FailureOf(e)
	isGeneral := isEnveloped(op, e) && (e.Status <= 299 || e.Status == op.Envelope.FailureStatus)
	if isTyped || isGeneral {
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
		at := redact.Keys{Unknown: true}.Hide(v.Field, redaction.Request(op.Operation), nil)
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
	deviation := Fact{Rule: FailureRule, Pos: op.Envelope.Pos}
	want := op.Envelope.StatusOf(e.Status)
	switch {
	case e.Problem == nil:
		deviation.ID = "failure envelope"
		deviation.Why = "the failure is not in the envelope of the catalog"
	case want != e.Status:
		deviation.ID = "failure status"
		deviation.Why = fmt.Sprintf("the failure has status %d; the catalog says %d", e.Status, want)
	default:
		return nil
	}
	return []Fact{deviation}
}

// deviations returns how the response of a success differs from the catalog.
func deviations(op *interpreter.Operation, body string) (all []Fact) {
	add := func(pointer, rule, why string) {
		d := newDeviation(op, pointer, rule, why)
		isKnown := func(other Fact) bool { return other.ID == d.ID } // of another item
		if !slices.ContainsFunc(all, isKnown) {
			all = append(all, d)
		}
	}
	if op.Response.Lenient {
		drifts, _ := op.Drifts(body)
		for _, d := range drifts {
			if d.Received == "null" { // a mock of a service sends it for unknown values
				continue
			}
			at := cmp.Or(d.Pointer, "the response")
			add(d.Pointer, "", fmt.Sprintf("%s: expected %s, got %s", at, d.Expected, d.Received))
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
