package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
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
	if _, told := errors.AsType[*api.Problem](err); told {
		return err
	}
	detail := "the store failed; see the log of the sandbox"
	if errors.Is(err, context.DeadlineExceeded) {
		detail = fmt.Sprintf("the store did not respond within %v: "+
			"check whether its server hangs, or another process holds its file", slowest)
	}
	slog.Error("the store failed", "error", err)
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

// beat is the interval of messages that keep a stream alive.
const beat = 15 * time.Second

// watch sends requests as server-sent events: those of the log, or those after Last-Event-ID,
// and then new ones.
func (h *handler) watch(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	stream := http.NewResponseController(w)
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	// The subscription begins before the log is read, so that no request is lost.
	coming := h.sandbox.Watch(ctx, worldOf(ctx))
	var last int64
	fmt.Sscan(r.Header.Get("Last-Event-ID"), &last)
	remembered := h.sandbox.Requests(worldOf(ctx))
	if n := len(remembered); n == 0 || remembered[n-1].Number < last {
		last = 0 // the sandbox was restarted
	}
	send := func(text string) bool {
		// The write timeout of the server applies to each event.
		stream.SetWriteDeadline(time.Now().Add(2 * beat))
		_, err := w.Write([]byte(text))
		return err == nil && stream.Flush() == nil
	}
	event := func(request simulator.Request) bool {
		if request.Number <= last {
			return true
		}
		last = request.Number
		body, err := json.Marshal(request)
		return err == nil && send(fmt.Sprintf("id: %d\nevent: request\ndata: %s\n\n", last, body))
	}
	if !send(": the requests of a world\n\n") {
		return
	}
	for _, request := range remembered {
		if !event(request) {
			return
		}
	}
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for {
		select {
		case request, open := <-coming:
			if !open || !event(request) {
				return
			}
		case <-alive.C:
			if !send(": alive\n\n") {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
