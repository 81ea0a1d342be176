package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/store"
)

// Serve carries out what an operation does and returns the JSON of its response, nil for
// one without data. A call that cannot be carried out is an [*api.Problem], and nothing
// of it is kept.
func (e *Engine) Serve(ctx context.Context, op *catalog.Operation, call Call) (json.RawMessage, error) {
	of := e.operation(op)
	if of == nil {
		return nil, &api.Problem{Status: http.StatusNotImplemented, Detail: fmt.Sprintf("nothing says what %s does", op)}
	}
	if of.f == nil && of.Func != "" {
		return nil, &api.Problem{Status: http.StatusNotImplemented, Detail: fmt.Sprintf("%s is done by the func %q, which is not given", op, of.Func)}
	}
	if call.Key != "" {
		done, err := e.begin(op, &call)
		if err != nil {
			return nil, err
		}
		defer done()
	}
	var response json.RawMessage
	var beside map[string]any
	attempt := func(tx store.Tx) (err error) {
		if call.Begin != nil {
			if err := call.Begin(tx, &call); err != nil {
				return err
			}
		}
		response, beside, err = e.attempt(ctx, of, &call, tx)
		return err
	}
	transact := call.Store.View
	if of.writes || call.Key != "" {
		transact = call.Store.Update
	}
	if err := transact(ctx, call.World, attempt); err != nil {
		return nil, err
	}
	if beside != nil {
		text, err := encode(beside)
		if err != nil {
			return nil, err
		}
		if err := api.SetSiblings(ctx, raw(text)); err != nil {
			return nil, err
		}
	}
	return response, nil
}

// raw is JSON that is encoded already.
type raw json.RawMessage

func (r raw) AppendJSON(b []byte) []byte { return append(b, r...) }

// operation returns what an operation does, nil if nothing says that.
func (e *Engine) operation(op *catalog.Operation) *operation {
	if of := e.operations[op.String()]; of != nil || e.funcs[op.String()] == nil {
		return of
	}
	return &operation{
		Operation: &behaviour.Operation{Operation: op, Class: behaviour.Stateful},
		catalog:   interpreter.New(op), f: e.funcs[op.String()], writes: true,
	}
}

// attempt carries out a call in a transaction.
func (e *Engine) attempt(ctx context.Context, op *operation, call *Call, tx store.Tx) (json.RawMessage, map[string]any, error) {
	if call.Key != "" {
		known, response, err := repeated(call, tx)
		if known || err != nil {
			return response, nil, err
		}
	}
	r := &run{Engine: e, op: op, call: call, tx: tx}
	v, beside, err := r.carryOut(ctx)
	var response json.RawMessage
	if err == nil {
		response, err = r.judged(v)
	}
	if e := op.catalog.Envelope; e != nil && e.FailureStatus != 0 {
		if lacks, ok := errors.AsType[*missing](err); ok {
			lacks.problem.Status = http.StatusUnprocessableEntity // becomes that of the envelope, where 404 would stay, as if there were no such path
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if call.Key != "" {
		err = remember(call, tx, response)
	}
	return response, beside, err
}

// carryOut does what the operation does and returns its response.
func (r *run) carryOut(ctx context.Context) (response any, beside map[string]any, err error) {
	if r.op.f != nil {
		response, err = r.op.f(ctx, &Tx{Now: r.call.Now, Caller: r.call.Caller, run: r}, r.call.Request)
		return response, nil, err
	}
	if len(r.call.Request) > 0 {
		v, err := decode(r.call.Request)
		if err != nil {
			return nil, nil, err
		}
		r.request, _ = v.(map[string]any)
	}
	if err := r.steps(); err != nil {
		return nil, nil, err
	}
	if response, err = r.answer(); err != nil {
		return nil, nil, err
	}
	return r.paged(response)
}

// judged returns the JSON of a response as the catalog shows it, or a problem if the
// catalog forbids it.
func (r *run) judged(v any) (json.RawMessage, error) {
	if v == nil && r.op.catalog.Response.Whole == nil {
		v = struct{}{}
	}
	text, err := encode(v)
	if err != nil {
		return nil, fmt.Errorf("the response of %s is no JSON", r.op.catalog)
	}
	sent, err := r.op.catalog.Sent(string(text))
	if err != nil {
		return nil, r.forbidden(err)
	}
	return json.RawMessage(sent), nil
}

// forbidden is the problem of a response that the catalog forbids: that there is no document
// for it, or that the sandbox makes it of what documents and requests hold.
func (r *run) forbidden(err error) error {
	if last := len(r.op.Steps) - 1; r.op.f == nil && last >= 0 && !r.result.list && len(r.result.docs) == 0 { // it is missing, and that was ignored
		kind := r.op.Steps[last].Kind.Name
		return noSuch(kind, "there is no "+kind+" for the response")
	}
	return &api.Problem{
		Status: http.StatusInternalServerError, Title: "The sandbox makes a response that the catalog forbids",
		Detail: fmt.Sprintf("%s: %s; correct its answer, or what it reads", r.op.catalog, err),
	}
}
