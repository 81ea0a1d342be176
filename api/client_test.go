package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

var opRaw = &api.Operation{Area: "things", Name: "raw", Path: "/api/things/raw", Effect: api.Read}

// callRich and callRaw are what the generator writes for a client.
func callRich(ctx context.Context, c *api.Caller, req *everykind.Request, opts ...api.CallOption) (*everykind.Response, error) {
	return wire.Do(ctx, wire.Begin(c, everykind.Op, opts), req, everykind.DecodeResponse)
}

func callRaw(ctx context.Context, c *api.Caller, req *everykind.Request, opts ...api.CallOption) (*api.RawResponse, error) {
	return wire.DoRaw(ctx, wire.Begin(c, opRaw, opts), req)
}

// textRequest is a request whose JSON is the text.
type textRequest string

func (r *textRequest) AppendJSON(b []byte) []byte { return append(b, *r...) }
func (r *textRequest) Validate() error            { return nil }

func validRich() *everykind.Request {
	return &everykind.Request{Name: "n", Inner: everykind.Record{ID: "1"}}
}

const validRichBody = `{"name":"n","inner":{"id":"1"}}`

// serve starts a server with the handler and returns a caller of it.
func serve(t *testing.T, h http.HandlerFunc, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c := callerOf(t, server.URL, append([]api.ClientOption{api.WithHTTPClient(server.Client())}, opts...)...)
	return c
}

// responding returns a handler that responds with a status and a body.
func responding(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("X-Request-Id", "r-1")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// transport is a function as an [http.RoundTripper].
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func through(t *testing.T, baseURL string, f transport, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	c := callerOf(t, baseURL, append([]api.ClientOption{api.WithHTTPClient(&http.Client{Transport: f})}, opts...)...)
	return c
}

// callerOf returns a caller of a service.
func callerOf(t testing.TB, url string, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	c, err := api.NewCaller(url, opts...)
	require.NoError(t, err)
	return c
}

// printed formats a value with every verb.
func printed(v any) (all string) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		all += fmt.Sprintf(verb+"\n", v)
	}
	return all
}

// errorOf returns the error of a call as an [*api.Error].
func errorOf(t testing.TB, err error) *api.Error {
	t.Helper()
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, "%v", err)
	return e
}

// calling makes a middleware of a function.
func calling(f func(context.Context, *api.Invocation, api.RoundTripFunc) error) api.ClientOption {
	return api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error { return f(ctx, i, next) }
	})
}

func response(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, ContentLength: -1, Body: io.NopCloser(strings.NewReader(body))}
}

func TestBaseURLsThatAreRefusedAreNotRepeated(t *testing.T) {
	for _, text := range []string{
		"", "host", "/path", "host:8080", "ftp://host", "https://", "https:///path", "https:host", "http://:8080",
		"https://user:SECRET@host", "https://SECRET@host", "SECRET:SECRET@host", "https://host?key=SECRET", "https://host/?",
		"https://host#SECRET", "https://host/%zzSECRET", "https://ho st/SECRET", "https://host\x7fSECRET", "https://[::1SECRET",
	} {
		c, err := api.NewCaller(text)
		require.Error(t, err, text)
		require.Nil(t, c, text)
		require.NotContains(t, err.Error(), "SECRET")
		require.True(t, strings.HasPrefix(err.Error(), "base URL: "), err)
	}
}

func TestOperationsFollowTheBaseURL(t *testing.T) {
	for base, want := range map[string]string{
		"http://host":               "http://host/api/things/raw",
		"https://host/":             "https://host/api/things/raw",
		"HTTPS://host:8443//":       "https://host:8443/api/things/raw",
		"http://[::1]:80/a/b/":      "http://[::1]:80/a/b/api/things/raw",
		"http://host/a%2Fb":         "http://host/a%2Fb/api/things/raw",
		"http://host/a%2F/":         "http://host/a%2F/api/things/raw",
		"http://host/a%2F":          "http://host/a%2F/api/things/raw",
		"http://host/a%20b/é":       "http://host/a%20b/%C3%A9/api/things/raw",
		"http://host/tenant%3Fx%23": "http://host/tenant%3Fx%23/api/things/raw",
	} {
		var got string
		c := through(t, base, func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			require.Equal(t, r.URL.Host, r.Host)
			return response(200, ""), nil
		})
		require.Equal(t, "api.Caller("+strings.TrimSuffix(want, opRaw.Path)+")", c.String())
		for range 2 {
			_, err := callRaw(t.Context(), c, validRich())
			require.NoError(t, err)
			require.Equal(t, want, got, base)
		}
	}
}

func TestWhatIsSent(t *testing.T) {
	var method, path, body string
	var header http.Header
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.EqualValues(t, len(text), r.ContentLength)
		method, path, header, body = r.Method, r.URL.Path, r.Header.Clone(), string(text)
		io.WriteString(w, ` {"id":"7","more":[]} `)
	})
	res, err := callRich(t.Context(), c, validRich())
	require.NoError(t, err)
	require.Equal(t, "7", res.ID)
	require.Equal(t, ` {"id":"7","more":[]} `, string(res.Received.Raw()))
	require.Equal(t, "POST /api/things/rich "+validRichBody, method+" "+path+" "+body)
	require.Equal(t, "application/json", header.Get("Content-Type"))
	require.Equal(t, "application/json, application/problem+json", header.Get("Accept"))
	require.Empty(t, header.Get("Authorization"))
}

func TestANilRequestIsAnEmptyOne(t *testing.T) {
	c := serve(t, responding(200, "application/json", `{}`))
	_, err := callRaw(t.Context(), c, nil, api.WithoutValidation())
	require.NoError(t, err)
	_, err = callRaw(t.Context(), c, nil)
	require.Equal(t, []string{"/name non-blank"}, everykind.Violations(t, errors.Unwrap(err)))
}

func TestHeadersOfACallStayWithTheCall(t *testing.T) {
	got := make(chan http.Header, 1)
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { got <- r.Header.Clone() },
		api.WithBearerToken("client"), api.WithHeader("x-tenant", "one"), api.WithHeader("X-Tenant", "two"))
	sent := func(opts ...api.CallOption) http.Header {
		_, err := callRaw(t.Context(), c, validRich(), opts...)
		require.NoError(t, err)
		return <-got
	}
	require.Equal(t, "Bearer client", sent().Get("Authorization"))
	require.Equal(t, []string{"two"}, sent()["X-Tenant"])

	h := sent(api.WithBasicAuth("Aladdin", "open sesame"), api.WithHeader("X-Once", "1"), api.WithHeader("content-type", "application/json; charset=utf-8"))
	require.Equal(t, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", h.Get("Authorization"))
	require.Equal(t, "1", h.Get("X-Once"))
	require.Equal(t, []string{"application/json; charset=utf-8"}, h["Content-Type"])

	h = sent()
	require.Equal(t, "Bearer client", h.Get("Authorization"))
	require.Equal(t, []string{"application/json"}, h["Content-Type"])
	require.NotContains(t, h, "X-Once")
}

func TestConcurrentCallsShareNothing(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, `{"id":%q,"note":%q}`, r.Header.Get("X-Number"), body)
	}, api.WithHeader("X-Number", "none"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 12 {
				number := fmt.Sprintf("%d-%d", i, j)
				req := validRich()
				req.Note = new(strings.Repeat(number, j*400))
				res, err := callRich(t.Context(), c, req, api.WithHeader("X-Number", number))
				if err != nil || res.ID != number || *res.Note != string(req.AppendJSON(nil)) {
					t.Errorf("call %s: %v", number, err)
				}
			}
		})
	}
	wg.Wait()
}

// A transport may read the body of a request after it has returned the response.
func TestTheBodyIsNotMemoryOfThePool(t *testing.T) {
	var bodies []io.Reader
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.Nil(t, r.GetBody)
		bodies = append(bodies, r.Body)
		return response(200, ""), nil
	})
	for i := range 50 {
		req := validRich()
		req.Name = fmt.Sprintf("request %d", i)
		_, err := callRaw(t.Context(), c, req)
		require.NoError(t, err)
	}
	for i, r := range bodies {
		body, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf(`{"name":"request %d","inner":{"id":"1"}}`, i), string(body))
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	second := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer second.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		follows := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
		c := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, second.URL, status) },
			api.WithHTTPClient(follows), api.WithBearerToken("x"))
		_, err := callRaw(t.Context(), c, validRich())
		e := errorOf(t, err)
		require.Equal(t, status, e.Status)
		require.Equal(t, second.URL, e.Header.Get("Location"))
		require.NoError(t, follows.CheckRedirect(nil, nil), "the caller's client is as it was")
	}
}

func TestViolationsAreNotSent(t *testing.T) {
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		t.Error("something was sent")
		return nil, io.EOF
	})
	_, err := callRich(t.Context(), c, &everykind.Request{Name: " ", Any: func() {}})
	e, ok := errors.AsType[*api.ValidationError](err)
	require.True(t, ok)
	require.Equal(t, []string{"/name non-blank", "/any type"}, everykind.Violations(t, e))
	require.True(t, strings.HasPrefix(err.Error(), "things.rich: 2 violations: "), err)
	_, isResponse := errors.AsType[*api.Error](err)
	require.False(t, isResponse)
}
