// Package soundness tests what gen diff says of random edits of random catalogs, by
// bodies that both catalogs are given. What is refused now, or reaches the other side
// otherwise, is reported as no less.
package soundness

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// today is between the sunsets of the edits.
var today = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// trial is a catalog before and after some edits, what was reported, and what both
// do to bodies.
type trial struct {
	seed       uint64
	edits      []string
	alone      bool // there was one edit
	texts      [2]string
	base, head *catalog.Catalog
	diff.Comparison
	effects []effect
}

// editsOfEach is how many times a catalog is edited, each time anew, and compared
// forth and back.
const editsOfEach = 12

// trials makes the trials of a seed.
func trials(seed uint64) []trial {
	m := newMaker(seed)
	d := m.document()
	text, base := d.String(), d.parse("base.yaml")
	var all []trial
	for n := uint64(0); len(all) < 2*editsOfEach; n++ {
		done, h, head := m.edited(d, edits[(seed*editsOfEach+n)%uint64(len(edits))])
		if head == nil {
			continue
		}
		for _, t := range []trial{
			{edits: done, texts: [2]string{text, h.String()}, base: base, head: head},
			{edits: append(done, "and back"), texts: [2]string{h.String(), text}, base: head, head: base},
		} {
			t.seed, t.alone = seed, len(done) == 1
			t.Comparison, t.effects = diff.Dates{Today: today}.Compare(t.base, t.head), m.effects(t.base, t.head, 40)
			all = append(all, t)
		}
	}
	return all
}

// edited edits a catalog, in several places now and then. It returns nil if that
// changes nothing, or leaves problems.
func (m maker) edited(d *document, first edit) (done []string, h *document, head *catalog.Catalog) {
	h = d.clone()
	for e := first; ; e = pick(m, edits...) {
		before := h.String()
		e.make(m, h)
		done = append(done, e.name)
		if head = h.parse("head.yaml"); head == nil || h.String() == before || m.chance(75) {
			break
		}
	}
	if h.String() == d.String() {
		head = nil
	}
	return done, h, head
}

// isShown reports whether a body shows that a change breaks requests or responses.
func (t *trial) isShown(c diff.Change) bool {
	breaks := func(all []effect) bool {
		return slices.ContainsFunc(all, func(e effect) bool { return e.least == report.Breaks && covers(&c, e) })
	}
	if breaks(t.effects) {
		return true
	}
	e := proof.Find(t.base, t.head, diff.Comparison{Changes: []diff.Change{c}, Operations: t.Operations})[0].Example
	if e != nil && (e.Kind == "request" || e.Kind == "response") {
		return true
	}
	for _, tried := range []int{600, 6000} {
		if breaks(newMaker(t.seed).effects(t.base, t.head, tried)) {
			return true
		}
	}
	return false
}

// String says what was reported, and how to get there again.
func (t *trial) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "go test ./internal/testing/soundness -seed %d: %s\nreported:\n", t.seed, strings.Join(t.edits, ", "))
	for _, c := range t.Changes {
		fmt.Fprintf(&b, "%s %s %s: %s\n", c.Verdicts, c.Rule, c.Path, c.Message)
	}
	return b.String() + "-- base.yaml --\n" + t.texts[0] + "-- head.yaml --\n" + t.texts[1]
}

// tally is what came of all trials.
type tally struct {
	trials  int
	effects map[party]int
	missed  []string
	unshown []string // changes that break something, which no body shows
}

func (all *tally) add(t *trial) {
	all.trials++
	for _, e := range t.effects {
		all.effects[e.party]++
	}
	for _, e := range t.effects {
		if !slices.ContainsFunc(t.Changes, func(c diff.Change) bool { return covers(&c, e) }) {
			all.missed = append(all.missed, fmt.Sprintf("%s\n%s", e, t))
			return
		}
	}
	for _, c := range t.Changes {
		breaks := t.alone && max(c.Verdicts.Requests, c.Verdicts.Responses) == report.Breaks
		if excused := exaggerated[c.Rule]; breaks && !t.isShown(c) && (excused == nil || !excused(c)) {
			all.unshown = append(all.unshown, fmt.Sprintf("%s %s: %s\n%s", c.Rule, c.Path, c.Message, t))
		}
	}
}

// all are the trials of this run, which several tests look at.
var all = sync.OnceValue(func() *tally {
	catalogs := uint64(long.Tries(10, 250))
	sum := &tally{effects: map[party]int{}}
	var mu sync.Mutex
	var next atomic.Uint64
	var workers sync.WaitGroup
	end := time.Now().Add(*long.Duration)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := next.Add(1) - 1; n < catalogs || time.Now().Before(end); n = next.Add(1) - 1 {
				for _, t := range trials(*long.Seed + n) {
					mu.Lock()
					sum.add(&t)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return sum
})

// Whatever a service refuses now, or gets otherwise, a client sends otherwise, or
// cannot read, a finding about its place says so.
func TestNothingIsMissed(t *testing.T) {
	t.Logf("%d comparisons from seed %d: %v", all().trials, *long.Seed, all().effects)
	for _, missed := range all().missed {
		t.Error(missed)
	}
	if long.AreEnough(10) {
		require.Len(t, all().effects, 5)
	}
}

// Whatever is said to break requests or responses has a body that shows it, or a reason.
func TestNothingIsExaggerated(t *testing.T) {
	for _, change := range all().unshown {
		t.Errorf("no body shows that it breaks, and no reason is given: %s", change)
	}
}

// exaggerated are changes that break something and have no body that shows it, by rule.
var exaggerated = map[string]func(diff.Change) bool{
	// An old client reads a tag alone, whatever is beside it now; an open record reads the
	// members of another one.
	"variant-record-changed": isOfAnswersOrOpen,
	// One string is read either way, as other items.
	"field-encoding-changed": func(c diff.Change) bool { return c.Aspect == "separator" && isOfAnswers(c) },
	// Whether a union fits a record, bodies alone tell, and whether rules asked for a field already.
	"field-type-changed": func(c diff.Change) bool {
		b, h := c.Base.Field.Type.Item(), c.Head.Field.Type.Item()
		return b.Union != nil && h.Record != nil || b.Record != nil && h.Union != nil
	},
	"field-became-required": func(c diff.Change) bool { return c.Base.Operation != nil && len(c.Base.Operation.Rules) > 0 },
	// An old client reads on without an optional value, and any other value in its place.
	"wire-name-changed": isAnyOrNone,
	"field-removed":     isAnyOrNone,
	// An old client reads any object as a record that takes every value.
	"field-type-widened": func(c diff.Change) bool {
		return isOfAnswers(c) && c.Head.Field.Type.Item().Kind == catalog.Object
	},
}

// isOfAnswers reports whether a change breaks responses alone.
func isOfAnswers(c diff.Change) bool { return c.Verdicts.Requests < report.Breaks }

// isOfAnswersOrOpen reports whether a change breaks responses alone, or lets a variant be an
// open record that requires nothing and has none of the fields that there were.
func isOfAnswersOrOpen(c diff.Change) bool {
	if isOfAnswers(c) || c.Base.Variant == nil || c.Head.Variant == nil {
		return isOfAnswers(c)
	}
	base, head := c.Base.Variant.Record, c.Head.Variant.Record
	return base != nil && head != nil && head.Open && !slices.ContainsFunc(head.Fields, func(f *catalog.Field) bool {
		return f.Required || slices.ContainsFunc(base.Fields, func(old *catalog.Field) bool { return old.Name == f.Name })
	})
}

// isAnyOrNone reports whether the fields that are gone were optional and could be anything.
func isAnyOrNone(c diff.Change) bool {
	fields := c.Fields
	if c.Base.Field != nil {
		fields = []*catalog.Field{c.Base.Field}
	}
	return isOfAnswers(c) && len(fields) > 0 && !slices.ContainsFunc(fields, func(f *catalog.Field) bool {
		return f.Required || f.Type.Kind != catalog.Any && f.Type.Kind != catalog.Unspecified
	})
}
