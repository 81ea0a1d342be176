package api_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// nothing is a request without fields.
type nothing struct{}

func (*nothing) AppendJSON(b []byte) []byte { return append(b, "{}"...) }
func (*nothing) Validate() error            { return nil }

// wrappedTransport is a transport of another type than that of net/http.
type wrappedTransport struct{ http.RoundTripper }

// What is sent of a request without fields is what the operation says, over every
// protocol and through every transport. Without a body there is no type of one, and
// its length is known to be 0.
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
				caller, err := api.NewCaller(url, opts...)
				require.NoError(t, err)
				_, err = wire.DoRaw(t.Context(), wire.Begin(caller, op, nil), &nothing{})
				require.NoError(t, err)
			}
			call(plain.URL)
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(plain.URL, api.WithHTTPClient(&http.Client{Transport: wrappedTransport{http.DefaultTransport}}))
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(secure.URL, api.WithHTTPClient(secure.Client()))
			require.Equal(t, "HTTP/2.0 "+c.want, got)
			call(plain.URL, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
				return func(ctx context.Context, i *api.Invocation) error {
					require.Equal(t, c.empty == api.EmptyNone, i.Header().Get("Content-Type") == "")
					return next(ctx, i)
				}
			}))
			require.Equal(t, "HTTP/1.1 "+c.want, got)
			call(plain.URL, api.WithBodyField("key", "k"))
			require.Equal(t, `HTTP/1.1 "{\"key\":\"k\"}" length 11, typed true`, got)
		}
	}
}

// A server of such an operation reads all three alike, and nothing else.
func TestEmptyBodiesAreReadAlike(t *testing.T) {
	for _, empty := range []api.Empty{"", api.EmptyNone, api.EmptyNull} {
		op := &api.Operation{Area: "a", Name: "b", Path: "/b", Empty: empty}
		h, err := api.NewHandler([]api.Route{wire.HandleRaw(op, wire.NoFields[struct{}], func(ctx context.Context, _ *struct{}) (*api.RawResponse, error) {
			return &api.RawResponse{Raw: api.RequestFromContext(ctx).Raw()}, nil
		})}, api.WithServerAnonymous())
		require.NoError(t, err)
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
