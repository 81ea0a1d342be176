package simulator

import (
	"context"
	"slices"
	"sync"
	"time"

	"example.com/opgen/api"
)

// The log is kept in memory only: it helps the person at the console and is gone with the process.
// A watcher that does not keep up misses requests and never slows calls down.

// Request is a request in the log, without sensitive values.
type Request struct {
	Number int64     `json:"number"` // of this process, from 1
	Time   time.Time `json:"time"`   // of the machine
	World  string    `json:"world"`

	// The operation with its class and path, "" if no operation has the path of the request,
	// which may contain anything and is not shown. Meant is the probable path of a misspelt one.
	Operation string `json:"operation,omitempty"`
	Class     string `json:"class,omitempty"`
	Path      string `json:"path"`
	Meant     string `json:"meant,omitempty"`

	Status    int           `json:"status"` // 0 if a fault broke the connection
	Duration  time.Duration `json:"duration"`
	RequestID string        `json:"request_id"`
	Fault     string        `json:"fault,omitempty"` // in words

	// Failure is the status and the title of the problem, which an envelope may hide.
	Failure    string          `json:"failure,omitempty"`
	Violations []api.Violation `json:"violations,omitempty"`

	// The settled body, and that of the response without its envelope, as logs show them.
	Request  string `json:"request,omitempty"`
	Response string `json:"response,omitempty"`
}

// The maximum numbers of requests in the log.
const (
	mostOfWorld = 200
	mostOfAll   = 2000
)

// journal has the last requests, and the subscriptions to new ones. It is of this process: other
// ones that share the database have their own.
type journal struct {
	mu       sync.Mutex
	last     int64
	requests []Request
	watchers map[chan Request]string // their worlds
}

// add adds a request with the next number.
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

// of returns the last requests of a world, the oldest first.
func (j *journal) of(world string) []Request {
	j.mu.Lock()
	defer j.mu.Unlock()
	isOther := func(r Request) bool { return r.World != world }
	entries := slices.DeleteFunc(slices.Clone(j.requests), isOther)
	return entries[max(0, len(entries)-mostOfWorld):]
}

// watch returns a channel with the new requests of a world, which is closed when the context is
// done.
func (j *journal) watch(ctx context.Context, world string) <-chan Request {
	watcher := make(chan Request, 100)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.watchers == nil {
		j.watchers = map[chan Request]string{}
	}
	j.watchers[watcher] = world
	context.AfterFunc(ctx, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.watchers, watcher)
		close(watcher)
	})
	return watcher
}
