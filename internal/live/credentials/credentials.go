// Package credentials reads the credentials of calls to a service, and requests tokens with
// them. Secrets are in no error: a line that cannot be read may be one.
package credentials

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
)

// Variable is the environment variable with credentials, in the format of a file. There is no
// flag for them, because other users of the machine can see command lines, and shells keep
// them.
const Variable = "OPGEN_CREDENTIALS"

// Credentials are the credentials of calls.
type Credentials struct {
	options  []api.CallOption
	client   *oauthClient // for OAuth 2, or nil
	carriers []string     // the parts of a request that have a credential
}

// Read reads a file, or the environment variable if the name is "". Each line is a kind
// and its secret, as in the flag --auth of the sandbox:
//
//	bearer SECRET
//	basic NAME:SECRET
//	header:X-Key SECRET
//	body:api_key SECRET
//	oauth2 NAME:SECRET
//	oauth2:/api/token NAME:SECRET
//
// All of them are sent, so two in the same part of a request are an error.
func Read(file string) (*Credentials, error) {
	text, source := os.Getenv(Variable), Variable
	if file != "" {
		read, err := textfile.Read(file)
		if err != nil {
			return nil, err
		}
		text, source = string(read), file
	}
	c := new(Credentials)
	var problems []error
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := c.add(line); err != nil {
			problems = append(problems, fmt.Errorf("%s, line %d: %w", source, i+1, err))
		}
	}
	if problems == nil {
		if err := c.check(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", source, err))
		}
	}
	return c, errors.Join(problems...)
}

// errLine is the error of a line that is not a credential. It does not repeat the line.
var errLine = errors.New("expected a kind and its secret: bearer SECRET, basic NAME:SECRET, " +
	"header:NAME SECRET, body:NAME SECRET, oauth2 NAME:SECRET or oauth2:PATH NAME:SECRET")

// errTwice is the error of a credential that would replace an earlier one.
var errTwice = errors.New("an earlier line has a credential in the same header, " +
	"or in the same member of the body; delete one of the lines")

// add adds the credential of a line. A carrier is the part of a request that one credential fills;
// the header of an OAuth 2 token is the same as that of a bearer token.
func (c *Credentials) add(line string) error {
	kind, secret, _ := strings.Cut(line, " ")
	kind, target, hasTarget := strings.Cut(kind, ":")
	secret = strings.TrimSpace(secret)
	if secret == "" {
		return errLine
	}
	name, password, isPair := strings.Cut(secret, ":")
	carrier := "the header Authorization"
	switch {
	case kind == "bearer" && !hasTarget:
		c.options = append(c.options, api.WithBearerToken(secret))
	case kind == "basic" && !hasTarget && isPair:
		c.options = append(c.options, api.WithBasicAuth(name, password))
	case kind == "header" && target != "":
		carrier = "the header " + http.CanonicalHeaderKey(target)
		c.options = append(c.options, api.WithHeader(target, secret))
	case kind == "body" && target != "":
		carrier = "the member " + target
		c.options = append(c.options, api.WithBodyField(target, secret))
	case kind == "oauth2" && (!hasTarget || target != "") && isPair:
		c.client = &oauthClient{tokenPath: target, id: name, secret: password}
	default:
		return errLine
	}
	if slices.Contains(c.carriers, carrier) {
		return errTwice
	}
	c.carriers = append(c.carriers, carrier)
	return nil
}

// check refuses what only a client finds, such as a line break in a header.
func (c *Credentials) check() error {
	var options []api.ClientOption
	for _, o := range c.options {
		options = append(options, o)
	}
	_, err := api.NewCaller("http://localhost", options...)
	return err
}

// WithoutTokens returns the options of a call that is only shown: a made-up token is in the
// place of one that would have to be requested.
func (c *Credentials) WithoutTokens() []api.CallOption {
	if c.client == nil {
		return c.options
	}
	return append(slices.Clip(c.options), api.WithBearerToken("TOKEN"))
}

// Headers returns the names of the header fields with credentials.
func (c *Credentials) Headers() []string { return c.carriersIn("the header ") }

// Members returns the names of the members of a body with credentials.
func (c *Credentials) Members() []string { return c.carriersIn("the member ") }

// carriersIn returns the names of the carriers that begin with these words.
func (c *Credentials) carriersIn(words string) (names []string) {
	for _, carrier := range c.carriers {
		if name, ok := strings.CutPrefix(carrier, words); ok {
			names = append(names, name)
		}
	}
	return names
}
