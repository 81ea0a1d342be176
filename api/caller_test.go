package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var opRaw = &Operation{Area: "things", Name: "raw", Path: "/api/things/raw", Effect: Read}

// callRich and callRaw are what the generator writes for a client.
func callRich(ctx context.Context, c *Caller, req *richRequest, opts ...CallOption) (*richAnswer, error) {
	return Do(ctx, c.Begin(opRich, opts).Body(req), decodeRichAnswer)
}

func callRaw(ctx context.Context, c *Caller, req *richRequest, opts ...CallOption) (*rawAnswer, error) {
	return DoRaw[rawAnswer](ctx, c.Begin(opRaw, opts).Body(req))
}

// textRequest is a request that is any text.
type textRequest string

func (r *textRequest) AppendJSON(b []byte) []byte { return append(b, *r...) }
func (r *textRequest) Validate() error            { return nil }

func validRich() *richRequest { return &richRequest{Name: "n", Inner: richRecord{ID: "1"}} }

const validRichBody = `{"name":"n","inner":{"id":"1"}}`

// serve answers every request and returns a caller of the server.
func serve(t *testing.T, h http.HandlerFunc, opts ...ClientOption) *Caller {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := NewCaller(server.URL, append([]ClientOption{WithHTTPClient(server.Client())}, opts...)...)
	require.NoError(t, err)
	return c
}

// answering returns a handler that answers with a status and a body.
func answering(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("X-Request-Id", "r-1")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// transport makes a function an [http.RoundTripper].
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func through(t *testing.T, baseURL string, f transport, opts ...ClientOption) *Caller {
	t.Helper()
	c, err := NewCaller(baseURL, append([]ClientOption{WithHTTPClient(&http.Client{Transport: f})}, opts...)...)
	require.NoError(t, err)
	return c
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
		c, err := NewCaller(text)
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
	require.Equal(t, ` {"id":"7","more":[]} `, string(res.Raw))
	require.Equal(t, "POST /api/things/rich "+validRichBody, method+" "+path+" "+body)
	require.Equal(t, "application/json", header.Get("Content-Type"))
	require.Equal(t, "application/json, application/problem+json", header.Get("Accept"))
	require.Empty(t, header.Get("Authorization"))
}

func TestANilRequestIsAnEmptyOne(t *testing.T) {
	c := serve(t, answering(200, "application/json", `{}`))
	_, err := callRaw(t.Context(), c, nil, WithoutValidation())
	require.NoError(t, err)
	_, err = callRaw(t.Context(), c, nil)
	require.Equal(t, []string{"/name non-blank"}, broken(t, errors.Unwrap(err)))
}

func TestHeadersOfACallStayWithTheCall(t *testing.T) {
	got := make(chan http.Header, 1)
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { got <- r.Header.Clone() },
		WithBearerToken("client"), WithHeader("x-tenant", "one"), WithHeader("X-Tenant", "two"))
	sent := func(opts ...CallOption) http.Header {
		_, err := callRaw(t.Context(), c, validRich(), opts...)
		require.NoError(t, err)
		return <-got
	}
	require.Equal(t, "Bearer client", sent().Get("Authorization"))
	require.Equal(t, []string{"two"}, sent()["X-Tenant"])

	h := sent(WithBasicAuth("Aladdin", "open sesame"), WithHeader("X-Once", "1"), WithHeader("content-type", "application/json; charset=utf-8"))
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
	}, WithHeader("X-Number", "none"))
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for j := range 25 {
				number := fmt.Sprintf("%d-%d", i, j)
				req := validRich()
				req.Note = new(strings.Repeat(number, j*200))
				res, err := callRich(t.Context(), c, req, WithHeader("X-Number", number))
				if err != nil || res.ID != number || *res.Note != string(req.AppendJSON(nil)) {
					t.Errorf("call %s: %v", number, err)
				}
			}
		})
	}
	wg.Wait()
}

// A transport may read the body of a request after it has answered.
func TestTheBodyIsNotMemoryOfThePool(t *testing.T) {
	var bodies []io.Reader
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		again, err := r.GetBody()
		require.NoError(t, err)
		bodies = append(bodies, r.Body, again)
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
		require.Equal(t, fmt.Sprintf(`{"name":"request %d","inner":{"id":"1"}}`, i/2), string(body))
	}
}

func TestTheRequestIsNotModified(t *testing.T) {
	c := serve(t, answering(200, "application/json", `{"id":"1"}`))
	req, err := readRich(richBody)
	require.NoError(t, err)
	req.Inner.Extra["\xff"] = []any{nil, 1.5, map[string]any{"b": 1, "a": 2}}
	before, err := readRich(richBody)
	require.NoError(t, err)
	before.Inner.Extra["\xff"] = []any{nil, 1.5, map[string]any{"b": 1, "a": 2}}
	_, err = callRich(t.Context(), c, req)
	require.NoError(t, err)
	require.Equal(t, before, req)
}

func TestARedirectIsNotFollowed(t *testing.T) {
	second := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer second.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		follows := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
		c := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, second.URL, status) },
			WithHTTPClient(follows), WithBearerToken("x"))
		_, err := callRaw(t.Context(), c, validRich())
		e, ok := errors.AsType[*Error](err)
		require.True(t, ok)
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
	_, err := callRich(t.Context(), c, &richRequest{Name: " ", Any: func() {}})
	e, ok := errors.AsType[*ValidationError](err)
	require.True(t, ok)
	require.Equal(t, []string{"/name non-blank", "/any type"}, broken(t, e))
	require.True(t, strings.HasPrefix(err.Error(), "things.rich: 2 violations: "), err)
	_, isAnswer := errors.AsType[*Error](err)
	require.False(t, isAnswer)
}

func TestWithoutValidationEverythingIsSent(t *testing.T) {
	var body []byte
	answer := func(r *http.Request) (*http.Response, error) {
		body, _ = io.ReadAll(r.Body)
		return response(200, ""), nil
	}
	req := &richRequest{Name: " ", Any: func() {}, Price: new(json.Number(`1,"x":2`))}
	_, err := callRaw(t.Context(), through(t, "http://host", answer), req, WithoutValidation())
	require.NoError(t, err)
	require.Equal(t, `{"name":" ","inner":{"id":""},"price":"1,\"x\":2"}`, string(body))
	_, err = callRaw(t.Context(), through(t, "http://host", answer, WithoutValidation()), req)
	require.NoError(t, err)
}

func TestTheContextEndsACall(t *testing.T) {
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := callRich(ctx, c, validRich())
	require.ErrorIs(t, err, context.Canceled)
	require.Contains(t, err.Error(), "things.rich: ")
}

func TestNothingPrintsTheToken(t *testing.T) {
	c, err := NewCaller("https://host/base", WithBearerToken("SECRET"), WithHeader("X-Key", "SECRET"), WithBasicAuth("SECRET", "SECRET"))
	require.NoError(t, err)
	type client struct{ caller *Caller }
	e := &Error{Operation: opRich, Status: 500, Header: http.Header{"Set-Cookie": {"SECRET"}}, Body: []byte("SECRET")}
	for _, v := range []any{
		Credentials{opRich, http.Header{"Authorization": {"SECRET"}}, map[string]string{"key": "SECRET"}}, c, *c, &client{c}, client{c}, []any{c}, map[string]*Caller{"x": c}, struct{ C Caller }{*c},
		WithBearerToken("SECRET"), WithBasicAuth("SECRET", "SECRET"), WithHeader("X-Key", "SECRET"),
		[]CallOption{WithHeader("X-Key", "SECRET")}, e, []error{e}, fmt.Errorf("x: %w", e),
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			text := fmt.Sprintf(verb, v)
			require.NotContains(t, text, "SECRET", "%T %s", v, verb)
			require.NotContains(t, text, "534543524554", "%T %s", v, verb)
			require.NotContains(t, text, "U0VDUkVUOlNFQ1JFVA", "%T %s", v, verb)
		}
	}
	require.Equal(t, "api.Caller(https://host/base)", fmt.Sprint(c))
	require.Equal(t, "api.Caller(https://host/base)", c.String())
	require.Equal(t, "<nil>", fmt.Sprint((*Caller)(nil)))
}

func TestTheDefaultTransportIsUsedWithoutAClient(t *testing.T) {
	server := httptest.NewServer(answering(200, "application/json", "{}"))
	defer server.Close()
	for _, opts := range [][]ClientOption{nil, {WithHTTPClient(nil)}} {
		c, err := NewCaller(server.URL, opts...)
		require.NoError(t, err)
		_, err = callRaw(t.Context(), c, validRich())
		require.NoError(t, err)
	}
}
