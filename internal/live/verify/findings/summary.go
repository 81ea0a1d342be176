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

// verdictOf returns the verdict of an operation for readers: "not enforced" if it conforms
// except for rules that are not enforced.
func verdictOf(o *verify.Operation) string {
	open := slices.ContainsFunc(o.Facts, func(f verify.Fact) bool { return f.Verdict == verify.NotEnforced })
	if o.Verdict == verify.Conforms && open {
		return verify.NotEnforced
	}
	return o.Verdict
}

// order is the order of groups, the most important first.
var order = []string{verify.Contradicts, verify.NotEnforced, verify.Unknown, verify.Conforms}

// groups groups operations by verdict, and unknown ones by reason.
func groups(result *verify.Result) []report.Group {
	all := []report.Group{}
	for i := range result.Operations {
		o := &result.Operations[i]
		verdict, why := verdictOf(o), o.Why
		in := slices.IndexFunc(all, func(g report.Group) bool { return g.Verdict == verdict && g.Why == why })
		if in < 0 {
			in = len(all)
			all = append(all, report.Group{Verdict: verdict, Why: why})
		}
		all[in].Operations = append(all[in].Operations, o.Op.String())
	}
	slices.SortStableFunc(all, func(a, b report.Group) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Verdict), slices.Index(order, b.Verdict)), cmp.Compare(len(b.Operations), len(a.Operations)))
	})
	return all
}

// coverage counts the known operations and facts.
func coverage(result *verify.Result) report.Coverage {
	c := report.Coverage{Rules: map[string]report.Share{}}
	count := func(s report.Share, verdict string) report.Share {
		if s.Of++; verdict != verify.Unknown {
			s.Known++
		}
		return s
	}
	for _, o := range result.Operations {
		c.Operations = count(c.Operations, o.Verdict)
		for _, f := range o.Facts {
			c.Rules[f.Rule] = count(c.Rules[f.Rule], f.Verdict)
		}
	}
	return c
}

// operations returns the operations with their facts.
func operations(result *verify.Result) []report.VerifiedOperation {
	all := make([]report.VerifiedOperation, len(result.Operations))
	for i, o := range result.Operations {
		all[i] = report.VerifiedOperation{Operation: o.Op.String(), Verdict: verdictOf(&o), Why: o.Why, Calls: o.Calls, Facts: append([]report.Fact{}, o.Facts...)}
	}
	return all
}

// references lists the values of requests that come from responses of the run.
func references(result *verify.Result) (all []string) {
	uses := map[string]int{}
	for _, o := range result.Operations {
		for _, ref := range o.References {
			uses[fmt.Sprintf("%s is from the response of %s", ref.Field, ref.From)]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(uses)) {
		all = append(all, fmt.Sprintf("%s, in %s", text, wording.Count(uses[text], "operation")))
	}
	return all
}
