// Package engine executes the behavior of a sandbox on the documents of a store, each call
// in a transaction of its caller.
//
// serve.go executes a call, steps.go the verbs; documents.go stores documents, values.go
// evaluates values, response.go makes the response, and pages.go selects a part of a list.
package engine

import (
	"encoding/json"
	"slices"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
)

// Engine executes a behavior. Its methods may be called concurrently.
type Engine struct {
	operations map[string]*operation
	kinds      map[string]*behavior.Kind // by name
	ids        map[*behavior.Kind]idForm
	funcs      map[string]Func // those of operations, and those of templates
}

// operation is an operation of the behavior, with the interpreter of its catalog entry.
type operation struct {
	*behavior.Operation
	catalog *interpreter.Operation
	f       Func // nil for steps
	writes  bool // a call may write, so it needs a transaction that can

	pagination *catalog.Pagination // its own, or that of the operation that it continues
	continued  bool                // its cursors store the query
}

// New returns an engine for a behavior and its funcs.
func New(b *behavior.Behavior, funcs map[string]Func) *Engine {
	e := &Engine{
		operations: map[string]*operation{},
		kinds:      map[string]*behavior.Kind{},
		ids:        map[*behavior.Kind]idForm{},
		funcs:      funcs,
	}
	for _, k := range b.Kinds {
		e.kinds[k.Name] = k
		e.ids[k] = formOf(k)
	}
	for name, described := range b.Operations {
		op := &operation{
			Operation: described,
			catalog:   interpreter.New(described.Operation),
			f:         funcs[described.Func],
		}
		op.writes = op.f != nil || slices.ContainsFunc(op.Steps, writes)
		e.operations[name] = op
	}
	for _, op := range e.operations {
		e.linkPages(op)
	}
	return e
}

// linkPages finds the pagination of an operation. If another operation continues its lists, both
// store and read queries under cursors, and storing one writes.
func (e *Engine) linkPages(op *operation) {
	op.pagination = behavior.Pagination(op.Operation.Operation)
	if op.pagination == nil || op.pagination.Continue == nil {
		return
	}
	op.continued, op.writes = true, true
	if next := e.operations[op.pagination.Continue.String()]; next != nil {
		next.continued, next.writes = true, true
	}
}

// writes reports whether a step may change documents or counters.
func writes(s *behavior.Step) bool {
	onlyFinds := s.Verb == behavior.Read || s.Verb == behavior.List
	return !onlyFinds || s.Missing == behavior.Make
}

// hasFailureStatus reports whether the envelope of the operation has one status for all failures.
func (op *operation) hasFailureStatus() bool {
	e := op.catalog.Envelope
	return e != nil && e.FailureStatus != 0
}

// Call is a call of an operation.
type Call struct {
	Caller  string // "" if the caller is unknown
	Now     time.Time
	Request json.RawMessage // settled by package interpreter
	Key     string          // the idempotency key, "" for none
	Epoch   int64           // of the world, up to MaxEpoch: cursors of other epochs are refused
}
