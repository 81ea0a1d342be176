// Package simulator serves any catalog: an [http.Handler] that stores documents and executes
// the behavior of each operation.
//
// visit.go follows a request through the handler of package api, worlds.go and state.go
// manage worlds, and spoil.go applies faults to responses.
package simulator

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// DefaultWorld is the world of requests without one.
const DefaultWorld = "default"

// The header fields of requests and responses.
const (
	WorldHeader = "Opgen-World"   // of a request: its world, like the path prefix /w/NAME
	ClassHeader = "Opgen-Sandbox" // of a response: the class of the operation
)

// Options are the choices of the caller of [New]. With the zero Options, anyone may call, documents
// are in memory, and there are no seeds.
type Options struct {
	Store         store.Store
	Funcs         map[string]Func   // of the behavior, by name
	Authenticator api.Authenticator // names the caller by [WithCaller]
	SeedsFile     string            // the name of Seeds in problems, seeds.yaml by default
	Seeds         []byte            // documents of new and reset worlds: YAML with a list for each kind
	Lenient       bool              // accept fields that the catalog does not have
	Worlds        int               // the maximum number of worlds besides the default one; 0 is 100, and less is none
}

// Sandbox serves a catalog. Its methods may be called concurrently.
type Sandbox struct {
	catalog    *catalog.Catalog
	behavior   *behavior.Behavior
	engine     *engine.Engine
	store      store.Store
	handler    http.Handler
	options    Options
	operations []*Operation
	byName     map[string]*Operation
	paths      map[string]bool
	kinds      string // the fingerprint of all kinds
	seeds      *seeds
	journal    journal
	making     sync.Mutex         // locks the creation of worlds
	done       context.CancelFunc // ends the subscriptions
	open       context.Context
}

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

// New returns a sandbox, which the caller must close. Only opgen itself can call New, since
// catalogs are internal; other modules call Load.
func New(c *catalog.Catalog, b *behavior.Behavior, o Options) (*Sandbox, error) {
	s := &Sandbox{
		catalog: c, behavior: b, options: o,
		byName: map[string]*Operation{},
		paths:  map[string]bool{},
	}
	s.open, s.done = context.WithCancel(context.Background())
	if s.store = o.Store; s.store == nil {
		s.store = new(memory.Store)
	}
	s.kinds = fingerprint(b)
	s.engine = engine.New(b, o.Funcs)
	var routes []api.Route
	for op := range c.Operations() {
		of := s.newOperation(op)
		s.byName[op.String()], s.paths[op.Path] = of, true
		s.operations = append(s.operations, of)
		routes = append(routes, of.plan.Route(func(ctx context.Context, request string) (json.RawMessage, error) {
			return s.serve(ctx, op, request)
		}))
	}
	handling := []api.HandlerOption{api.WithServerAuthenticator(authenticated(o.Authenticator)), api.WithServerMiddleware(recordOutcome)}
	if o.Lenient {
		handling = append(handling, api.WithServerUnknownFields())
	}
	var err error
	if s.handler, err = api.NewHandler(routes, handling...); err != nil {
		return nil, err
	}
	if o.Seeds != nil {
		if s.seeds, err = s.parseSeeds(o.SeedsFile, o.Seeds); err != nil {
			return nil, err
		}
	}
	if err := s.prepare(s.open); err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends the subscriptions. The store of the [Options] stays open.
func (s *Sandbox) Close() error {
	s.done()
	if s.options.Store == nil {
		return s.store.Close()
	}
	return nil
}

// Operation is an operation of the catalog, with its behavior in words.
type Operation struct {
	*catalog.Operation
	Class   behavior.Class // "" if the response is 501
	Does    string         // the effect, in words
	Assumed string         // what is assumed
	Missing string         // why the response is 501, and the remedy; "" otherwise

	plan *interpreter.Operation
}

func (s *Sandbox) newOperation(op *catalog.Operation) *Operation {
	of := &Operation{Operation: op, plan: interpreter.New(op)}
	entry := s.behavior.Operations[op.String()]
	if entry == nil {
		of.Missing = "add " + op.String() + " to the operations in resources.yaml"
		return of
	}
	of.Class, of.Does, of.Assumed = entry.Class, entry.Words(), entry.Assumed
	if entry.Func != "" && s.options.Funcs[entry.Func] == nil {
		of.Class, of.Missing = "", fmt.Sprintf("pass the func %q in simulator.Options", entry.Func)
	}
	return of
}

// Operations returns the operations in document order.
func (s *Sandbox) Operations() []*Operation { return s.operations }

// Store returns the store of documents.
func (s *Sandbox) Store() store.Store { return s.store }

// Behavior returns what the operations do.
func (s *Sandbox) Behavior() *behavior.Behavior { return s.behavior }

// Catalog returns the catalog.
func (s *Sandbox) Catalog() *catalog.Catalog { return s.catalog }

// WithCaller returns the context of a call by a caller, for authenticators. The name is the
// value of $caller.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

// InWorld returns the context of a call in a world, for authenticators that select it by the
// credential. A request for another world fails with status 403.
func InWorld(ctx context.Context, world string) context.Context {
	return context.WithValue(ctx, worldKey{}, world)
}

type (
	callerKey struct{}
	worldKey  struct{}
)
