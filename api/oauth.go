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
//	api.WithClientCredentials(api.ClientCredentials{
//		TokenURL: "https://login.host/token", ID: id, Secret: secret, Scopes: []string{"claims"},
//	})
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

	// busy is a lock of the fields below that can be waited for with a context: it has one place,
	// for the call that uses them or requests a token.
	busy    chan struct{}
	token   string    // "" before the first one, and after one was refused
	renewAt time.Time // when the token is renewed; zero if it has no known end
}

// A token is renewed when a tenth of its lifetime is left, but at most a minute before its end,
// so that no call is made with one that expires on its way.
const (
	earlyRenewal = 10
	renewalTime  = time.Minute
)

// newTokenSource returns a source without a token. Its error does not repeat a credential.
func newTokenSource(c ClientCredentials) (*tokenSource, error) {
	endpoint, err := url.Parse(c.TokenURL)
	switch {
	case err != nil || !isHTTP(endpoint) || endpoint.User != nil:
		return nil, errors.New("TokenURL: expected an http or https URL with a host and without credentials")
	case c.ID == "" || c.Secret == "":
		return nil, errors.New("ID and Secret: expected values, so that nothing is called without them")
	}
	body := c.form().Encode()
	request := func(ctx context.Context) (*http.Request, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint.String(), strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		r.SetBasicAuth(url.QueryEscape(c.ID), url.QueryEscape(c.Secret)) // RFC 6749, section 2.3.1
		return r, nil
	}
	return &tokenSource{request: request, http: c.client(), busy: make(chan struct{}, 1)}, nil
}

// form returns the parameters of a request for a token.
func (c ClientCredentials) form() url.Values {
	form := url.Values{}
	for name, values := range c.Parameters {
		form[name] = values
	}
	form.Set("grant_type", "client_credentials")
	if len(c.Scopes) > 0 {
		form.Set("scope", strings.Join(c.Scopes, " "))
	}
	return form
}

// client returns the HTTP client for tokens. It does not follow redirects, which would send the
// credentials elsewhere.
func (c ClientCredentials) client() *http.Client {
	client := http.Client{Timeout: 30 * time.Second}
	if c.HTTPClient != nil {
		client = *c.HTTPClient
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
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

// issued is the response of a token endpoint, a token or an error.
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
		return "", 0, noTokenResponse(ctx, r.URL.Host, err)
	}
	defer res.Body.Close()
	var got issued
	const longest = 1 << 20
	err = json.NewDecoder(io.LimitReader(res.Body, longest)).Decode(&got)
	const noToken = "no OAuth 2.0 token: "
	switch {
	case res.StatusCode != http.StatusOK:
		return "", 0, fmt.Errorf(noToken+"status %d from %s%s", res.StatusCode, r.URL.Host, errorCode(got.Error))
	case err != nil || got.Token == "":
		return "", 0, fmt.Errorf(noToken+"the response of %s has no access_token", r.URL.Host)
	case !strings.EqualFold(cmp.Or(got.Type, "Bearer"), "Bearer"):
		return "", 0, fmt.Errorf(noToken+"the token of %s is not a bearer token", r.URL.Host)
	}
	return got.Token, got.lifetime(), nil
}

// noTokenResponse returns the error of a request for a token without a response: that of the context
// if it has ended, so that callers see the usual error of a deadline.
func noTokenResponse(ctx context.Context, host string, err error) error {
	if over := ctx.Err(); over != nil {
		return over
	}
	if inner, ok := errors.AsType[*url.Error](err); ok { // without the URL, which may have a key
		err = inner.Err
	}
	return fmt.Errorf("no OAuth 2.0 token: no response from %s: %w", host, onOneLine(err))
}

// lifetime returns how long a token lasts, 0 if the response does not say or says nonsense.
func (i issued) lifetime() time.Duration {
	seconds, err := i.Expires.Float64()
	if err != nil || !(seconds > 0) { // also for NaN
		return 0
	}
	return time.Duration(min(seconds, maxTime.Seconds()) * float64(time.Second))
}

// errorCode returns the code of a refusal for an error text, "" unless RFC 6749, section 5.2, defines
// it: any other text may contain anything.
func errorCode(code string) string {
	switch code {
	case "invalid_request", "invalid_client", "invalid_grant",
		"unauthorized_client", "unsupported_grant_type", "invalid_scope":
		return ": " + code
	default:
		return ""
	}
}
