package api_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// withCodes is what the generator writes for a request with such fields.
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

func TestNoRecordsStayNone(t *testing.T) {
	require.Nil(t, wire.CodedEach(wire.Codes{}, nil, recordWithCodes))
	require.Equal(t, []everykind.Record{}, wire.CodedEach(wire.Codes{}, []everykind.Record{}, recordWithCodes))
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

// What is validated is what is sent.
func TestRulesBindTheCode(t *testing.T) {
	s := &script{outcomes: []any{200}}
	c := s.caller(t, withTable("names", map[string]string{"": "filled", "Ada": " "}))
	require.NoError(t, callCoded(t.Context(), c, &everykind.Request{Inner: everykind.Record{ID: "1"}}))
	require.Equal(t, []string{`{"name":"filled","inner":{"id":"1"}}`}, s.bodies)
	err := callCoded(t.Context(), c, &everykind.Request{Name: "Ada", Inner: everykind.Record{ID: "1"}})
	require.EqualError(t, err, "things.raw: 1 violation: /name must not be blank (non-blank)")
}

func TestAnUnknownTableIsAnError(t *testing.T) {
	const want = `WithCodes: unknown table "nmaes" of things; expected one of names, notes`
	unknown := withTable("nmaes", map[string]string{"CANARY": "CANARY"})
	_, err := api.NewCaller("https://host", withTable("names", nil), unknown, withTable("another", nil))
	require.EqualError(t, err, want+"\n"+strings.Replace(want, "nmaes", "another", 1))

	s := &script{outcomes: []any{200}}
	c := s.caller(t)
	for _, opts := range [][]api.CallOption{{unknown}, {unknown, api.WithoutValidation(), withTable("names", nil)}} {
		for _, req := range []*everykind.Request{validRich(), nil} {
			err = callCoded(t.Context(), c, req, opts...)
			require.EqualError(t, err, "things.raw: "+want)
			_, invalid := errors.AsType[*api.ValidationError](err)
			require.False(t, invalid, "the request is not at fault")
		}
	}
	require.Empty(t, s.bodies)
	require.NoError(t, callCoded(t.Context(), c, validRich()), "the next call is not concerned")
}
