// Package learn makes an overlay from recordings. It adds the shapes of responses that the
// catalog does not show. [Summary] keeps what was recorded, and [Learn] renders it.
// docs/truth.md describes both.
package learn

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Result is the result of [Learn].
type Result struct {
	Overlay  []byte
	Shown    int              // the number of operations whose response the overlay shows
	Refined  int              // the number of fields of the catalog whose type it shows
	Findings []report.Finding // contradictions of the catalog, and proposals

	learner *learner
}

// learner makes one result.
type learner struct {
	catalog      *catalog.Catalog
	decided      *Decisions
	seen         map[string]*observations  // by operation, as a catalog writes it
	sensitive    map[string]bool           // the names of the catalog's sensitive fields
	roots        map[string]int            // the number of operations by their Go names
	gaps         map[string]*gap           // by their ids
	gapOrder     []*gap                    // as the catalog has them
	objects      map[*catalog.Shape]int    // how often a shape of the catalog was seen
	frozen       map[*catalog.Shape]string // why a shape of the catalog must not change
	groups       map[string]*place         // records that the decisions name, by these names
	choices      map[string]map[string]int // the values of enums and unions, by name
	taken        map[string]bool           // names of the catalog
	recordPlaces map[string]string         // the place of each record, by its name
	visited      map[*place]bool           // named records that propose has visited
	uncertain    bool                      // values may belong to another variant of a union
	findings     []report.Finding
}

// observations are the calls of an operation in all recordings.
type observations struct {
	op       *catalog.Operation // nil if the catalog does not have it
	calls    int
	good     int              // the number of successes that could be read
	requests int              // the least number of different requests that led to them
	empty    int              // the number of successes without a response
	response *recording.Shape // of the other successes, without the envelope; nil if there are none
	month    string           // of the last recording of the operation, "" if it is unknown
	outcomes map[Outcome]*Seen
}

// Learn renders a summary as an overlay of a catalog. The decisions may be nil.
func Learn(c *catalog.Catalog, s *Summary, d *Decisions) *Result {
	l := newLearner(c, d)
	l.collect(s)
	l.findGaps()
	l.reportUnknown()
	l.mergeNamed()
	refined := l.refine()
	l.proposeEnvelope()
	l.reportUnused()
	r := l.render(refined)
	r.Findings = l.findings
	r.sort()
	return r
}

func (r *Result) sort() {
	slices.SortStableFunc(r.Findings, func(a, b report.Finding) int { return a.Level.Compare(b.Level) })
}

func newLearner(c *catalog.Catalog, d *Decisions) *learner {
	l := &learner{
		catalog: c, decided: cmp.Or(d, new(Decisions)), sensitive: sensitiveNames(c), taken: namesOf(c), recordPlaces: map[string]string{}, roots: map[string]int{},
		groups: map[string]*place{}, choices: map[string]map[string]int{}, visited: map[*place]bool{},
	}
	for op := range c.Operations() {
		l.roots[op.GoName]++
	}
	return l
}

// collect merges the recordings and removes the envelopes of responses.
func (l *learner) collect(s *Summary) {
	l.seen = map[string]*observations{}
	ops := l.catalog.ByName()
	for _, id := range slices.Sorted(maps.Keys(s.Recordings)) {
		r := s.Recordings[id]
		for name, outcomes := range r.Operations {
			a := l.seen[name]
			if a == nil {
				a = &observations{op: ops[name], outcomes: map[Outcome]*Seen{}}
				l.seen[name] = a
			}
			a.month = max(a.month, r.month())
			for outcome, seen := range outcomes {
				a.calls += seen.Count
				a.outcomes[outcome] = cmp.Or(a.outcomes[outcome], new(Seen))
				a.outcomes[outcome].merge(seen)
			}
		}
	}
	for _, a := range l.seen {
		a.unwrap()
	}
}

// unwrap merges the responses of all successes.
func (a *observations) unwrap() {
	var e *catalog.Envelope
	if a.op != nil {
		e = a.op.Envelope
	}
	for outcome, seen := range a.outcomes {
		if !outcome.succeeded(e) {
			continue
		}
		a.good += seen.Count
		a.requests = max(a.requests, seen.Requests)
		body := unwrapped(e, seen.Response)
		a.empty += seen.Count
		if body != nil {
			a.empty -= body.Seen
			a.response = recording.Merged(a.response, body)
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

// hasNoMembers reports whether no object had a member.
func hasNoMembers(s *recording.Shape) bool { return len(s.Members) == 0 && s.Entries == nil && !s.Many }

// reportUnknown reports calls of operations that the catalog does not have.
func (l *learner) reportUnknown() {
	var names []string
	calls := 0
	for _, name := range slices.Sorted(maps.Keys(l.seen)) {
		if a := l.seen[name]; a.op == nil {
			names = append(names, name)
			calls += a.calls
		}
	}
	if len(names) > 0 {
		l.addFinding(unknownOperation, l.catalog.Pos, l.catalog.Package, "%s of operations that the catalog does not have: %s; add them to the catalog, or learn them with their own catalog",
			wording.Count(calls, "call"), wording.QuotedList(names, "and"))
	}
}

// reportUnused reports decisions about places that were not seen or that have another type.
func (l *learner) reportUnused() {
	for _, d := range l.decided.order {
		root := rootAt(d.place)
		switch a := l.seen[root]; {
		case !inRecord(d.place) && (a == nil || a.good == 0):
			l.addFinding(unusedDecision, d.pos, d.place, "no response of %s was seen", root)
		case l.gapAt(d.place) == nil:
			l.addFinding(unusedDecision, d.pos, d.place,
				"the catalog shows the type of this place, so nothing is learned")
		case l.lookup(d.place) == nil:
			l.addFinding(unusedDecision, d.pos, d.place, "nothing was seen at this place")
		case !d.fits(l.lookup(d.place)):
			l.addFinding(unusedDecision, d.pos, d.place, "the place has values of another type; map is for objects, name and tag for objects that are not maps, enum for texts")
		}
	}
}

// rootAt returns the operation or the record at the beginning of a place.
func rootAt(at string) string {
	root, _, _ := strings.Cut(at, "/")
	return root
}

// inRecord reports whether a place begins with a record of the catalog.
func inRecord(at string) bool { return !strings.Contains(rootAt(at), ".") }

// posOf returns the position of the operation or the field of a place.
func (l *learner) posOf(at []string) catalog.Position { return l.gapAt(at[0]).field.Pos }

// sensitiveNames returns the names of the catalog's sensitive fields.
func sensitiveNames(c *catalog.Catalog) map[string]bool {
	names := map[string]bool{}
	shapes := slices.Clone(c.Records)
	for op := range c.Operations() {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if f.Sensitive && f.Type.Kind != catalog.Boolean {
				names[f.Name] = true
			}
		}
	}
	return names
}

// child returns the places of a member.
func child(at []string, token string) []string {
	inner := make([]string, len(at))
	for i, p := range at {
		inner[i] = p + "/" + token
	}
	return inner
}
