package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/text/wording"
)

// This file sends the requests of one operation and draws conclusions. One observation proves
// little: the service may be in another state, or busy. So whatever contradicts the catalog is
// sent three times in a row, and a broken body stands between good ones that must be served.

// trial is the verification of one operation. Its result grows as requests are sent.
type trial struct {
	*session
	*requests
	operation      *Operation
	unserved       string            // why the base request is not served, "" if it is
	lastServed     string            // the body that was served last, "" if the last body was broken
	unservedBodies map[string]string // why other good bodies are not served
	reported       map[string]bool   // deviations
	seenFields     sightings         // in all responses
}

// newTrial makes requests with the values that are known without calls, to find out which
// references the operation lacks.
func newTrial(s *session, o *Operation) *trial {
	t := &trial{session: s, operation: o, unservedBodies: map[string]string{}, reported: map[string]bool{}, seenFields: sightings{}}
	if s.mayCall(o.Op) {
		t.requests = newRequests(s.values, o.Op, nil)
	} else {
		t.requests = notCalled(o.Op, notWritten)
	}
	return t
}

// notCalled returns the requests of an operation that is not called.
func notCalled(op *catalog.Operation, why string) *requests {
	m := &material{linker: newLinker(newValues(new(Fixtures)), op, nil)}
	return &requests{base: &base{material: m}, why: why}
}

// rank orders operations: those with a lower rank are called before. Reads do not change what
// others get, and what creates something gives references to those that lack one. It changes
// during a run, as responses supply references.
func (t *trial) rank() int {
	op := t.operation.Op
	isRead := op.Effect == catalog.Read
	lacks := slices.ContainsFunc(t.wants, func(f *catalog.Field) bool {
		return t.session.values.idFor(op, f).value == nil
	})
	switch {
	case isRead && !lacks:
		return 0
	case creates(op) && !lacks:
		return 1
	case isRead:
		return 2
	case !lacks:
		return 3
	}
	return 4
}

// verify verifies the operation, except its edges. It makes the requests again, with the values
// that the service has sent.
func (t *trial) verify(ctx context.Context) {
	o := t.operation
	if t.mayCall(o.Op) {
		t.requests = newRequests(t.session.values.reusable(o.Op), o.Op, nil)
		t.addProbes()
		o.References = t.received
	}
	o.Why = cmp.Or(t.why, t.stopReason(ctx))
	if o.Why == "" {
		t.tryBase(ctx)
	}
	t.unserved = o.Why
	for _, p := range t.probes {
		o.Facts = append(o.Facts, t.tryProbe(ctx, p))
	}
	t.conclude()
}

// tryBase sends the base request.
func (t *trial) tryBase(ctx context.Context) {
	o := t.operation
	f, more := t.tryGood(ctx, good{
		Fact: Fact{
			ID:      RequestRule,
			Rule:    RequestRule,
			Pos:     o.Op.Pos,
			Request: t.base.sent.redacted(o.Op, t.body),
		},
		body:  text(t.body),
		times: repetitions(o.Op),
	})
	o.Why = f.Why
	if f.Verdict != Unknown {
		o.Facts = append(o.Facts, f)
		o.Facts = append(o.Facts, more...)
	}
}

// conclude sets the verdict of the operation from those of its facts. It may be called again when
// there are more facts, after the edges have been tried.
func (t *trial) conclude() {
	o := t.operation
	contradicts := func(f Fact) bool { return f.Verdict == Contradicts }
	switch {
	case slices.ContainsFunc(o.Facts, contradicts):
		o.Verdict = Contradicts
		o.Why = ""
	case t.unserved == "":
		o.Verdict = Conforms
		o.Why = ""
		for _, f := range o.Facts {
			t.qualify(f)
		}
	}
}

// qualify changes the verdict of an operation that conforms, except for a fact: a rule that is not
// enforced, an optional field that no response has, or a fact that could not be determined.
func (t *trial) qualify(f Fact) {
	o := t.operation
	switch {
	case f.Verdict == NotEnforced && o.Verdict == Conforms:
		o.Verdict = NotEnforced
	case f.Verdict == Unseen && o.Verdict != Unknown:
		o.Verdict = Unseen
	case f.Verdict != Unknown:
	case f.Rule == ResponseRule:
		o.Verdict = Unknown
		o.Why = f.Why
	case f.Status != 0 && o.Why == "":
		o.Why = "except for rules that are unknown: " + f.Why
	}
}

// observation is what a service did with one body several times in a row.
type observation struct {
	outcome                        // of the first call
	lastFact        Fact           // about the last call
	doubt           string         // why nothing is known, "" if something is
	newDeviations   []Fact         // deviations of responses, each once
	deviationCounts map[string]int // the number of responses with a deviation, by its id
}

// repetition is a body to send a number of times, and more often to confirm a contradiction.
type repetition struct {
	Fact
	body, phrase string
	times        int
	// after is called after each call. It says why nothing is known.
	doubtAfter func(outcome) string
}

// observe sends a body repeatedly, until something is known or it is clear that nothing will be.
// A refusal and a deviation are only believed after three calls; a success needs r.times.
func (t *trial) observe(ctx context.Context, r repetition) observation {
	observed := observation{lastFact: r.Fact, deviationCounts: map[string]int{}}
	times := r.times
	for i := 0; i < times && observed.doubt == ""; i++ {
		o := t.sendBody(ctx, r.body)
		if i == 0 {
			observed.outcome = o
		}
		observed.lastFact.Status = o.status
		observed.lastFact.Response = o.responseShape
		observed.lastFact.Confirmed = i + 1
		deviates := t.addDeviations(&observed, o, i+1)
		if o.reception == refused || deviates {
			times = confirmations
		}
		isOpposite := (o.reception == accepted) != (observed.reception == accepted)
		switch {
		case o.reception == unclear:
			observed.doubt = r.phrase + ": " + o.reason
		case isOpposite:
			observed.doubt = fmt.Sprintf(
				"the service is inconsistent: after %s with the opposite result, %s was %s",
				wording.Count(i, "call"), r.phrase, cmp.Or(o.reason, "accepted"))
		default:
			observed.doubt = r.doubtAfter(o)
		}
	}
	return observed
}

// addDeviations adds the deviations of a response that are not reported yet, and reports whether
// one was in all responses.
func (t *trial) addDeviations(observed *observation, o outcome, responses int) (isInAll bool) {
	for _, d := range o.deviations {
		if t.reported[d.ID] {
			continue
		}
		observed.deviationCounts[d.ID]++
		if observed.deviationCounts[d.ID] == 1 {
			observed.newDeviations = append(observed.newDeviations, d)
		}
		if observed.deviationCounts[d.ID] == responses {
			isInAll = true
		}
	}
	return isInAll
}

// good is a request that keeps every rule, to send a number of times.
type good struct {
	Fact
	body  string
	times int
	edge  *extreme // nil if it is at no edge
}

// keepsEveryRule names a good request in sentences.
const keepsEveryRule = "a request that keeps every rule"

// tryGood sends a request that keeps every rule. It returns the facts about the request and the
// response. Between refusals at an edge, the request beside the edge must be served: otherwise the
// refusal is not about the edge.
func (t *trial) tryGood(ctx context.Context, g good) (Fact, []Fact) {
	o := t.observe(ctx, repetition{
		Fact:       g.Fact,
		body:       g.body,
		phrase:     keepsEveryRule,
		times:      g.times,
		doubtAfter: func(o outcome) string { return t.doubt(ctx, g.edge, o) },
	})
	f := o.lastFact
	if o.doubt != "" {
		return undetermined(f, o.doubt), nil
	}
	if o.reception == accepted {
		t.lastServed = g.body
		f.Verdict = Conforms
		return f, t.responseFacts(f, o)
	}
	if g.edge == nil && t.leftOut != "" {
		return undetermined(f, "a request without references is "+o.reason+"; "+t.leftOut), nil
	}
	subject := keepsEveryRule
	if g.edge != nil {
		subject += ", " + g.edge.phrase + ","
	}
	f.Verdict = Contradicts
	f.Why = subject + " is " + o.reason
	return f, nil
}

// doubt says why a call does not show that the service refuses a good request, "" if it does or
// if the request was accepted.
func (t *trial) doubt(ctx context.Context, edge *extreme, o outcome) string {
	switch {
	case o.reception == failed:
		return keepsEveryRule + ": " + o.reason
	case o.reception == accepted || edge == nil:
		return ""
	}
	if why := t.reasonToDoubt(edge, o); why != "" {
		return why
	}
	neighbor := t.sendBody(ctx, edge.neighbor)
	if neighbor.reception != accepted {
		return fmt.Sprintf("after one %s was %s, a request that was served before: %s",
			edge.phrase, o.reason, neighbor.reason)
	}
	t.lastServed = edge.neighbor
	return ""
}

// reasonToDoubt says why a refusal may not be about the edge, "" if it is: a write may be refused
// because of the state of the service, and a request may be refused because it lacks a
// reference.
func (t *trial) reasonToDoubt(e *extreme, o outcome) string {
	refused := fmt.Sprintf("a request that keeps every rule, %s, is %s", e.phrase, o.reason)
	switch {
	case slices.ContainsFunc(o.violations, e.isNamedBy):
		return ""
	case e.rules != nil:
		return refused + "; that may be for another reason"
	case t.op.Effect != catalog.Read:
		return refused + "; a write may be refused for another reason"
	case t.leftOut != "":
		return refused + "; " + t.leftOut
	}
	return ""
}

// isNamedBy reports whether a violation is about the edge.
func (e *extreme) isNamedBy(v api.Violation) bool {
	isInMember := v.Field == "" || strings.HasPrefix(v.Field+"/", "/"+jsonpointer.Escape(e.top)+"/")
	rulesOfEdge := e.rules
	if rulesOfEdge == nil {
		rulesOfEdge = violationRules
	}
	return isInMember && slices.Contains(rulesOfEdge, v.Rule)
}

// responseFacts returns the facts about the responses to a request that was accepted.
func (t *trial) responseFacts(f Fact, o observation) []Fact {
	more := t.deviationFacts(f, o)
	if len(more) == 0 && f.ID == RequestRule && t.op.Response.Shown {
		f.ID = ResponseRule
		f.Rule = ResponseRule
		f.Pos = responsePos(t.op, "")
		more = append(more, f)
	}
	return more
}

// deviationFacts returns the facts about responses that differ from the catalog. A deviation must
// be in all of them.
func (t *trial) deviationFacts(f Fact, o observation) (facts []Fact) {
	responses := f.Confirmed
	for _, d := range o.newDeviations {
		f.ID, f.Rule, f.Pos, f.Why = d.ID, d.Rule, d.Pos, d.Why
		f.Verdict = Contradicts
		f.Confirmed = responses
		if o.deviationCounts[d.ID] < responses {
			f = undetermined(f, d.Why+", and not so in another response")
			f.Confirmed = 1
		}
		t.reported[d.ID] = true
		facts = append(facts, f)
	}
	return facts
}

// notBroken says why an operation gets no body that breaks a rule.
const notBroken = "a body that breaks a rule may be executed; " +
	"--break-writes sends it to an operation that does not only read"

// tryProbe sends a body that breaks only this fact, between good ones. If a good one is refused
// in between, the service may have changed, and the refusals of the broken one prove nothing.
func (t *trial) tryProbe(ctx context.Context, p probe) Fact {
	switch {
	case p.broken == "":
		return p.Fact
	case t.unserved != "":
		return undetermined(p.Fact, t.unserved)
	case !t.mayBreak(t.op.Operation):
		return undetermined(p.Fact, notBroken)
	}
	if why := t.prepare(ctx, p); why != "" {
		return undetermined(p.Fact, why)
	}
	o := t.observe(ctx, repetition{
		Fact:   p.Fact,
		body:   p.broken,
		phrase: "a body that breaks only this",
		times:  confirmations,
		doubtAfter: func(outcome) string {
			why := t.prepare(ctx, p)
			if why == "" {
				return ""
			}
			return "after a body that breaks only this, " + why
		},
	})
	if o.doubt == "" && o.reception != accepted {
		more := t.deviationFacts(o.lastFact, o)
		t.operation.Facts = append(t.operation.Facts, more...)
	}
	return t.judgeProbe(o)
}

// judgeProbe returns the verdict about a fact from what the service did with a body that breaks
// it. To accept the body contradicts only the baseline: the catalog says what callers send, and
// not what the service refuses.
func (t *trial) judgeProbe(o observation) Fact {
	f := o.lastFact
	key := baseline.Key{Operation: t.op.String(), Fact: f.ID}
	switch {
	case o.doubt != "":
		return undetermined(f, o.doubt)
	case o.reception != accepted:
		f.Verdict = Enforced
		f.Why = o.reason
	case t.options.Baseline.State(key) == baseline.Enforced:
		f.Verdict = Contradicts
		f.Why = "the service enforced this before, and accepts a body that breaks it"
	default:
		f.Verdict = NotEnforced
		f.Why = ""
	}
	return f
}

// prepare sends the good body of a probe, unless it was the last one, and says why if it is not
// served.
func (t *trial) prepare(ctx context.Context, p probe) string {
	if t.lastServed == p.good {
		return ""
	}
	if why := t.unservedBodies[p.good]; why != "" {
		return why
	}
	pointer, _, _ := strings.Cut(p.ID, " ")
	f, more := t.tryGood(ctx, good{
		Fact: Fact{
			ID:      RequestRule + " " + pointer,
			Rule:    RequestRule,
			Pos:     p.Pos,
			Request: p.goodShown,
		},
		body:  p.good,
		times: 1,
	})
	if f.Verdict == Contradicts {
		more = append(more, f)
	}
	t.operation.Facts = append(t.operation.Facts, more...)
	if f.Why != "" {
		t.unservedBodies[p.good] = f.Why
	}
	return f.Why
}

// tryEdges sends the requests at edges. If one is refused, the request beside it must be
// served before and after, three times in a row.
func (t *trial) tryEdges(ctx context.Context) {
	for _, e := range t.extreme {
		f := e.Fact
		f.Why = cmp.Or(t.unserved, t.unservedBodies[e.body])
		var more []Fact
		if f.Why == "" {
			f, more = t.tryGood(ctx, good{Fact: f, body: e.body, times: 1, edge: &e})
		}
		t.operation.Facts = append(t.operation.Facts, f)
		t.operation.Facts = append(t.operation.Facts, more...)
	}
	if t.op != nil {
		t.operation.Facts = append(t.operation.Facts, t.seenFields.unseen(t.op)...)
	}
	t.conclude()
}

// sendBody sends a body. Afterwards, it is not known that the service is in a state to serve
// good requests. The objects of a response count as seen.
func (t *trial) sendBody(ctx context.Context, body string) outcome {
	if t.stopReason(ctx) == "" {
		t.lastServed = ""
	}
	o := t.send(ctx, t.op, body)
	if o.reception == accepted {
		t.seenFields.add(t.op.Response.Type(), "", decoded(string(o.data)))
	}
	return o
}
