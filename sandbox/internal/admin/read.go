package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/behavior"
)

// GET reads what people look at. Health and the list of operations are open to all, like the
// catalog itself; everything else may contain what callers have sent.

// slowest is the time after which a store is reported as one that does not respond.
const slowest = 5 * time.Second

// health responds with the title of the catalog, or with the reason why calls would fail.
func (h *handler) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), slowest)
	defer cancel()
	if err := h.sandbox.Ready(ctx); err != nil {
		refuse(w, unready(err))
		return
	}
	c := h.sandbox.Catalog()
	respond(w, map[string]string{"status": "ok", "title": c.Title, "version": c.Version}, nil)
}

// unready returns the problem of a store that fails. An error that is not one for callers is logged.
func unready(err error) error {
	if _, isProblem := errors.AsType[*api.Problem](err); isProblem {
		return err
	}
	detail := "the store failed; see the log of the sandbox"
	if errors.Is(err, context.DeadlineExceeded) {
		detail = fmt.Sprintf("the store did not respond within %v: "+
			"check whether its server hangs, or another process holds its file", slowest)
	}
	logFailure("the store failed", err)
	return &api.Problem{Status: http.StatusServiceUnavailable, Detail: detail}
}

// operation is an item of GET operations.
type operation struct {
	Operation string         `json:"operation"`
	Path      string         `json:"path"`
	Class     behavior.Class `json:"class,omitempty"`
	Does      string         `json:"does,omitempty"`
	Assumed   string         `json:"assumed,omitempty"`
	Missing   string         `json:"missing,omitempty"`
}

// operations lists the operations of the catalog, with what is known about them.
func (h *handler) operations(w http.ResponseWriter, _ *http.Request) {
	list := []operation{}
	for _, op := range h.sandbox.Operations() {
		list = append(list, operation{
			op.String(), op.Path, op.Class, op.Does, op.Assumed, op.Missing,
		})
	}
	respond(w, map[string]any{"operations": list}, nil)
}
