// Package engine carries out what operations do to the documents of a sandbox: a
// behaviour on a store, each call in a transaction of its caller.
//
// serve.go has the way of a call, steps.go what the verbs do, documents.go how
// documents are stored, values.go where values come from, response.go what becomes the
// response, and pages.go which part of a list it holds.
package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/behaviour"
)

// Engine carries out one behaviour. All methods can be called at the same time.
type Engine struct {
	operations map[string]*operation
	kinds      map[string]*kind
}

// operation is an operation of the behaviour, with what judges its responses.
type operation struct {
	*behaviour.Operation
	catalog *interpreter.Operation
	f       Func // that does it, nil for steps
	writes  bool

	pagination *catalog.Pagination // its own, or that of the operation that it continues
	continued  bool                // a cursor of it has to remember what was asked for
}

// kind is a kind of document with what the engine asks of it again and again.
type kind struct {
	*behaviour.Kind
	ids      idForm
	children []string // the pointers of Children, sorted
	parents  []string // the names of Parents, sorted
	parts    []*kind  // kinds of documents that are part of one of these and of nothing else
	listed   *kind    // that lists documents of this kind as children, nil for none
	listedAt string   // the pointer at which it does
}

// New returns an engine, with the funcs that the behaviour calls by their names.
func New(b *behaviour.Behaviour, funcs map[string]Func) *Engine {
	e := &Engine{operations: map[string]*operation{}, kinds: map[string]*kind{}}
	fields := idFields(b)
	for _, k := range b.Kinds {
		e.kinds[k.Name] = &kind{Kind: k, ids: formOf(k, fields[k]),
			children: slices.Sorted(maps.Keys(k.Children)), parents: slices.Sorted(maps.Keys(k.Parents))}
	}
	for _, k := range b.Kinds {
		for at, child := range k.Children {
			e.kinds[child.Name].listed, e.kinds[child.Name].listedAt = e.kinds[k.Name], at
		}
		if len(k.Parents) == 1 {
			whole := e.kinds[slices.Collect(maps.Values(k.Parents))[0].Name]
			whole.parts = append(whole.parts, e.kinds[k.Name])
		}
	}
	for name, of := range b.Operations {
		op := &operation{Operation: of, catalog: interpreter.New(of.Operation), f: funcs[of.Func]}
		op.writes = op.f != nil || writes(of)
		e.operations[name] = op
	}
	for _, op := range e.operations {
		op.pagination = behaviour.Pagination(op.Operation.Operation)
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
func writes(op *behaviour.Operation) bool {
	return slices.ContainsFunc(op.Steps, func(s *behaviour.Step) bool {
		return s.Verb != behaviour.Read && s.Verb != behaviour.List || s.Missing == behaviour.Make
	})
}

// Call is a call of an operation.
type Call struct {
	Caller  string // "" if nobody knows who calls
	Now     time.Time
	Request json.RawMessage // settled, as package interpreter gives it
	Key     string          // by which a repetition of the call is known, "" for none
	Epoch   int64           // of the world, up to MaxEpoch: cursors of other ones are refused
}
