// Package simulator answers the calls of any catalog: an [http.Handler] that keeps
// documents, and does with them what a behaviour says of each operation.
//
// visit.go follows a request through the handler of package api, worlds.go has what is
// kept of worlds besides documents, and spoil.go what faults do to a response.
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
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/engine"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// DefaultWorld is the world of requests that name none.
const DefaultWorld = "default"

// The header fields of requests and responses.
const (
	WorldHeader = "Opgen-World"   // of a request: the world that it is for; the path prefix /w/NAME says the same
	ClassHeader = "Opgen-Sandbox" // of a response: how much of it follows from facts
)

// Sandbox answers the calls of a catalog. All methods can be called at the same time.
type Sandbox struct {
	catalog    *catalog.Catalog
	behaviour  *behaviour.Behaviour
	engine     *engine.Engine
	store      *keeper
	handler    http.Handler
	config     config
	operations []*Operation
	byName     map[string]*Operation
	paths      map[string]bool
	kinds      string // their fingerprint
	seeds      *seeds
	journal    journal
	used       usage
	making     sync.Mutex         // of worlds
	done       context.CancelFunc // ends the subscriptions
	open       context.Context
}

// New returns a sandbox. Without options, everybody may call, the documents are in
// memory, and there are no seeds. Close it at the end.
func New(c *catalog.Catalog, b *behaviour.Behaviour, opts ...Option) (*Sandbox, error) {
	s := &Sandbox{
		catalog: c, behaviour: b,
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
	s.store = &keeper{Store: s.config.store}
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

// Close ends the subscriptions. A store that was given with [WithStore] stays open.
func (s *Sandbox) Close() error {
	s.done()
	if s.config.store == nil {
		return s.store.Close()
	}
	return nil
}

// Operation is an operation of the catalog with what the sandbox makes of it.
type Operation struct {
	*catalog.Operation
	Class   behaviour.Class // "" if the sandbox answers 501
	Does    string          // what it does, in words
	Assumed string          // what had to be assumed
	Missing string          // why the sandbox answers 501: what has to be written or given; "" otherwise

	plan *interpreter.Operation
}

func (s *Sandbox) described(op *catalog.Operation) *Operation {
	of := &Operation{Operation: op, plan: interpreter.New(op)}
	entry := s.behaviour.Operations[op.String()]
	if entry == nil {
		of.Missing = "add " + op.String() + " to the operations in resources.yaml"
		return of
	}
	of.Class, of.Does, of.Assumed = entry.Class, entry.Words(), entry.Assumed
	if entry.Func != "" && s.config.funcs[entry.Func] == nil {
		of.Class, of.Missing = "", fmt.Sprintf("give the func %q, which does it, with simulator.WithFuncs", entry.Func)
	}
	return of
}

// Operations returns the operations in document order.
func (s *Sandbox) Operations() []*Operation { return s.operations }

// Store returns where the documents are, for those who look at them.
func (s *Sandbox) Store() store.Store { return s.store.Store }

// Behaviour returns what the operations do.
func (s *Sandbox) Behaviour() *behaviour.Behaviour { return s.behaviour }

// Catalog returns the catalog.
func (s *Sandbox) Catalog() *catalog.Catalog { return s.catalog }

// WithCaller returns the context of a call by a caller, for authenticators. The name is
// what $caller stands for.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

// InWorld returns the context of a call in a world, for authenticators that choose
// it by the credential. A request that names another world is refused with status 403.
func InWorld(ctx context.Context, world string) context.Context {
	return context.WithValue(ctx, worldKey{}, world)
}

type (
	callerKey struct{}
	worldKey  struct{}
)
