// Package soundness tests what gen diff says of random edits of random catalogs, by
// bodies that both catalogs are given. What is refused now, or reaches the other side
// otherwise, is reported as no less.
package soundness

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/diff"
)

var (
	seed = flag.Uint64("seed", 1, "of the first trial; those after it follow")
	long = flag.Duration("long", 0, "how long to make trials, in place of a fixed number")
)

// today is between the sunsets of the edits.
var today = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// trial is a catalog before and after some edits.
type trial struct {
	seed       uint64
	edits      []string
	base, head *document
}

// newTrial makes the trial of a seed. Its first edit is each of them in turn, and
// every fourth trial has further ones.
func newTrial(seed uint64) (maker, trial) {
	m := newMaker(seed)
	for {
		t := trial{seed: seed, base: m.document()}
		t.head = t.base.clone()
		valid := t.edit(m, edits[seed%uint64(len(edits))])
		for seed%4 == 0 && valid && (len(t.edits) < 2 || m.chance(50)) {
			valid = t.edit(m, pick(m, edits...))
		}
		if !valid {
			continue
		}
		if m.chance(50) {
			t.base, t.head = t.head, t.base
			t.edits = append(t.edits, "and back")
		}
		return m, t
	}
}

// edit edits the head, and reports whether that changes it and leaves no problem.
func (t *trial) edit(m maker, e edit) bool {
	before := t.head.String()
	e.make(m, t.head)
	t.edits = append(t.edits, e.name)
	return t.head.String() != before && t.head.parse("head.yaml") != nil
}

// result is what came of a trial.
type result struct {
	trial
	changes []diff.Change
	effects []effect
}

func run(seed uint64) result {
	m, t := newTrial(seed)
	base, head := t.base.parse("base.yaml"), t.head.parse("head.yaml")
	return result{t, diff.CompareOn(base, head, today).Changes, m.effects(base, head)}
}

// missed returns an effect that none of the changes covers, and whether there is one.
func (r result) missed(changes []diff.Change) (effect, bool) {
	for _, e := range r.effects {
		if !slices.ContainsFunc(changes, func(c diff.Change) bool { return covers(&c, e) }) {
			return e, true
		}
	}
	return effect{}, false
}

// String says what was reported, and how to get there again.
func (r result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "go test ./internal/soundness -seed %d: %s\nreported:\n", r.seed, strings.Join(r.edits, ", "))
	for _, c := range r.changes {
		fmt.Fprintf(&b, "%s %s %s: %s\n", c.Verdicts, c.Rule, c.Path, c.Message)
	}
	b.WriteString("-- base.yaml --\n" + r.base.String() + "-- head.yaml --\n" + r.head.String())
	return b.String()
}

// runs makes trials, one after the other or for a time, and calls a func with each.
func runs(t *testing.T, trials uint64, each func(result)) {
	var next atomic.Uint64
	var mu sync.Mutex
	var workers sync.WaitGroup
	end := time.Now().Add(*long)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				n := next.Add(1) - 1
				if *long == 0 && n >= trials || *long > 0 && time.Now().After(end) {
					return
				}
				r := run(*seed + n)
				mu.Lock()
				each(r)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	t.Logf("%d trials from seed %d", next.Load(), *seed)
}

// Whatever a service refuses now, or gets otherwise, a client sends otherwise, or
// cannot read, a finding about its place says so.
func TestNothingIsMissed(t *testing.T) {
	trials := uint64(1500)
	if testing.Short() {
		trials = 60
	}
	effects := map[party]int{}
	runs(t, trials, func(r result) {
		for _, e := range r.effects {
			effects[e.party]++
		}
		if e, missed := r.missed(r.changes); missed {
			t.Errorf("%s\n%s", e, r)
		}
	})
	t.Log(effects)
	require.Len(t, effects, 5)
}
