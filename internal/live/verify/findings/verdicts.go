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

// Run is a run to report.
type Run struct {
	Catalog  *catalog.Catalog
	Service  string // its URL
	Result   *verify.Result
	Baseline *baseline.Baseline // nil without one
	Complete bool               // it was not interrupted
}

// Report returns the report of a run.
func Report(r Run) *report.Report {
	v := &verdicts{Run: r}
	v.absent, v.gone = missingFacts(r.Catalog, r.Result, r.Baseline)
	operations := make([]report.VerifiedOperation, len(r.Result.Operations))
	for i := range r.Result.Operations {
		o := &r.Result.Operations[i]
		v.addOperation(o)
		operations[i] = o.VerifiedOperation
	}
	v.addOverall()
	slices.SortStableFunc(v.findings, func(a, b report.Finding) int {
		return a.Level.Compare(b.Level)
	})
	return &report.Report{
		Command:  "gen verify",
		Head:     r.Catalog.Pos.File,
		Rules:    Rules(),
		Findings: v.findings,
		Verification: &report.Verification{
			Service:    r.Service,
			Seed:       r.Result.Seed,
			Calls:      r.Result.Calls,
			Complete:   r.Complete,
			Coverage:   coverage(r.Result),
			Groups:     groups(r.Result),
			Operations: operations,
			References: references(r.Result),
		},
	}
}

// verdicts collects the findings of a run.
type verdicts struct {
	Run
	findings []report.Finding
	lacking  int                 // facts that the baseline does not have
	absent   map[string][]string // facts without a request, by operation
	gone     []baseline.Key      // facts that the catalog does not have
}

// add adds a finding of a rule.
func (v *verdicts) add(rule report.Rule, f report.Finding) {
	f.Rule = rule.ID
	f.Level = rule.Level
	if rule.ID != NotEnforced.ID { // which every operation may have
		f.Next = rule.Next
	}
	v.findings = append(v.findings, f)
}

// contradictions are the rules of findings by the rules of facts.
var contradictions = map[string]report.Rule{
	verify.RequestRule:  RequestRefused,
	verify.ResponseRule: ResponseDiffers,
	verify.FailureRule:  FailureDiffers,
}

// isRule reports whether a fact is about a rule of requests, as in a baseline.
func isRule(f *verify.Fact) bool {
	_, isOther := contradictions[f.Rule]
	return !isOther
}

// state returns the state of a fact in a baseline. A body that contradicts the baseline was
// accepted, so its rule is not enforced.
func state(f *verify.Fact) baseline.State {
	if f.Verdict == verify.Contradicts {
		return baseline.NotEnforced
	}
	return baseline.State(f.Verdict)
}

// Acceptable returns the findings that settings can accept. The others require an update of
// the baseline, or another run.
func Acceptable(findings []report.Finding) []report.Finding {
	ids := []string{RequestRefused.ID, ResponseDiffers.ID, FailureDiffers.ID}
	return slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool {
		return !slices.Contains(ids, f.Rule)
	})
}

// addOperation collects the findings of an operation.
func (v *verdicts) addOperation(o *verify.Operation) {
	c := comparison{verdicts: v, operation: o, whyLost: o.Why}
	for i := range o.Facts {
		f := &o.Facts[i]
		switch {
		case isRule(f):
			c.compare(f)
		case f.Verdict == verify.Contradicts:
			v.add(contradictions[f.Rule], finding(o, f, f.Why))
		}
	}
	v.addUnseen(o)
	c.addOpen()
	c.addLost()
}

// addUnseen adds one finding about all fields of an operation that no response has, since they
// usually have one cause: the objects that were found lack optional data.
func (v *verdicts) addUnseen(o *verify.Operation) {
	var names []string
	var first *verify.Fact
	for i := range o.Facts {
		f := &o.Facts[i]
		if f.Verdict != verify.Unseen {
			continue
		}
		first = cmp.Or(first, f)
		_, pointer, _ := strings.Cut(f.ID, " ")
		pointer, _, _ = strings.Cut(pointer, " ")
		names = append(names, pointer)
	}
	if first == nil {
		return
	}
	f := finding(o, first, fmt.Sprintf("no response has %s: %s",
		wording.Count(len(names), "optional field"), report.JoinFirst(names, 4, ", ")))
	f.Path = o.Operation + "." + verify.ResponseRule
	f.Key = ""
	v.add(ResponseUnseen, f)
}

// comparison compares the rules of one operation with the baseline.
type comparison struct {
	*verdicts
	operation          *verify.Operation
	rules              int
	neverEnforced      []string     // rules that are not enforced and never were
	firstNeverEnforced *verify.Fact // of these
	lost               int          // facts that could not be determined again
	whyLost            string       // for one of them
}

// compare compares a fact with the baseline. Each change is a finding of its own; rules that are
// not enforced and never were are collected for one.
func (c *comparison) compare(f *verify.Fact) {
	c.rules++
	key := baseline.Key{Operation: c.operation.Operation, Fact: f.ID}
	previous := c.Baseline.State(key)
	current := state(f)
	if current == previous {
		return
	}
	switch {
	case current == baseline.Unknown && previous == "":
	case current == baseline.Unknown:
		c.lost++
		c.whyLost = cmp.Or(c.whyLost, f.Why)
	case previous == baseline.Enforced && current == baseline.NotEnforced:
		c.addChange(NoLongerEnforced, f, "the service no longer enforces %s; it did when %s was written")
	case previous == baseline.NotEnforced:
		c.addChange(NewlyEnforced, f, "the service now enforces %s; it did not when %s was written")
	default:
		c.lacking++
	}
	if current == baseline.NotEnforced && previous != baseline.Enforced {
		c.neverEnforced = append(c.neverEnforced, f.ID)
		c.firstNeverEnforced = cmp.Or(c.firstNeverEnforced, f)
	}
}

// addChange adds a finding about a fact that has changed since the baseline was written.
func (c *comparison) addChange(rule report.Rule, f *verify.Fact, format string) {
	key := baseline.Key{Operation: c.operation.Operation, Fact: f.ID}
	message := fmt.Sprintf(format, wording.Quote(f.ID), c.Baseline.Lines[key].Pos)
	c.add(rule, finding(c.operation, f, message))
}

// addOpen adds a finding about all rules that are not enforced and never were.
func (c *comparison) addOpen() {
	if len(c.neverEnforced) == 0 {
		return
	}
	f := finding(c.operation, c.firstNeverEnforced, fmt.Sprintf("the service does not enforce %d of %s: %s",
		len(c.neverEnforced), wording.Count(c.rules, "rule"), report.JoinFirst(c.neverEnforced, 4, ", ")))
	f.Path = c.operation.Operation
	f.Key = ""
	c.add(NotEnforced, f)
}

// addLost adds a finding about the facts of the baseline that could not be determined again.
func (c *comparison) addLost() {
	o := c.operation
	absent := c.absent[o.Operation]
	if len(absent) > 0 {
		c.whyLost = cmp.Or(c.whyLost, "no request has a value for "+wording.Quote(absent[0])+
			"; add one to the file of --fixtures, or a harvest")
	}
	lost := c.lost + len(absent)
	if lost == 0 {
		return
	}
	c.add(NoLongerKnown, report.Finding{
		Path: o.Operation,
		Pos:  report.Place{Position: o.Op.Pos},
		Message: fmt.Sprintf("%s of %s could not be determined again: %s",
			wording.Count(lost, "fact"), c.Baseline.Name, c.whyLost),
	})
}

// addOverall collects the findings about all operations together.
func (v *verdicts) addOverall() {
	isKnown := func(o verify.Operation) bool { return o.Verdict != verify.Unknown }
	total := len(v.Result.Operations)
	if total > 0 && !slices.ContainsFunc(v.Result.Operations, isKnown) {
		message := "nothing is known of " + wording.Count(total, "operation")
		grouped := groups(v.Result)
		for _, g := range grouped[:min(len(grouped), 3)] {
			message += fmt.Sprintf("; of %d because %s", len(g.Operations), g.Why)
		}
		pos := report.Place{Position: v.Catalog.Pos}
		v.add(NothingKnown, report.Finding{Path: "catalog", Pos: pos, Message: message})
	}
	if v.Baseline != nil {
		v.addOutdated()
	}
}

// addOutdated adds a finding if the baseline has other facts than the catalog.
func (v *verdicts) addOutdated() {
	var differences []string
	if v.lacking > 0 {
		differences = append(differences, "lacks "+wording.Count(v.lacking, "fact"))
	}
	if len(v.gone) > 0 {
		first := v.gone[0]
		differences = append(differences, fmt.Sprintf("has %s that the catalog does not have, such as %s of %s",
			wording.Count(len(v.gone), "fact"), wording.Quote(first.Fact), first.Operation))
	}
	if differences == nil {
		return
	}
	start := catalog.Position{File: v.Baseline.Name, Line: 1, Col: 1}
	v.add(BaselineOutdated, report.Finding{
		Path:    "baseline",
		Pos:     report.Place{Position: start},
		Message: "the file " + wording.List(differences, "and"),
	})
}

// missingFacts returns the facts of the baseline that a run of their operations does not have:
// known ones that the catalog states, by operation, and those that it no longer states.
func missingFacts(
	c *catalog.Catalog, result *verify.Result, base *baseline.Baseline,
) (absent map[string][]string, gone []baseline.Key) {
	operations := c.ByName()
	isSelected := map[string]bool{}
	isReported := map[baseline.Key]bool{}
	for _, o := range result.Operations {
		isSelected[o.Operation] = true
		for _, f := range o.Facts {
			isReported[baseline.Key{Operation: o.Operation, Fact: f.ID}] = true
		}
	}
	absent = map[string][]string{}
	for _, k := range base.Keys() {
		op := operations[k.Operation]
		isMissing := op == nil || isSelected[k.Operation] && !isReported[k]
		switch {
		case !isMissing:
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
func Update(
	c *catalog.Catalog, result *verify.Result, base *baseline.Baseline,
) (updated *baseline.Baseline, changed int) {
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
		changed += updateFacts(updated, o)
	}
	return updated, changed
}

// updateFacts writes the states of the rules of an operation into a baseline, and returns how many
// lines changed.
func updateFacts(updated *baseline.Baseline, o verify.Operation) (changed int) {
	for _, f := range o.Facts {
		k := baseline.Key{Operation: o.Operation, Fact: f.ID}
		current := state(&f)
		previous := updated.State(k)
		isLost := current == baseline.Unknown && previous != ""
		if isRule(&f) && current != previous && !isLost {
			updated.Lines[k] = baseline.Line{State: current}
			changed++
		}
	}
	return changed
}

// finding returns a finding about a fact, with the request and its outcome.
func finding(o *verify.Operation, f *verify.Fact, message string) report.Finding {
	described := report.Finding{
		Path:    pathOf(o.Op, f),
		Pos:     report.Place{Position: f.Pos},
		Message: message,
		Key:     f.ID,
	}
	if f.Request != "" {
		described.Example = &report.Example{Kind: "request", Given: f.Request, Outcome: outcome(f)}
	}
	return described
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

// pathOf names a fact in the catalog: "claims.get_claim.claim_id" for "/claim_id required", and
// "claims.get_claim.response.claims.status" for "response /claims/*/status type". A fact about
// several fields or the whole body is named after its operation.
func pathOf(op *catalog.Operation, f *verify.Fact) string {
	section := ""
	pointer := strings.TrimSuffix(f.ID, " "+f.Rule)
	if !isRule(f) {
		_, pointer, _ = strings.Cut(f.ID, " ")
		pointer, _, _ = strings.Cut(pointer, " ")
		if f.Rule != verify.RequestRule {
			section = "." + f.Rule
		}
	}
	path := op.String() + section
	isOfSeveral := strings.Contains(pointer, " /") // fields
	if isOfSeveral || !strings.HasPrefix(pointer, "/") {
		return path
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		if part != "*" { // an item, or an unknown key
			path += "." + part
		}
	}
	return path
}
