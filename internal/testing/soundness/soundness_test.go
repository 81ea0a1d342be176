// Package soundness tests what gen diff says of random edits of random catalogs, by
// bodies that both catalogs are given. What is refused now, or reaches the other side
// otherwise, is reported as no less.
package soundness

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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

// missed returns an effect that none of the changes covers, and whether there is one.
func (t *trial) missed(changes []diff.Change) (effect, bool) {
	i := slices.IndexFunc(t.effects, func(e effect) bool {
		return !slices.ContainsFunc(changes, func(c diff.Change) bool { return covers(&c, e) })
	})
	if i < 0 {
		return effect{}, false
	}
	return t.effects[i], true
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
	if e != nil && (e.Kind == "request" || e.Kind == "answer") {
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
	needed  map[string]bool // rules, with a weakening that would be noticed
	broken  map[string]int  // changes that break requests or responses, by rule
	unshown map[string]int  // of these, those that no body shows, without a reason
	samples map[string]string
}

// weakenings are what could be wrong with a rule about the wire: it is silent, or says
// less than it should.
var weakenings = []struct {
	name    string
	applies func(report.Verdicts) bool
	weaken  func(report.Verdicts) report.Verdicts
}{
	{"silent", func(v report.Verdicts) bool { return max(v.Requests, v.Answers) >= report.Shifts },
		func(report.Verdicts) report.Verdicts { return report.Verdicts{} }},
	{"requests shift", func(v report.Verdicts) bool { return v.Requests == report.Breaks },
		func(v report.Verdicts) report.Verdicts { v.Requests = report.Shifts; return v }},
	{"responses shift", func(v report.Verdicts) bool { return v.Answers == report.Breaks },
		func(v report.Verdicts) report.Verdicts { v.Answers = report.Shifts; return v }},
}

func (all *tally) add(t *trial) {
	all.trials++
	for _, e := range t.effects {
		all.effects[e.party]++
	}
	if e, missed := t.missed(t.Changes); missed {
		all.missed = append(all.missed, fmt.Sprintf("%s\n%s", e, t))
		return
	}
	for _, c := range t.Changes {
		for _, w := range weakenings {
			name := c.Rule + ": " + w.name
			if all.needed[name] || !w.applies(*c.Verdicts) {
				continue
			}
			weaker := slices.Clone(t.Changes)
			for i := range weaker {
				if weaker[i].Rule == c.Rule && w.applies(*weaker[i].Verdicts) {
					v := w.weaken(*weaker[i].Verdicts)
					weaker[i].Verdicts = &v
				}
			}
			_, all.needed[name] = t.missed(weaker)
		}
		if t.alone && max(c.Verdicts.Requests, c.Verdicts.Answers) == report.Breaks {
			all.broken[c.Rule]++
			switch e := exaggerated[c.Rule]; {
			case t.isShown(c) || e.holds != nil && e.holds(c):
			default:
				all.unshown[c.Rule]++
				all.samples[c.Rule] = fmt.Sprintf("%s %s: %s\n%s", c.Rule, c.Path, c.Message, t)
			}
		}
	}
}

// all are the trials of this run, which several tests look at.
var all = sync.OnceValue(func() *tally {
	least, most := long.Size(uint64(10), 250), long.Size(uint64(10), 600) // catalogs
	sum := &tally{effects: map[party]int{}, needed: map[string]bool{}, broken: map[string]int{}, unshown: map[string]int{}, samples: map[string]string{}}
	var mu sync.Mutex
	end := time.Now().Add(*long.For)
	for n := uint64(0); ; n += least / 5 { // whole blocks, so that a run can be repeated
		enough := n >= most || n >= least && len(sum.lacking()) == 0
		if *long.For == 0 && enough || *long.For > 0 && time.Now().After(end) {
			return sum
		}
		var next atomic.Uint64
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for i := next.Add(1) - 1; i < least/5; i = next.Add(1) - 1 {
					for _, t := range trials(*long.Seed + n + i) {
						mu.Lock()
						sum.add(&t)
						mu.Unlock()
					}
				}
			})
		}
		workers.Wait()
	}
})

// Whatever a service refuses now, or gets otherwise, a client sends otherwise, or
// cannot read, a finding about its place says so.
func TestNothingIsMissed(t *testing.T) {
	t.Logf("%d comparisons from seed %d: %v", all().trials, *long.Seed, all().effects)
	for _, missed := range all().missed {
		t.Error(missed)
	}
	require.Len(t, all().effects, 5)
}

// Whatever is said to break requests or responses has a body that shows it, or a reason.
func TestNothingIsExaggerated(t *testing.T) {
	for _, rule := range slices.Sorted(maps.Keys(all().broken)) {
		t.Logf("%s: %d of %d without a body", rule, all().unshown[rule], all().broken[rule])
		if n := all().unshown[rule]; n > 0 {
			t.Errorf("no body shows that it breaks, and no reason is given: %s", all().samples[rule])
		}
	}
}

// exaggerated says why some changes that break something have no body that shows it, and
// which they are.
var exaggerated = map[string]excuse{
	"variant-record-changed": {"an old client reads a tag alone, whatever is beside it now; an open record reads the members of another one", isOfAnswersOrOpen},
	"field-encoding-changed": {"one string is read either way, as other items", func(c diff.Change) bool { return c.Aspect == "separator" && isOfAnswers(c) }},
	"wire-name-changed":      {readsOn, isAnyOrNone},
	"field-removed":          {readsOn, isAnyOrNone},
	"field-type-widened": {"an old client reads any object as a record that takes every value", func(c diff.Change) bool {
		return isOfAnswers(c) && c.Head.Field.Type.Item().Kind == catalog.Object
	}},
}

// excuse is a reason, and the changes that have it.
type excuse struct {
	reason string
	holds  func(diff.Change) bool
}

const readsOn = "an old client reads on without an optional value, and any other one can be read in its place"

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

// Without any of the rules about the wire, or with a weaker verdict, something would be
// missed.
func TestEveryRuleIsNeeded(t *testing.T) {
	long.Only(t, "too few trials to meet every rule")
	for _, name := range all().lacking() {
		t.Errorf("%s: nothing would be missed; make an edit that needs the rule, or give a reason", name)
	}
	for name := range unneeded {
		assert.False(t, all().needed[name], "%s: take it out of unneeded", name)
	}
}

// lacking lists the rules about the wire, with a weakening that nothing would notice so
// far.
func (all *tally) lacking() []string {
	var names []string
	for _, chapter := range diff.Chapters() {
		for _, r := range chapter.Rules {
			for _, w := range weakenings {
				name := r.ID + ": " + w.name
				if slices.ContainsFunc(r.Cases, func(c diff.Case) bool { return w.applies(c.Verdicts) }) && !all.needed[name] && unneeded[name] == "" {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// unneeded says why nothing that is tried here shows that a rule is needed.
var unneeded = map[string]string{
	"operation-removed: responses shift":   gone,
	"auth-dropped: requests shift":         "no edit here drops a credential in the body of an open operation",
	"auth-removed: silent":                 "the head does not say whom the service lets in",
	"auth-token-changed: silent":           "which tokens the service accepts is in no catalog",
	"nullability-changed: silent":          unmade,
	"nullability-changed: responses shift": unmade,
	"nullability-changed: requests shift":  unmade,
	"operation-effect-changed: silent":     "how often a client calls is in no body",
	"idempotency-added: silent":            "how often a client calls is in no body",
	"idempotency-removed: silent":          "how often a client calls is in no body",
	"idempotency-header-changed: silent":   "a key is in no body",
	"field-value-mapping-changed: silent":  "the tables are the caller's, and no body shows them",
	"page-place-changed: silent":           iterator,
	"page-place-changed: responses shift":  iterator,
}

const (
	gone     = "the request ends in 404 already"
	iterator = "the response can be read, but for the iterator, which finds no items"
	unmade   = "no edit makes fields that may be null, or responses that are no objects"
)
