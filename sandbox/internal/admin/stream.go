package admin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"example.com/opgen/sandbox/simulator"
)

// GET requests streams the log of a world as server-sent events if a client accepts them, as the
// console and the command requests --follow do. A client that was interrupted sends the id of its
// last event, and gets what it has missed.
//
// The log is gone with the process, and the next process numbers its requests from 1 again. So an
// id also names the process: "k3x9qf2a-5" is the fifth request of one of them.

// beat is the interval of messages that keep a stream alive.
const beat = 15 * time.Second

// watch streams the requests of the log, or those after Last-Event-ID, and then new ones.
func (h *handler) watch(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	world := worldOf(ctx)
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	// The subscription begins before the log is read, so that no request is lost.
	coming := h.sandbox.Watch(ctx, world)
	stream := eventStream{
		writer: w, controller: http.NewResponseController(w), process: h.process,
	}
	remembered := stream.missed(h.sandbox.Requests(world), r.Header.Get("Last-Event-ID"))
	if err := stream.start(remembered); err != nil {
		return
	}
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for {
		var err error
		select {
		case request, isOpen := <-coming:
			if !isOpen {
				return
			}
			err = stream.event(request)
		case <-alive.C:
			err = stream.send(": alive\n\n")
		case <-ctx.Done():
			return
		}
		if err != nil { // the client is gone
			return
		}
	}
}

// eventStream sends requests to one client. Its methods fail if the client is gone.
type eventStream struct {
	writer     http.ResponseWriter
	controller *http.ResponseController
	process    string // begins the ids
	last       int64  // the number of the last request that was sent, 0 for none
}

// start sends the first line, by which the client knows that it is connected, and the requests that
// the log remembers.
func (s *eventStream) start(remembered []simulator.Request) error {
	if err := s.send(": the requests of a world\n\n"); err != nil {
		return err
	}
	for _, request := range remembered {
		if err := s.event(request); err != nil {
			return err
		}
	}
	return nil
}

// missed returns the requests after the one with an event id. If none has the id, it returns all of
// them: the id is of another process or malformed, or the log has dropped its request, and those
// before it.
func (s *eventStream) missed(requests []simulator.Request, lastID string) []simulator.Request {
	isLast := func(r simulator.Request) bool { return s.idOf(r) == lastID }
	i := slices.IndexFunc(requests, isLast)
	return requests[i+1:]
}

// idOf returns the event id of a request.
func (s *eventStream) idOf(r simulator.Request) string {
	return fmt.Sprintf("%s-%d", s.process, r.Number)
}

// event sends a request, unless it was sent: one that arrives while the stream starts is in the log
// and in the subscription.
func (s *eventStream) event(request simulator.Request) error {
	if request.Number <= s.last {
		return nil
	}
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	s.last = request.Number
	return s.send(fmt.Sprintf("id: %s\nevent: request\ndata: %s\n\n", s.idOf(request), body))
}

// send writes text to the client. The write timeout of the server applies to each of them.
func (s *eventStream) send(text string) error {
	s.controller.SetWriteDeadline(time.Now().Add(2 * beat))
	if _, err := s.writer.Write([]byte(text)); err != nil {
		return err
	}
	return s.controller.Flush()
}
