package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// How callers authenticate, on both sides: by a header field, or by a member of the JSON body that the
// catalog need not describe. Such a member never reaches the code of the catalog: a client adds it
// after validation, and a handler removes it before.

// WithServerAuthenticator calls f for every request, unless anyone may call the operation.
// A handler needs exactly one of this option, with a function, and [WithServerAnonymous].
func WithServerAuthenticator(f Authenticator) HandlerOption {
	return func(h *handler) {
		h.choices++
		h.authenticate = f
	}
}

// WithServerAnonymous serves every request, for services that anyone may call and
// for handlers behind other authentication.
func WithServerAnonymous() HandlerOption {
	return WithServerAuthenticator(func(ctx context.Context, _ Credentials) (context.Context, error) {
		return ctx, nil
	})
}

var errNoAuthChoice = errors.New("api: pass exactly one of api.WithServerAuthenticator, with a " +
	"function, and api.WithServerAnonymous to NewHandler")

// WithServerBodyCredential removes a member from the JSON body of every request and
// passes it to the [Authenticator] in Credentials.Body, for callers who send their key
// there with [WithBodyField]. A second option with another name removes a second member.
// Neither validation nor the service sees these members. A field of the catalog with the
// same name is never set, so choose another name.
//
// A credential must be a string, and occur once in the body, which must be a JSON object.
// Names are compared after unescaping. Nothing is removed if the body is not a JSON object
// or is nested too deep, or if the member is not a string or is repeated. In these cases,
// the authenticator sees no credential. If it admits the caller anyway, the body is served
// unchanged.
//
// The body must be read before the authenticator is called. So a body that is too large,
// compressed or declared as another type is refused for that reason, whoever sent it.
// NewHandler returns an error for a name that is empty or not UTF-8.
func WithServerBodyCredential(name string) HandlerOption {
	return func(h *handler) {
		if name == "" || !utf8.ValidString(name) {
			h.err = errors.New("api.WithServerBodyCredential: the name is empty or not UTF-8")
		}
		h.bodyCredentials = append(h.bodyCredentials, name)
	}
}

// takeCredentials returns the credentials of these names in a body, and the body
// without them. Every other member stays byte for byte.
func takeCredentials(
	body string, names []string, limits cursor.Limits,
) (taken map[string]string, rest string) {
	c := cursor.New(body, limits)
	taken = make(map[string]string, len(names))
	isUnusable := map[string]bool{} // names of members that stay, since they are no credential
	c.Open()
	for c.Next() {
		name := c.Key
		_, isRepeated := taken[name]
		switch {
		case !slices.Contains(names, name):
			c.Skip()
		case isRepeated || c.Peek() != '"':
			isUnusable[name] = true
			c.Skip()
		default:
			taken[name], _ = c.String()
		}
	}
	maps.DeleteFunc(taken, func(name, _ string) bool { return isUnusable[name] })
	if !c.End() || len(taken) == 0 {
		return nil, body
	}
	return taken, string(deleteMembers([]byte(body), slices.Collect(maps.Keys(taken))...))
}

// WithBearerToken sends the token in the Authorization field (RFC 6750). NewClient, or the
// call, returns an error unless the token consists of visible ASCII characters. The error does not
// show the token. For tokens that expire, use [WithClientCredentials], or a transport of
// golang.org/x/oauth2 with [WithHTTPClient].
func WithBearerToken(token string) CallOption {
	var err error
	if !isVisible(token, len(token)) {
		err = errors.New("expected the token alone, of visible ASCII characters and without " +
			"Bearer before it; leave the option out if there is none")
	}
	return headerOption("WithBearerToken", "Authorization", "Bearer "+token, err)
}

// WithBasicAuth sends the username and the password in the Authorization field (RFC 7617).
// NewClient, or the call, returns an error if the username contains a colon, either contains
// a control character, or both are empty.
func WithBasicAuth(username, password string) CallOption {
	var err error
	both := username + password
	isControlOrTab := func(r rune) bool { return isControl(r) || r == '\t' }
	isUnsendable := strings.Contains(username, ":") || strings.ContainsFunc(both, isControlOrTab)
	if both == "" || isUnsendable {
		err = errors.New("expected a username without a colon and a password, both without " +
			"control characters; leave the option out if there are none")
	}
	pair := base64.StdEncoding.EncodeToString([]byte(username + ":" + password))
	return headerOption("WithBasicAuth", "Authorization", "Basic "+pair, err)
}

// WithBodyField adds a credential to the JSON body as its last member, for deployments that
// expect their key there. The member is added after validation, so it need not be in the
// catalog. A request that already has such a member is not sent; the error is a
// [*ValidationError]. A second option with another name adds a second member, and one with
// the same name replaces the value. NewClient, or the call, returns an error for a name or
// value that is empty or not UTF-8.
//
// With WithBodyField("api_key", "s3cret"), the request {"claim_id":"1"} is sent as
// {"claim_id":"1","api_key":"s3cret"}. Logs and recordings show the former.
func WithBodyField(name, value string) CallOption {
	return callOption(func(call *callConfig) {
		isEmpty := name == "" || value == ""
		if isEmpty || !utf8.ValidString(name) || !utf8.ValidString(value) {
			call.fail(fmt.Errorf("api.WithBodyField: %+q: the name or the value is empty or "+
				"not UTF-8; leave the option out if there is no value", name))
			return
		}
		hasName := func(f bodyField) bool { return f.name == name }
		others := slices.DeleteFunc(slices.Clone(call.bodyFields), hasName)
		call.bodyFields = append(others, bodyField{name, value})
	})
}

// wireBody returns the body to send. It is a copy, because the transport may still
// read it when the call is over, and because credentials must not stay in pooled
// memory.
func (c *call) wireBody() ([]byte, error) {
	if len(c.config.bodyFields) == 0 {
		return bytes.Clone(c.request.body), nil
	}
	if err := c.config.checkBodyFields(c.request.body); err != nil {
		return nil, err
	}
	return appendBodyFields(c.request.body, c.config.bodyFields), nil
}

// appendBodyFields returns a copy of an object with further members at its end.
func appendBodyFields(object []byte, fields []bodyField) []byte {
	const spare = 64 // bytes, for one credential
	end := bytes.LastIndexByte(object, '}')
	open := bytes.TrimRight(object[:end], cursor.Space)
	body := append(make([]byte, 0, len(object)+spare), open...)
	if body[len(body)-1] != '{' {
		body = append(body, ',')
	}
	for _, f := range fields {
		body = append(encode.Quoted(body, f.name), ':')
		body = append(encode.Quoted(body, f.value), ',')
	}
	return cursor.Close(body, '}')
}

// checkBodyFields returns a [*ValidationError] if the body is not an object, or already
// has a member that is to be added. Keys are compared after unescaping.
func (c *callConfig) checkBodyFields(body []byte) error {
	var violations []Violation
	t := cursor.New(string(body), cursor.Unlimited)
	isAdded := func(f bodyField) bool { return f.name == t.Key }
	isObject := t.Open()
	for ; t.Next(); t.Skip() {
		if slices.ContainsFunc(c.bodyFields, isAdded) {
			violations = append(violations, Violation{
				Field:   new(cursor.Path).Pointer(t.Key),
				Rule:    RuleDuplicateField,
				Message: "must not be given, since api.WithBodyField sends it",
			})
		}
	}
	if !t.End() || !isObject {
		violations = append(violations, Violation{Rule: RuleType, Message: "must be an object"})
	}
	if violations == nil {
		return nil
	}
	return &ValidationError{Violations: violations}
}
