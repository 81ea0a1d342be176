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
// a request that the service did not accept before.
func (f *finder) findExample(finding *report.Finding, c *diff.Change) {
	if c.Verdicts.Worst() < report.Shifts || c.Kind.Invisible {
		return
	}
	tried := f.probes(c)
	search, isExchange := exchanges[c.Rule]
	switch {
	case isExchange:
		finding.Example = tried.first(search)
	case isMove(c):
		finding.Example = tried.first(probe.movedRequest)
	default:
		verdicts := *c.Verdicts
		finding.Example = tried.decide(&verdicts, c)
		finding.Verdicts = &verdicts
	}
	if finding.Example != nil {
		return
	}
	concernsRequests := c.Verdicts.Requests != report.NotApplicable
	if max(c.Verdicts.Callers, c.Verdicts.Services) == report.Breaks {
		finding.Example = goExample(c)
	} else if concernsRequests && c.Verdicts.Services == report.Shifts {
		finding.Example = tried.first(probe.admittedRequest)
	}
}

// probes are the probes of one change.
type probes []probe

// first returns the first example that a search finds. Only moves have one if the operation is gone.
func (p probes) first(search func(probe) *report.Example) *report.Example {
	for _, l := range p {
		if l.head == nil && !isMove(l.change) {
			continue
		}
		if e := search(l); e != nil {
			return l.redacted(e)
		}
	}
	return nil
}

// decide returns an example of a request or a response, and corrects the verdicts on both: breaking if
// a body shows it, and undecided otherwise.
//
// A verdict from a table may be too grave for this catalog, where another declaration forbids what
// would break. So a break that no body shows becomes undecided: the table is not believed, and
// neither is the search, which ends at its bounds.
func (p probes) decide(v *report.Verdicts, c *diff.Change) *report.Example {
	var request, response *report.Example
	declared := *v
	if declared.Requests >= report.Shifts {
		request = p.first(probe.affectedRequest)
	}
	if declared.Responses == report.Breaks {
		response = p.first(probe.unreadableResponse)
	}
	if declared.Requests > report.Shifts {
		v.Requests = report.Undecided
		if request != nil {
			v.Requests = report.Breaks
		}
	}
	isGone := func(l probe) bool { return l.head == nil }
	if declared.Responses == report.Breaks && response == nil && !slices.ContainsFunc(p, isGone) {
		v.Responses = report.Undecided
	}
	example := cmp.Or(request, response)
	if example == nil && declared.Requests == report.Shifts {
		example = p.first(probe.keptRequest)
	}
	shifts := declared.Requests >= report.Shifts || declared.Callers == report.Shifts && !isNew(c)
	isSent := declared.Requests != report.NotApplicable && declared.Callers < report.Breaks
	if example == nil && shifts && isSent {
		example = p.first(probe.resentRequest)
	}
	return example
}

// redacted returns an example without the secrets of both catalogs.
func (p probe) redacted(e *report.Example) *report.Example {
	b, h := p.base, cmp.Or(p.head, p.base)
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
