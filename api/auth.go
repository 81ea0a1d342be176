package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Credentials is what an [Authenticator] sees of a request.
type Credentials struct {
	Operation *Operation
	Header    http.Header // of the request; not to be changed
}

// Format writes the operation alone, since other fields are secret.
func (c Credentials) Format(s fmt.State, _ rune) {
	io.WriteString(s, "api.Credentials("+c.Operation.String()+")")
}

// Authenticator decides whether a caller may call an operation. It returns the
// context that the service gets, which may say who calls. An error refuses the
// call: a [*Problem] is answered as it is, any other with 401 and not a word of
// it. The body has not been read yet.
type Authenticator func(context.Context, Credentials) (context.Context, error)

// WithAuthenticator asks f about every request.
func WithAuthenticator(f Authenticator) HandlerOption {
	return func(h *handler) {
		h.choices++
		h.authenticate = f
	}
}

// AllowAnonymous serves every request: somebody else has decided who may call,
// or nobody needs to.
func AllowAnonymous() HandlerOption {
	return WithAuthenticator(func(ctx context.Context, _ Credentials) (context.Context, error) {
		return ctx, nil
	})
}

var errNoAuthChoice = errors.New("api: nobody or too many decide who may call: " +
	"give NewHandler exactly one of api.AllowAnonymous and api.WithAuthenticator, with a function")

// unauthorized is the answer to a caller whom the authenticator refused.
func unauthorized(err error) *Problem {
	if p, ok := problemIn(err); ok {
		return p
	}
	return &Problem{Status: http.StatusUnauthorized}
}
