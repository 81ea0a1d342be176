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
	writes  bool

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
	for name, of := range b.Operations {
		op := &operation{Operation: of, catalog: interpreter.New(of.Operation), f: funcs[of.Func]}
		op.writes = op.f != nil || writes(of)
		e.operations[name] = op
	}
	for _, op := range e.operations {
		op.pagination = behavior.Pagination(op.Operation.Operation)
		if by := op.pagination; by != nil && by.Continue != nil {
			op.continued, op.writes = true, true
			if next := e.operations[by.Continue.String()]; next != nil {
				next.continued, next.writes = true, true
			}
		}
	}
	return e
}

// writes reports whether an operation may change documents or counters.
func writes(op *behavior.Operation) bool {
	return slices.ContainsFunc(op.Steps, func(s *behavior.Step) bool {
		finds := s.Verb == behavior.Read || s.Verb == behavior.List
		return !finds || s.Missing == behavior.Make
	})
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
