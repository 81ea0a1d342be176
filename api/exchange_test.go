package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// nowhere is a ResponseWriter that allocates nothing.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header       { return n.header }
func (nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (nowhere) WriteHeader(int)             {}

func BenchmarkHandler(b *testing.B) {
	h := handlerOf(b, echo, nil)
	body := strings.NewReader(validRichBody)
	r := httptest.NewRequest(http.MethodPost, everykind.Op.Path, io.NopCloser(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"0123456789abcdef"}}
	r.ContentLength = int64(len(validRichBody))
	w := nowhere{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		body.Reset(validRichBody)
		h.ServeHTTP(w, r)
	}
}

func TestErrorHandlerSeesWhatCallersDoNot(t *testing.T) {
	var seen []error
	handler := api.WithServerErrorHandler(func(_ context.Context, op *api.Operation, err error) {
		require.Equal(t, opRaw, op)
		seen = append(seen, err)
	})
	secret := errors.New("no contact 123-45-6789")
	for _, serve := range []func() (*api.RawResponse, error){
		func() (*api.RawResponse, error) { return nil, secret },
		func() (*api.RawResponse, error) { return nil, nil },
		func() (*api.RawResponse, error) { panic("123-45-6789") },
		func() (*api.RawResponse, error) { return &api.RawResponse{Raw: json.RawMessage(`{`)}, nil },
		func() (*api.RawResponse, error) { return nil, &api.Problem{Status: 404} },
		func() (*api.RawResponse, error) { return nil, &api.Problem{Status: 500} },
		func() (*api.RawResponse, error) { return nil, fmt.Errorf("wrapped: %w", &api.Problem{Status: 503}) },
	} {
		route := wire.HandleRaw(opRaw, wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) { return serve() })
		res := post(routed(t, []api.Route{route}, nil, handler, api.WithServerAnonymous()), opRaw.Path, "{}") // a nil option is none
		require.GreaterOrEqual(t, res.Code, 400)
		require.NotContains(t, res.Body.String(), "123")
	}
	require.Len(t, seen, 4, "a problem is for the caller")
	require.Equal(t, secret, seen[0])
	require.EqualError(t, seen[1], "the service returned neither a response nor an error")
	panicked, ok := errors.AsType[*api.PanicError](seen[2])
	require.True(t, ok)
	require.Equal(t, "123-45-6789", panicked.Value)
	require.Contains(t, string(panicked.Stack), "TestErrorHandlerSeesWhatCallersDoNot")
	require.EqualError(t, panicked, "the service panicked with a string")
	require.NotContains(t, printed(panicked), "123-45")
	require.EqualError(t, seen[3], "the service's response is not JSON")
}

// A nil option changes nothing.
func TestNilOptions(t *testing.T) {
	wrapsNothing := api.WithMiddleware(func(api.RoundTripFunc) api.RoundTripFunc { return nil })
	client := callerOf(t, "https://host", nil, atOnce, api.WithLogger(nil), api.WithMiddleware(nil), wrapsNothing, api.WithHTTPClient(&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) { return nil, errRefused })}),
		api.WithHTTPClient(nil))
	_, err := wire.DoRaw(t.Context(), wire.Begin(client, opRaw, []api.CallOption{nil}), new(textRequest("{}")))
	require.ErrorIs(t, err, errRefused)
}

var errRefused = errors.New("refused")

// receiving serves one request and returns what its service received.
func receiving(t *testing.T, body string, opts ...api.HandlerOption) (got api.ReceivedRequest, raw string) {
	t.Helper()
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		type key struct{}
		got = api.RequestFromContext(context.WithValue(ctx, key{}, 1))
		raw = string(got.Raw())
		return echo(ctx, r)
	}, nil, append(opts, api.WithServerAnonymous())...)
	w := post(h, everykind.Op.Path, body, withHeader("X-Request-Id", "r-1"), withHeader("X-Tenant", "CANARY"))
	require.Equal(t, 200, w.Code, w.Body)
	return got, raw
}

// A service gets everything that is accepted: unknown fields at any depth, and null.
func TestAServiceReadsWhatWasReceived(t *testing.T) {
	body := ` {"name":"n", "inner":{"id":"1"},"items":[{"id":"2","x":null}],"note":null,"x":{"y":[1.50,null]} }`
	got, raw := receiving(t, body, api.WithServerUnknownFields())
	require.Equal(t, body, raw)
	require.Equal(t, body, string(got.Raw()), "after the request too")
	require.Equal(t, "CANARY", got.Header().Get("X-Tenant"))
	var fields struct {
		Note *json.RawMessage
		X    struct{ Y []any }
	}
	require.NoError(t, got.Decode(&fields))
	require.Equal(t, []any{json.Number("1.50"), nil}, fields.X.Y)

	_, raw = receiving(t, `{"key":"CANARY","name":"n","inner":{"id":"1"}}`, api.WithServerBodyCredential("key"))
	require.Equal(t, `{"name":"n","inner":{"id":"1"}}`, raw, "without the credential")
}

func TestOutsideOfARequestNothingIsReceived(t *testing.T) {
	none := api.RequestFromContext(t.Context())
	require.Nil(t, none.Raw())
	require.Nil(t, none.Header())
	require.Error(t, none.Decode(new(any)))
}

// The body is not available before the caller is authenticated.
func TestTheBodyOfUnknownCallersIsNotReceived(t *testing.T) {
	var before, asked, after []byte
	h := handlerOf(t, echo, nil,
		around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			before = api.RequestFromContext(ctx).Raw()
			err := next(ctx, r)
			after = api.RequestFromContext(ctx).Raw()
			return err
		}),
		api.WithServerBodyCredential("key"),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			asked = api.RequestFromContext(ctx).Raw()
			if c.Body()["key"] != "k" {
				return nil, &api.Problem{Status: http.StatusForbidden}
			}
			return ctx, nil
		}))
	require.Equal(t, 403, post(h, everykind.Op.Path, validRichBody).Code)
	require.Nil(t, before)
	require.Nil(t, asked)
	require.Nil(t, after)
	require.Equal(t, 200, post(h, everykind.Op.Path, `{"key":"k","name":"n","inner":{"id":"1"}}`).Code)
	require.Nil(t, before)
	require.Equal(t, `{"name":"n","inner":{"id":"1"}}`, string(after))
}

// nothing is a request without fields.
type nothing struct{}

func (*nothing) AppendJSON(b []byte) []byte { return append(b, "{}"...) }
func (*nothing) Validate() error            { return nil }

// wrappedTransport is a transport of another type than that of net/http.
type wrappedTransport struct{ http.RoundTripper }

// The operation defines what is sent for a request without fields, over every protocol and
// through every transport. Without a body there is no Content-Type, and Content-Length is 0.
func TestEmptyRequests(t *testing.T) {
	var got string
	seen := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, typed := r.Header["Content-Type"]
		got = fmt.Sprintf("%s %q length %d, typed %t", r.Proto, body, r.ContentLength, typed)
		io.WriteString(w, "{}")
	})
	plain := httptest.NewServer(seen)
	defer plain.Close()
	secure := httptest.NewUnstartedServer(seen)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	defer secure.Close()

	for _, c := range []struct {
		empty api.Empty
		want  string
	}{
		{"", `"{}" length 2, typed true`},
		{api.EmptyNull, `"null" length 4, typed true`},
		{api.EmptyNone, `"" length 0, typed false`},
	} {
		for _, effect := range []api.Effect{api.Read, api.Write} {
			op := &api.Operation{Area: "a", Name: "b", Path: "/b", Effect: effect, Empty: c.empty}
			call := func(url string, opts ...api.ClientOption) {
				t.Helper()
				caller := callerOf(t, url, opts...)
				_, err := wire.DoRaw(t.Context(), wire.Begin(caller, op, nil), &nothing{})
				require.NoError(t, err)
			}
			call(plain.URL)
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(plain.URL, api.WithHTTPClient(&http.Client{Transport: wrappedTransport{http.DefaultTransport}}))
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(secure.URL, api.WithHTTPClient(secure.Client()))
			require.Equal(t, "HTTP/2.0 "+c.want, got)
			call(plain.URL, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
				require.Equal(t, c.empty == api.EmptyNone, i.Header().Get("Content-Type") == "")
				return next(ctx, i)
			}))
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(plain.URL, api.WithBodyField("key", "k"))
			require.Equal(t, `HTTP/1.1 "{\"key\":\"k\"}" length 11, typed true`, got)
		}
	}
}

// A server of such an operation accepts all three, and nothing else.
func TestEmptyBodiesAreReadAlike(t *testing.T) {
	for _, empty := range []api.Empty{"", api.EmptyNone, api.EmptyNull} {
		op := &api.Operation{Area: "a", Name: "b", Path: "/b", Empty: empty}
		h := routed(t, []api.Route{wire.HandleRaw(op, wire.NoFields[struct{}], func(ctx context.Context, _ *struct{}) (*api.RawResponse, error) {
			return &api.RawResponse{Raw: api.RequestFromContext(ctx).Raw()}, nil
		})}, api.WithServerAnonymous())
		untyped := func(r *http.Request) { r.Header.Del("Content-Type") }
		for _, body := range []string{"", "{}", " \n"} {
			require.Equal(t, "{}", post(h, "/b", body, untyped).Body.String(), "%s %q", empty, body)
		}
		require.Equal(t, "{}", post(h, "/b", "", func(r *http.Request) { r.Body = nil }).Body.String())
		for _, body := range []string{"null", " null\n"} {
			if w := post(h, "/b", body); empty == "" {
				problemOf(t, w, 422)
			} else {
				require.Equal(t, "{}", w.Body.String(), "%s %q", empty, body)
			}
		}
		for body, status := range map[string]int{"[]": 422, `{"a":1}`: 422, "nul": 400, "nullnull": 400, `"null"`: 422, "0": 422} {
			problemOf(t, post(h, "/b", body), status)
		}
	}
}
