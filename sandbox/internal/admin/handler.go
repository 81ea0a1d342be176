package admin

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/simulator"
)

// Each request below the prefix passes the same three gates, in this order: the host and the
// origin (guard.go), the world that it names, and the token, which health and operations do not
// need. A problem is written by refuse, so that errors of the store never reach callers.

// Prefix is the prefix of the paths of the administration.
const Prefix = "/_sandbox/"

// handler serves paths below Prefix. It keeps only the hash of its token, whose comparison takes
// the same time for every token.
type handler struct {
	sandbox *simulator.Sandbox
	token   [sha256.Size]byte
	process string // a random name of this process, for the ids of events
}

// authorize refuses a request without the token.
func (h *handler) authorize(header http.Header) error {
	scheme, token, _ := strings.Cut(header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(token))
	isToken := subtle.ConstantTimeCompare(sum[:], h.token[:]) == 1
	if !isToken || !strings.EqualFold(scheme, "Bearer") {
		return &api.Problem{
			Status: http.StatusUnauthorized,
			Detail: "expected Authorization: Bearer with the token that the sandbox printed",
			Header: http.Header{"Www-Authenticate": {`Bearer realm="sandbox administration"`}},
		}
	}
	return nil
}

// worldKey is the key of the world in the context of a request.
type worldKey struct{}

// withWorld sets the world from the header, or from ?world= for links.
func withWorld(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		world := r.Header.Get(simulator.WorldHeader)
		if world == "" {
			world = r.URL.Query().Get("world")
		}
		if world == "" {
			world = simulator.DefaultWorld
		}
		if err := simulator.CheckWorld(world); err != nil {
			refuse(w, refusal(err))
			return
		}
		ctx := context.WithValue(r.Context(), worldKey{}, world)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// worldOf returns the world of a request.
func worldOf(ctx context.Context) string {
	world, _ := ctx.Value(worldKey{}).(string)
	return world
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

// orEmpty returns a list that is [] in JSON if it is empty, and not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
