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

// WithHTTPClient sends calls through c. It uses c's cookie jar, its timeout for each
// attempt, and its transport, which may add credentials. It does not follow redirects,
// because that would send the body elsewhere. By default, or if c is nil, calls use
// [http.DefaultTransport] and have no timeout other than the deadline of their context.
func WithHTTPClient(c *http.Client) ClientOption {
	return clientOption(func(caller *Caller) {
		if c != nil {
			caller.http = new(*c)
		}
	})
}

// WithResponseLimits bounds the responses that a client reads.
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
func WithHeader(name, value string) CallOption { return headerOption("WithHeader", name, value, nil) }

// WithoutValidation sends requests without checking the rules of the catalog. Values
// that cannot be sent, such as a string that is not UTF-8, are still errors.
func WithoutValidation() CallOption {
	return callOption(func(call *callConfig) { call.validate = false })
}

// NewCaller returns a caller of the service at an absolute http or https URL. The
// paths of operations are appended to it. It returns an error for an invalid option;
// the error does not repeat a credential. A nil option is ignored.
func NewCaller(baseURL string, opts ...ClientOption) (*Caller, error) {
	base, err := parseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	c := &Caller{
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
	c.invoke = invoke
	for _, m := range slices.Backward(c.middlewares) {
		if wrapped := m(c.invoke); wrapped != nil {
			c.invoke = wrapped
		}
	}
	return c, nil
}

// isHTTP reports whether a URL is one of http or https, with a host.
func isHTTP(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

// parseBaseURL checks a base URL. Its errors do not repeat it, since it may
// hold a password.
func parseBaseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	hasQuery := err == nil && (base.RawQuery != "" || base.ForceQuery)
	switch {
	case err != nil || !isHTTP(base):
		return nil, errors.New("base URL: expected an http or https URL with a host, like https://host/prefix")
	case base.User != nil || hasQuery || base.Fragment != "":
		return nil, errors.New("base URL: expected neither a query, a fragment nor " +
			"credentials, which api.WithBasicAuth sends")
	}
	// An escaped slash at the end is not a separator, so it is kept.
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path, err = url.PathUnescape(base.RawPath)
	return base, err
}

// String names the caller without its credentials.
func (c Caller) String() string { return "api.Caller(" + c.base.String() + ")" }

// Format writes c.String() for every verb, so credentials are not printed.
func (c Caller) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }
