package proof

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// The examples of fixtures and of random catalogs are true.
func TestRequestsAndAnswersAreTrue(t *testing.T) {
	seen := map[string]int{}
	for _, folder := range []string{"rules", "cases"} {
		fixtures(t, folder, func(t *testing.T, _ string, base, head *catalog.Catalog, changes []diff.Change) {
			requireTrue(t, base, head, changes, seen)
		})
	}
	for seed := range long.Size(uint64(20), 150) {
		m, base, _ := random.Repair(random.Catalog(seed))
		_, head, _ := random.Repair(random.Reduced(m, int(seed*1009)%(1<<16)))
		if base != nil && head != nil {
			requireTrue(t, base, head, found(base, head), seen)
		}
	}
	require.Greater(t, seen["request"], 100)
	require.Greater(t, seen["response"], 5)
}

// requireTrue requires that every example is true for a concerned operation, and counts the
// examples by kind.
func requireTrue(t *testing.T, base, head *catalog.Catalog, changes []diff.Change, seen map[string]int) {
	t.Helper()
	f := newFinder(base, head, compare(base, head))
	for _, c := range changes {
		e := c.Example
		if e == nil || e.Kind != "request" && e.Kind != "response" {
			continue
		}
		seen[e.Kind]++
		if strings.Contains(e.Given+e.Outcome, notShown) {
			continue
		}
		holds := func(l probe) bool { return isTrue(e, l) }
		if exchanges[c.Rule] != nil && c.Rule != "empty-body-changed" {
			holds = func(l probe) bool { return isTrueCall(e, l) }
		}
		require.True(t, slices.ContainsFunc(f.probes(&c), holds), "%s %s %s: %+v", c.Verdicts, c.Rule, c.Path, *e)
	}
}

func isTrue(e *report.Example, p probe) bool {
	got := p.base.Decode(e.Given)
	taker := p.headPaths[p.base.Path]
	if strings.HasPrefix(e.Outcome, "POST ") {
		outcome := "POST " + p.base.Path + " returns status 404."
		if taker != nil {
			outcome = "POST " + p.base.Path + " runs operation " + taker.String() + " now, which accepts it."
			if refused := p.interpreted(taker).Decode(e.Given).Violations; refused != nil {
				outcome = strings.Replace(outcome, "accepts it", "refuses it: "+violationWords(refused), 1)
			}
		}
		return got.Status == 200 && e.Outcome == outcome && (taker == nil || p.head == nil || taker != p.head.Operation) &&
			(e.Instead == "" && p.head == nil || e.Instead == "POST "+p.head.Path)
	}
	if p.head == nil {
		return false
	}
	if e.Kind == "response" {
		return p.head.CheckResponse(e.Given) == nil && p.base.CheckResponse(e.Given) != nil
	}
	gets := p.head.Decode(e.Given)
	switch {
	case strings.HasPrefix(e.Outcome, "It is refused: "):
		return got.Status == 200 && gets.Status == 422 && strings.Contains(e.Outcome, violationWords(gets.Violations)) &&
			(e.Instead == "" || p.head.Decode(e.Instead).Status == 200)
	case strings.HasPrefix(e.Outcome, "It was refused "):
		return got.Status == 422 && gets.Status == 200
	case strings.HasPrefix(e.Outcome, "The service got it "):
		return got.Status == 200 && gets.Status == 200
	case strings.HasPrefix(e.Outcome, "The service got "):
		return got.Settled != gets.Settled && e.Outcome == "The service got "+got.Settled+" and gets "+gets.Settled+" now."
	}
	before, wrong, err := p.base.Encode(e.Given)
	after, refused, failed := p.head.Encode(e.Given)
	if err != nil || failed != nil || wrong != nil || !strings.HasPrefix(e.Outcome, "The client sent "+cmp.Or(before, noBody)) {
		return false
	}
	return refused != nil && strings.Contains(e.Outcome, violationWords(refused)) || before != after && strings.Contains(e.Outcome, " and sends "+cmp.Or(after, noBody)+" now.")
}
