// Package counter finds, for a change of a catalog, something that worked before
// and does not now: a request that was served, an answer that could be read, a
// line of Go that compiled. Requests and answers are tried on both catalogs by
// package interpret, so that what is shown is true.
package counter

import (
	"runtime"
	"slices"
	"sync"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
)

// Find gives the changes from base to head their counter-examples. A change that
// breaks or shifts nothing has none, and neither has one for which none of the
// bodies that were tried shows it.
func Find(base, head *catalog.Catalog, changes []diff.Change) {
	f := newFinder(base, head, changes)
	next := make(chan *diff.Change)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for c := range next {
				c.CounterExample = f.find(c)
			}
		})
	}
	for i := range changes {
		next <- &changes[i]
	}
	close(next)
	workers.Wait()
}

// finder looks for counter-examples between two catalogs.
type finder struct {
	pairing
	moved moves
	paths map[string]bool // that there are after the change
	tries int             // for each change
}

func newFinder(base, head *catalog.Catalog, changes []diff.Change) *finder {
	f := &finder{pairing: pairUp(base, head, changes), moved: movesOf(changes), paths: map[string]bool{}}
	for _, a := range head.Areas {
		for _, op := range a.Operations {
			f.paths[op.Path] = true
		}
	}
	f.tries = min(max(allTries/max(len(changes), 1), leastTries), mostTries)
	return f
}

// unseen are the rules of changes that are in no body and no line of Go: whose
// tables map codes, what is printed, and how often a client calls.
var unseen = []string{"field-value-mapping-changed", "sensitivity-removed", "operation-effect-changed"}

// find tries what persuades most first: the wire, then the compiler, and then what
// a service is given that it was not.
func (f *finder) find(c *diff.Change) *diff.CounterExample {
	v := c.Verdicts
	if max(v.Request, v.Answer, v.Client, v.Server) < diff.Shifts || slices.Contains(unseen, c.Rule.ID) {
		return nil
	}
	left, about, pairs := f.tries, concernOf(c), f.concerned(c)
	for _, p := range pairs {
		l := look{f, c, about, p, &left}
		var found *diff.CounterExample
		if v.Request >= diff.Shifts {
			found = l.request()
		}
		if found == nil && v.Answer >= diff.Shifts && p.head != nil {
			found = l.answer()
		}
		if found == nil && (v.Request >= diff.Shifts || v.Client == diff.Shifts && !isNew(c)) && p.head != nil {
			found = l.sent()
		}
		if found != nil {
			return found
		}
	}
	if v.Client == diff.Breaks || v.Server == diff.Breaks {
		return golang(c, f.moved)
	}
	left = f.tries
	for _, p := range pairs {
		if v.Server == diff.Shifts && p.head != nil {
			if found := (look{f, c, about, p, &left}).admitted(); found != nil {
				return found
			}
		}
	}
	return nil
}

// isNew reports whether a change is a value that there was not: no client sent it.
func isNew(c *diff.Change) bool { return c.Base.Value == nil && c.Head.Value != nil }
