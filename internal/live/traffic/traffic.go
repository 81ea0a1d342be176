// Package traffic turns HTTP calls into lines of a recording, wherever they were seen:
// it finds the operation of a call, makes text of its bodies, and counts what is not
// recorded. Headers, queries and unknown paths go no further than this package.
package traffic

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/known"
	"example.com/opgen/internal/recording"
)

// Paths finds operations by what is called.
type Paths struct {
	operations map[string]*catalog.Operation
	bases      []string // that may stand before the path of an operation
}

// NewPaths returns the paths of a catalog. A base is a path that may stand before that
// of an operation, as those of the catalog's servers do.
func NewPaths(c *catalog.Catalog, bases ...string) *Paths {
	p := &Paths{operations: map[string]*catalog.Operation{}}
	for op := range c.Operations() {
		p.operations[op.Path] = op
	}
	for _, s := range c.Servers {
		if u, err := url.Parse(s.URL); err == nil {
			bases = append(bases, u.EscapedPath())
		}
	}
	for _, base := range bases {
		if base = strings.TrimSuffix(base, "/"); base != "" {
			p.bases = append(p.bases, base)
		}
	}
	return p
}

// Find returns the operation that a call is of, nil if there is none.
func (p *Paths) Find(method, path string) *catalog.Operation {
	if method != http.MethodPost {
		return nil
	}
	if op := p.operations[path]; op != nil {
		return op
	}
	for _, base := range p.bases {
		if below, ok := strings.CutPrefix(path, base); ok && p.operations[below] != nil {
			return p.operations[below]
		}
	}
	return nil
}

// Observer gives calls to a recorder and counts. It is safe for concurrent use.
type Observer struct {
	paths *Paths
	rec   *recording.Recorder

	mu    sync.Mutex
	stats Stats
	known map[*catalog.Operation]*recording.Bodies // of operations that were seen
}

// NewObserver returns an observer of calls of the operations at paths.
func NewObserver(paths *Paths, rec *recording.Recorder) *Observer {
	return &Observer{paths: paths, rec: rec, known: map[*catalog.Operation]*recording.Bodies{}, stats: Stats{Unreadable: map[string]int{}}}
}

// Find is [Paths.Find].
func (o *Observer) Find(method, path string) *catalog.Operation { return o.paths.Find(method, path) }

// Add records a call.
func (o *Observer) Add(op *catalog.Operation, status int, request, response Body) {
	c := recording.Call{Operation: op.String(), Status: status, Bodies: o.bodies(op)}
	c.Request, c.RequestUnreadable = request.text()
	c.Response, c.Unreadable = response.text()
	why := o.rec.Add(c)
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

// bodies returns what is known of the bodies of an operation.
func (o *Observer) bodies(op *catalog.Operation) *recording.Bodies {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known[op] == nil {
		o.known[op] = known.Bodies(op)
		o.stats.Operations++
	}
	return o.known[op]
}

// Count counts something else than a call that was recorded.
func (o *Observer) Count(f func(*Stats)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f(&o.stats)
}

// Stats returns what was counted so far.
func (o *Observer) Stats() Stats {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.stats
	s.Unreadable = maps.Clone(s.Unreadable)
	return s
}
