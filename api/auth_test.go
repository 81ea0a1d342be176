package api_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/testing/everykind"
)

func TestCredentialsAreTakenOutOfABody(t *testing.T) {
	type of struct {
		body, rest string
		taken      map[string]string
	}
	for _, c := range []of{
		{`{"k":"v"}`, `{}`, map[string]string{"k": "v"}},
		{` { "k" : "v" } `, `{}`, map[string]string{"k": "v"}},
		{`{"k":"v","a":1, "b" :[2]}`, `{"a":1,"b" :[2]}`, map[string]string{"k": "v"}},
		{`{ "a":1 ,"k":"v" , "b":2 }`, `{"a":1,"b":2}`, map[string]string{"k": "v"}},
		{`{"a":1.10,"k":"v"}`, `{"a":1.10}`, map[string]string{"k": "v"}},
		{`{"l":"w","a":1,"k":"v"}`, `{"a":1}`, map[string]string{"k": "v", "l": "w"}},
		{`{"k":"v","l":"w"}`, `{}`, map[string]string{"k": "v", "l": "w"}},
		{`{"a":1,"k":"v","l":"w","b":2}`, `{"a":1,"b":2}`, map[string]string{"k": "v", "l": "w"}},
		{`{"\u006b":"\u00e9\"\n"}`, `{}`, map[string]string{"k": "é\"\n"}},
		{`{"a":{"k":"inner"},"k":"","b":["k"]}`, `{"a":{"k":"inner"},"b":["k"]}`, map[string]string{"k": ""}},
		{`{"k":1,"l":"w"}`, `{"k":1}`, map[string]string{"l": "w"}},
		{`{"k":"1","l":"w","k":"2"}`, `{"k":"1","k":"2"}`, map[string]string{"l": "w"}},
		{`{"K":"v"}`, `{"K":"v"}`, nil},
		{`{"k":null}`, `{"k":null}`, nil},
		{`{"k":"1","k":null}`, `{"k":"1","k":null}`, nil},
		{`{"k":{},"l":"w","l":["w"]}`, `{"k":{},"l":"w","l":["w"]}`, nil},
		{`{"k":"v"`, `{"k":"v"`, nil}, {`{"k":"v"}}`, `{"k":"v"}}`, nil}, {`["k"]`, `["k"]`, nil}, {`"k"`, `"k"`, nil},
		{``, ``, nil}, {`{}`, `{}`, nil}, {`null`, `null`, nil}, {"{\"k\":\"\xff\"}", "{\"k\":\"\xff\"}", nil},
		{`{"k":"v","a":[[[[]]]]}`, `{"k":"v","a":[[[[]]]]}`, nil},
	} {
		taken, rest := api.TakeCredentials(c.body, []string{"k", "l"}, cursor.Limits{Depth: 4, Items: 9})
		require.Equal(t, c.rest, rest, c.body)
		require.Equal(t, c.taken, taken, c.body)
	}
}

// keyed admits callers with the key, in the body or in a header field.
func keyed(ctx context.Context, c api.Credentials) (context.Context, error) {
	if c.Body()["api_key"] == "CANARY" || c.Header().Get("X-Key") != "" {
		return ctx, nil
	}
	return nil, errors.New("no key")
}

// WithServerBodyCredential removes the member that WithBodyField sends.
func TestABodyFieldArrivesAsACredential(t *testing.T) {
	var got *everykind.Request
	routes := []api.Route{
		wire.Handle(everykind.Op, everykind.Decode, func(_ context.Context, r *everykind.Request) (*everykind.Response, error) {
			got = r
			return &everykind.Response{ID: r.Name}, nil
		}),
		wire.HandleRaw(opRaw, wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) { return &api.RawResponse{}, nil }),
	}
	for _, opts := range [][]api.HandlerOption{{}, {api.WithServerUnknownFields()}} {
		var credentials []map[string]string
		h, err := api.NewHandler(routes, append(opts, api.WithServerBodyCredential("api_key"), api.WithServerBodyCredential("a\"b"), api.WithServerAuthenticator(
			func(ctx context.Context, c api.Credentials) (context.Context, error) {
				credentials = append(credentials, c.Body())
				return keyed(ctx, c)
			}))...)
		require.NoError(t, err)
		server := httptest.NewServer(h)
		defer server.Close()
		c := callerOf(t, server.URL, api.WithBodyField("api_key", "CANARY"), api.WithBodyField("a\"b", "é"))

		_, err = callRich(t.Context(), c, validRich())
		require.NoError(t, err)
		require.Equal(t, validRich(), got)
		_, err = wire.DoRaw(t.Context(), wire.Begin(c, opRaw, nil), new(textRequest("{}")))
		require.NoError(t, err)
		want := map[string]string{"api_key": "CANARY", "a\"b": "é"}
		require.Equal(t, []map[string]string{want, want}, credentials)

		_, err = callRich(t.Context(), c, validRich(), api.WithBodyField("api_key", "other"))
		e := errorOf(t, err)
		require.Equal(t, 401, e.Status)
	}
}

func TestWhatIsNoCredentialStaysInTheBody(t *testing.T) {
	h := handlerOf(t, echo, &api.RawResponse{}, api.WithServerAuthenticator(keyed), api.WithServerBodyCredential("api_key"))
	for body, want := range map[string]int{
		`{"api_key":"CANARY"}`: 200, `{}`: 200, ``: 200, `{"api_key":1}`: 422, `{"api_key":"CANARY","api_key":"CANARY"}`: 422, `{"api_key":"CANARY"`: 400,
		`["api_key"]`: 422, `{"api_key":"CANARY","x":1}`: 422, `{"x":` + strings.Repeat("[", 99): 400,
	} {
		w := post(h, opRaw.Path, body, withHeader("X-Key", "x"))
		require.Equal(t, want, w.Code, body)
		require.NotContains(t, w.Body.String(), "CANARY")
		if want != 200 && body != `{"api_key":"CANARY","x":1}` {
			require.Equal(t, &api.Problem{Title: "Unauthorized", Status: 401}, problemOf(t, post(h, opRaw.Path, body), 401), body)
		}
	}
	// A caller with the key in the body gets the other violations.
	problemOf(t, post(h, everykind.Op.Path, `{"api_key":"CANARY"}`), 422)
	anonymous := handlerOf(t, echo, &api.RawResponse{}, api.WithServerAnonymous(), api.WithServerBodyCredential("api_key"))
	require.Equal(t, 200, post(anonymous, opRaw.Path, `{"api_key":"CANARY"}`).Code)
}

func TestABodyThatCannotBeReadIsRefusedBeforeItsCredential(t *testing.T) {
	asked := func(context.Context, api.Credentials) (context.Context, error) {
		t.Error("the authenticator is asked")
		return nil, nil
	}
	h := handlerOf(t, echo, nil, api.WithServerAuthenticator(asked), api.WithServerBodyCredential("k"), api.WithServerLimits(api.Limits{Body: 9}))
	problemOf(t, post(h, opRaw.Path, `{"k":"123"}`), 413)
	problemOf(t, post(h, opRaw.Path, `{}`, withHeader("Content-Encoding", "gzip")), 415)
	problemOf(t, post(h, opRaw.Path, `{}`, withHeader("Content-Type", "text/plain")), 415)
	problemOf(t, post(h, opRaw.Path, ``, func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF)) }), 400)
}

func TestThePoolOfAHandlerNeverHoldsACredential(t *testing.T) {
	h := handlerOf(t, echo, &api.RawResponse{}, api.WithServerAuthenticator(keyed), api.WithServerBodyCredential("api_key"), api.WithServerLimits(api.Limits{Body: 30}))
	for _, body := range []string{`{"api_key":"CANARY"}`, `{"api_key":"CANARY"}` + strings.Repeat(" ", 30)} {
		memory := make([]byte, 0, 1024)
		kept := api.ServeIn(h, httptest.NewRequest(http.MethodPost, opRaw.Path, io.MultiReader(strings.NewReader(body))), &memory)
		require.NotContains(t, string(memory[:cap(memory)]), "CANARY")
		require.NotContains(t, kept, "CANARY")
	}
}

// A context prints its values, and the context of a request contains its header and body.
func TestTheContextOfARequestPrintsNoCredential(t *testing.T) {
	var out bytes.Buffer
	h := handlerOf(t, func(ctx context.Context, _ *everykind.Request) (*everykind.Response, error) {
		for _, v := range []any{ctx, context.WithValue(ctx, key{}, "x")} {
			out.WriteString(printed(v))
			slog.New(slog.NewTextHandler(&out, nil)).Info("x", "v", v)
		}
		return &everykind.Response{}, nil
	}, nil, api.WithServerBodyCredential("api_key"), api.WithServerAuthenticator(keyed))
	body := strings.TrimSuffix(validRichBody, "}") + `,"api_key":"CANARY"}`
	require.Equal(t, 200, post(h, everykind.Op.Path, body, withHeader("Authorization", "CANARY")).Code)
	require.NotContains(t, out.String(), "CANARY")
	require.NotContains(t, out.String(), "43414e415259")
	require.Contains(t, out.String(), "api.served(things.rich)")
}

type key struct{}

// sentBodies makes a call and returns the bodies that were sent.
func sentBodies(t *testing.T, body string, opts ...api.CallOption) ([]string, error) {
	t.Helper()
	s := &script{outcomes: []any{503, 200}}
	_, err := wire.DoRaw(t.Context(), wire.Begin(s.caller(t, atOnce), opRaw, opts), new(textRequest(body)))
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
	bodies, err := sentBodies(t, deep, api.WithBodyField("b", "1"))
	require.NoError(t, err)
	require.Equal(t, strings.TrimSuffix(deep, "}")+`,"b":"1"}`, bodies[0])

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
	c := s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		memory = api.BodyOf(i)
		return next(ctx, i)
	}))
	_, err := callRaw(t.Context(), c, validRich(), api.WithBodyField("key", "CANARY"))
	require.NoError(t, err)
	require.Greater(t, cap(memory), 2*len(memory))
	require.Contains(t, s.bodies[0], "CANARY")
	require.NotContains(t, string(memory[:cap(memory)]), "CANARY")
}

// An operation with auth: none is served without the authenticator, and called without
// credentials.
func TestAnOperationForAnyone(t *testing.T) {
	open := &api.Operation{Area: "things", Name: "open", Path: "/api/things/open", Effect: api.Read, Auth: &api.Auth{None: true}}
	refuse := func(context.Context, api.Credentials) (context.Context, error) { return nil, errors.New("nobody") }
	h := routed(t, []api.Route{wire.Handle(open, everykind.Decode, richService(echo)), wire.Handle(everykind.Op, everykind.Decode, richService(echo))}, api.WithServerAuthenticator(refuse))
	require.Equal(t, 200, post(h, open.Path, validRichBody).Code)
	require.Equal(t, 401, post(h, everykind.Op.Path, validRichBody).Code)

	s := &script{outcomes: []any{200}}
	c := s.caller(t, api.WithBearerToken("CANARY"), api.WithBodyField("key", "CANARY"), api.WithHeader("X-Tenant", "t"))
	_, err := callOp(t.Context(), c, open)
	require.NoError(t, err)
	require.Equal(t, []string{validRichBody}, s.bodies)
	require.Empty(t, s.headers[0].Get("Authorization"))
	require.Equal(t, "t", s.headers[0].Get("X-Tenant"))
	_, err = callOp(t.Context(), c, opRaw)
	require.NoError(t, err)
	require.Equal(t, "Bearer CANARY", s.headers[1].Get("Authorization"))
	require.Contains(t, s.bodies[1], `"key":"CANARY"`)
}

// A body credential in the catalog is removed without an option, and only for the
// operations that name it.
func TestACredentialOfTheCatalogInTheBody(t *testing.T) {
	keyed := &api.Operation{Area: "things", Name: "keyed", Path: "/api/things/keyed", Auth: &api.Auth{BodyFields: []string{"client_id", "secret"}}}
	var seen map[string]string
	look := func(ctx context.Context, c api.Credentials) (context.Context, error) {
		seen = c.Body()
		return ctx, nil
	}
	h := routed(t, []api.Route{wire.Handle(keyed, everykind.Decode, richService(echo)), wire.Handle(everykind.Op, everykind.Decode, richService(echo))}, api.WithServerAuthenticator(look))
	body := strings.TrimSuffix(validRichBody, "}") + `,"client_id":"c","secret":"CANARY"}`
	require.Equal(t, 200, post(h, keyed.Path, body).Code)
	require.Equal(t, map[string]string{"client_id": "c", "secret": "CANARY"}, seen)
	w := post(h, everykind.Op.Path, body)
	require.Equal(t, 422, w.Code)
	require.Empty(t, seen)
	require.NotContains(t, w.Body.String(), "CANARY")
}
