package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// Credentials is what an [Authenticator] sees of a request.
type Credentials struct {
	Operation *Operation
	Header    http.Header       `json:"-"` // of the request; not to be changed
	Body      map[string]string `json:"-"` // what [BodyCredential] took out of the body, by name
}

// Format writes the operation alone, since other fields are secret.
func (c Credentials) Format(s fmt.State, _ rune) { io.WriteString(s, c.describe()) }

// LogValue is what Format writes, for slog.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.describe()) }

func (c Credentials) describe() string { return "api.Credentials(" + c.Operation.String() + ")" }

// Authenticator decides whether a caller may call an operation. It returns the
// context that the service gets, which may say who calls. An error refuses the
// call: a [*Problem] is answered as it is, any other with 401 and not a word of
// it. The body has not been read yet, unless [BodyCredential] asks for it.
//
// RFC 9110 wants an answer with 401 to say in WWW-Authenticate how a caller
// authenticates. Only the authenticator knows: where it matters to callers, it
// returns a Problem with status 401 and this field in its Header.
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

// unauthorized is an error of an authenticator that is not told to the caller.
// The caller is told the [*Problem] that it is too.
type unauthorized struct{ err error }

func (u *unauthorized) Error() string { return "the authenticator refused the call" }

func (u *unauthorized) Unwrap() []error {
	return []error{&Problem{Status: http.StatusUnauthorized}, u.err}
}

// refuseCaller returns what a call is refused with.
func refuseCaller(err error) error {
	if _, ok := problemIn(err); ok {
		return err
	}
	return &unauthorized{err}
}
