package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// credentialsVariable is the environment variable with credentials, in the format of the file
// of --credentials. There is no flag for them, because other users of the machine can see
// command lines, and shells keep them.
const credentialsVariable = "OPGEN_CREDENTIALS"

// credentials are the credentials of calls.
type credentials struct {
	options []api.CallOption
	tokens  *tokenRequest // for OAuth 2, or nil
	carried []string      // the parts of a request with a credential
}

// tokenRequest is a request for a token with client credentials (RFC 6749, 4.4).
type tokenRequest struct {
	path, id, secret string
}

// readCredentials reads the file, or the environment variable without one. Each line is a kind
// and its secret, as in the flag --auth of the sandbox:
//
//	bearer SECRET
//	basic NAME:SECRET
//	header:X-Key SECRET
//	body:api_key SECRET
//	oauth2 NAME:SECRET
//	oauth2:/api/token NAME:SECRET
//
// All of them are sent, so two in the same part of a request are an error. Errors do not repeat
// lines, which may contain secrets.
func readCredentials(file string) (*credentials, error) {
	text, from := os.Getenv(credentialsVariable), credentialsVariable
	if file != "" {
		read, err := textfile.Read(file)
		if err != nil {
			return nil, err
		}
		text, from = string(read), file
	}
	c := new(credentials)
	var problems []error
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := c.add(line); err != nil {
			problems = append(problems, fmt.Errorf("%s, line %d: %w", from, i+1, err))
		}
	}
	options := each(c.options, func(o api.CallOption) api.ClientOption { return o })
	// NewCaller refuses the rest, such as a line break in a header.
	if _, err := api.NewCaller("http://localhost", options...); err != nil && problems == nil {
		problems = append(problems, fmt.Errorf("%s: %w", from, err))
	}
	return c, errors.Join(problems...)
}

var errCredential = errors.New("expected a kind and its secret: bearer SECRET, basic NAME:SECRET, header:NAME SECRET, body:NAME SECRET, oauth2 NAME:SECRET or oauth2:PATH NAME:SECRET")

func (c *credentials) add(line string) error {
	way, secret, _ := strings.Cut(line, " ")
	way, target, named := strings.Cut(way, ":")
	secret = strings.TrimSpace(secret)
	name, password, pair := strings.Cut(secret, ":")
	carrier := "the header Authorization" // where a request has the credential
	switch {
	case secret == "":
		return errCredential
	case way == "bearer" && !named:
		c.options = append(c.options, api.WithBearerToken(secret))
	case way == "basic" && !named && pair:
		c.options = append(c.options, api.WithBasicAuth(name, password))
	case way == "header" && target != "":
		carrier = "the header " + http.CanonicalHeaderKey(target)
		c.options = append(c.options, api.WithHeader(target, secret))
	case way == "body" && target != "":
		carrier = "the member " + target
		c.options = append(c.options, api.WithBodyField(target, secret))
	case way == "oauth2" && (!named || target != "") && pair:
		c.tokens = &tokenRequest{target, name, password}
	default:
		return errCredential
	}
	if slices.Contains(c.carried, carrier) {
		return errors.New("an earlier line has a credential in the same header, or in the same member of the body; delete one of the lines")
	}
	c.carried = append(c.carried, carrier)
	return nil
}

// tokenPath is the default path of tokens.
const tokenPath = "/oauth2/token"

// callOptions returns the options of calls to a service. For OAuth 2, it requests one token with the
// scopes of all operations, at the path in the credentials or else in the catalog. It sends
// no secret to a host that may not be called.
func (c *credentials) callOptions(ctx context.Context, base *url.URL, of *catalog.Catalog, hosts []string) ([]api.CallOption, error) {
	if c.tokens == nil {
		return c.options, nil
	}
	t := c.tokens
	var paths, scopes []string
	for op := range of.Operations() {
		if op.Auth == nil {
			continue
		}
		for _, way := range op.Auth.Ways {
			if o := way.OAuth2; o != nil && (t.path == "" || t.path == o.TokenPath) {
				paths, scopes = append(paths, o.TokenPath), append(scopes, o.Scopes...)
			}
		}
	}
	paths, scopes = sortedUnique(paths), sortedUnique(scopes)
	if len(paths) > 1 {
		return nil, fmt.Errorf("the catalog issues tokens at %s; select one with oauth2:PATH NAME:SECRET", wording.List(paths, "and"))
	}
	path := cmp.Or(t.path, append(paths, tokenPath)[0])
	at, err := url.Parse(path)
	if err != nil {
		return nil, errors.New("the path of tokens is not a URL")
	}
	if at.Host == "" {
		at = base.JoinPath(path)
	}
	if !verify.MayReach(at, hosts) {
		return nil, fmt.Errorf("tokens are issued by %s, which is not this machine; if it may receive the secret, add --host %s", at.Host, at.Host)
	}
	token, err := t.send(ctx, at, strings.Join(scopes, " "))
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(c.options), api.WithBearerToken(token)), nil
}

func sortedUnique(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// send returns a token. Errors do not repeat the response.
func (t *tokenRequest) send(ctx context.Context, at *url.URL, scopes string) (string, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	if scopes != "" {
		form.Set("scope", scopes)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth(url.QueryEscape(t.id), url.QueryEscape(t.secret))
	client := http.Client{ // which does not follow redirects, since they could reveal the secret
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	res, err := client.Do(req)
	if err != nil {
		return "", fmt.Errorf("no OAuth 2 token: no response from %s", at.Host)
	}
	defer res.Body.Close()
	var issued struct {
		Token string `json:"access_token"`
	}
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&issued)
	if res.StatusCode != http.StatusOK || err != nil || issued.Token == "" {
		return "", fmt.Errorf("no OAuth 2 token: %s responded with status %d", at, res.StatusCode)
	}
	return issued.Token, nil
}

// serviceURL parses the base URL of a service. Errors show the name of the argument and not the
// URL, which may contain a password or a key. credentials says where these belong.
func serviceURL(name, text, credentials string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s: expected the base URL of a service, such as https://insurance.example.com/v1", name)
	case u.User != nil:
		return nil, fmt.Errorf("%s contains a username or a password; %s", name, credentials)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%s: a base URL has neither a query nor a fragment", name)
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/"), strings.TrimSuffix(u.RawPath, "/")
	return u, nil
}
