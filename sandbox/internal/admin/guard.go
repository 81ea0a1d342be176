package admin

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/localhost"
)

// A sandbox on the loopback address can be reached by every page in a browser of the machine. It
// refuses them by what browsers send and pages cannot change: the host name, which reveals a name
// of others that leads here, and the origin.

// Guard protects a server that a browser on this machine can reach from web pages. It refuses
// requests for host names that others may own ([localhost.Ours]), and requests from pages of
// another origin ([http.CrossOriginProtection]), which only browsers send.
func Guard(next http.Handler, names ...string) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !localhost.IsOurs(r.Host, names...) {
			const detail = "the host name of the request is not one of this sandbox; " +
				"start it with --host to add the name"
			refuse(w, &api.Problem{Status: http.StatusMisdirectedRequest, Detail: detail})
			return
		}
		if origins.Check(r) != nil {
			const detail = "the request is from a web page of another origin; " +
				"a sandbox serves only programs and its own console"
			refuse(w, &api.Problem{Status: http.StatusForbidden, Detail: detail})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse sends a problem, or logs another error and hides it from the caller.
func refuse(w http.ResponseWriter, err error) {
	p, ok := errors.AsType[*api.Problem](err)
	if !ok {
		logFailure("the administration of the sandbox failed", err)
		const detail = "see the log of the sandbox"
		p = &api.Problem{Status: http.StatusInternalServerError, Detail: detail}
	}
	h := w.Header()
	for name, values := range p.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	w.Write(p.AppendJSON(nil)) // fails only if the caller is gone
}

// logFailure logs an error that callers do not see. A caller who leaves cancels the store, which
// then has not failed: a health check with a short timeout must not fill the log with errors.
func logFailure(message string, err error) {
	if errors.Is(err, context.Canceled) {
		slog.Debug("a caller left before the sandbox responded", "error", err)
		return
	}
	slog.Error(message, "error", err)
}
