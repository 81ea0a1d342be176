package simulator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store/memory"
)

// Everything that can be wrong with a sandbox is found before it serves its first request: a
// catalog, a behavior and seeds that do not fit together are problems of their files.

// Load is New for the files of a catalog and of its behavior. An error about their content lists
// all problems.
func Load(spec, resources string, o Options) (*Sandbox, error) {
	c, err := catalog.Load(spec)
	if err != nil {
		return nil, err
	}
	b, err := behavior.Load(c, resources)
	if err != nil {
		return nil, err
	}
	return New(c, b, o)
}

// defaultWorlds is the maximum number of worlds without another choice.
const defaultWorlds = 100

// New returns a sandbox, which the caller must close. Only opgen itself can call New, since
// catalogs are internal; other modules call Load.
func New(c *catalog.Catalog, b *behavior.Behavior, o Options) (*Sandbox, error) {
	b = b.WithExamples(c)
	s := &Sandbox{
		worlds: worlds{
			store: o.Store, behavior: b, engine: engine.New(b, o.Funcs),
			kinds:     fingerprint(b),
			maxWorlds: max(cmp.Or(o.Worlds, defaultWorlds), 0),
		},
		catalog: c,
		byName:  map[string]*Operation{},
		paths:   map[string]bool{},
	}
	s.open, s.done = context.WithCancel(context.Background())
	if o.Store == nil {
		s.store, s.ownsStore = new(memory.Store), true
	}
	if err := s.route(o); err != nil {
		return nil, err
	}
	if o.Seeds != nil {
		seeds, err := parseSeeds(b, o.SeedsFile, o.Seeds)
		if err != nil {
			return nil, err
		}
		s.seeds = seeds
	}
	if err := s.prepare(s.open); err != nil {
		return nil, err
	}
	return s, nil
}

// route makes the operations and their handler. An operation has a route for each of its variants,
// and all of them serve the operation of the catalog.
func (s *Sandbox) route(o Options) (err error) {
	if err := checkPaths(s.catalog, o.Paths); err != nil {
		return err
	}
	var routes []api.Route
	for op := range s.catalog.Operations() {
		operation := newOperation(op, s.behavior, o.Funcs)
		s.byName[op.String()] = operation
		s.operations = append(s.operations, operation)
		for _, v := range variantsOf(op, o) {
			s.paths[v.Path] = true
			serve := func(ctx context.Context, request string) (json.RawMessage, error) {
				return s.serve(ctx, op, v.settle(request))
			}
			routes = append(routes, interpreter.New(v.Operation).Route(serve))
		}
	}
	options := []api.HandlerOption{
		api.WithServerAuthenticator(authenticated(o.Authenticator)),
		api.WithServerMiddleware(recordOutcome),
	}
	if o.Lenient {
		options = append(options, api.WithServerUnknownFields())
	}
	s.handler, err = api.NewHandler(routes, options...)
	return err
}

// newOperation returns an operation with what its entry in the behavior says.
func newOperation(op *catalog.Operation, b *behavior.Behavior, funcs map[string]Func) *Operation {
	operation := &Operation{Operation: op, plan: interpreter.New(op)}
	entry := b.Operations[op.String()]
	if entry == nil {
		operation.Missing = "the catalog has no example of its response; describe the response there, " +
			"or add " + op.String() + " to the operations in resources.yaml"
		return operation
	}
	operation.Does, operation.Assumed = entry.Words(), entry.Assumed
	for _, name := range entry.Funcs() {
		if funcs[name] == nil {
			operation.Missing = fmt.Sprintf("pass the func %q in simulator.Options", name)
			return operation
		}
	}
	operation.Class = entry.Class
	return operation
}
