// Package admin is the HTTP interface below /_sandbox/, by which people and tests control a
// sandbox. It has its own token.
//
// operations.yaml is the catalog of POST requests, which package interpreter decodes.
package admin

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed" // for the catalog
	"encoding/json"
	"errors"
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

// Prefix is the prefix of the paths of the administration.
const Prefix = "/_sandbox/"

// limits are those of POST requests. Documents in a request are some levels deeper than in the
// calls that stored them, which have at most 64.
var limits = api.Limits{Body: 32 << 20, Items: 1_000_000, Depth: 96}

// handler serves paths below Prefix.
type handler struct {
	sandbox *simulator.Sandbox
	token   [sha256.Size]byte // its hash
}

// New returns a handler for paths below [Prefix], except the console. Anyone may read
// operations and health; other requests require the bearer token. Wrap it with [Guard].
func New(s *simulator.Sandbox, token string) (http.Handler, error) {
	h := &handler{s, sha256.Sum256([]byte(token))}
	var routes []api.Route
	for op := range administration().Operations() {
		routes = append(routes, interpreter.New(op).Route(func(ctx context.Context, text string) (json.RawMessage, error) {
			var body fields
			in, err := worldOf(ctx), json.Unmarshal([]byte(text), &body)
			if err == nil {
				err = h.change(ctx, op.Name, in, body)
			}
			var response any
			if err == nil {
				response, err = h.read(ctx, op.Name, in, nil)
			}
			if err != nil {
				return nil, refusal(err)
			}
			return json.Marshal(response)
		}))
	}
	posts, err := api.NewHandler(routes, api.WithServerLimits(limits),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			return ctx, h.authorize(c.Header())
		}))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(Prefix, posts)
	mux.HandleFunc("GET "+Prefix+"health", h.health)
	mux.HandleFunc("GET "+Prefix+"operations", h.operations)
	for _, name := range []string{"worlds", "snapshots", "faults", "latency", "clock", "requests", "documents"} {
		mux.HandleFunc("GET "+Prefix+name, func(w http.ResponseWriter, r *http.Request) {
			err := h.authorize(r.Header)
			if err == nil && name == "requests" && strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
				h.watch(w, r)
				return
			}
			var response any
			if err == nil {
				response, err = h.read(r.Context(), name, worldOf(r.Context()), r.URL.Query())
			}
			respond(w, response, err)
		})
	}
	return withWorld(mux), nil
}

// authorize refuses a request without the token.
func (h *handler) authorize(header http.Header) error {
	scheme, token, _ := strings.Cut(header.Get("Authorization"), " ")
	given := sha256.Sum256([]byte(token))
	if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(given[:], h.token[:]) != 1 {
		return &api.Problem{Status: http.StatusUnauthorized, Detail: "expected Authorization: Bearer with the token that the sandbox printed",
			Header: http.Header{"Www-Authenticate": {`Bearer realm="sandbox administration"`}}}
	}
	return nil
}

type worldKey struct{}

// withWorld sets the world from the header, or from ?world= for links.
func withWorld(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		world := r.Header.Get(simulator.WorldHeader)
		if world == "" {
			world = r.URL.Query().Get("world")
		}
		if err := simulator.CheckWorld(world); world != "" && err != nil {
			refuse(w, refusal(err))
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), worldKey{}, world)))
	})
}

func worldOf(ctx context.Context) string {
	if world, _ := ctx.Value(worldKey{}).(string); world != "" {
		return world
	}
	return simulator.DefaultWorld
}

// refusal returns problems of a file as a problem, and other errors unchanged.
func refusal(err error) error {
	if problems, ok := errors.AsType[catalog.Problems](err); ok {
		return &api.Problem{Status: http.StatusUnprocessableEntity, Detail: problems.Error()}
	}
	return err
}

// respond sends the response of a GET request.
func respond(w http.ResponseWriter, response any, err error) {
	if err != nil {
		refuse(w, refusal(err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.Encode(response) // fails only if the caller is gone
}
