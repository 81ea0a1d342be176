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
	done   int       // the number of operations that are done
}

// planned is the script of an operation.
type planned struct {
	*script
	harvests bool     // it has samples in place of values to harvest
	wants    []string // places of references without a value
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

// all calls the operations in the order of the seed. Reads come first. Those that lack a
// reference come after operations that create something. The edges of writes come last,
// because afterwards the service may refuse other requests.
func (r *run) all(ctx context.Context) (*Result, error) {
	limited, cancel := context.WithTimeoutCause(ctx, r.Limit, fmt.Errorf("the limit of %s was reached", r.Limit))
	defer cancel()
	for _, o := range r.result.Operations {
		r.plans = append(r.plans, r.planned(o.Op))
	}
	r.report(0)
	r.values.harvest = func(h *harvest) { r.harvest(limited, h) }
	order := rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(r.plans))
	trials := make([]*trial, len(r.plans))
	for n := range order {
		r.next(order[n:])
		i := order[n]
		o, p := &r.result.Operations[i], &r.plans[i]
		o.Calls = -r.sent
		if (p.harvests || p.wants != nil) && r.over(limited) == "" {
			r.replan(p, o.Op)
		}
		for _, place := range p.wants {
			if ref, ok := r.values.learned[place]; ok {
				o.References = append(o.References, ref)
			}
		}
		trials[i] = r.operation(limited, o, p.script)
		if o.Op.Effect == catalog.Read {
			trials[i].tryEdges(limited)
			r.report(1)
		}
		o.Calls += r.sent
	}
	for _, i := range order {
		if o := &r.result.Operations[i]; o.Op.Effect != catalog.Read {
			o.Calls -= r.sent
			trials[i].tryEdges(limited)
			o.Calls += r.sent
			r.report(1)
		}
	}
	r.result.Calls = r.sent
	return r.result, ctx.Err()
}

// next moves the next operation to the front of the remaining ones.
func (r *run) next(left []int) {
	rank := func(i int) int {
		op := r.result.Operations[i].Op
		reads, lacks := op.Effect == catalog.Read, slices.ContainsFunc(r.plans[i].wants, func(place string) bool { return r.values.learned[place].From == nil })
		return slices.Index([]bool{reads && !lacks, makes(op) && !lacks, reads, !lacks, true}, true)
	}
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
}

// planned makes the requests of an operation. Until the run harvests, samples replace the
// values to harvest.
func (r *run) planned(op *catalog.Operation) planned {
	if !r.mayCall(op) {
		return planned{script: &script{why: "it writes; --writes calls it"}}
	}
	r.values.postponed = false
	p := planned{script: build(r.values, op, nil), harvests: r.values.postponed}
	for place, w := range r.values.wanted {
		if w.op == op {
			p.wants = append(p.wants, place)
		}
	}
	slices.Sort(p.wants)
	return p
}

// replan makes the requests of an operation again, with the values that the service has sent.
// A write may use up what a harvest creates, so each write gets its own.
func (r *run) replan(p *planned, op *catalog.Operation) {
	for _, h := range r.values.harvests {
		if op.Effect != catalog.Read && h.from.Effect != catalog.Read {
			delete(r.values.harvested, h.name)
			delete(r.values.missing, h.name)
		}
	}
	*p = r.planned(op)
}

// mayCall reports whether an operation may be called.
func (r *run) mayCall(op *catalog.Operation) bool { return op.Effect == catalog.Read || r.Writes }

// times returns how often a good request is sent if the service conforms. A write without an
// idempotency key is not repeated.
func (r *run) times(op *catalog.Operation) int {
	if op.Effect == catalog.Write && op.KeyHeader == "" {
		return 1
	}
	return confirmations
}

// report reports that more operations are done.
func (r *run) report(more int) {
	if r.done += more; r.Progress != nil {
		r.Progress(r.done, len(r.plans))
	}
}

// over says why no more calls are made, "" if the run continues.
func (r *run) over(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil {
		return "the run ended before: " + err.Error()
	}
	return r.gaveUp
}
