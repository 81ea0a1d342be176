// Package findings turns the results of internal/live/verify into a report, compares them
// with a committed baseline, and updates the baseline.
package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Report returns the report of a run. The baseline may be nil. If the run was interrupted,
// complete is false.
func Report(c *catalog.Catalog, service string, result *verify.Result, base *baseline.Baseline, complete bool) *report.Report {
	v := &verdicts{catalog: c, base: base, result: result}
	v.absent, v.gone = missingFacts(c, result, base)
	operations := make([]report.VerifiedOperation, len(result.Operations))
	for i := range result.Operations {
		v.addOperation(&result.Operations[i])
		operations[i] = result.Operations[i].VerifiedOperation
	}
	v.addOverall()
	slices.SortStableFunc(v.findings, func(a, b report.Finding) int { return a.Level.Compare(b.Level) })
	return &report.Report{
		Command: "gen verify", Head: c.Pos.File, Rules: Rules(), Findings: v.findings,
		Verification: &report.Verification{
			Service: service, Seed: result.Seed, Calls: result.Calls, Complete: complete,
			Coverage: coverage(result), Groups: groups(result), Operations: operations, References: references(result),
		},
	}
}

// verdicts collects findings.
type verdicts struct {
	catalog  *catalog.Catalog
	base     *baseline.Baseline
	result   *verify.Result
	findings []report.Finding
	lacking  int                 // facts that the baseline does not have
	absent   map[string][]string // facts without a request, by operation
	gone     []baseline.Key      // facts that the catalog does not have
}

func (v *verdicts) add(rule report.Rule, f report.Finding) {
	f.Rule, f.Level = rule.ID, rule.Level
	if rule.ID != NotEnforced.ID { // which every operation may have
		f.Next = rule.Next
	}
	v.findings = append(v.findings, f)
}

// isRule reports whether a fact is about a rule of requests, as in a baseline.
func isRule(f *verify.Fact) bool {
	return f.Rule != verify.RequestRule && f.Rule != verify.ResponseRule && f.Rule != verify.FailureRule
}

// state returns the state of a fact in a baseline.
func state(f *verify.Fact) baseline.State {
	if f.Verdict == verify.Contradicts {
		return baseline.NotEnforced
	}
	return baseline.State(f.Verdict)
}

// Acceptable returns the findings that settings can accept. The others require an update of
// the baseline, or another run.
func Acceptable(findings []report.Finding) []report.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool {
		return f.Rule != RequestRefused.ID && f.Rule != ResponseDiffers.ID && f.Rule != FailureDiffers.ID
	})
}

// contradictions are the rules of findings by the rules of facts.
var contradictions = map[string]report.Rule{
	verify.RequestRule: RequestRefused, verify.ResponseRule: ResponseDiffers, verify.FailureRule: FailureDiffers,
}

// addOperation collects the findings of an operation.
func (v *verdicts) addOperation(o *verify.Operation) {
	var open []string // rules that are not enforced
	var first *verify.Fact
	rules, lost, why := 0, len(v.absent[o.Operation]), o.Why
	for i := range o.Facts {
		f := &o.Facts[i]
		if !isRule(f) {
			if f.Verdict == verify.Contradicts {
				v.add(contradictions[f.Rule], finding(o, f, f.Why))
			}
			continue
		}
		rules++
		key := baseline.Key{Operation: o.Operation, Fact: f.ID}
		was, is := v.base.State(key), state(f)
		switch {
		case is == was:
		case is == baseline.Unknown && was != "":
			lost++
			why = cmp.Or(why, f.Why)
		case is == baseline.Unknown:
		case was == baseline.Enforced && is == baseline.NotEnforced:
			v.add(NoLongerEnforced, finding(o, f, fmt.Sprintf("the service no longer enforces %s; it did when %s was written", wording.Quote(f.ID), v.base.Lines[key].Pos)))
		case was == baseline.NotEnforced:
			v.add(NewlyEnforced, finding(o, f, fmt.Sprintf("the service now enforces %s; it did not when %s was written", wording.Quote(f.ID), v.base.Lines[key].Pos)))
		default:
			v.lacking++
		}
		if is == baseline.NotEnforced && was != is && was != baseline.Enforced {
			open = append(open, f.ID)
			first = cmp.Or(first, f)
		}
	}
	if len(open) > 0 {
		const message = "the service does not enforce %d of %s: %s"
		f := finding(o, first, fmt.Sprintf(message, len(open), wording.Count(rules, "rule"), report.JoinFirst(open, 4, ", ")))
		f.Path, f.Key = o.Operation, ""
		v.add(NotEnforced, f)
	}
	for _, fact := range v.absent[o.Operation] {
		why = cmp.Or(why, "no request has a value for "+wording.Quote(fact)+"; add one to the file of --fixtures, or a harvest")
	}
	if lost > 0 {
		v.add(NoLongerKnown, report.Finding{
			Path: o.Operation, Pos: report.Place{Position: o.Op.Pos},
			Message: fmt.Sprintf("%s of %s could not be determined again: %s", wording.Count(lost, "fact"), v.base.Name, why),
		})
	}
}

// addOverall collects the findings about all operations together.
func (v *verdicts) addOverall() {
	known := slices.ContainsFunc(v.result.Operations, func(o verify.Operation) bool { return o.Verdict != verify.Unknown })
	if !known && len(v.result.Operations) > 0 {
		message := "nothing is known of " + wording.Count(len(v.result.Operations), "operation")
		all := groups(v.result)
		for _, g := range all[:min(len(all), 3)] {
			message += fmt.Sprintf("; of %d because %s", len(g.Operations), g.Why)
		}
		v.add(NothingKnown, report.Finding{Path: "catalog", Pos: report.Place{Position: v.catalog.Pos}, Message: message})
	}
	if v.base == nil {
		return
	}
	var what []string
	if v.lacking > 0 {
		what = append(what, "lacks "+wording.Count(v.lacking, "fact"))
	}
	if len(v.gone) > 0 {
		const gone = "has %s that the catalog does not have, such as %s of %s"
		what = append(what, fmt.Sprintf(gone, wording.Count(len(v.gone), "fact"), wording.Quote(v.gone[0].Fact), v.gone[0].Operation))
	}
	if what != nil {
		v.add(BaselineOutdated, report.Finding{
			Path: "baseline", Pos: report.Place{Position: catalog.Position{File: v.base.Name, Line: 1, Col: 1}},
			Message: "the file " + wording.List(what, "and"),
		})
	}
}

// missingFacts returns the facts of the baseline that a run of their operations does not have: known
// ones that the catalog states, by operation, and those that it no longer states.
func missingFacts(c *catalog.Catalog, result *verify.Result, base *baseline.Baseline) (absent map[string][]string, gone []baseline.Key) {
	exists := c.ByName()
	selected, found := map[string]bool{}, map[baseline.Key]bool{}
	for _, o := range result.Operations {
		selected[o.Operation] = true
		for _, f := range o.Facts {
			found[baseline.Key{Operation: o.Operation, Fact: f.ID}] = true
		}
	}
	absent = map[string][]string{}
	for _, k := range base.Keys() {
		switch op := exists[k.Operation]; {
		case op != nil && (!selected[k.Operation] || found[k]):
		case op == nil || !verify.HasFact(op, k.Fact):
			gone = append(gone, k)
		case base.State(k) != baseline.Unknown:
			absent[k.Operation] = append(absent[k.Operation], k.Fact)
		}
	}
	return absent, gone
}

// Update returns an updated baseline, and how many lines changed. Facts that are unknown this
// time keep their state, so that an outage of the service loses nothing.
func Update(c *catalog.Catalog, result *verify.Result, base *baseline.Baseline) (updated *baseline.Baseline, changed int) {
	updated = &baseline.Baseline{Lines: map[baseline.Key]baseline.Line{}}
	if base != nil {
		updated.Name = base.Name
		maps.Copy(updated.Lines, base.Lines)
		_, gone := missingFacts(c, result, base)
		for _, k := range gone {
			delete(updated.Lines, k)
			changed++
		}
	}
	for _, o := range result.Operations {
		for _, f := range o.Facts {
			k := baseline.Key{Operation: o.Operation, Fact: f.ID}
			is, was := state(&f), updated.State(k)
			if isRule(&f) && is != was && (is != baseline.Unknown || was == "") {
				updated.Lines[k] = baseline.Line{State: is}
				changed++
			}
		}
	}
	return updated, changed
}

// finding returns a finding about a fact, with the request and its outcome.
func finding(o *verify.Operation, f *verify.Fact, message string) report.Finding {
	found := report.Finding{Path: pathOf(o.Op, f), Pos: report.Place{Position: f.Pos}, Message: message, Key: f.ID}
	if f.Request != "" {
		found.Example = &report.Example{Kind: "request", Given: f.Request, Outcome: outcome(f)}
	}
	return found
}

// outcome describes the response.
func outcome(f *verify.Fact) string {
	if f.Status == 0 {
		return "There is no response."
	}
	text := fmt.Sprintf("The service responds with status %d", f.Status)
	if f.Response != "" {
		text += " and " + f.Response
	}
	if f.Confirmed > 1 {
		text += fmt.Sprintf(", %d times in a row", f.Confirmed)
	}
	return text + "."
}

// pathOf names a fact in the catalog: "claims.get_claim.claim_id".
func pathOf(op *catalog.Operation, f *verify.Fact) string {
	pointer, within := strings.TrimSuffix(f.ID, " "+f.Rule), ""
	if !isRule(f) {
		_, pointer, _ = strings.Cut(f.ID, " ")
		pointer, _, _ = strings.Cut(pointer, " ")
		if f.Rule != verify.RequestRule {
			within = "." + f.Rule
		}
	}
	path := op.String() + within
	if !strings.HasPrefix(pointer, "/") || strings.Contains(pointer, " /") { // about several fields
		return path
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		if part != "*" { // an item, or an unknown key
			path += "." + part
		}
	}
	return path
}
