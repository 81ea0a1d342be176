// Package verify checks a running service against a catalog. It sends requests that keep
// every rule, and bodies that break exactly one rule, and reports for each fact whether the
// service agrees.
//
// For each operation, a linker finds the values of references, a material has a value of each
// field, a base is a request that keeps every rule, and requests are that, the bodies that break
// one rule, and those with extreme values. A trial sends them through the session of the run.
package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Run verifies a service. If the context ends, Run returns the partial result and the error
// of the context. With any other error, nothing was sent.
func Run(ctx context.Context, c *catalog.Catalog, o Options) (*Result, error) {
	if o.Base == nil {
		return nil, errors.New("the URL of the service is missing")
	}
	if !MayReach(o.Base, o.Hosts) {
		return nil, fmt.Errorf("%s is not this machine, and not among the hosts that may be called; "+
			"if it may, add --host %s", wording.Quote(o.Base.Host), o.Base.Hostname())
	}
	o.Limit = cmp.Or(max(o.Limit, 0), time.Hour)
	s, err := newSender(o)
	if err != nil {
		return nil, err
	}
	r := &run{
		session: &session{
			sender:  s,
			options: o,
			values:  newValues(cmp.Or(o.Fixtures, new(Fixtures))),
		},
		result: &Result{Seed: o.Seed},
	}
	r.result.Operations, err = selected(c, o.Only)
	if err != nil {
		return nil, err
	}
	return r.verifyAll(ctx)
}

// selected returns the operations of Options.Only, without results. Its error names every entry
// that is neither an operation nor an area.
func selected(c *catalog.Catalog, only []string) ([]Operation, error) {
	var selection []Operation
	var names []string
	for op := range c.Operations() {
		names = append(names, op.String(), op.Area.Name)
		isNamed := slices.Contains(only, op.String()) || slices.Contains(only, op.Area.Name)
		if len(only) > 0 && !isNamed {
			continue
		}
		verified := report.VerifiedOperation{Operation: op.String(), Verdict: Unknown, Facts: []Fact{}}
		selection = append(selection, Operation{VerifiedOperation: verified, Op: op})
	}
	var unknown []error
	for _, name := range only {
		if !slices.Contains(names, name) {
			unknown = append(unknown, fmt.Errorf("the catalog has no operation or area %s%s",
				wording.Quote(name), wording.DidYouMean(name, names)))
		}
	}
	return selection, errors.Join(unknown...)
}

// run is the state of a run.
type run struct {
	*session
	result *Result
	done   int // the number of operations that are done
}

// verifyAll calls the operations in the order of the seed. Reads come first. Those that lack a
// reference come after operations that create something. The edges of writes come last,
// because afterwards the service may refuse other requests.
func (r *run) verifyAll(ctx context.Context) (*Result, error) {
	limitReached := fmt.Errorf("the limit of %s was reached", r.options.Limit)
	limited, cancel := context.WithTimeoutCause(ctx, r.options.Limit, limitReached)
	defer cancel()
	pending := r.trials()
	r.reportProgress(0)
	r.values.harvest = func(v *values, h *harvest) (any, string) { return r.harvest(limited, v, h) }
	var writes []*trial
	for len(pending) > 0 {
		slices.SortStableFunc(pending, compareRanks) // ids in responses change ranks
		t := pending[0]
		pending = pending[1:]
		r.countCalls(t, func() { t.verify(limited) })
		if t.operation.Op.Effect != catalog.Read {
			writes = append(writes, t)
			continue
		}
		r.finish(limited, t)
	}
	for _, t := range writes {
		r.finish(limited, t)
	}
	r.result.Calls = r.sent
	return r.result, ctx.Err()
}

// compareRanks orders trials by what must be called before what.
func compareRanks(a, b *trial) int { return cmp.Compare(a.rank(), b.rank()) }

// finish tries the edges of an operation, after which nothing more is sent to it.
func (r *run) finish(ctx context.Context, t *trial) {
	r.countCalls(t, func() { t.tryEdges(ctx) })
	r.reportProgress(1)
}

// trials returns the trials of all operations, in the order of the seed. Nothing is harvested
// yet: a trial first finds out which references it lacks, and a harvest is a call.
func (r *run) trials() []*trial {
	r.values.harvest = func(*values, *harvest) (any, string) { return "to be harvested", "" }
	var trials []*trial
	for _, i := range rand.New(rand.NewPCG(r.options.Seed, 0)).Perm(len(r.result.Operations)) {
		trials = append(trials, newTrial(r.session, &r.result.Operations[i]))
	}
	clear(r.values.harvested)
	return trials
}

// countCalls adds the calls that a function makes to those of the operation of a trial.
func (r *run) countCalls(t *trial, makeCalls func()) {
	before := r.sent
	makeCalls()
	t.operation.Calls += r.sent - before
}

// reportProgress reports that more operations are done.
func (r *run) reportProgress(more int) {
	r.done += more
	if r.options.Progress != nil {
		r.options.Progress(r.done, len(r.result.Operations))
	}
}
