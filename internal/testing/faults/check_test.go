package faults

import (
	"context"
	"errors"
	"net/url"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/long"
)

// check compares the result of a call with its plan.
func (x *trial) check(ctx context.Context, p *progress, response string, err error) {
	r := &x.calls[p.number]
	r.sent = int32(p.sent.Load())
	if r.sent > maxAttempts {
		x.violated("call %d of %s was sent %d times", p.number, p.operation.name, r.sent)
	}
	if err == nil {
		r.succeeded = true
		if response != p.response {
			x.violated("call %d of %s succeeded with another response", p.number, p.operation.name)
		}
		if r.executed.Load() == 0 {
			x.violated("call %d of %s succeeded and was not executed", p.number, p.operation.name)
		}
		return
	}
	if e, ok := errors.AsType[*api.Error](err); ok && e.Attempts != int(r.sent) {
		x.violated("call %d of %s was sent %d times, its error says %d", p.number, p.operation.name, r.sent, e.Attempts)
	}
	if !documented(ctx, p.plan, err) {
		x.violated("call %d of %s failed in a way that is not documented: %v", p.number, p.operation.name, err)
	}
}

// documented reports whether the documentation of wire.Do lists an error.
func documented(ctx context.Context, p *plan, err error) bool {
	e, failed := errors.AsType[*api.Error](err)
	_, transport := errors.AsType[*url.Error](err)
	ended := ctx.Err()
	switch {
	case errors.Is(err, context.Canceled):
		return ended == context.Canceled
	case errors.Is(err, context.DeadlineExceeded) && p.ending == deadline:
		return ended == context.DeadlineExceeded
	case errors.Is(err, context.DeadlineExceeded):
		return p.ending == attemptTime && (failed || transport)
	case failed && e.Err == nil:
		return e.Status < 200 || e.Status > 299
	default:
		return failed || transport
	}
}

// checkCalls checks the totals after all calls.
func (x *trial) checkCalls() {
	for number := range x.calls {
		r, op := &x.calls[number], planOf(number).operation
		executed, arrived := r.executed.Load(), r.arrived.Load()
		if (op.effect == api.Write || op.effect == keyed) && executed > 1 {
			x.violated("call %d of %s was executed %d times", number, op.name, executed)
		}
		if op.effect == api.Write && arrived > 1 {
			x.violated("call %d of %s was on the wire %d times", number, op.name, arrived)
		}
		if executed > arrived || arrived > r.sent+r.otherwise {
			x.violated("call %d of %s was sent %d times, arrived %d times and was executed %d times", number, op.name, r.sent, arrived, executed)
		}
	}
	if early := x.early.Load(); early > 0 {
		x.violated("%d repetitions did not wait for the time of Retry-After", early)
	}
	for i, c := range x.clients {
		if repeated, may := c.sent.Load()-c.calls.Load(), budget+c.accepted.Load()/5; repeated > may {
			x.violated("the client that %s repeated %d attempts; its budget has %d", clientNames[i], repeated, may)
		}
	}
	if long.AreEnough(3_000) {
		x.checkVariety()
	}
}

// budget is the number of retries that a client has without a success.
const budget = 100

// checkVariety makes sure that the trial checks something: every fault occurs, and
// each effect has both outcomes.
func (x *trial) checkVariety() {
	for i := range faults {
		if x.proxy.injected[i].Load() == 0 {
			x.violated("there was no fault of the kind %q", faults[i].name)
		}
	}
	if s := &x.payments; s.replayed.Load() == 0 || s.busy.Load() == 0 || s.reused.Load() == 0 {
		x.violated("of calls with a key, %d got the stored response, %d with status 409, and %d with 422", s.replayed.Load(), s.busy.Load(), s.reused.Load())
	}
	type outcomes struct{ calls, succeeded, repeated int }
	all := map[api.Effect]*outcomes{}
	for number := range x.calls {
		r, effect := &x.calls[number], planOf(number).operation.effect
		if all[effect] == nil {
			all[effect] = new(outcomes)
		}
		all[effect].calls++
		if r.sent > 1 {
			all[effect].repeated++
		}
		if r.succeeded {
			all[effect].succeeded++
		}
	}
	for effect, o := range all {
		if o.succeeded == 0 || o.succeeded == o.calls || o.repeated == 0 {
			x.violated("of %d calls of effect %s %d succeeded, %d were repeated", o.calls, effect, o.succeeded, o.repeated)
		}
	}
}

// checkHeaps compares the heap after a quarter of the calls with the heap after
// all.
func (x *trial) checkHeaps() {
	first, last := x.heaps[0], x.heaps[len(x.heaps)-1]
	if last > first+heapSlack {
		x.violated("the heap grew from %d to %d bytes", first, last)
	}
}

// heapSlack is the allowed difference between two idle moments. It is less than 200
// bytes for each call between them.
const heapSlack = 2 << 20
