package api

import (
	"context"
	"errors"
	"fmt"
)

// Middlewares of a client see each call once, around all its attempts; servermiddleware.go has those of
// a handler. What they may get wrong is checked, since a call that was not made must not look like a
// success.

// WithMiddleware wraps f around every call of a client: around the whole call, not
// around each attempt. To wrap attempts, use an [http.RoundTripper]. The middleware
// sees the result and the duration of a call as the caller does; a request that
// breaks a rule and a response that cannot be read are failures too. The first
// middleware is the outermost one.
//
//	api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
//		return func(ctx context.Context, i *api.Invocation) error {
//			ctx, span := tracer.Start(ctx, i.Operation.String())
//			defer span.End()
//			return next(ctx, i)
//		}
//	})
//
// A middleware passes its Invocation to next, with its context or one derived from it. It
// must not call next after it has returned, or concurrently. It may return an error
// without calling next. Calling next again repeats the call, even a write, with new
// attempts. A nil f, or one that returns nil, has no effect.
func WithMiddleware(f func(next RoundTripFunc) RoundTripFunc) ClientOption {
	return clientOption(func(c *Caller) {
		if f != nil {
			c.middlewares = append(c.middlewares, f)
		}
	})
}

// The mistakes of middlewares.
var (
	errNoInvocation = errors.New("api: a middleware gave next another Invocation than that of " +
		"its call, or one of a call that is over")
	errNoRoundTrip = errors.New("api: a middleware returned no error for a call that had no success")
)

// run makes a call through the middlewares. Only they need a header of the call that they may change;
// without them, each attempt gets its own.
func (c *Caller) run(ctx context.Context, i *Invocation) error {
	if len(c.middlewares) == 0 {
		return invoke(ctx, i)
	}
	i.call.request.header = i.call.completed(i.call.config.header.Clone())
	err := c.invoke(ctx, i)
	if err == nil && !i.done {
		return fmt.Errorf("%s: %w", i.Operation, errNoRoundTrip)
	}
	return err
}

// invoke is the innermost RoundTripFunc. The outcome belongs to the call, since the runtime
// reads it there; a middleware that passes on a copy of its Invocation finds it in the copy too.
func invoke(ctx context.Context, i *Invocation) error {
	if i == nil || i.call == nil {
		return errNoInvocation
	}
	own := &i.call.invocation
	if own.call == nil { // i is a copy that has outlived its call
		return errNoInvocation
	}
	own.Status = 0
	own.Attempts = own.call.request.refused
	own.done = false
	err := own.call.roundTrip(ctx)
	own.done = err == nil
	*i = *own
	return err
}
