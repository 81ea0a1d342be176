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
	"example.com/opgen/sandbox/behavior"
	"example.com/opgen/sandbox/engine"
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

// Sandbox serves a catalog. Its methods may be called concurrently.
type Sandbox struct {
	catalog    *catalog.Catalog
	behavior   *behavior.Behavior
	engine     *engine.Engine
	store      *monitoredStore
	handler    http.Handler
	config     config
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
func Load(spec, resources string, opts ...Option) (*Sandbox, error) {
	c, err := catalog.Load(spec)
	if err != nil {
		return nil, err
	}
	b, err := behavior.Load(c, resources)
	if err != nil {
		return nil, err
	}
	return New(c, b, opts...)
}

// New returns a sandbox, which the caller must close. Without options, anyone may call,
// documents are in memory, and there are no seeds. Only opgen itself can call New, since
// catalogs are internal; other modules call Load.
func New(c *catalog.Catalog, b *behavior.Behavior, opts ...Option) (*Sandbox, error) {
	s := &Sandbox{
		catalog: c, behavior: b,
		config: config{worlds: 100},
		byName: map[string]*Operation{},
		paths:  map[string]bool{},
	}
	for _, o := range opts {
		if o != nil {
			o(&s.config)
		}
	}
	s.open, s.done = context.WithCancel(context.Background())
	s.store = &monitoredStore{Store: s.config.store}
	if s.config.store == nil {
		s.store.Store = new(memory.Store)
	}
	s.kinds = fingerprint(b)
	s.engine = engine.New(b, s.config.funcs)
	var routes []api.Route
	for op := range c.Operations() {
		of := s.described(op)
		s.byName[op.String()], s.paths[op.Path] = of, true
		s.operations = append(s.operations, of)
		routes = append(routes, of.plan.Route(func(ctx context.Context, request string) (json.RawMessage, error) {
			return s.serve(ctx, op, request)
		}))
	}
	letIn := api.Authenticator(anyone)
	if s.config.authenticator != nil {
		letIn = s.config.authenticator
	}
	var err error
	if s.handler, err = api.NewHandler(routes, append([]api.HandlerOption{
		api.WithServerAuthenticator(authenticated(letIn)), api.WithServerMiddleware(follow),
	}, s.config.handler...)...); err != nil {
		return nil, err
	}
	if s.config.seeds != nil {
		if s.seeds, err = s.parseSeeds(s.config.seedsName, s.config.seeds); err != nil {
			return nil, err
		}
	}
	if err := s.prepare(s.open); err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends the subscriptions. The store of [WithStore] stays open.
func (s *Sandbox) Close() error {
	s.done()
	if s.config.store == nil {
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

func (s *Sandbox) described(op *catalog.Operation) *Operation {
	of := &Operation{Operation: op, plan: interpreter.New(op)}
	entry := s.behavior.Operations[op.String()]
	if entry == nil {
		of.Missing = "add " + op.String() + " to the operations in resources.yaml"
		return of
	}
	of.Class, of.Does, of.Assumed = entry.Class, entry.Words(), entry.Assumed
	if entry.Func != "" && s.config.funcs[entry.Func] == nil {
		of.Class, of.Missing = "", fmt.Sprintf("pass the func %q to simulator.WithFuncs", entry.Func)
	}
	return of
}

// Operations returns the operations in document order.
func (s *Sandbox) Operations() []*Operation { return s.operations }

// Store returns the store of documents.
func (s *Sandbox) Store() store.Store { return s.store.Store }

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
