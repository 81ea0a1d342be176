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

// This file decides what one response says: whether the service accepted the request, refused
// it, or failed for another reason, and where the response differs from the catalog. Only a
// response that a generated client could read counts; a proxy's error page says nothing about
// the service.

// reception is how a service received a request.
type reception int

// The receptions.
const (
	unclear  reception = iota // the response says nothing about the request
	accepted                  // a success
	refused                   // because of the request
	failed                    // a failure of the catalog, for whatever reason
)

// outcome is the outcome of a call.
type outcome struct {
	reception
	status        int
	reason        string          // why the request was not accepted
	responseShape string          // the shape
	deviations    []Fact          // what contradicts the catalog in the response, without a verdict
	violations    []api.Violation // in a refusal; the catalog may not have their names and places
	body          json.RawMessage // of a success, with its envelope
	data          json.RawMessage // of a success, without its envelope
}

// judge returns the outcome of a call, as a generated client sees it. err is the error of the
// client: an [api.Error] if there was a response, otherwise the reason why there was none.
func judge(op *interpreter.Operation, res *api.RawResponse, err error) outcome {
	if err == nil {
		return judgeSuccess(op, res)
	}
	e, responded := errors.AsType[*api.Error](err)
	if !responded {
		return outcome{reason: observer.Cause(err)}
	}
	_, isNetwork := errors.AsType[net.Error](e.Err)
	if isNetwork || errors.Is(e.Err, io.ErrUnexpectedEOF) {
		return outcome{reason: observer.Cause(e.Err)}
	}
	return judgeFailure(op, e)
}

// judgeSuccess returns the outcome of a response that a client takes for a success.
func judgeSuccess(op *interpreter.Operation, res *api.RawResponse) outcome {
	body := res.Received.Envelope()
	if body == nil {
		body = res.Received.Raw()
	}
	o := outcome{status: res.Received.Status(), responseShape: shapeOf(op, body)}
	// For gen learn, this is also a failure.
	isBare := op.Envelope == nil && !op.Unwrapped
	if isBare && cursor.At(string(res.Raw), "/success") == "false" {
		o.reason = fmt.Sprintf(`%d %s, and "success" is false in the body; describe the envelope in `+
			`the catalog, or write envelope: none if that is no failure`, o.status, failurestatus.Title(o.status))
		return o
	}
	o.reception = accepted
	o.deviations = responseDeviations(op, string(res.Raw))
	o.body = body
	o.data = res.Raw
	return o
}

// judgeFailure returns the outcome of a response that a client takes for a failure. Statuses
// that proxies and gateways also send, such as 401 and 503, leave the outcome unclear. A 2xx
// response with JSON that is not in the envelope is a success that deviates.
func judgeFailure(op *interpreter.Operation, e *api.Error) outcome {
	o := outcome{
		status:        e.Status,
		reason:        fmt.Sprintf("%d %s", e.Status, failurestatus.Title(e.Status)),
		responseShape: shapeOf(op, e.Body),
	}
	isJSON := json.Valid(e.Body)
	isUnreadSuccess := e.Status <= 299 && e.Problem == nil
	switch {
	case isHTML(e):
		o.reason += ", and the body is HTML"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		o.reason += authHint(op)
	case e.Status >= 300 && e.Status <= 399:
		o.reason += ", a redirect, which is not followed"
	case isUnreadSuccess && isJSON && op.Envelope != nil:
		o.reception = accepted
		o.reason = ""
		o.deviations = []Fact{newDeviation(op, "", "", envelopeReason(e))}
	case isUnreadSuccess:
		o.reason += ", and the body cannot be read as JSON"
	case isRefusal(op, e):
		o.reception, o.reason = classifyFailure(op, e)
		if e.Problem != nil {
			o.violations = e.Problem.Errors
		}
		o.deviations = failureDeviations(op, e, isJSON)
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

// classifyFailure distinguishes a refusal of the request from another failure of the operation,
// such as "the claim is closed", which says that the request itself was in order. The reason
// repeats nothing that a service may have made up.
func classifyFailure(op *interpreter.Operation, e *api.Error) (reception, string) {
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

// listViolations lists the first three violations in a refusal, such as "/claim_id required". A
// rule or a name that the catalog does not have is not repeated, since it may be personal data.
func listViolations(op *interpreter.Operation, violations []api.Violation) string {
	var descriptions []string
	for _, v := range violations[:min(len(violations), 3)] {
		ruleName := "an unknown rule"
		if slices.Contains(violationRules, v.Rule) {
			ruleName = v.Rule
		}
		pointer := redact.Keys{Unknown: true}.Hide(v.Field, redaction.Request(op.Operation), nil)
		descriptions = append(descriptions, strings.TrimSpace(pointer+" "+ruleName))
	}
	return strings.Join(descriptions, ", ")
}

// rules are the rules of the violations that a service may name.
var violationRules = plan.ViolationIDs(plan.FieldViolations, plan.NameViolations)

// failureDeviations returns how a refusal differs from the failures of the catalog. It does not check
// the type of failures: an operation fails that way after it accepted the request.
func failureDeviations(op *interpreter.Operation, e *api.Error, isJSON bool) []Fact {
	isProblem := strings.HasPrefix(e.Header.Get("Content-Type"), "application/problem+json")
	if isProblem || !isJSON || op.Envelope == nil {
		return nil
	}
	deviation := Fact{Rule: FailureRule, Pos: op.Envelope.Pos}
	wantedStatus := op.Envelope.StatusOf(e.Status)
	switch {
	case e.Problem == nil:
		deviation.ID = "failure envelope"
		deviation.Why = "the failure is not in the envelope of the catalog"
	case wantedStatus != e.Status:
		deviation.ID = "failure status"
		deviation.Why = fmt.Sprintf("the failure has status %d; the catalog says %d", e.Status, wantedStatus)
	default:
		return nil
	}
	return []Fact{deviation}
}

// responseDeviations returns how the response of a success differs from the catalog. Items of
// one list often differ in the same way; this is one deviation.
func responseDeviations(op *interpreter.Operation, body string) []Fact {
	differences := strictDeviations
	if op.Response.Lenient {
		differences = lenientDeviations
	}
	var unique []Fact
	seen := map[string]bool{}
	for _, d := range differences(op, body) {
		if !seen[d.ID] {
			seen[d.ID] = true
			unique = append(unique, d)
		}
	}
	return unique
}

// lenientDeviations returns what a lenient client reports as drift. It ignores null, which a
// mock of a service sends for unknown values.
func lenientDeviations(op *interpreter.Operation, body string) (differences []Fact) {
	drifts, _ := op.Drifts(body)
	for _, d := range drifts {
		if d.Received == "null" {
			continue
		}
		where := cmp.Or(d.Pointer, "the response")
		why := fmt.Sprintf("%s: expected %s, got %s", where, d.Expected, d.Received)
		differences = append(differences, newDeviation(op, d.Pointer, "", why))
	}
	return differences
}

// strictDeviations returns why a strict client cannot read a response.
func strictDeviations(op *interpreter.Operation, body string) (differences []Fact) {
	_, err := op.Sent(body)
	if err == nil {
		return nil
	}
	invalid, isInvalid := errors.AsType[*api.ValidationError](err)
	if !isInvalid {
		return []Fact{newDeviation(op, "", "", err.Error())}
	}
	for _, v := range invalid.Violations {
		why := cmp.Or(v.Field, "the response") + " " + v.Message
		differences = append(differences, newDeviation(op, v.Field, v.Rule, why))
	}
	return differences
}

// newDeviation returns how a place of a response differs from the catalog. Its id names the
// place without indices: "response /claims/*/status type".
func newDeviation(op *interpreter.Operation, pointer, rule, why string) Fact {
	pointer = anyItem(pointer)
	id := strings.TrimSpace("response " + pointer + " " + rule)
	return Fact{ID: id, Rule: ResponseRule, Pos: responsePos(op, pointer), Why: why}
}

// responsePos returns the position of a place of the response in the catalog: that of its field,
// or of the nearest thing around it that the catalog has.
func responsePos(op *interpreter.Operation, pointer string) catalog.Position {
	if f, _ := fieldAt(op.Response.Type(), pointer); f != nil {
		return cmp.Or(f.Pos, op.Pos)
	}
	return cmp.Or(op.Response.Pos, op.Pos)
}

// authHint says who may call, as the end of a sentence about a status of 401 or 403.
func authHint(op *interpreter.Operation) string {
	if op.Auth == nil {
		return "; give credentials, if the service wants some"
	}
	return ". " + strings.TrimSuffix(op.Auth.Words(), ".")
}

// anyItem returns a pointer with * in place of the indices of items: "/claims/3/id" becomes
// "/claims/*/id". A key of a map that is a number counts as an index.
func anyItem(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}
