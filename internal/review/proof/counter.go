// Package proof finds counter-examples: for a change of a catalog, a request that was
// served, a response that could be read, or a line of Go that compiled, and that now
// fails. Package interpreter tries requests and responses on both catalogs, so every
// example is true.
package proof

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// Find returns the findings of a comparison with their counter-examples. A change has none
// if it breaks or shifts nothing, or if no tried body shows it. An undecided change breaks
// if a body shows that.
func Find(base, head *catalog.Catalog, c diff.Comparison) []report.Finding {
	f := newFinder(base, head, c)
	findings := c.Findings()
	var searches sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range findings {
		slots <- struct{}{}
		searches.Go(func() {
			findings[i].Example = f.find(&c.Changes[i])
			f.decide(&findings[i], &c.Changes[i])
			<-slots
		})
	}
	searches.Wait()
	return findings
}

// finder looks for counter-examples between two catalogs.
type finder struct {
	before     *catalog.Catalog
	operations map[*catalog.Operation]*catalog.Operation // of the head, by those of the base
	moved      moves
	paths      map[string]bool // of operations after the change
	tries      int             // for each change
}

func newFinder(base, head *catalog.Catalog, c diff.Comparison) *finder {
	f := &finder{
		before: base, operations: c.Operations, moved: movesOf(c.Changes), paths: map[string]bool{},
		tries: min(max(allTries/max(len(c.Changes), 1), leastTries), mostTries),
	}
	for op := range head.Operations() {
		f.paths[op.Path] = true
	}
	return f
}

// decide changes the verdict on requests from undecided to breaking if a request shows it.
// A breaking verdict on requests or responses becomes undecided if no body shows it.
func (f *finder) decide(found *report.Finding, c *diff.Change) {
	if c.Kind.Invisible || exchanges[c.Rule] != nil || isMove(c) {
		return
	}
	decided, e := *c.Verdicts, found.Example
	shown := e != nil && strings.HasPrefix(e.Outcome, isRefused)
	among := func(shows func(probe) bool) bool {
		return slices.ContainsFunc(f.probes(c), func(l probe) bool {
			*l.left = f.tries
			return shows(l)
		})
	}
	if decided.Requests > report.Shifts {
		decided.Requests = report.Undecided
		if shown || e != nil && e.Language() == "json" && among(func(l probe) bool { return l.request() != nil }) { // of another operation
			decided.Requests = report.Breaks
		}
	}
	if decided.Responses == report.Breaks && (e == nil || e.Kind != "answer") && !among(func(l probe) bool { return l.head == nil || l.response() != nil }) {
		decided.Responses = report.Undecided
	}
	found.Verdicts = &decided
}

// shownUses is how many operations are tried for a shared element.
const shownUses = 4

// probes returns probes of the first operations that a change concerns.
func (f *finder) probes(c *diff.Change) (all []probe) {
	everywhere := c.Base == (diff.Subject{}) && c.Head == (diff.Subject{})
	concerns := func(b, h *catalog.Operation) bool {
		switch before, after := c.Base.Operation, c.Head.Operation; {
		case before != nil:
			return b == before
		case after != nil:
			return h == after
		}
		return everywhere || c.Base.Area == b.Area || slices.Contains(c.Uses, b.String())
	}
	left, about := f.tries, scopeOf(c)
	for b := range f.before.Operations() {
		h := f.operations[b]
		if len(all) == shownUses || !concerns(b, h) {
			continue
		}
		l := probe{f, c, about, interpreter.New(b), nil, &left}
		if h != nil {
			l.head = interpreter.New(h)
		}
		all = append(all, l)
	}
	return all
}

// find tries old calls first, then the compiler, and then requests that the service did
// not accept before.
func (f *finder) find(c *diff.Change) *report.Example {
	v := c.Verdicts
	if v.Worst() < report.Shifts || c.Kind.Invisible {
		return nil
	}
	for _, l := range f.probes(c) {
		if found := l.brokenCall(); found != nil {
			return found
		}
	}
	if v.Callers == report.Breaks || v.Services == report.Breaks {
		return goExample(c, f.moved)
	}
	for _, l := range f.probes(c) {
		if v.Services == report.Shifts && l.head != nil {
			if found := l.admittedRequest(); found != nil {
				return found
			}
		}
	}
	return nil
}

// brokenCall finds an old call with another effect now.
func (l probe) brokenCall() (found *report.Example) {
	c, v := l.change, l.change.Verdicts
	if shown := exchanges[c.Rule]; shown != nil {
		if l.head == nil {
			return nil
		}
		return shown(l)
	}
	if v.Requests >= report.Shifts {
		found = l.request()
	}
	if found == nil && v.Responses >= report.Shifts && l.head != nil {
		found = l.response()
	}
	if found == nil && v.Callers < report.Breaks && (v.Requests >= report.Shifts || v.Callers == report.Shifts && !isNew(c)) && l.head != nil {
		found = l.resentRequest()
	}
	return found
}

// isNew reports whether a change is a new value or variant, which no old client sends.
func isNew(c *diff.Change) bool {
	return c.Base.Value == nil && c.Head.Value != nil || c.Base.Variant == nil && c.Head.Variant != nil
}
