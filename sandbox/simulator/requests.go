package simulator

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/redact"
)

// Request is a request that was answered, without sensitive values.
type Request struct {
	Number     int64           `json:"number"` // in its world, from 1
	Time       time.Time       `json:"time"`   // of the machine
	World      string          `json:"world"`
	Operation  string          `json:"operation,omitempty"` // "" if no operation has this path
	Class      string          `json:"class,omitempty"`     // of the operation
	Path       string          `json:"path"`                // of the operation, since any other may hold anything
	Meant      string          `json:"meant,omitempty"`     // the path of an operation that was probably meant by one of none
	Status     int             `json:"status"`              // 0 if a fault broke the connection
	Duration   time.Duration   `json:"duration"`
	RequestID  string          `json:"request_id"`
	Fault      string          `json:"fault,omitempty"`   // that it met, in words
	Failure    string          `json:"failure,omitempty"` // status and title of the problem, of which an envelope may show neither
	Violations []api.Violation `json:"violations,omitempty"`
	Request    string          `json:"request,omitempty"`  // the settled body, as logs show it
	Response   string          `json:"response,omitempty"` // the body inside of its envelope, as logs show it
}

// journal has the last requests of each world.
type journal struct {
	size   int // 0 remembers nothing
	most   int // worlds, besides those that are watched
	mu     sync.Mutex
	worlds map[string]*pages
}

// pages are the requests of a world, and who watches them.
type pages struct {
	last     int64
	requests []Request
	watchers []chan Request
}

func (j *journal) pagesOf(world string) *pages {
	if j.worlds == nil {
		j.worlds = map[string]*pages{}
	}
	if j.worlds[world] == nil {
		if len(j.worlds) >= j.most {
			j.makeRoom()
		}
		j.worlds[world] = new(pages)
	}
	return j.worlds[world]
}

// makeRoom forgets the world without watchers whose last request is the oldest one: another
// process may have dropped it.
func (j *journal) makeRoom() {
	oldest, found := "", false
	when := func(world string) (at time.Time) {
		if all := j.worlds[world].requests; len(all) > 0 {
			at = all[len(all)-1].Time
		}
		return at
	}
	for world, p := range j.worlds {
		if len(p.watchers) == 0 && (!found || when(world).Before(when(oldest))) {
			oldest, found = world, true
		}
	}
	if found {
		delete(j.worlds, oldest)
	}
}

// add remembers a request, unless nobody asks for it. What names a world that there is
// not makes no journal of it either.
func (j *journal) add(describe func() Request, v *visit) {
	if j.size == 0 {
		return
	}
	r := describe()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.worlds[v.world] == nil && !v.entered && v.world != DefaultWorld {
		return
	}
	p := j.pagesOf(v.world)
	p.last++
	r.Number = p.last
	if len(p.requests) >= j.size {
		p.requests = slices.Delete(p.requests, 0, 1)
	}
	p.requests = append(p.requests, r)
	for _, w := range p.watchers {
		select {
		case w <- r:
		default: // who does not keep up misses some
		}
	}
}

// forget drops what is remembered of a world, unless somebody watches it.
func (j *journal) forget(world string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if p := j.worlds[world]; p != nil && len(p.watchers) == 0 {
		delete(j.worlds, world)
	}
}

// Requests returns the last requests of a world, the oldest first.
func (s *Sandbox) Requests(world string) []Request {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	if p := s.journal.worlds[world]; p != nil {
		return slices.Clone(p.requests)
	}
	return nil
}

// Watch returns a channel with the requests of a world as they come. It is closed when the
// context is done or the sandbox is closed. Who does not keep up misses some, as the
// numbers show. If the name is not that of a world, it is closed.
func (s *Sandbox) Watch(ctx context.Context, world string) <-chan Request {
	watcher := make(chan Request, 100)
	if CheckWorld(world) != nil {
		close(watcher)
		return watcher
	}
	j := &s.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pagesOf(world).watchers = append(j.pagesOf(world).watchers, watcher)
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.open, cancel)
	context.AfterFunc(ctx, func() {
		stop()
		j.mu.Lock()
		defer j.mu.Unlock()
		p := j.pagesOf(world)
		p.watchers = slices.DeleteFunc(p.watchers, func(w chan Request) bool { return w == watcher })
		close(watcher)
	})
	return watcher
}

// remembered describes a request that is over.
func (s *Sandbox) remembered(v *visit, res *response, status int, start time.Time) Request {
	q := Request{
		Time: start.UTC(), World: v.world, Operation: v.operation, Class: string(s.classes[v.operation]),
		Status: status, Duration: time.Since(start), RequestID: res.header.Get("X-Request-Id"), Fault: inWords(v.fault), Meant: v.meant,
	}
	op := s.byName[v.operation]
	if op == nil {
		return q
	}
	q.Path = op.Path
	if invalid, ok := errors.AsType[*api.ValidationError](v.err); ok {
		q.Violations = op.Hidden(invalid.Violations)
	} else if p, ok := errors.AsType[*api.Problem](v.err); ok {
		q.Failure = p.Error()
	}
	if v.request != "" {
		q.Request = redact.Request(op.Operation, v.request)
	}
	if v.err == nil && v.response != "" {
		q.Response = redact.Response(op.Operation, v.response)
	}
	return q
}

// inWords says what a fault does.
func inWords(f api.Fault) string {
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
