package api

import "context"

// The former names of options of handlers, from before they could be told from the
// options of clients.

// Deprecated: use [WithServerAnonymous].
func AllowAnonymous() HandlerOption { return WithServerAnonymous() }

// Deprecated: use [WithServerUnknownFields].
func AllowUnknownFields() HandlerOption { return WithServerUnknownFields() }

// Deprecated: use [WithServerBodyCredential].
func BodyCredential(name string) HandlerOption { return WithServerBodyCredential(name) }

// Deprecated: use [WithServerAuthenticator].
func WithAuthenticator(f Authenticator) HandlerOption { return WithServerAuthenticator(f) }

// Deprecated: use [WithServerErrorHandler].
func WithErrorHandler(f func(context.Context, *Operation, error)) HandlerOption {
	return WithServerErrorHandler(f)
}

// Deprecated: use [WithServerLimits].
func WithLimits(limits Limits) HandlerOption { return WithServerLimits(limits) }
