// Package counter finds, for a change of a catalog, something that worked before
// and does not now: a request that was served, an answer that could be read, a
// line of Go that compiled. Requests and answers are tried on both catalogs by
// package interpret, so that what is shown is true.
package counter

import (
	"runtime"
	"sync"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/report"
)

// Find returns the findings of the changes from base to head, each with its
// counter-example. A change that breaks or shifts nothing has none, and neither has
// one for which none of the bodies that were tried shows it.
func Find(base, head *catalog.Catalog, changes []diff.Change) []report.Finding {
	f := newFinder(base, head, changes)
	findings := diff.Findings(changes)
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				findings[i].Example = f.find(&changes[i])
			}
		})
	}
	for i := range changes {
		next <- i
	}
	close(next)
	workers.Wait()
	return findings
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

// find tries what persuades most first: the wire, then the compiler, and then what
// a service is given that it was not.
func (f *finder) find(c *diff.Change) *report.Example {
	v := c.Verdicts
	if v.Worst() < report.Shifts || c.Kind.Unseen {
		return nil
	}
	left, about, pairs := f.tries, concernOf(c), f.concerned(c)
	for _, p := range pairs {
		l := look{f, c, about, p, &left}
		var found *report.Example
		if v.Requests >= report.Shifts {
			found = l.request()
		}
		if found == nil && v.Answers >= report.Shifts && p.head != nil {
			found = l.answer()
		}
		if found == nil && (v.Requests >= report.Shifts || v.Callers == report.Shifts && !isNew(c)) && p.head != nil {
			found = l.sent()
		}
		if found != nil {
			return found
		}
	}
	if v.Callers == report.Breaks || v.Services == report.Breaks {
		return golang(c, f.moved)
	}
	left = f.tries
	for _, p := range pairs {
		if v.Services == report.Shifts && p.head != nil {
			if found := (look{f, c, about, p, &left}).admitted(); found != nil {
				return found
			}
		}
	}
	return nil
}

// isNew reports whether a change is a value that there was not: no client sent it.
func isNew(c *diff.Change) bool { return c.Base.Value == nil && c.Head.Value != nil }
