package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/store"
)

// Serve is one attempt, inside a transaction that the caller repeats if it cannot be committed. It
// therefore changes nothing but the transaction. What it returns has passed the catalog: members
// that the response does not have are left out, and a response that would break it is a problem.

// Response is the response of an operation.
type Response struct {
	JSON     json.RawMessage // nil without data
	Siblings json.RawMessage // an object: the members next to the data in the envelope; nil for none
}

// Writes reports whether a call needs a transaction that writes. A call with an idempotency key
// stores its response, even if its operation only reads.
func (e *Engine) Writes(op *catalog.Operation, call *Call) bool {
	o := e.operations[op.String()]
	return call.Key != "" || o.writes
}

// Serve executes an operation that the behavior has, with its func, in a transaction. A
// call that cannot be executed is an [*api.Problem], and the transaction must then be
// rolled back.
func (e *Engine) Serve(tx store.Tx, op *catalog.Operation, call *Call) (Response, error) {
	o := e.operations[op.String()]
	r := &run{Engine: e, op: o, call: call, tx: tx}
	if call.Key != "" {
		isRepeated, response, err := r.repeated()
		if isRepeated || err != nil {
			return response, err
		}
	}
	response, err := r.execute()
	if o.hasFailureStatus() {
		hideMissing(err)
	}
	if err != nil {
		return Response{}, err
	}
	if call.Key != "" {
		if err := r.remember(response); err != nil {
			return Response{}, err
		}
	}
	return response, nil
}

// hideMissing gives the problem of a missing document a status that the envelope replaces, unlike
// 404.
func hideMissing(err error) {
	p, isProblem := errors.AsType[*api.Problem](err)
	if isProblem && p.Status == http.StatusNotFound {
		p.Status = http.StatusUnprocessableEntity
	}
}

// execute executes the operation and returns its response.
func (r *run) execute() (response Response, err error) {
	var v any
	var siblings map[string]any
	if r.op.f != nil {
		v, err = r.op.f(r.transaction(), r.call.Request)
	} else {
		v, siblings, err = r.executeSteps()
	}
	if err != nil {
		return response, err
	}
	response.JSON, err = r.responseJSON(v)
	if err != nil || len(siblings) == 0 {
		return response, err
	}
	response.Siblings, err = encode(siblings)
	return response, err
}

// executeSteps executes the steps of the operation, and returns what its template makes of their
// result, with members beside it in the envelope.
func (r *run) executeSteps() (v any, siblings map[string]any, err error) {
	if err := r.steps(); err != nil {
		return nil, nil, err
	}
	v, _ = r.render(r.op.Response, r.resultValue())
	if r.failed != nil {
		return nil, nil, r.failed
	}
	return r.addCursor(v)
}

// responseJSON returns the JSON of a response with the members that the catalog shows, or a problem
// if the catalog forbids the response.
func (r *run) responseJSON(v any) (json.RawMessage, error) {
	if v == nil && r.op.catalog.Response.Whole == nil {
		v = struct{}{}
	}
	text, err := encode(v)
	if err != nil {
		return nil, fmt.Errorf("the response of %s is not JSON", r.op.catalog)
	}
	sent, err := r.op.catalog.Sent(string(text))
	if err != nil {
		return nil, r.forbidden(err)
	}
	return json.RawMessage(sent), nil
}

// forbidden returns the problem of a response that the catalog forbids: its document is
// missing, or documents or the request have unsuitable values. A missing document is the fault of
// the caller, although the step ignores it; unsuitable values are one of resources.yaml.
func (r *run) forbidden(err error) error {
	last := len(r.op.Steps) - 1
	hasSteps := r.op.f == nil && last >= 0
	isMissing := !r.result.list && len(r.result.docs) == 0
	if hasSteps && isMissing {
		kind := r.op.Steps[last].Kind.Name
		return noSuch(kind, "there is no "+kind+" for the response")
	}
	const form = `%s: %s; correct its "response", or what it reads`
	return &api.Problem{
		Status: http.StatusInternalServerError,
		Title:  "The sandbox makes a response that the catalog forbids",
		Detail: fmt.Sprintf(form, r.op.catalog, err),
	}
}
