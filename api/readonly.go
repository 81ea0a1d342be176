package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrReadOnly is the reason for which a client with [WithReadOnly] does not make a call.
var ErrReadOnly = errors.New("the client is read-only; name the operation in api.WithReadOnly to allow it")

// WithReadOnly refuses calls of operations whose effect is not [Read], before anything is sent,
// except for the named operations: "contacts.new_contact". Their errors wrap [ErrReadOnly].
// With this option, a program that migrates or inspects data can be tried on a real service.
//
//	api.WithReadOnly("contacts.new_contact") // refuses all other writes
//
// Pass it before options that call other services for each call, such as
// [WithClientCredentials]: it is a middleware, and the first one is the outermost.
func WithReadOnly(except ...string) ClientOption {
	for _, name := range except {
		area, operation, _ := strings.Cut(name, ".")
		if area == "" || operation == "" {
			err := fmt.Errorf("api.WithReadOnly: %q is not the name of an operation; expected "+
				"one like contacts.new_contact", name)
			return clientOption(func(c *Caller) { c.call.fail(err) })
		}
	}
	allowed := slices.Clone(except)
	return WithMiddleware(func(next RoundTripFunc) RoundTripFunc {
		return func(ctx context.Context, i *Invocation) error {
			isAllowed := i.Operation.Effect == Read || slices.Contains(allowed, i.Operation.String())
			if !isAllowed {
				return fmt.Errorf("%s: %w", i.Operation, ErrReadOnly)
			}
			return next(ctx, i)
		}
	})
}
