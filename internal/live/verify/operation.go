package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/text/wording"
)

// harvest gets a value from the service.
func (r *run) harvest(ctx context.Context, h *harvest) {
	r.values.missing[h.name] = "its harvest needs it"
	x, why := r.harvestOne(ctx, h)
	if why != "" {
		r.values.missing[h.name] = fmt.Sprintf("a value for %s could not be harvested from %s: %s", wording.Quote(h.name), h.from, why)
		return
	}
	delete(r.values.missing, h.name)
	r.values.harvested[h.name] = x
}

func (r *run) harvestOne(ctx context.Context, h *harvest) (x any, why string) {
	switch {
	case r.stopReason(ctx) != "":
		return nil, r.stopReason(ctx)
	case !r.mayCall(h.from):
		return nil, "it writes; --writes calls it"
	}
	s := build(r.values, h.from, h.request)
	if s.why != "" {
		return nil, s.why
	}
	o := r.call(ctx, s.op, text(s.good))
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
	*script
	operation *Operation
	harvests  bool              // the script has samples in place of values to harvest
	wants     []string          // places of references without a value
	unserved  string            // why the base request is not served, "" if it is
	last      string            // the body that was served last, "" if the last body was broken
	bad       map[string]string // why other good bodies are not served
	reported  map[string]bool   // deviations
}

// plan makes the requests. Until the run harvests, samples replace the values to harvest.
func (t *trial) plan() {
	op := t.operation.Op
	if !t.mayCall(op) {
		t.script = &script{why: "it writes; --writes calls it"}
		return
	}
	t.values.postponed, t.wants = false, nil
	t.script = build(t.values, op, nil)
	t.harvests = t.values.postponed
	for place, w := range t.values.wanted {
		if w.op == op {
			t.wants = append(t.wants, place)
		}
	}
	slices.Sort(t.wants)
}

// replan makes the requests again, with the values that the service has sent. A write may use up
// what a harvest creates, so each write gets its own.
func (t *trial) replan() {
	for _, h := range t.values.harvests {
		if t.operation.Op.Effect != catalog.Read && h.from.Effect != catalog.Read {
			delete(t.values.harvested, h.name)
			delete(t.values.missing, h.name)
		}
	}
	t.plan()
}

// rank orders operations: those with a lower rank are called before.
func (t *trial) rank() int {
	op := t.operation.Op
	reads := op.Effect == catalog.Read
	lacks := slices.ContainsFunc(t.wants, func(place string) bool { return t.values.learned[place].From == nil })
	return slices.Index([]bool{reads && !lacks, creates(op) && !lacks, reads, !lacks, true}, true)
}

// verify verifies the operation, except its edges.
func (t *trial) verify(ctx context.Context) {
	o, s := t.operation, t.script
	o.Why = cmp.Or(s.why, t.stopReason(ctx))
	if o.Why == "" {
		f, more := t.tryGood(ctx, text(s.good), Fact{ID: RequestRule, Rule: RequestRule, Pos: o.Op.Pos, Request: t.values.redacted(o.Op, s.good)}, t.times(o.Op), nil)
		if o.Why = f.Why; f.Verdict != Unknown {
			o.Facts = append(append(o.Facts, f), more...)
		}
	}
	t.unserved = o.Why
	for _, p := range s.facts {
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
			if f.Verdict == Unknown && f.Rule == ResponseRule {
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

// tryGood sends a request that keeps every rule a number of times, and more often to confirm a
// contradiction. It returns the facts about the request and the response. Between refusals
// at an edge, the request beside the edge must be served.
func (t *trial) tryGood(ctx context.Context, body string, f Fact, times int, at *edge) (Fact, []Fact) {
	unknown := func(why string) (Fact, []Fact) { return undetermined(f, why), nil }
	var first outcome
	var met []deviation      // each once
	seen := map[string]int{} // the number of responses with a deviation
	for i := 0; i < times; i++ {
		o := t.send(ctx, body)
		if i == 0 {
			first = o
		}
		deviates := false // as all responses do
		for _, d := range o.deviations {
			if seen[d.id]++; seen[d.id] == 1 && !t.reported[d.id] {
				met = append(met, d)
			}
			deviates = deviates || seen[d.id] == i+1 && !t.reported[d.id]
		}
		f.Status, f.Response, f.Confirmed = o.status, o.response, i+1
		switch {
		case o.reception == unclear, o.reception == failed:
			return unknown("a request that keeps every rule: " + o.why)
		case o.reception != first.reception:
			return unknown(fmt.Sprintf("the service is inconsistent: it served a request %d times and then refused it, or the other way round (%s)", i, cmp.Or(o.why, first.why)))
		case o.reception == refused || deviates:
			times = confirmations
		}
		if o.reception == refused && at != nil {
			if why := t.doubt(at, o); why != "" {
				return unknown(why)
			}
			if beside := t.send(ctx, at.neighbor); beside.reception != accepted {
				return unknown(fmt.Sprintf("after one %s was %s, a request that was served before: %s", at.what, o.why, beside.why))
			}
			t.last = at.neighbor
		}
	}
	if first.reception == refused {
		what := ""
		if at != nil {
			what = ", " + at.what + ","
		} else if len(t.leftOut) > 0 {
			return unknown("a request without references is " + first.why + "; " + t.missingReferences(first.why))
		}
		f.Verdict, f.Why = Contradicts, "a request that keeps every rule"+what+" is "+first.why
		return f, nil
	}
	t.last = body
	f.Verdict = Conforms
	return f, t.responseFacts(f, met, seen)
}

// missingReferences says why references are left out: those that a refusal names, if it names any.
func (t *trial) missingReferences(refusal string) string {
	var named, all []string
	for _, name := range slices.Sorted(maps.Keys(t.leftOut)) {
		all = append(all, t.leftOut[name])
		if strings.Contains(refusal, " /"+jsonpointer.Escape(name)+" "+api.RuleRequired) {
			named = append(named, t.leftOut[name])
		}
	}
	if named != nil {
		all = named
	}
	return strings.Join(all, "; ")
}

// responseFacts returns the facts about responses. A deviation must be in all of them.
func (t *trial) responseFacts(f Fact, met []deviation, seen map[string]int) (all []Fact) {
	confirmed := f.Confirmed
	if f.Rule = ResponseRule; len(met) == 0 && f.ID == RequestRule && t.op.Response.Shown {
		f.ID, f.Pos = ResponseRule, t.responsePos("")
		all = append(all, f)
	}
	for _, d := range met {
		f.ID, f.Pos, f.Why, f.Confirmed = d.id, t.responsePos(d.pointer), d.why, confirmed
		if f.Verdict = Contradicts; seen[d.id] < confirmed {
			f.Verdict, f.Why, f.Confirmed = Unknown, d.why+", and not so in another response", 1
		}
		t.reported[d.id] = true
		all = append(all, f)
	}
	return all
}

// responsePos returns the position of a place of the response in the catalog.
func (t *trial) responsePos(pointer string) catalog.Position {
	if f, _ := fieldAt(t.op.Response.Type(), pointer); f != nil {
		return cmp.Or(f.Pos, t.op.Pos)
	}
	return cmp.Or(t.op.Response.Pos, t.op.Pos)
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
	var first outcome
	seen := map[string]int{} // the number of responses with a deviation
	for f.Confirmed < confirmations {
		o := t.send(ctx, p.broken)
		if f.Confirmed == 0 {
			first = o
		}
		f.Status, f.Response = o.status, o.response
		switch {
		case o.reception == unclear:
			return unknown("a body that breaks only this: " + o.why)
		case (o.reception == accepted) != (first.reception == accepted):
			return unknown(fmt.Sprintf("the service is inconsistent: after %s with the opposite result, a body that breaks only this was %s",
				wording.Count(f.Confirmed, "call"), cmp.Or(o.why, "accepted")))
		}
		if why := t.prepare(ctx, p); why != "" {
			return unknown("after a body that breaks only this, " + why)
		}
		f.Confirmed++
		for _, d := range o.deviations {
			seen[d.id]++
		}
	}
	if first.reception != accepted {
		t.addRefusal(f, first.deviations, seen)
	}
	if f.Verdict, f.Why = Conforms, first.why; first.reception == accepted {
		f.Verdict, f.Why = NotEnforced, ""
		if t.Baseline.State(baseline.Key{Operation: t.op.String(), Fact: f.ID}) == baseline.Enforced {
			f.Verdict, f.Why = Contradicts, "the service enforced this before, and accepts a body that breaks it"
		}
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
	t.learn(t.op.Operation, o.body)
	return o
}

// addRefusal adds the deviations of all refusals of a body from the failures of the catalog.
func (t *trial) addRefusal(f Fact, met []deviation, seen map[string]int) {
	for _, d := range met {
		if seen[d.id] == confirmations && !t.reported[d.id] {
			t.reported[d.id] = true
			f.ID, f.Rule, f.Pos, f.Verdict, f.Why = d.id, d.rule, t.op.Envelope.Pos, Contradicts, d.why
			t.operation.Facts = append(t.operation.Facts, f)
		}
	}
}
