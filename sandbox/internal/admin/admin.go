// Package admin is the HTTP interface below /_sandbox/, by which people and tests control a
// sandbox. It has its own token.
//
// operations.yaml is the catalog of POST requests, which package interpreter decodes. worlds.go
// executes them and read.go, stream.go, documents.go and sensitive.go what GET reads; guard.go and
// handler.go keep others out.
package admin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed" // for the catalog
	"encoding/json"
	"net/http"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/simulator"
)

//go:embed operations.yaml
var operations []byte

// administration returns the catalog of POST requests.
func administration() *catalog.Catalog {
	c, problems := catalog.Parse("admin/operations.yaml", operations)
	if problems != nil {
		panic(problems) // cannot happen: the file is embedded
	}
	return c
}

// limits are those of POST requests. Documents in a request are some levels deeper than in the
// calls that stored them, which have at most 64.
var limits = api.Limits{Body: 32 << 20, Items: 1_000_000, Depth: 96}

// readable are the names that GET reads, except health and operations, which need no token.
var readable = []string{
	"worlds", "snapshots", "faults", "latency", "clock", "requests", "documents",
}

// New returns a handler for paths below [Prefix], except the console. Anyone may read
// operations and health; other requests require the bearer token. Wrap it with [Guard].
func New(s *simulator.Sandbox, token string) (http.Handler, error) {
	process := strings.ToLower(rand.Text()[:8])
	h := &handler{sandbox: s, token: sha256.Sum256([]byte(token)), process: process}
	posts, err := h.posts()
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(Prefix, posts)
	mux.HandleFunc("GET "+Prefix+"health", h.health)
	mux.HandleFunc("GET "+Prefix+"operations", h.operations)
	for _, name := range readable {
		mux.HandleFunc("GET "+Prefix+name, func(w http.ResponseWriter, r *http.Request) {
			h.get(w, r, name)
		})
	}
	return withWorld(mux), nil
}

// posts returns the handler of the operations of the catalog.
func (h *handler) posts() (http.Handler, error) {
	var routes []api.Route
	for op := range administration().Operations() {
		serve := func(ctx context.Context, request string) (json.RawMessage, error) {
			response, err := h.post(ctx, op.Name, request)
			return response, refusal(err)
		}
		routes = append(routes, interpreter.New(op).Route(serve))
	}
	authorize := func(ctx context.Context, c api.Credentials) (context.Context, error) {
		return ctx, h.authorize(c.Header())
	}
	return api.NewHandler(routes,
		api.WithServerLimits(limits), api.WithServerAuthenticator(authorize))
}

// post executes an operation, and returns the state that it has made.
func (h *handler) post(ctx context.Context, name, request string) (json.RawMessage, error) {
	var body fields
	if err := json.Unmarshal([]byte(request), &body); err != nil {
		return nil, err
	}
	world := worldOf(ctx)
	if err := h.change(ctx, name, world, body); err != nil {
		return nil, err
	}
	response, err := h.read(ctx, name, world, nil)
	if err != nil {
		return nil, err
	}
	return json.Marshal(response)
}

// get serves a GET request with the token.
func (h *handler) get(w http.ResponseWriter, r *http.Request, name string) {
	if err := h.authorize(r.Header); err != nil {
		respond(w, nil, err)
		return
	}
	wantsStream := strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	if name == "requests" && wantsStream {
		h.watch(w, r)
		return
	}
	response, err := h.read(r.Context(), name, worldOf(r.Context()), r.URL.Query())
	respond(w, response, err)
}
