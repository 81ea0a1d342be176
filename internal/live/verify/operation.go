package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/text/wording"
)

// harvest gets a value from the service, or says why it cannot.
func (r *run) harvest(ctx context.Context, v *values, h *harvest) (x any, why string) {
	switch {
	case r.stopReason(ctx) != "":
		return nil, r.stopReason(ctx)
	case !r.mayCall(h.from):
		return nil, "it writes; --writes calls it"
	}
	b := build(v, h.from, h.request)
	if b.why != "" {
		return nil, b.why
	}
	o := r.call(ctx, b.op, text(b.base))
	if o.reception != accepted {
		return nil, o.why
	}
	if x = decoded(cursor.At(string(o.body), h.at)); x == nil {
		return nil, "the response has nothing at " + h.at + "; its shape is " + o.response
	}
	return x, ""
}

// decoded returns the value of a JSON text, nil if it is not JSON.
func decoded(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// trial is the verification of one operation.
type trial struct {
	*run
	*builder
	operation *Operation
	unserved  string            // why the base request is not served, "" if it is
	last      string            // the body that was served last, "" if the last body was broken
	bad       map[string]string // why other good bodies are not served
	reported  map[string]bool   // deviations
}

// build makes the requests, with the values that the service has sent.
func (t *trial) build() {
	if !t.mayCall(t.operation.Op) {
		return
	}
	if t.builder = build(t.run.values.reusable(t.operation.Op), t.operation.Op, nil); t.base != nil {
		t.addProbes()
	}
	t.operation.References = t.received
}

// rank orders operations: those with a lower rank are called before.
func (t *trial) rank() int {
	op := t.operation.Op
	reads, lacks := op.Effect == catalog.Read, false
	for _, f := range t.wants {
		lacks = lacks || t.run.values.idFor(op, f).value == nil
	}
	return slices.Index([]bool{reads && !lacks, creates(op) && !lacks, reads, !lacks, true}, true)
}

// verify verifies the operation, except its edges.
func (t *trial) verify(ctx context.Context) {
	t.build()
	o := t.operation
	if o.Why = cmp.Or(t.why, t.stopReason(ctx)); o.Why == "" {
		f, more := t.tryGood(ctx, text(t.base), Fact{ID: RequestRule, Rule: RequestRule, Pos: o.Op.Pos, Request: t.redacted(t.base)}, t.repetitions(o.Op), nil)
		if o.Why = f.Why; f.Verdict != Unknown {
			o.Facts = append(append(o.Facts, f), more...)
		}
	}
	t.unserved = o.Why
	for _, p := range t.probes {
		o.Facts = append(o.Facts, t.probe(ctx, p))
	}
	t.conclude()
}

// conclude sets the verdict of the operation.
func (t *trial) conclude() {
	switch o := t.operation; {
	case slices.ContainsFunc(o.Facts, func(f Fact) bool { return f.Verdict == Contradicts }):
		o.Verdict, o.Why = Contradicts, ""
	case t.unserved == "":
		o.Verdict, o.Why = Conforms, ""
		for _, f := range o.Facts {
			if f.Verdict == NotEnforced && o.Verdict == Conforms {
				o.Verdict = NotEnforced
			} else if f.Verdict == Unknown && f.Rule == ResponseRule {
				o.Verdict, o.Why = Unknown, f.Why
			} else if f.Verdict == Unknown && f.Status != 0 && o.Why == "" {
				o.Why = "except for rules that are unknown: " + f.Why
			}
		}
	}
}

// undetermined returns a fact that is unknown.
func undetermined(f Fact, why string) Fact {
	f.Verdict, f.Why, f.Confirmed = Unknown, why, 0
	return f
}

// observation is what a service did with one body several times in a row.
type observation struct {
	outcome                // of the first call
	unknown string         // why nothing is known, "" if something is
	met     []Fact         // deviations of responses, each once
	seen    map[string]int // the number of responses with a deviation, by its id
}

// observe sends a body a number of times, and more often to confirm a contradiction. In between
// it calls next, which says why nothing is known.
func (t *trial) observe(ctx context.Context, f *Fact, body, what string, times int, next func(outcome) string) observation {
	all := observation{seen: map[string]int{}}
	for i := 0; i < times && all.unknown == ""; i++ {
		o := t.send(ctx, body)
		if i == 0 {
			all.outcome = o
		}
		f.Status, f.Response, f.Confirmed = o.status, o.response, i+1
		deviates := false // as all responses do
		for _, d := range o.deviations {
			if t.reported[d.ID] {
				continue
			}
			if all.seen[d.ID]++; all.seen[d.ID] == 1 {
				all.met = append(all.met, d)
			}
			deviates = deviates || all.seen[d.ID] == i+1
		}
		if o.reception == refused || deviates {
			times = confirmations
		}
		switch {
		case o.reception == unclear:
			all.unknown = what + ": " + o.why
		case (o.reception == accepted) != (all.reception == accepted):
			all.unknown = fmt.Sprintf("the service is inconsistent: after %s with the opposite result, %s was %s",
				wording.Count(i, "call"), what, cmp.Or(o.why, "accepted"))
		default:
			all.unknown = next(o)
		}
	}
	return all
}

// tryGood sends a request that keeps every rule a number of times. It returns the facts about the
// request and the response. Between refusals at an edge, the request beside the edge must be
// served.
func (t *trial) tryGood(ctx context.Context, body string, f Fact, times int, at *extreme) (Fact, []Fact) {
	what := "a request that keeps every rule"
	o := t.observe(ctx, &f, body, what, times, func(o outcome) string {
		switch {
		case o.reception == failed:
			return what + ": " + o.why
		case o.reception == accepted, at == nil:
			return ""
		}
		if why := t.reasonToDoubt(at, o); why != "" {
			return why
		}
		if beside := t.send(ctx, at.neighbor); beside.reception != accepted {
			return fmt.Sprintf("after one %s was %s, a request that was served before: %s", at.what, o.why, beside.why)
		}
		t.last = at.neighbor
		return ""
	})
	switch {
	case o.unknown != "":
		return undetermined(f, o.unknown), nil
	case o.reception == accepted:
		t.last, f.Verdict = body, Conforms
		more := t.deviationFacts(f, o)
		if len(more) == 0 && f.ID == RequestRule && t.op.Response.Shown {
			response := f
			response.ID, response.Rule, response.Pos = ResponseRule, ResponseRule, responsePos(t.op, "")
			more = append(more, response)
		}
		return f, more
	case at == nil && t.leftOut != "":
		return undetermined(f, "a request without references is "+o.why+"; "+t.leftOut), nil
	case at != nil:
		what += ", " + at.what + ","
	}
	f.Verdict, f.Why = Contradicts, what+" is "+o.why
	return f, nil
}

// deviationFacts returns the facts about responses that differ from the catalog. A deviation must
// be in all of them.
func (t *trial) deviationFacts(f Fact, o observation) (all []Fact) {
	for _, d := range o.met {
		f.ID, f.Rule, f.Pos, f.Why = d.ID, d.Rule, d.Pos, d.Why
		one := f
		if one.Verdict = Contradicts; o.seen[d.ID] < f.Confirmed {
			one.Verdict, one.Why, one.Confirmed = Unknown, d.Why+", and not so in another response", 1
		}
		t.reported[d.ID] = true
		all = append(all, one)
	}
	return all
}

// probe sends a body that breaks only this fact, between good ones.
func (t *trial) probe(ctx context.Context, p probe) Fact {
	f := p.Fact
	unknown := func(why string) Fact { return undetermined(f, why) }
	switch {
	case p.broken == "":
		return f
	case t.unserved != "":
		return unknown(t.unserved)
	case t.op.Effect != catalog.Read && !(t.Writes && t.BreakWrites):
		return unknown("a body that breaks a rule may be executed; --break-writes sends it to an operation that does not only read")
	}
	if why := t.prepare(ctx, p); why != "" {
		return unknown(why)
	}
	o := t.observe(ctx, &f, p.broken, "a body that breaks only this", confirmations, func(outcome) string {
		if why := t.prepare(ctx, p); why != "" {
			return "after a body that breaks only this, " + why
		}
		return ""
	})
	switch key := (baseline.Key{Operation: t.op.String(), Fact: f.ID}); {
	case o.unknown != "":
		return unknown(o.unknown)
	case o.reception != accepted:
		t.operation.Facts = append(t.operation.Facts, t.deviationFacts(f, o)...)
		f.Verdict, f.Why = Enforced, o.why
	case t.Baseline.State(key) == baseline.Enforced:
		f.Verdict, f.Why = Contradicts, "the service enforced this before, and accepts a body that breaks it"
	default:
		f.Verdict, f.Why = NotEnforced, ""
	}
	return f
}

// prepare sends the good body of a probe, unless it was the last one, and says why if it is not
// served.
func (t *trial) prepare(ctx context.Context, p probe) string {
	if t.last == p.good {
		return ""
	}
	if why := t.bad[p.good]; why != "" {
		return why
	}
	name, _, _ := strings.Cut(p.ID, " ")
	f, more := t.tryGood(ctx, p.good, Fact{ID: RequestRule + " " + name, Rule: RequestRule, Pos: p.Pos, Request: p.goodShown}, 1, nil)
	if f.Verdict == Contradicts {
		more = append(more, f)
	}
	t.operation.Facts = append(t.operation.Facts, more...)
	if f.Why != "" {
		t.bad[p.good] = f.Why
	}
	return f.Why
}

// send sends a body.
func (t *trial) send(ctx context.Context, body string) outcome {
	if why := t.stopReason(ctx); why != "" {
		return outcome{why: why}
	}
	t.last = ""
	o := t.call(ctx, t.op, body)
	t.run.values.learn(t.op.Operation, o.body)
	return o
}
