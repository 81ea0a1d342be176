// Package observer turns HTTP calls into lines of a recording: it finds the operation of a
// call, decodes its bodies, and counts calls that are not recorded. Headers, queries and
// unknown paths do not leave this package.
package observer

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/recording"
)

// Observer records and counts calls. It is safe for concurrent use.
type Observer struct {
	operations map[string]*catalog.Operation // by the paths at which they may be called
	rec        *recording.Recorder

	mu          sync.Mutex
	stats       Stats
	knownBodies map[*catalog.Operation]*recording.Bodies // by operation that was called
}

// New returns an observer of calls of the operations of a catalog. Bases are base paths
// in addition to those of the catalog's servers.
func New(c *catalog.Catalog, rec *recording.Recorder, bases ...string) *Observer {
	o := &Observer{
		operations:  map[string]*catalog.Operation{},
		rec:         rec,
		knownBodies: map[*catalog.Operation]*recording.Bodies{},
		stats:       Stats{Unreadable: map[string]int{}},
	}
	for _, s := range c.Servers {
		if u, err := url.Parse(s.URL); err == nil {
			bases = append(bases, u.EscapedPath())
		}
	}
	for _, base := range append(bases, "") { // the last one takes precedence
		for op := range c.Operations() {
			o.operations[strings.TrimSuffix(base, "/")+op.Path] = op
		}
	}
	return o
}

// Find returns the operation of a call, nil if there is none. It compares paths exactly: a call with
// a trailing slash is unknown, as it is to a generated server.
func (o *Observer) Find(method, path string) *catalog.Operation {
	if method != http.MethodPost {
		return nil
	}
	return o.operations[path]
}

// Call is a call with a response.
type Call struct {
	Operation         *catalog.Operation
	Status            int
	Request, Response Body
}

// Add records a call.
func (o *Observer) Add(c Call) {
	recorded := recording.Call{
		Operation: c.Operation.String(),
		Status:    c.Status,
		Bodies:    o.bodies(c.Operation),
	}
	recorded.Request, recorded.RequestUnreadable = c.Request.text()
	recorded.Response, recorded.Unreadable = c.Response.text()
	why := o.rec.Add(recorded)
	if o.rec.Err() != nil {
		o.Count(func(s *Stats) { s.Missed++ })
		return
	}
	o.Count(func(s *Stats) {
		s.Exchanges++
		if why != "" {
			s.Unreadable[why]++
		}
	})
}

// bodies returns the catalog's knowledge of the bodies of an operation.
func (o *Observer) bodies(op *catalog.Operation) *recording.Bodies {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.knownBodies[op] == nil { // the first call of the operation
		o.knownBodies[op] = redaction.Bodies(op)
		o.stats.Operations++
	}
	return o.knownBodies[op]
}

// Count counts a call that was not recorded.
func (o *Observer) Count(f func(*Stats)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f(&o.stats)
}

// Stats returns the current counts.
func (o *Observer) Stats() Stats {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.stats
	s.Unreadable = maps.Clone(s.Unreadable)
	return s
}
