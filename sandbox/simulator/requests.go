package simulator

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/places"
)

// Request is a request in the log, without sensitive values.
type Request struct {
	Number     int64           `json:"number"` // of this process, from 1
	Time       time.Time       `json:"time"`   // of the machine
	World      string          `json:"world"`
	Operation  string          `json:"operation,omitempty"` // "" if no operation has this path
	Class      string          `json:"class,omitempty"`     // of the operation
	Path       string          `json:"path"`                // of the operation, since any other may contain anything
	Meant      string          `json:"meant,omitempty"`     // the probable path of a misspelt one
	Status     int             `json:"status"`              // 0 if a fault broke the connection
	Duration   time.Duration   `json:"duration"`
	RequestID  string          `json:"request_id"`
	Fault      string          `json:"fault,omitempty"`   // in words
	Failure    string          `json:"failure,omitempty"` // status and title of the problem, which an envelope may hide
	Violations []api.Violation `json:"violations,omitempty"`
	Request    string          `json:"request,omitempty"`  // the settled body, as logs show it
	Response   string          `json:"response,omitempty"` // the body without its envelope, as logs show it
}

// shown bounds the bodies in the log.
var shown = redact.Bounds{NoVariant: true}

// The maximum numbers of requests in the log.
const (
	mostOfWorld = 200
	mostOfAll   = 2000
)

// journal has the last requests, and the subscriptions to new ones.
type journal struct {
	mu       sync.Mutex
	last     int64
	requests []Request
	watchers map[chan Request]string // their worlds
}

func (j *journal) add(r Request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last++
	r.Number = j.last
	if len(j.requests) >= mostOfAll {
		j.requests = slices.Delete(j.requests, 0, 1)
	}
	j.requests = append(j.requests, r)
	for w, world := range j.watchers {
		if world != r.World {
			continue
		}
		select {
		case w <- r:
		default: // a slow watcher misses requests
		}
	}
}

// forget drops the requests of a world.
func (j *journal) forget(world string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = slices.DeleteFunc(j.requests, func(r Request) bool { return r.World == world })
}

// Requests returns the last requests of a world, the oldest first.
func (s *Sandbox) Requests(world string) []Request {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(s.journal.requests), func(r Request) bool { return r.World != world })
	return all[max(0, len(all)-mostOfWorld):]
}

// Watch returns a channel with the new requests of a world. It is closed when the context is
// done or the sandbox is closed. A slow receiver misses requests.
func (s *Sandbox) Watch(ctx context.Context, world string) <-chan Request {
	watcher := make(chan Request, 100)
	j := &s.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.watchers == nil {
		j.watchers = map[chan Request]string{}
	}
	j.watchers[watcher] = world
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.open, cancel)
	context.AfterFunc(ctx, func() {
		stop()
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.watchers, watcher)
		close(watcher)
	})
	return watcher
}

// logEntry returns the log entry of a finished request.
func (s *Sandbox) logEntry(v *requestState, res *response, status int, start time.Time) Request {
	q := Request{
		Time: start.UTC(), World: v.world, Operation: v.operation,
		Status: status, Duration: time.Since(start), RequestID: res.header.Get("X-Request-Id"), Fault: faultWords(v.fault), Meant: v.similarPath,
	}
	op := s.byName[v.operation]
	if op == nil {
		return q
	}
	q.Path, q.Class = op.Path, string(op.Class)
	if invalid, ok := errors.AsType[*api.ValidationError](v.err); ok {
		q.Violations = op.plan.Hidden(invalid.Violations)
	} else if p, ok := errors.AsType[*api.Problem](v.err); ok {
		q.Failure = p.Error()
	}
	if v.request != "" {
		q.Request = shown.Body(v.request, places.Request(op.Operation))
	}
	if v.err == nil && v.response != "" {
		q.Response = shown.Body(v.response, places.Response(op.Operation))
	}
	return q
}

// faultWords describes the effect of a fault.
func faultWords(f api.Fault) string {
	switch {
	case f.Break != "":
		return string(f.Break)
	case f.Status != 0:
		return http.StatusText(f.Status)
	case f.Latency > 0:
		return "latency " + f.Latency.String()
	default:
		return ""
	}
}
