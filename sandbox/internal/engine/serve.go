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

// Response is the response of an operation.
type Response struct {
	JSON     json.RawMessage // nil without data
	Siblings json.RawMessage // an object: the members next to the data in the envelope; nil for none
}

// Writes reports whether a call needs a transaction that writes.
func (e *Engine) Writes(op *catalog.Operation, call *Call) bool {
	of := e.operations[op.String()]
	return call.Key != "" || of.writes
}

// Serve executes an operation that the behavior has, with its func, in a transaction. A
// call that cannot be executed is an [*api.Problem], and the transaction must then be
// rolled back.
func (e *Engine) Serve(tx store.Tx, op *catalog.Operation, call *Call) (Response, error) {
	of := e.operations[op.String()]
	r := &run{Engine: e, op: of, call: call, tx: tx}
	if call.Key != "" {
		known, response, err := r.repeated()
		if known || err != nil {
			return Response{JSON: response}, err
		}
	}
	response, err := r.execute()
	if lacks, ok := errors.AsType[*missing](err); ok && of.catalog.Envelope != nil && of.catalog.Envelope.FailureStatus != 0 {
		lacks.Status = http.StatusUnprocessableEntity // replaced by the status of the envelope; 404 would not be
	}
	if err == nil && call.Key != "" {
		err = r.remember(response.JSON)
	}
	if err != nil {
		return Response{}, err
	}
	return response, nil
}

// execute executes the operation and returns its response.
func (r *run) execute() (response Response, err error) {
	var v any
	var siblings map[string]any
	if r.op.f != nil {
		v, err = r.op.f(&Tx{Now: r.call.Now, Caller: r.call.Caller, run: r}, r.call.Request)
	} else if err = r.steps(); err == nil {
		v, _ = r.render(r.op.Response, r.resultValue())
		v, siblings, err = r.addCursor(v)
	}
	if err == nil {
		response.JSON, err = r.responseJSON(v)
	}
	if err == nil && len(siblings) > 0 {
		response.Siblings, err = encode(siblings)
	}
	return response, err
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
// missing, or documents or the request have unsuitable values.
func (r *run) forbidden(err error) error {
	if last := len(r.op.Steps) - 1; r.op.f == nil && last >= 0 && !r.result.list && len(r.result.docs) == 0 { // missing: ignore
		kind := r.op.Steps[last].Kind.Name
		return noSuch(kind, "there is no "+kind+" for the response")
	}
	return &api.Problem{
		Status: http.StatusInternalServerError, Title: "The sandbox makes a response that the catalog forbids",
		Detail: fmt.Sprintf("%s: %s; correct its \"response\", or what it reads", r.op.catalog, err),
	}
}
