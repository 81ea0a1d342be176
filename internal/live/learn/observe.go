package learn

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// This file merges the recordings of a summary and takes the responses out of their envelopes. Each
// operation ends up with one shape of all its successes.

// observed are the calls in all recordings of a summary, by operation, as a catalog writes it.
type observed map[string]*observations

// observations are the calls of an operation in all recordings.
type observations struct {
	op             *catalog.Operation // nil if the catalog does not have it
	calls          int
	successes      int              // the number of successes that could be read
	requests       int              // the least number of different requests that led to them
	emptySuccesses int              // the number of successes without a response
	response       *recording.Shape // of the other successes, without the envelope; nil if there are none
	month          string           // of the last recording of the operation, "" if it is unknown
	outcomes       map[Outcome]*Seen
}

// observe merges the recordings and removes the envelopes of responses.
func observe(c *catalog.Catalog, s *Summary) observed {
	byOperation := observed{}
	ops := c.ByName()
	for _, id := range slices.Sorted(maps.Keys(s.Recordings)) {
		r := s.Recordings[id]
		for name, outcomes := range r.Operations {
			if byOperation[name] == nil {
				byOperation[name] = &observations{op: ops[name], outcomes: map[Outcome]*Seen{}}
			}
			byOperation[name].add(r.month(), outcomes)
		}
	}
	for _, o := range byOperation {
		o.unwrap()
	}
	return byOperation
}

// add adds the calls of the operation in one recording.
func (o *observations) add(month string, outcomes map[Outcome]*Seen) {
	o.month = max(o.month, month)
	for outcome, seen := range outcomes {
		o.calls += seen.Count
		o.outcomes[outcome] = cmp.Or(o.outcomes[outcome], new(Seen))
		o.outcomes[outcome].merge(seen)
	}
}

// unwrap merges the responses of all successes, without their envelopes. Failures keep theirs, which
// contradictions are about.
func (o *observations) unwrap() {
	var e *catalog.Envelope
	if o.op != nil {
		e = o.op.Envelope
	}
	for outcome, seen := range o.outcomes {
		if !outcome.succeeded(e) {
			continue
		}
		o.successes += seen.Count
		o.requests = max(o.requests, seen.Requests)
		o.emptySuccesses += seen.Count
		if body := unwrapped(e, seen.Response); body != nil {
			o.emptySuccesses -= body.Seen
			o.response = recording.Merged(o.response, body)
		}
	}
}

// unwrapped returns the response in an envelope, if there is one: a member, or the members that
// are not part of the envelope.
func unwrapped(e *catalog.Envelope, body *recording.Shape) *recording.Shape {
	if e == nil || body == nil {
		return body
	}
	if e.Data != "" {
		return body.Members[e.Data]
	}
	inner := *body
	inner.Members = maps.Clone(body.Members)
	maps.DeleteFunc(inner.Members, func(name string, _ *recording.Shape) bool {
		return name == e.Success || e.Siblings != nil && e.Siblings.Field(name) != nil
	})
	if hasNoMembers(&inner) {
		return nil
	}
	return &inner
}

// An operation returns nothing, or a field is always null, after so many responses to so many
// different requests. Fewer may all be about objects that lack the value.
const (
	manyNulls    = 20
	manyRequests = 3
)

// enoughNulls reports whether a place that was only null is always null.
func (o observed) enoughNulls(places []string, nulls int) bool {
	requests, _ := o.mostRequests(places)
	return nulls >= manyNulls && requests >= manyRequests
}

// mostRequests returns the most requests of an operation with one of the places, and the month
// of the last recording.
func (o observed) mostRequests(places []string) (requests int, month string) {
	for _, p := range places {
		if seen := o[rootAt(p)]; seen != nil {
			requests = max(requests, seen.requests)
			month = max(month, seen.month)
		}
	}
	return requests, month
}

// reportUnknown reports calls of operations that the catalog does not have.
func (o observed) reportUnknown(c *catalog.Catalog, to *findings) {
	var names []string
	calls := 0
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if o[name].op == nil {
			names = append(names, name)
			calls += o[name].calls
		}
	}
	if len(names) > 0 {
		to.add(unknownOperation, c.Pos, c.Package, "%s of operations that the catalog does not have: "+
			"%s; add them to the catalog, or learn them with their own catalog",
			wording.Count(calls, "call"), wording.QuotedList(names, "and"))
	}
}
