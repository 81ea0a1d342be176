package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ClientCredentials is a client of OAuth 2.0 that requests tokens with its own credentials
// (RFC 6749, section 4.4). The credentials are sent by Basic authentication, as that
// section recommends, and the parameters as a form. Printing it shows neither.
type ClientCredentials struct {
	TokenURL   string // an absolute http or https URL
	ID, Secret string
	Scopes     []string
	Parameters url.Values // additional ones, such as audience
	// Requests tokens; its redirects are not followed. By default, one with a timeout of 30
	// s.
	HTTPClient *http.Client
}

// String does not show the credentials.
func (c ClientCredentials) String() string { return "api.ClientCredentials([redacted])" }

// Format writes c.String() for every verb.
func (c ClientCredentials) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }

// LogValue is String for slog.
func (c ClientCredentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalText is String for encoding/json.
func (c ClientCredentials) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// WithClientCredentials sends calls with a token that it requests when the first call needs
// one, and again shortly before it expires. All calls of a client share the token and wait for
// one request for it. If a call with the token is refused with status 401, the call is made
// once more with a new token: the service has not executed it. The refused attempt counts in
// [Invocation] and [Error], and [RetryPolicy] allows one more instead.
//
// If no token can be had, the call fails, and nothing is sent to the service. Its error shows
// the status of the response and the error code of RFC 6749, and neither the credentials, the
// token nor any other text of the response. Operations that anyone may call are sent without a
// token. The tokens of clients are their own; share a [Caller] to share them.
//
// The transport of WithHTTPClient is not used for tokens. For other grants, use a library such
// as golang.org/x/oauth2 and WithHTTPClient.
func WithClientCredentials(credentials ClientCredentials) ClientOption {
	return clientOption(func(c *Caller) {
		source, err := newTokenSource(credentials)
		if err != nil {
			c.call.fail(fmt.Errorf("api.WithClientCredentials: %w", err))
			return
		}
		c.middlewares = append(c.middlewares, source.authorize)
	})
}

// tokenSource holds the token of a client.
type tokenSource struct {
	request func(context.Context) (*http.Request, error)
	http    *http.Client

	busy    chan struct{} // has a place for who uses the fields below, or requests a token
	token   string
	renewAt time.Time // when the token is renewed; zero if it has no known end
}

// A token is renewed when a tenth of its lifetime is left, but at most a minute before its end,
// so that no call is made with one that expires on its way.
const (
	earlyRenewal = 10
	renewalTime  = time.Minute
)

// isTokenURL reports whether tokens can be requested at a URL.
func isTokenURL(at *url.URL) bool {
	isHTTP := at.Scheme == "http" || at.Scheme == "https"
	return isHTTP && at.Hostname() != "" && at.User == nil
}

func newTokenSource(c ClientCredentials) (*tokenSource, error) {
	at, err := url.Parse(c.TokenURL)
	switch {
	case err != nil || !isTokenURL(at):
		return nil, errors.New("TokenURL: expected an http or https URL with a host and without credentials")
	case c.ID == "" || c.Secret == "":
		return nil, errors.New("ID and Secret: expected values, so that nothing is called without them")
	}
	form := url.Values{}
	for name, values := range c.Parameters {
		form[name] = values
	}
	form.Set("grant_type", "client_credentials")
	if len(c.Scopes) > 0 {
		form.Set("scope", strings.Join(c.Scopes, " "))
	}
	body := form.Encode()
	client := http.Client{Timeout: 30 * time.Second}
	if c.HTTPClient != nil {
		client = *c.HTTPClient
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	request := func(ctx context.Context) (*http.Request, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		r.SetBasicAuth(url.QueryEscape(c.ID), url.QueryEscape(c.Secret)) // RFC 6749, section 2.3.1
		return r, nil
	}
	return &tokenSource{request: request, http: &client, busy: make(chan struct{}, 1)}, nil
}

// authorize is a middleware that adds the token to calls. It reads the status from the call, since
// a middleware inside of it may have passed on a copy of the Invocation.
func (s *tokenSource) authorize(next RoundTripFunc) RoundTripFunc {
	return func(ctx context.Context, i *Invocation) error {
		if i.Operation.Auth.anonymous() {
			return next(ctx, i)
		}
		token, err := s.current(ctx, "")
		if err != nil {
			return fmt.Errorf("%s: %w", i.Operation, err)
		}
		c := i.call
		c.request.refused = 0 // a middleware outside may have repeated the call
		i.Header().Set("Authorization", "Bearer "+token)
		err = next(ctx, i)
		if c.invocation.Status != http.StatusUnauthorized {
			return err
		}
		token, renewErr := s.current(ctx, token)
		if renewErr != nil {
			return fmt.Errorf("%s: %w", i.Operation, errors.Join(renewErr, err))
		}
		c.request.refused = c.invocation.Attempts
		i.Header().Set("Authorization", "Bearer "+token)
		return next(ctx, i)
	}
}

// current returns a token that is not refused and lasts, and requests one if there is none.
func (s *tokenSource) current(ctx context.Context, refused string) (string, error) {
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-s.busy }()
	isOver := !s.renewAt.IsZero() && !time.Now().Before(s.renewAt)
	if s.token != "" && s.token != refused && !isOver {
		return s.token, nil
	}
	s.token = ""
	token, lifetime, err := s.fetch(ctx)
	if err != nil {
		return "", err
	}
	s.token = token
	s.renewAt = time.Time{}
	if lifetime > 0 {
		s.renewAt = time.Now().Add(lifetime - min(lifetime/earlyRenewal, renewalTime))
	}
	return token, nil
}

// issued is the response of a token endpoint.
type issued struct {
	Token   string      `json:"access_token"`
	Type    string      `json:"token_type"`
	Expires json.Number `json:"expires_in"` // seconds; some services send a string
	Error   string      `json:"error"`
}

// fetch requests a token. Its lifetime is 0 if the response does not say.
func (s *tokenSource) fetch(ctx context.Context) (token string, lifetime time.Duration, err error) {
	r, err := s.request(ctx)
	if err != nil {
		return "", 0, err
	}
	res, err := s.http.Do(r)
	if err != nil {
		if over := ctx.Err(); over != nil {
			return "", 0, over
		}
		if inner, ok := errors.AsType[*url.Error](err); ok { // without the URL, which may have a key
			err = inner.Err
		}
		return "", 0, fmt.Errorf("no OAuth 2.0 token: "+
			"no response from %s: %w", r.URL.Host, onOneLine(err))
	}
	defer res.Body.Close()
	var got issued
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&got)
	switch {
	case res.StatusCode != http.StatusOK:
		return "", 0, fmt.Errorf("no OAuth 2.0 "+
			"token: status %d from %s%s", res.StatusCode, r.URL.Host, errorCode(got.Error))
	case err != nil || got.Token == "":
		return "", 0, fmt.Errorf("no OAuth 2.0 token: the response "+
			"of %s has no access_token", r.URL.Host)
	case !strings.EqualFold(cmp.Or(got.Type, "Bearer"), "Bearer"):
		return "", 0, fmt.Errorf("no OAuth 2.0 token: the token of %s "+
			"is not a bearer token", r.URL.Host)
	}
	seconds, err := got.Expires.Float64()
	if err != nil || !(seconds > 0) {
		return got.Token, 0, nil
	}
	return got.Token, time.Duration(min(seconds, maxTime.Seconds()) * float64(time.Second)), nil
}

// errorCode returns the code of a refusal for an error text, "" unless RFC 6749 defines it.
func errorCode(code string) string {
	switch code {
	case "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
		return ": " + code
	}
	return ""
}
