package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// sentBodies calls with a body and returns the ones that were sent.
func sentBodies(t *testing.T, body string, opts ...api.CallOption) ([]string, error) {
	t.Helper()
	s := &script{outcomes: []any{503, 200}}
	_, err := wire.DoRaw[rich.RawAnswer](t.Context(), wire.Begin(s.caller(t, atOnce), opRaw, opts), new(textRequest(body)))
	return s.bodies, err
}

func TestABodyFieldIsAddedToEveryAttempt(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:                          `{"api_key":"k\"1"}`,
		` { } `:                       ` {"api_key":"k\"1"}`,
		`{"a":1}`:                     `{"a":1,"api_key":"k\"1"}`,
		`{"a":{"api_key":1},"b":[]} `: `{"a":{"api_key":1},"b":[],"api_key":"k\"1"}`,
		`{"API_KEY":1}`:               `{"API_KEY":1,"api_key":"k\"1"}`,
		`{"a":"}"}`:                   `{"a":"}","api_key":"k\"1"}`,
	} {
		bodies, err := sentBodies(t, body, api.WithBodyField("api_key", `k"1`))
		require.NoError(t, err, body)
		require.Equal(t, []string{want, want}, bodies)
	}
	deep := strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)
	bodies, err := sentBodies(t, deep, api.WithBodyField("b", ""))
	require.NoError(t, err)
	require.Equal(t, strings.TrimSuffix(deep, "}")+`,"b":""}`, bodies[0])

	bodies, err = sentBodies(t, `{}`, api.WithBodyField("a\"\n", "1"), api.WithBodyField("b", "2"), api.WithBodyField("b", "3"))
	require.NoError(t, err)
	require.Equal(t, `{"a\"\n":"1","b":"3"}`, bodies[0])
}

func TestARequestThatHasTheBodyFieldIsNotSent(t *testing.T) {
	for _, body := range []string{
		`{"api_key":"CANARY"}`, `{"a":1,"api\u005fkey":null}`, `{"api_key":{"x":[1]},"a":2}`,
	} {
		bodies, err := sentBodies(t, body, api.WithBodyField("api_key", "CANARY"), api.WithoutValidation())
		require.Empty(t, bodies)
		require.EqualError(t, err, "things.raw: 1 violation: /api_key must not be given, since api.WithBodyField sends it (duplicate-field)")
		_, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok)
	}
	for _, body := range []string{``, `[]`, `{"a":1`, `null`, `{"a":1}}`} {
		bodies, err := sentBodies(t, body, api.WithBodyField("api_key", "CANARY"))
		require.Empty(t, bodies)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "CANARY")
	}
}

func TestABodyFieldOfACallStaysWithTheCall(t *testing.T) {
	s := &script{outcomes: []any{200}}
	c := s.caller(t, api.WithBodyField("key", "client"))
	for _, opts := range [][]api.CallOption{nil, {api.WithBodyField("key", "call")}, {api.WithBodyField("more", "1")}, nil} {
		_, err := callOp(t.Context(), c, opRaw, opts...)
		require.NoError(t, err)
	}
	start := strings.TrimSuffix(validRichBody, "}")
	require.Equal(t, []string{
		start + `,"key":"client"}`, start + `,"key":"call"}`, start + `,"key":"client","more":"1"}`, start + `,"key":"client"}`,
	}, s.bodies)
}

func TestThePoolNeverHoldsABodyField(t *testing.T) {
	s := &script{outcomes: []any{200}}
	var memory []byte
	c := s.caller(t, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			memory = api.BodyOf(i)
			return next(ctx, i)
		}
	}))
	_, err := callRaw(t.Context(), c, validRich(), api.WithBodyField("key", "CANARY"))
	require.NoError(t, err)
	require.Greater(t, cap(memory), 2*len(memory))
	require.Contains(t, s.bodies[0], "CANARY")
	require.NotContains(t, string(memory[:cap(memory)]), "CANARY")
}

func TestNothingPrintsABodyField(t *testing.T) {
	var out bytes.Buffer
	var saw api.Invocation
	var sawErr error
	opts := []api.ClientOption{
		api.WithBodyField("key", "CANARY"), atOnce, seeing(&saw, &sawErr),
		api.WithLogger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))),
	}
	printed := []any{api.WithBodyField("key", "CANARY"), opts}
	for _, outcome := range []any{404, 503, io.EOF, 200} {
		c := (&script{outcomes: []any{outcome}}).caller(t, opts...)
		_, err := callOp(t.Context(), c, opRaw)
		type client struct {
			caller *api.Caller
			opts   []api.ClientOption
		}
		printed = append(printed, c, *c, client{c, opts}, &client{c, opts}, err, []error{err}, saw, &saw, sawErr)
	}
	for _, v := range printed {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			text := fmt.Sprintf(verb, v)
			require.NotContains(t, text, "CANARY", "%T %s", v, verb)
			require.NotContains(t, text, "43414e415259", "%T %s", v, verb)
		}
	}
	require.NotEmpty(t, out.String())
	require.NotContains(t, out.String(), "CANARY")
}

// No redirect is followed, so a credential goes to the host of the base URL and
// nowhere else.
func TestACredentialFollowsNoRedirect(t *testing.T) {
	second := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer second.Close()
	for name, auth := range map[string]api.CallOption{
		"body": api.WithBodyField("key", "CANARY"), "bearer": api.WithBearerToken("CANARY"),
		"basic": api.WithBasicAuth("CANARY", "CANARY"), "header": api.WithHeader("X-Key", "CANARY"),
	} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			for _, op := range []*api.Operation{opRaw, opWrite} {
				requests := 0
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					http.Redirect(w, r, second.URL+"/elsewhere", status)
				}, auth)
				_, err := callOp(t.Context(), c, op)
				e, ok := errors.AsType[*api.Error](err)
				require.True(t, ok, name)
				require.Equal(t, status, e.Status)
				require.Equal(t, 1, requests)
				require.NotContains(t, fmt.Sprintf("%+v", err), "CANARY")
			}
		}
	}
}
