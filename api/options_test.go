package api_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

func TestOptionsThatCannotBeObeyedAreErrors(t *testing.T) {
	for _, c := range []struct {
		option api.CallOption
		want   string
	}{
		{api.WithHeader("Bad Header", "CANARY"), `api.WithHeader: header "Bad Header": the name`},
		{api.WithHeader("", "CANARY"), `api.WithHeader: header "": the name`},
		{api.WithHeader("X:", "CANARY"), `api.WithHeader: header "X:": the name`},
		{api.WithHeader("é", "CANARY"), `api.WithHeader: header "\u00e9": the name`},
		{api.WithHeader("\u212a", "CANARY"), `api.WithHeader: header "\u212a": the name`}, // lower case is k
		{api.WithHeader("X", "CANARY\nb"), `api.WithHeader: header "X": the value is empty, or holds a line break`},
		{api.WithHeader("y", "CANARY\x7f"), `api.WithHeader: header "Y": the value is empty, or holds a line break`},
		{api.WithHeader("content-length", "1"), `api.WithHeader: header "Content-Length": net/http writes this field`},
		{api.WithHeader("Transfer-Encoding", "chunked"), `api.WithHeader: header "Transfer-Encoding": net/http writes this field`},
		{api.WithHeader("Trailer", "X"), `api.WithHeader: header "Trailer": net/http writes this field`},
		{api.WithHeader("Authorization", ""), `api.WithHeader: header "Authorization": the value is empty`},
		{api.WithHeader("authorization", "bearer "), `api.WithHeader: header "Authorization": the value is empty`},
		{api.WithHeader("Proxy-Authorization", " Basic"), `api.WithHeader: header "Proxy-Authorization": the value is empty`},
		{api.WithHeader("Cookie", " "), `api.WithHeader: header "Cookie": the value is empty`},
		{api.WithHeader("X-Api-Key", ""), `api.WithHeader: header "X-Api-Key": the value is empty`},
		{api.WithHeader("key", "\t"), `api.WithHeader: header "Key": the value is empty`},
		{api.WithHeader("X-Auth-Token", ""), `api.WithHeader: header "X-Auth-Token": the value is empty`},
		{api.WithHeader("Client-Secret", ""), `api.WithHeader: header "Client-Secret": the value is empty`},
		{api.WithHeader("X-Request-Id", ""), `api.WithHeader: header "X-Request-Id": the value is empty`},
		{api.WithHeader("Host", ""), `api.WithHeader: header "Host": not a host`},
		{api.WithHeader("Host", "CANARY/path"), `api.WithHeader: header "Host": not a host`},
		{api.WithHeader("Host", "a CANARY"), `api.WithHeader: header "Host": not a host`},
		{api.WithBearerToken(""), `api.WithBearerToken: expected the token alone`},
		{api.WithBearerToken("Bearer CANARY"), `api.WithBearerToken: expected the token alone`},
		{api.WithBearerToken("CANARY\r"), `api.WithBearerToken: expected the token alone`},
		{api.WithBearerToken("CANARYé"), `api.WithBearerToken: expected the token alone`},
		{api.WithBasicAuth("CANARY:b", "c"), `api.WithBasicAuth: expected a username without a colon`},
		{api.WithBasicAuth("", ""), `api.WithBasicAuth: expected a username without a colon`},
		{api.WithBasicAuth("a", "CANARY\nb"), `api.WithBasicAuth: expected a username without a colon`},
		{api.WithBasicAuth("CANARY\t", "b"), `api.WithBasicAuth: expected a username without a colon`},
		{api.WithBodyField("", "CANARY"), `api.WithBodyField: "": the name or the value is empty or not UTF-8`},
		{api.WithBodyField("\xff", "CANARY"), `api.WithBodyField: "\xff": the name or the value is empty or not UTF-8`},
		{api.WithBodyField("key", ""), `api.WithBodyField: "key": the name or the value is empty or not UTF-8`},
		{api.WithBodyField("key", "CANARY\xff"), `api.WithBodyField: "key": the name or the value is empty or not UTF-8`},
	} {
		_, err := api.NewCaller("https://host", c.option)
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "CANARY")

		s := &script{outcomes: []any{200}}
		_, err = callOp(t.Context(), s.caller(t), opRaw, c.option)
		require.ErrorContains(t, err, "things.raw: "+c.want)
		require.NotContains(t, err.Error(), "CANARY")
		require.Empty(t, s.bodies, "nothing was sent")
	}
}

func TestUnusualOptionsThatCanBeObeyed(t *testing.T) {
	for _, option := range []api.CallOption{
		nil,
		api.WithHeader("X-Key.~!1", "a\tb é"), api.WithHeader("X-Empty", ""), api.WithHeader("User-Agent", ""),
		api.WithHeader("host", "other"), api.WithHeader("Host", "[::1]:80"), api.WithHeader("Host", "bücher.example"),
		api.WithHeader("Authorization", "4711"), api.WithHeader("Authorization", "Negotiate"),
		api.WithBearerToken("12|a:b+/~._-=="), api.WithBasicAuth("key", ""), api.WithBasicAuth("", "key"), api.WithBasicAuth("é", "a:b c"),
		api.WithBodyField("a\"\n", "\n"), api.WithRetry(api.RetryPolicy{MaxAttempts: -1, BaseDelay: -1}),
	} {
		s := &script{outcomes: []any{200}}
		_, err := callOp(t.Context(), s.caller(t), opRaw, option)
		require.NoError(t, err)
		require.Len(t, s.bodies, 1)
	}
}

// A middleware can set fields that options refuse, by a name in any case.
func TestAHeaderOfAMiddlewareIsCheckedAsThatOfAnOption(t *testing.T) {
	for name, value := range map[string]string{"content-length": "1", "authorization": "", "host": "a/CANARY", "X-Token": " ", "X": "CANARY\n"} {
		s := &script{outcomes: []any{200}}
		_, err := callOp(t.Context(), s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
			i.Header()[name] = []string{value}
			return next(ctx, i)
		})), opRaw)
		require.ErrorContains(t, err, `things.raw: header "`+name+`": `)
		require.NotContains(t, err.Error(), "CANARY")
		require.Empty(t, s.bodies)
	}
}

func TestOptionsOfHandlersThatCannotBeObeyedAreErrors(t *testing.T) {
	for want, option := range map[string]api.HandlerOption{
		"api.WithServerBodyCredential: the name is empty or not UTF-8": api.WithServerBodyCredential(""),
		"pass exactly one of api.WithServerAuthenticator":              api.WithServerAuthenticator(nil),
	} {
		_, err := api.NewHandler(nil, option)
		require.ErrorContains(t, err, want)
	}
	_, err := api.NewHandler(nil, api.WithServerAnonymous(), api.WithServerBodyCredential("\xff"))
	require.ErrorContains(t, err, "api.WithServerBodyCredential: ")
}

// The order of the routes does not decide which service is called.
func TestTwoRoutesOfOnePathAreAnError(t *testing.T) {
	route := wire.Handle(everykind.Op, everykind.Decode, echo)
	_, err := api.NewHandler([]api.Route{route, route}, api.WithServerAnonymous())
	require.ErrorContains(t, err, "api: things.rich and things.rich have the same path")
}

// withCodes is like generated code for a request with codes.
func withCodes(r everykind.Request, c wire.Codes) everykind.Request {
	r.Name = c.Code("names", r.Name)
	r.Note = c.OptCode("notes", r.Note)
	r.Items = wire.CodedEach(c, r.Items, recordWithCodes)
	return r
}

func recordWithCodes(r everykind.Record, c wire.Codes) everykind.Record {
	r.ID = c.Code("names", r.ID)
	return r
}

func callCoded(ctx context.Context, c *api.Caller, req *everykind.Request, opts ...api.CallOption) error {
	call := wire.Begin(c, opRaw, opts)
	_, err := wire.DoRaw(ctx, call, wire.Coded(call, req, withCodes))
	return err
}

func withTable(table string, codes map[string]string) api.CallOption {
	return wire.WithCodes("things", table, codes, "names", "notes")
}

func TestTablesOfACallComeBeforeThoseOfItsClient(t *testing.T) {
	s := &script{outcomes: []any{200}}
	given := map[string]string{"Ada": "A", "Note": "wrong table"}
	c := s.caller(t, withTable("names", given), withTable("notes", map[string]string{"": "N"}))
	given["Ada"] = "changed later"
	for _, opts := range [][]api.CallOption{
		nil,
		{withTable("names", map[string]string{"Ada": "call"})},
		{withTable("names", map[string]string{"Bob": "B"}), withTable("notes", nil)},
		{wire.WithCodes("others", "names", map[string]string{"Ada": "other area"}, "names")},
		{withTable("names", map[string]string{"Ada": "first"}), withTable("names", map[string]string{"Ada": "last"})},
		nil,
	} {
		req := &everykind.Request{Name: "Ada", Inner: everykind.Record{ID: "1"}, Items: []everykind.Record{{ID: "Ada"}, {ID: "2"}}}
		require.NoError(t, callCoded(t.Context(), c, req, opts...))
		require.Equal(t, &everykind.Request{Name: "Ada", Inner: everykind.Record{ID: "1"}, Items: []everykind.Record{{ID: "Ada"}, {ID: "2"}}}, req)
	}
	body := func(name, note string) string {
		return `{"name":"` + name + `","inner":{"id":"1"}` + note + `,"items":[{"id":"` + name + `"},{"id":"2"}]}`
	}
	require.Equal(t, []string{
		body("A", `,"note":"N"`), body("call", `,"note":"N"`), body("Ada", ""),
		body("A", `,"note":"N"`), body("last", `,"note":"N"`), body("A", `,"note":"N"`),
	}, s.bodies)
}

func TestWithoutTablesTheRequestIsNotCopied(t *testing.T) {
	for want, opts := range map[bool][]api.CallOption{true: nil, false: {withTable("names", nil)}} {
		call, req := wire.Begin((&script{}).caller(t), opRaw, opts), validRich()
		require.Equal(t, want, wire.Coded(call, req, withCodes) == req)
	}
}
