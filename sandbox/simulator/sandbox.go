// Package simulator serves any catalog: an [http.Handler] that stores documents and executes
// the behavior of each operation.
//
// From the bottom up: world.go is the state of one world, seeds.go reads documents for it, locks.go
// says who may make one, and worlds.go makes, resets and drops them. fingerprint.go refuses worlds
// with documents of other kinds, and snapshots.go copies worlds. journal.go is the log, variant.go
// reads requests of other forms, and spoil.go applies faults to responses. sandbox.go has what a
// sandbox is made of, settings.go changes it while it runs, visit.go follows a request through the
// handler of package api, and load.go puts it together.
package simulator

import (
	"context"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

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

	// Seeds are the documents of new and reset worlds: YAML or JSON with a list for each kind.
	// SeedsFile is their name in problems, seeds.yaml by default.
	Seeds     []byte
	SeedsFile string

	Lenient bool   // accept fields that the catalog does not have
	Paths   []Path // further paths of operations

	// AnyText accepts values of all types for members of requests that are strings, or lists of
	// them, without constraints. Booleans and numbers become text.
	AnyText bool
	Worlds  int // the maximum number besides the default one; 0 is 100, and less is none
}

// Sandbox serves a catalog. Its methods may be called concurrently.
type Sandbox struct {
	worlds
	catalog    *catalog.Catalog
	operations []*Operation
	byName     map[string]*Operation
	paths      map[string]bool
	handler    http.Handler
	journal    journal
	ownsStore  bool            // the caller of New has passed none
	open       context.Context // of subscriptions
	done       context.CancelFunc
}

// Close ends the subscriptions. The store of the [Options] stays open.
func (s *Sandbox) Close() error {
	s.done()
	if s.ownsStore {
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

// Operations returns the operations in document order.
func (s *Sandbox) Operations() []*Operation { return s.operations }

// Store returns the store of documents.
func (s *Sandbox) Store() store.Store { return s.store }

// Behavior returns what the operations do, with those that respond with their examples.
func (s *Sandbox) Behavior() *behavior.Behavior { return s.behavior }

// Catalog returns the catalog.
func (s *Sandbox) Catalog() *catalog.Catalog { return s.catalog }

// Seeds describes the documents of a new world: "10 documents", or "".
func (s *Sandbox) Seeds() string { return s.seeds.words() }

// Drop deletes a world with its snapshots and its log. The default world can only be reset.
func (s *Sandbox) Drop(ctx context.Context, world string) error {
	if err := s.drop(ctx, world); err != nil {
		return err
	}
	s.journal.forget(world)
	return nil
}

// Requests returns the last requests of a world, the oldest first.
func (s *Sandbox) Requests(world string) []Request { return s.journal.of(world) }

// Watch returns a channel with the new requests of a world. It is closed when the context is
// done or the sandbox is closed. A slow receiver misses requests.
func (s *Sandbox) Watch(ctx context.Context, world string) <-chan Request {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.open, cancel)
	context.AfterFunc(ctx, func() { stop() })
	return s.journal.watch(ctx, world)
}

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

// The keys of values that an authenticator adds to the context of a call.
type (
	callerKey struct{}
	worldKey  struct{}
)
