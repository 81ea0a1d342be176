package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// How a client is made: its base URL, its transport and the options that are not about one subject.
// Options run in their order, and record errors instead of returning them; [NewCaller] reports all of
// these at once.

// WithHTTPClient sends calls through c. It uses c's cookie jar, its timeout for each
// attempt, and its transport, which may add credentials. It does not follow redirects,
// because that would send the body elsewhere. Without this option, calls use
// [http.DefaultTransport] and have no timeout other than the deadline of their context. A nil c
// changes nothing.
//
// c is copied, so later changes of it have no effect. Its CheckRedirect is not used.
func WithHTTPClient(c *http.Client) ClientOption {
	return clientOption(func(caller *Caller) {
		if c != nil {
			caller.http = new(*c)
		}
	})
}

// WithResponseLimits bounds the responses that a client reads. A response beyond a limit is an
// [*Error] that names the limit. Limits.InFlight has no effect.
func WithResponseLimits(limits Limits) ClientOption {
	return clientOption(func(caller *Caller) { caller.limits = limits.orDefaults(responseLimits) })
}

// WithHeader sets a header field of the request. The field Host sets the host that
// the request addresses, which may differ from the host of the URL. NewClient, or the
// call, returns an error for a name or value that cannot be sent: a line break, a
// field that net/http writes itself, such as Content-Length, or an empty value of a
// field that requires one (Authorization, Proxy-Authorization, Cookie, X-Request-Id,
// and fields whose last word is Key, Token or Secret). A field with idempotency keys
// is an option of a call, since each write needs its own key.
//
// A second option with the same name replaces the value, and an option of a call that of its
// client. The error does not repeat the value.
func WithHeader(name, value string) CallOption { return headerOption("WithHeader", name, value, nil) }

// WithoutValidation sends requests without checking the rules of the catalog. Values
// that cannot be sent, such as a string that is not UTF-8, are still errors.
func WithoutValidation() CallOption {
	return callOption(func(call *callConfig) { call.validate = false })
}

// NewCaller returns a caller of the service at an absolute http or https URL. The
// paths of operations are appended to it: with "https://host/prefix/", get_claim of
// claims is called at https://host/prefix/api/v2/claims/get_claim. It returns an error
// for an invalid option, or one that joins those of several; the error does not repeat a
// credential. A nil option is ignored. Nothing is sent before the first call.
func NewCaller(baseURL string, opts ...ClientOption) (*Caller, error) {
	base, err := parseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	c := newCaller(base)
	for _, o := range opts {
		if o != nil {
			o.applyClient(c)
		}
	}
	if c.call.header[keyHeader] != nil {
		c.call.fail(errSharedKey(keyHeader))
	}
	if c.call.err != nil {
		return nil, c.call.err
	}
	if c.faults != nil {
		c.http.Transport = c.spoil(c.transport())
	}
	c.wrap()
	return c, nil
}

// newCaller returns a caller without options.
func newCaller(base *url.URL) *Caller {
	return &Caller{
		base:   *base,
		http:   new(http.Client),
		limits: responseLimits,
		budget: new(retryBudget),
		call: &callConfig{
			validate: true,
			retry:    RetryPolicy{}.orDefaults(),
			header: http.Header{
				"Accept":       {"application/json, " + problemType},
				"Content-Type": {"application/json"},
			},
		},
	}
}

// wrap sets the function that makes calls: the middlewares, the first one outermost, and inside of
// them the attempts.
func (c *Caller) wrap() {
	c.invoke = invoke
	for _, m := range slices.Backward(c.middlewares) {
		if wrapped := m(c.invoke); wrapped != nil {
			c.invoke = wrapped
		}
	}
}

// isHTTP reports whether a URL is one of http or https, with a host.
func isHTTP(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

// parseBaseURL checks a base URL. Its errors do not repeat it, since it may
// hold a password.
func parseBaseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	if err != nil || !isHTTP(base) {
		return nil, errors.New("base URL: expected an http or https URL with a host, like https://host/prefix")
	}
	hasQuery := base.RawQuery != "" || base.ForceQuery // ForceQuery is "?" alone
	if base.User != nil || hasQuery || base.Fragment != "" {
		return nil, errors.New("base URL: expected neither a query, a fragment nor " +
			"credentials, which api.WithBasicAuth sends")
	}
	// An escaped slash at the end is not a separator, so it is kept.
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path, err = url.PathUnescape(base.RawPath)
	if err != nil { // not possible: EscapedPath returns a valid encoding
		return nil, errors.New("base URL: the path is not a valid encoding")
	}
	return base, nil
}

// String names the caller without its credentials.
func (c Caller) String() string { return "api.Caller(" + c.base.String() + ")" }

// Format writes c.String() for every verb, so credentials are not printed.
func (c Caller) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }
