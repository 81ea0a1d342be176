package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api/internal/cursor"
	"example.com/opgen/api/internal/encode"
)

// Credentials is what an [Authenticator] sees of a request.
type Credentials struct {
	Operation *Operation
	Header    http.Header       `json:"-"` // of the request; not to be changed
	Body      map[string]string `json:"-"` // what [WithServerBodyCredential] took out of the body, by name
}

// Format writes the operation alone, since other fields are secret.
func (c Credentials) Format(s fmt.State, _ rune) { io.WriteString(s, c.describe()) }

// LogValue is what Format writes, for slog.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.describe()) }

func (c Credentials) describe() string { return "api.Credentials(" + c.Operation.String() + ")" }

// Authenticator decides whether a caller may call an operation. It returns the
// context that the service gets, which may say who calls. An error refuses the
// call: a [*Problem] is answered as it is, any other with 401 and not a word of
// it. The body has not been read yet, unless [WithServerBodyCredential] asks for it.
//
// RFC 9110 wants an answer with 401 to say in WWW-Authenticate how a caller
// authenticates. Only the authenticator knows: where it matters to callers, it
// returns a Problem with status 401 and this field in its Header.
type Authenticator func(context.Context, Credentials) (context.Context, error)

// WithServerAuthenticator asks f about every request.
func WithServerAuthenticator(f Authenticator) HandlerOption {
	return func(h *handler) {
		h.choices++
		h.authenticate = f
	}
}

// WithServerAnonymous serves every request: somebody else has decided who may call,
// or nobody needs to.
func WithServerAnonymous() HandlerOption {
	return WithServerAuthenticator(func(ctx context.Context, _ Credentials) (context.Context, error) {
		return ctx, nil
	})
}

var errNoAuthChoice = errors.New("api: nobody or too many decide who may call: " +
	"give NewHandler exactly one of api.WithServerAnonymous and api.WithServerAuthenticator, with a function")

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

// WithServerBodyCredential takes a member out of the JSON body of every request and shows
// it to the [Authenticator] in Credentials.Body, for callers who send their key
// there; [WithBodyField] is the other side of it. Given again for another name it
// takes out a second member. Neither the service nor what checks the request sees
// them: a field of that name in the catalog is never given, so choose another.
//
// A credential is a string that its body, a JSON object, holds once. Names are
// compared without their escapes. Of a body that is no JSON object or is over a
// limit of nesting, and of a member that is no string or is given twice, nothing
// is taken out. The authenticator sees no credential then, and so a caller who is
// not let in learns nothing but that; the body of one who is gets the answer that
// it gets without this option.
//
// The body has to be read before the authenticator is asked. So a body that is
// too large, compressed or said to be no JSON is refused as such, whoever sent it.
func WithServerBodyCredential(name string) HandlerOption {
	return func(h *handler) { h.bodyCredentials = append(h.bodyCredentials, name) }
}

// takeCredentials returns the credentials of these names that a body holds, and
// the body without them, of which every other member is as it was, byte for byte.
func takeCredentials(body string, names []string, limits Limits) (map[string]string, string) {
	c := cursor.New(body, limits.cursor())
	c.Open()
	rest := append(make([]byte, 0, len(body)), body[:c.I]...)
	taken := make(map[string]string, len(names))
	var left []string // names of what is not a credential
	first := true     // of the members that stay
	from := c.I
	for ; c.Next(); from = c.I {
		name := c.Key
		wanted := slices.Contains(names, name)
		if _, twice := taken[name]; wanted && !twice && c.Peek() == '"' {
			taken[name], _ = c.String()
			continue
		}
		if wanted {
			left = append(left, name)
		}
		c.Skip()
		member := body[from:c.I]
		if first && len(taken) > 0 {
			member = strings.TrimLeft(member, ", \t\r\n")
		}
		rest, first = append(rest, member...), false
	}
	switch {
	case !c.End() || len(taken) == 0:
		return nil, body
	case len(left) > 0:
		others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(left, name) })
		return takeCredentials(body, others, limits)
	default:
		return taken, string(append(rest, body[from:]...))
	}
}

// bodyField is a member of the body that carries a credential.
type bodyField struct{ name, value string }

// WithBodyField sends a credential inside the JSON body, as a member of its own
// that comes last, for deployments that take their key there. It is added when
// the request has been validated, and so belongs to no operation of the
// catalog. A request that has such a member itself is not sent; the error is a
// [*ValidationError]. Given again for another name it adds a second member, for
// the same name it replaces the value.
func WithBodyField(name, value string) CallOption {
	return callOption(func(call *callConfig) {
		others := slices.DeleteFunc(slices.Clone(call.bodyFields), func(f bodyField) bool { return f.name == name })
		call.bodyFields = append(others, bodyField{name, value})
	})
}

// wireBody returns the body that is sent: a copy, because the transport may
// still read it when the call is over, and because no credential is to stay in
// memory of the pool.
func (c *call) wireBody() ([]byte, error) {
	if len(c.config.bodyFields) == 0 {
		return bytes.Clone(c.body), nil
	}
	if err := c.config.checkBodyFields(c.body); err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(c.body, '}')
	open := bytes.TrimRight(c.body[:end], " \t\r\n")
	body := append(make([]byte, 0, len(c.body)+64), open...)
	if body[len(body)-1] != '{' {
		body = append(body, ',')
	}
	for _, f := range c.config.bodyFields {
		body = encode.Quoted(append(encode.Quoted(body, f.name), ':'), f.value)
		body = append(body, ',')
	}
	return encode.Close(body, '}'), nil
}

// checkBodyFields returns a [*ValidationError] where the body is no object or
// has a member that is to be added. Keys are compared without their escapes.
func (c *callConfig) checkBodyFields(body []byte) error {
	t := cursor.New(string(body), cursor.Limits{Depth: math.MaxInt, Items: math.MaxInt})
	if t.Peek() != '{' && !t.Broken {
		return &ValidationError{[]Violation{{Rule: RuleType, Message: "must be an object"}}}
	}
	var violations []Violation
	for t.Open(); t.Next(); t.Skip() {
		twice := Violation{Field: new(cursor.Path).Pointer(t.Key), Rule: RuleDuplicateField, Message: "must not be given, since api.WithBodyField sends it"}
		if slices.ContainsFunc(c.bodyFields, func(f bodyField) bool { return f.name == t.Key }) && !slices.Contains(violations, twice) {
			violations = append(violations, twice)
		}
	}
	if !t.End() {
		fault := t.Fault()
		violations = append(violations, Violation{Rule: fault.Rule, Message: fault.Message})
	}
	if violations == nil {
		return nil
	}
	return &ValidationError{violations}
}
