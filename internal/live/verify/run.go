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
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// confirmations is how often in a row something must be observed to count.
const confirmations = 3

// run is the state of a run.
type run struct {
	Options
	*sender
	values *values
	result *Result
	done   int // the number of operations that are done
}

func newRun(c *catalog.Catalog, o Options) (*run, error) {
	if o.Base == nil {
		return nil, errors.New("the URL of the service is missing")
	}
	if !MayReach(o.Base, o.Hosts) {
		return nil, fmt.Errorf("%s is not this machine, and not among the hosts that may be called; if it may, add --host %s", wording.Quote(o.Base.Host), o.Base.Hostname())
	}
	o.Limit = cmp.Or(max(o.Limit, 0), time.Hour)
	line, err := newSender(o)
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, sender: line, result: &Result{Seed: o.Seed}}
	r.values = &values{Fixtures: cmp.Or(o.Fixtures, new(Fixtures)), harvested: map[string]any{}, missing: map[string]string{}, ids: map[idKey]receivedID{}}
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
			verified := report.VerifiedOperation{Operation: op.String(), Verdict: Unknown, Facts: []Fact{}}
			r.result.Operations = append(r.result.Operations, Operation{VerifiedOperation: verified, Op: op})
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

// verifyAll calls the operations in the order of the seed. Reads come first. Those that lack a
// reference come after operations that create something. The edges of writes come last,
// because afterwards the service may refuse other requests.
func (r *run) verifyAll(ctx context.Context) (*Result, error) {
	limited, cancel := context.WithTimeoutCause(ctx, r.Limit, fmt.Errorf("the limit of %s was reached", r.Limit))
	defer cancel()
	r.values.harvest = func(*values, *harvest) (any, string) { return "to be harvested", "" } // until the first call
	var left []*trial
	for _, i := range rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(r.result.Operations)) {
		t := &trial{run: r, operation: &r.result.Operations[i], bad: map[string]string{}, reported: map[string]bool{}}
		if op := t.operation.Op; r.mayCall(op) {
			t.builder = build(r.values, op, nil) // to find out which references it lacks
		} else {
			t.builder = &builder{why: "it writes; --writes calls it"}
		}
		left = append(left, t)
	}
	r.reportProgress(0)
	clear(r.values.harvested)
	r.values.harvest = func(v *values, h *harvest) (any, string) { return r.harvest(limited, v, h) }
	for n := range left {
		slices.SortStableFunc(left[n:], func(a, b *trial) int { return cmp.Compare(a.rank(), b.rank()) })
		t := left[n]
		t.operation.Calls = -r.sent
		t.verify(limited)
		if t.operation.Op.Effect == catalog.Read {
			t.tryEdges(limited)
			r.reportProgress(1)
		}
		t.operation.Calls += r.sent
	}
	for _, t := range left {
		if t.operation.Op.Effect != catalog.Read {
			t.operation.Calls -= r.sent
			t.tryEdges(limited)
			t.operation.Calls += r.sent
			r.reportProgress(1)
		}
	}
	r.result.Calls = r.sent
	return r.result, ctx.Err()
}

// mayCall reports whether an operation may be called.
func (r *run) mayCall(op *catalog.Operation) bool { return op.Effect == catalog.Read || r.Writes }

// repetitions returns how often a good request is sent if the service conforms. A write without an
// idempotency key is not repeated.
func (r *run) repetitions(op *catalog.Operation) int {
	if op.Effect == catalog.Write && op.KeyHeader == "" {
		return 1
	}
	return confirmations
}

// reportProgress reports that more operations are done.
func (r *run) reportProgress(more int) {
	if r.done += more; r.Progress != nil {
		r.Progress(r.done, len(r.result.Operations))
	}
}

// stopReason says why no more calls are made, "" if the run continues.
func (r *run) stopReason(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil {
		return "the run ended before: " + err.Error()
	}
	return r.gaveUp
}
