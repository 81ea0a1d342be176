package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file summarizes a run for people: operations by verdict, and how much is known.

// groupOrder is the order of groups by verdict, the most important first.
var groupOrder = []string{verify.Contradicts, verify.NotEnforced, verify.Unknown, verify.Unseen, verify.Conforms}

// groups groups operations by verdict, and unknown ones by reason, so that one missing credential
// is one group and not a line for each operation. Larger groups of a verdict come first.
func groups(result *verify.Result) []report.Group {
	grouped := []report.Group{}
	for _, o := range result.Operations {
		i := slices.IndexFunc(grouped, func(g report.Group) bool {
			return g.Verdict == o.Verdict && g.Why == o.Why
		})
		if i < 0 {
			i = len(grouped)
			grouped = append(grouped, report.Group{Verdict: o.Verdict, Why: o.Why})
		}
		grouped[i].Operations = append(grouped[i].Operations, o.Operation)
	}
	slices.SortStableFunc(grouped, func(a, b report.Group) int {
		return cmp.Or(
			cmp.Compare(slices.Index(groupOrder, a.Verdict), slices.Index(groupOrder, b.Verdict)),
			cmp.Compare(len(b.Operations), len(a.Operations)))
	})
	return grouped
}

// coverage counts the known operations and facts. It is not known whether an optional field that no
// response has exists.
func coverage(result *verify.Result) report.Coverage {
	c := report.Coverage{Rules: map[string]report.Share{}}
	count := func(s report.Share, isKnown bool) report.Share {
		s.Total++
		if isKnown {
			s.Known++
		}
		return s
	}
	for _, o := range result.Operations {
		c.Operations = count(c.Operations, o.Verdict != verify.Unknown)
		for _, f := range o.Facts {
			isKnown := f.Verdict != verify.Unknown && f.Verdict != verify.Unseen
			c.Rules[f.Rule] = count(c.Rules[f.Rule], isKnown)
		}
	}
	return c
}

// references lists the values of requests that come from responses of the run.
func references(result *verify.Result) (lines []string) {
	uses := map[string]int{}
	for _, o := range result.Operations {
		for field, source := range o.References {
			uses[fmt.Sprintf("%s is from the response of %s", field, source)]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(uses)) {
		lines = append(lines, fmt.Sprintf("%s, in %s", text, wording.Count(uses[text], "operation")))
	}
	return lines
}
