// Package learn makes an overlay from recordings. It adds the shapes of responses that the
// catalog does not show. [Summary] keeps what was recorded, and [Learn] makes the overlay.
// docs/truth.md describes both.
//
// Each stage makes a value for the next ones: what was observed, the gaps of the catalog with
// their shapes, the records that decisions name, the types of places, and the refinements to
// print. All stages add findings.
package learn

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Result is the result of [Learn].
type Result struct {
	Overlay  []byte
	Shown    int              // the number of operations whose response the overlay shows
	Refined  int              // the number of fields of the catalog whose type it shows
	Findings []report.Finding // contradictions of the catalog, and proposals

	catalog  *catalog.Catalog
	observed observed
	gaps     *gapSet
}

// Learn renders a summary as an overlay of a catalog. The decisions may be nil.
func Learn(c *catalog.Catalog, s *Summary, d *Decisions) *Result {
	w := newWork(c, s, cmp.Or(d, new(Decisions)))
	w.observed.reportUnknown(c, w.findings)
	refined := w.refine()
	proposeEnvelope(c, w.observed, w.findings)
	w.reportUnused()
	r := &Result{catalog: c, observed: w.observed, gaps: w.gaps}
	accepted := w.addFitting(nil, refined)
	r.count(accepted)
	r.Overlay = overlayOf(accepted, w.builder)
	r.Findings = *w.findings
	r.sort()
	return r
}

// count counts what the overlay shows.
func (r *Result) count(accepted []refinement) {
	for _, a := range accepted {
		if a.unshown() {
			r.Shown++
		} else {
			r.Refined++
		}
	}
}

// sort puts the gravest findings first. Those of one level keep the order in which the stages found
// them.
func (r *Result) sort() {
	slices.SortStableFunc(r.Findings, func(a, b report.Finding) int { return a.Level.Compare(b.Level) })
}

// work has the values of the stages of one result.
type work struct {
	lookups
	findings *findings
	builder  *builder
}

// newWork observes the calls, and finds the gaps of the catalog.
func newWork(c *catalog.Catalog, s *Summary, d *Decisions) *work {
	calls := observe(c, s)
	names := newNaming(c, d)
	found := new(findings)
	w := &work{
		lookups:  lookups{decided: d, observed: calls, gaps: findGaps(c, calls, names, found)},
		findings: found,
	}
	w.builder = &builder{
		decided:  d,
		observed: calls,
		names:    names,
		privacy:  newPrivacy(c, d),
		choices: &choices{
			values:   map[string]map[string]int{},
			names:    names,
			observed: calls,
			findings: found,
		},
	}
	return w
}

// refine resolves the named records, and then all gaps.
func (w *work) refine() []refinement {
	b := w.builder
	b.groups = groupNamed(w.lookups)
	for _, name := range slices.Sorted(maps.Keys(b.groups)) {
		if g := b.groups[name]; g.kind == catalog.Record {
			b.buildFields(g, g.name)
		}
	}
	maps.DeleteFunc(b.groups, func(_ string, g *place) bool { return g.kind != catalog.Record })
	p := &proposer{
		decided:  w.decided,
		observed: w.observed,
		names:    b.names,
		gaps:     w.gaps,
		findings: w.findings,
		visited:  map[*place]bool{},
	}
	return refine(w.gaps, b, p, w.findings)
}

// reportUnused reports decisions about places that were not seen or that have another type.
func (w *work) reportUnused() {
	for _, d := range w.decided.order {
		root := rootAt(d.place)
		o := w.observed[root]
		isUnseen := o == nil || o.successes == 0
		switch {
		case !inRecord(d.place) && isUnseen:
			w.findings.add(unusedDecision, d.pos, d.place, "no response of %s was seen", root)
		case w.gaps.around(d.place) == nil:
			w.findings.add(unusedDecision, d.pos, d.place,
				"the catalog shows the type of this place, so nothing is learned")
		case w.shapeAt(d.place) == nil:
			w.findings.add(unusedDecision, d.pos, d.place, "nothing was seen at this place")
		case !d.fits(w.shapeAt(d.place)):
			w.findings.add(unusedDecision, d.pos, d.place, "the place has values of another type; "+
				"map is for objects, name and tag for objects that are not maps, enum for texts")
		}
	}
}

// addFitting adds refinements to those of an overlay. It leaves out and reports those that
// package catalog refuses, because only that package knows the rules of the format. It tries all
// of them at once and halves them on failure, so that usually the catalog is read once.
func (w *work) addFitting(accepted, more []refinement) []refinement {
	candidates := append(slices.Clip(accepted), more...)
	text := overlayOf(candidates, w.builder)
	_, problems := w.builder.names.catalog.With(catalog.Source{Name: "<learned>", Text: text})
	if problems == nil || len(more) == 0 {
		return candidates
	}
	if half := len(more) / 2; half > 0 {
		return w.addFitting(w.addFitting(accepted, more[:half]), more[half:])
	}
	r := more[0]
	w.findings.add(leftOut, r.field.Pos, r.id,
		"what was seen is left out, because the catalog says otherwise: %s", problems[0].Message)
	return accepted
}
