package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// confirmations is how often in a row something must be observed to count.
const confirmations = 3

// run is the state of a run.
type run struct {
	Options
	*line
	values *values
	result *Result
	plans  []planned // of the operations of the result
	total  int       // the number of calls
	done   int       // calls that are done
	share  int       // calls that are done at the end of the current operation
}

// planned is the script of an operation and its number of calls.
type planned struct {
	*script
	calls    int
	later    int        // calls of a write at its edges
	harvests []*harvest // the harvests that it needs, in the order of the file
	wants    []string   // places of references without a value
}

func newRun(c *catalog.Catalog, o Options) (*run, error) {
	if o.Base == nil {
		return nil, errors.New("the URL of the service is missing")
	}
	if !MayReach(o.Base, o.Hosts) {
		return nil, fmt.Errorf("%s is not this machine, and not among the hosts that may be called; if it may, add --host %s", wording.Quote(o.Base.Host), o.Base.Hostname())
	}
	o.Limit = cmp.Or(max(o.Limit, 0), time.Hour)
	line, err := newLine(o)
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, line: line, result: &Result{Seed: o.Seed}}
	r.values = &values{Fixtures: cmp.Or(o.Fixtures, new(Fixtures)), harvested: map[string]any{}, missing: map[string]string{}, wanted: map[string]want{}, learned: map[string]Reference{}}
	if err := r.choose(c); err != nil {
		return nil, err
	}
	return r, nil
}

// choose selects the operations of Options.Only.
func (r *run) choose(c *catalog.Catalog) error {
	var known []string
	for op := range c.Operations() {
		known = append(known, op.String(), op.Area.Name)
		if len(r.Only) == 0 || slices.Contains(r.Only, op.String()) || slices.Contains(r.Only, op.Area.Name) {
			r.result.Operations = append(r.result.Operations, Operation{Op: op, Verdict: Unknown})
		}
	}
	var unknown []error
	for _, name := range r.Only {
		if !slices.Contains(known, name) {
			unknown = append(unknown, fmt.Errorf("the catalog has no operation or area %s%s", wording.Quote(name), wording.DidYouMean(name, known)))
		}
	}
	return errors.Join(unknown...)
}

// MayReach reports whether a URL is on this machine or on one of the hosts.
func MayReach(base *url.URL, hosts []string) bool {
	name := base.Hostname()
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback() || slices.ContainsFunc(hosts, func(h string) bool {
		return strings.EqualFold(h, base.Host) || strings.EqualFold(h, name)
	})
}

// all harvests, and calls the operations in the order of the seed. Reads come first. Those
// that lack a reference come after operations that create something. A write may use up a
// harvested value, so it gets its own harvest. Its edges come last, because afterwards the
// service may refuse other requests.
func (r *run) all(ctx context.Context) (*Result, error) {
	limited, cancel := context.WithTimeoutCause(ctx, r.Limit, fmt.Errorf("the limit of %s was reached", r.Limit))
	defer cancel()
	needed := r.plan()
	r.report(0)
	r.harvest(limited, needed)
	order := rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(r.plans))
	trials := make([]*trial, len(r.plans))
	for n := range order {
		r.next(order[n:])
		i := order[n]
		o, p := &r.result.Operations[i], &r.plans[i]
		r.share, o.Calls = r.done+p.calls, -r.sent
		r.harvest(limited, r.own(*p, o.Op))
		if p.harvests != nil && r.over(limited) == "" {
			p.script = build(r.values, o.Op, nil)
		}
		for _, place := range p.wants {
			if ref, ok := r.values.learned[place]; ok {
				o.References = append(o.References, ref)
			}
		}
		trials[i] = r.operation(limited, o, p.script)
		if o.Op.Effect == catalog.Read {
			trials[i].tryEdges(limited)
		}
		r.report(p.calls)
		o.Calls += r.sent
	}
	for _, i := range order {
		if o, p := &r.result.Operations[i], r.plans[i]; o.Op.Effect != catalog.Read {
			r.share, o.Calls = r.done+p.later, o.Calls-r.sent
			trials[i].tryEdges(limited)
			r.report(p.later)
			o.Calls += r.sent
		}
	}
	r.result.Calls = r.sent
	return r.result, ctx.Err()
}

// next moves the next operation to the front of the remaining ones. It plans the operation
// again if it lacked references, because earlier responses may supply them.
func (r *run) next(left []int) {
	rank := func(i int) int {
		op := r.result.Operations[i].Op
		reads, lacks := op.Effect == catalog.Read, slices.ContainsFunc(r.plans[i].wants, func(place string) bool { return r.values.learned[place].From == nil })
		return slices.Index([]bool{reads && !lacks, makes(op) && !lacks, reads, !lacks, true}, true)
	}
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	if p := &r.plans[left[0]]; p.wants != nil {
		r.total -= p.calls + p.later
		*p = r.planned(r.result.Operations[left[0]].Op)
		r.total += p.calls + p.later
	}
}

// plan makes the requests of all operations, counts the calls, and returns the harvests that
// the requests need.
func (r *run) plan() []*harvest {
	for _, h := range r.values.harvests {
		r.values.planning, r.values.used = true, map[*harvest]bool{}
		if r.mayCall(h.from) {
			build(r.values, h.from, h.request)
		}
		h.uses = r.values.used
	}
	needed := map[*harvest]bool{}
	for _, o := range r.result.Operations {
		p := r.planned(o.Op)
		own := r.own(p, o.Op)
		for _, h := range p.harvests {
			needed[h] = needed[h] || !slices.Contains(own, h)
		}
		r.plans = append(r.plans, p)
		r.total += p.calls + p.later
	}
	all := slices.DeleteFunc(slices.Clone(r.values.harvests), func(h *harvest) bool { return !needed[h] })
	r.share = len(all)
	r.total += r.share
	return all
}

// planned makes the requests of an operation, and counts the calls.
func (r *run) planned(op *catalog.Operation) planned {
	p := planned{script: &script{why: "it writes; --writes calls it"}}
	if !r.mayCall(op) {
		return p
	}
	r.values.planning, r.values.used = true, map[*harvest]bool{}
	p.script = build(r.values, op, nil)
	r.values.planning = false
	for place, w := range r.values.wanted {
		if w.op == op {
			p.wants = append(p.wants, place)
		}
	}
	slices.Sort(p.wants)
	p.harvests = r.chain(r.values.used)
	p.calls = r.calls(p.script) + len(r.own(p, op))
	if op.Effect == catalog.Read {
		p.calls += len(p.edges)
	} else {
		p.later = len(p.edges)
	}
	return p
}

// chain returns harvests and the harvests that their requests use, in the order of the file.
func (r *run) chain(used map[*harvest]bool) (all []*harvest) {
	known := map[*harvest]bool{}
	var add func(map[*harvest]bool)
	add = func(more map[*harvest]bool) {
		for h := range more {
			if !known[h] {
				known[h] = true
				add(h.uses)
			}
		}
	}
	add(used)
	for _, h := range r.values.harvests {
		if known[h] {
			all = append(all, h)
		}
	}
	return all
}

// own returns the harvests that are repeated for an operation, because it may use up what
// they create.
func (r *run) own(p planned, op *catalog.Operation) []*harvest {
	if op.Effect == catalog.Read || p.why != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.harvests), func(h *harvest) bool { return h.from.Effect == catalog.Read || !r.mayCall(h.from) })
}

// mayCall reports whether an operation may be called.
func (r *run) mayCall(op *catalog.Operation) bool { return op.Effect == catalog.Read || r.Writes }

// mayBreak reports whether an operation may be called with a body that breaks a rule.
func (r *run) mayBreak(op *catalog.Operation) bool {
	return op.Effect == catalog.Read || r.Writes && r.BreakWrites
}

// calls counts the calls of a script, except the edges, if the service conforms.
func (r *run) calls(s *script) int {
	if s.why != "" {
		return 0
	}
	n := r.times(s.op.Operation)
	if !r.mayBreak(s.op.Operation) {
		return n
	}
	last := text(s.good)
	for _, p := range s.facts {
		if p.broken == "" {
			continue
		}
		n += 2 * confirmations
		if p.good != last {
			n++
		}
		last = p.good
	}
	return n
}

// times returns how often a good request is sent if the service conforms. A write without an
// idempotency key is not repeated.
func (r *run) times(op *catalog.Operation) int {
	if op.Effect == catalog.Write && op.KeyHeader == "" {
		return 1
	}
	return confirmations
}

// report reports progress. Calls that were not counted in advance do not count.
func (r *run) report(calls int) {
	r.done = min(r.done+calls, r.share)
	if r.Progress != nil {
		r.Progress(r.done, r.total)
	}
}

// over says why no more calls are made, "" if the run continues.
func (r *run) over(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil {
		return "the run ended before: " + err.Error()
	}
	return r.gaveUp
}
