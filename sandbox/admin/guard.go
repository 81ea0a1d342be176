package admin

import (
	"errors"
	"log/slog"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/hostname"
)

// Guard keeps web pages of others out of a server that a browser on this machine can
// reach. It refuses requests under a host name that others may own ([hostname.Ours]), and
// what a page of another origin makes a browser send ([http.CrossOriginProtection]).
// Programs other than browsers notice nothing of the latter.
func Guard(next http.Handler, names ...string) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hostname.Ours(r.Host, names...) {
			refuse(w, &api.Problem{Status: http.StatusMisdirectedRequest, Detail: "this sandbox is not called by the host name of the request; start it with --host and the name if it is one of its names"})
			return
		}
		if origins.Check(r) != nil {
			refuse(w, &api.Problem{Status: http.StatusForbidden, Detail: "a web page of another origin sent this; a sandbox serves programs and its own console"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse sends an error as a problem, of which a caller learns what a [*api.Problem] says.
func refuse(w http.ResponseWriter, err error) {
	p, ok := errors.AsType[*api.Problem](err)
	if !ok {
		slog.Error("the administration of the sandbox failed", "error", err)
		p = &api.Problem{Status: http.StatusInternalServerError, Detail: "the log of the sandbox says why"}
	}
	h := w.Header()
	for name, values := range p.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	w.Write(p.AppendJSON(nil)) // a caller who is gone cannot be told
}
