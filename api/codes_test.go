package api

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// withCodes is what the generator writes for a request with such fields.
func (r richRequest) withCodes(c Codes) richRequest {
	r.Name = c.Code("names", r.Name)
	r.Note = c.OptCode("notes", r.Note)
	r.Items = CodedEach(c, r.Items, richRecord.withCodes)
	return r
}

func (r richRecord) withCodes(c Codes) richRecord {
	r.ID = c.Code("names", r.ID)
	return r
}

func callCoded(ctx context.Context, c *Caller, req *richRequest, opts ...CallOption) error {
	call := c.Begin(opRaw, opts)
	_, err := DoRaw[rawAnswer](ctx, call.Body(Coded(call, req, richRequest.withCodes)))
	return err
}

func withTable(table string, codes map[string]string) CallOption {
	return WithCodes("things", table, codes, "names", "notes")
}

func TestNamesBecomeCodes(t *testing.T) {
	codes := Codes{"things", map[tableName]map[string]string{
		{"things", "names"}:  {"Mailing": "M", "Billing": "", "M": "twice"},
		{"things", "filled"}: {"": "F"},
		{"others", "notes"}:  {"Mailing": "other area", "": "other area"},
	}}
	for _, c := range []struct {
		table string
		name  *string
		want  *string
	}{
		{"names", new("Mailing"), new("M")},
		{"names", new("Billing"), new("")},
		{"names", new("mailing"), new("mailing")},
		{"names", new(""), new("")},
		{"names", nil, nil},
		{"filled", new("Mailing"), new("Mailing")},
		{"filled", new(""), new("F")},
		{"filled", nil, new("F")},
		{"notes", new("Mailing"), new("Mailing")},
		{"notes", nil, nil},
	} {
		require.Equal(t, c.want, codes.OptCode(c.table, c.name), "%+v", c)
		require.Equal(t, Or(c.want, ""), codes.Code(c.table, Or(c.name, "")), "%+v", c)
	}
}

func TestACodeBelongsToTheRequestAlone(t *testing.T) {
	table := map[string]string{"Mailing": "M"}
	codes := Codes{"things", map[tableName]map[string]string{{"things", "names"}: table}}
	*codes.OptCode("names", new("Mailing")) = "changed"
	require.Equal(t, map[string]string{"Mailing": "M"}, table)
}

func TestNoRecordsStayNone(t *testing.T) {
	require.Nil(t, CodedEach(Codes{}, nil, richRecord.withCodes))
	require.Equal(t, []richRecord{}, CodedEach(Codes{}, []richRecord{}, richRecord.withCodes))
}

func TestTablesOfACallComeBeforeThoseOfItsClient(t *testing.T) {
	s := &script{outcomes: []any{200}}
	given := map[string]string{"Ada": "A", "Note": "wrong table"}
	c := s.caller(t, withTable("names", given), withTable("notes", map[string]string{"": "N"}))
	given["Ada"] = "changed later"
	for _, opts := range [][]CallOption{
		nil,
		{withTable("names", map[string]string{"Ada": "call"})},
		{withTable("names", map[string]string{"Bob": "B"}), withTable("notes", nil)},
		{WithCodes("others", "names", map[string]string{"Ada": "other area"}, "names")},
		{withTable("names", map[string]string{"Ada": "first"}), withTable("names", map[string]string{"Ada": "last"})},
		nil,
	} {
		req := &richRequest{Name: "Ada", Inner: richRecord{ID: "1"}, Items: []richRecord{{ID: "Ada"}, {ID: "2"}}}
		require.NoError(t, callCoded(t.Context(), c, req, opts...))
		require.Equal(t, &richRequest{Name: "Ada", Inner: richRecord{ID: "1"}, Items: []richRecord{{ID: "Ada"}, {ID: "2"}}}, req)
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
	for want, opts := range map[bool][]CallOption{true: nil, false: {withTable("names", nil)}} {
		call, req := (&script{}).caller(t).Begin(opRaw, opts), validRich()
		require.Equal(t, want, Coded(call, req, richRequest.withCodes) == req)
		call.release()
	}
}

// What is validated is what is sent.
func TestRulesBindTheCode(t *testing.T) {
	s := &script{outcomes: []any{200}}
	c := s.caller(t, withTable("names", map[string]string{"": "filled", "Ada": " "}))
	require.NoError(t, callCoded(t.Context(), c, &richRequest{Inner: richRecord{ID: "1"}}))
	require.Equal(t, []string{`{"name":"filled","inner":{"id":"1"}}`}, s.bodies)
	err := callCoded(t.Context(), c, &richRequest{Name: "Ada", Inner: richRecord{ID: "1"}})
	require.EqualError(t, err, "things.raw: 1 violation: /name must not be blank (non-blank)")
}

func TestAnUnknownTableIsAnError(t *testing.T) {
	const want = `WithCodes: unknown table "nmaes" of things; expected one of names, notes`
	unknown := withTable("nmaes", map[string]string{"CANARY": "CANARY"})
	_, err := NewCaller("https://host", withTable("names", nil), unknown, withTable("another", nil))
	require.EqualError(t, err, want+"\n"+strings.Replace(want, "nmaes", "another", 1))

	s := &script{outcomes: []any{200}}
	c := s.caller(t)
	for _, opts := range [][]CallOption{{unknown}, {unknown, WithoutValidation(), withTable("names", nil)}} {
		for _, req := range []*richRequest{validRich(), nil} {
			err = callCoded(t.Context(), c, req, opts...)
			require.EqualError(t, err, "things.raw: "+want)
			_, invalid := errors.AsType[*ValidationError](err)
			require.False(t, invalid, "the request is not at fault")
		}
	}
	require.Empty(t, s.bodies)
	require.NoError(t, callCoded(t.Context(), c, validRich()), "the next call is not concerned")
}
