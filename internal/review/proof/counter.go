// Package proof finds counter-examples: for a change of a catalog, a request that was
// served, a response that could be read, or a line of Go that compiled, and that now
// fails. Package interpreter tries requests and responses on both catalogs, so every
// example is true.
package proof

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"example.com/opgen/internal/catalog"
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
			f.findExample(&findings[i], &c.Changes[i])
			<-slots
		})
	}
	searches.Wait()
	return findings
}

// findExample sets the example of a finding: an old call if there is one, then a line of Go, and then
// a request that the service did not accept before. Verdicts on requests and responses are
// breaking if a body shows it, and undecided otherwise.
//
// A verdict from a table may be too grave for this catalog, where another declaration forbids what
// would break. So a break that no body shows becomes undecided: the table is not believed, and
// neither is the search, which ends at its bounds.
func (f *finder) findExample(found *report.Finding, c *diff.Change) {
	v, probes := *c.Verdicts, f.probes(c)
	if v.Worst() < report.Shifts || c.Kind.Invisible {
		return
	}
	requests := v.Requests != report.NotApplicable
	first := func(wanted bool, search func(probe) *report.Example) *report.Example {
		for _, l := range probes {
			if !wanted || l.head == nil && !isMove(c) {
				continue
			}
			if e := search(l); e != nil {
				return l.redacted(e)
			}
		}
		return nil
	}
	search := exchanges[c.Rule]
	switch {
	case search != nil:
		found.Example = first(true, search)
	case isMove(c):
		found.Example = first(true, probe.movedRequest)
	default:
		request := first(v.Requests >= report.Shifts, probe.affectedRequest)
		response := first(v.Responses == report.Breaks, probe.unreadableResponse)
		shifts := v.Requests >= report.Shifts || v.Callers == report.Shifts && !isNew(c)
		resends := requests && shifts && v.Callers < report.Breaks
		found.Example = cmp.Or(request, response)
		if found.Example == nil {
			found.Example = first(v.Requests == report.Shifts, probe.keptRequest)
		}
		if found.Example == nil {
			found.Example = first(resends, probe.resentRequest)
		}
		if v.Requests > report.Shifts && request == nil {
			v.Requests = report.Undecided
		} else if v.Requests > report.Shifts {
			v.Requests = report.Breaks
		}
		isGone := func(l probe) bool { return l.head == nil }
		isMissing := v.Responses == report.Breaks && response == nil
		if isMissing && !slices.ContainsFunc(probes, isGone) {
			v.Responses = report.Undecided
		}
		found.Verdicts = &v
	}
	if found.Example == nil && max(v.Callers, v.Services) == report.Breaks {
		found.Example = goExample(c)
	} else if found.Example == nil {
		found.Example = first(requests && v.Services == report.Shifts, probe.admittedRequest)
	}
}

// redacted returns an example without the secrets of both catalogs.
func (l probe) redacted(e *report.Example) *report.Example {
	b, h := l.base, cmp.Or(l.head, l.base)
	secrets := secretReplacer(b.Request, b.Response.Shape, h.Request, h.Response.Shape)
	e.Given = secrets.Replace(e.Given)
	e.Outcome = secrets.Replace(e.Outcome)
	e.Instead = secrets.Replace(e.Instead)
	return e
}

// isNew reports whether a change is a new value or variant, which no old client sends.
func isNew(c *diff.Change) bool {
	if c.Head.Variant != nil {
		return c.Base.Variant == nil
	}
	return c.Base.Value == nil && c.Head.Value != nil
}
