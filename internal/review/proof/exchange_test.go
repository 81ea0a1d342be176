package proof

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/review/report"
	"github.com/stretchr/testify/require"
)

// A changed envelope is found even if no operation remains.
func TestEnvelopeOfNoOperationThatIsLeft(t *testing.T) {
	parse := func(text string) *catalog.Catalog {
		c, problems := catalog.Parse("catalog.yaml", []byte("{catalog: 1, info: {title: T, version: v1, package: top}, path: '/{area}/{operation}', "+text+"}"))
		require.Empty(t, problems)
		return c
	}
	changes := found(parse("areas: {a: {operations: {one: {}}}}"), parse("envelope: {success: ok}, areas: {a: {operations: {two: {}}}}"))
	require.True(t, slices.ContainsFunc(changes, func(c diff.Change) bool { return c.Rule == "envelope-changed" }))
}

// The example of a credential in the body has its member.
func TestAnExampleHasItsCredential(t *testing.T) {
	with := func(auth string) *catalog.Catalog {
		return read(t, "areas: {claims: {operations: {get_claim: {"+auth+"fields: {note: string}}}}}")
	}
	require.Equal(t, map[string]string{
		"auth-dropped claims.get_claim": `{"key":"some key"} | Old clients send the member key of the body, and get status 422 now. | `,
	}, summary(with("auth: [{body_field: key}], "), with("auth: none, ")))
}

// An envelope that an old client reads as before is no proof of a break, and a failure that it
// takes for a success is one.
func TestAnEnvelopeIsJudgedByWhatAnOldClientReads(t *testing.T) {
	with := func(envelope string) *catalog.Catalog {
		return read(t, "areas: {claims: {operations: {get_claim: {"+envelope+"response: {fields: {a: string}}}}}}")
	}
	verdict := func(base, head *catalog.Catalog) (report.Verdict, string) {
		for _, c := range found(base, head) {
			if c.Rule == "envelope-changed" && c.Example != nil {
				return c.Verdicts.Responses, c.Example.Outcome
			} else if c.Rule == "envelope-changed" {
				return c.Verdicts.Responses, ""
			}
		}
		return report.NotApplicable, ""
	}
	for _, c := range []struct {
		base, head string
		responses  report.Verdict
		shown      string
	}{
		// The response is read as before, and failures lose their problem.
		{"", "envelope: {success: ok, message: [m]}, ", report.Shifts, `An old client got status 409 and the problem "No.", and gets status 409 now.`},
		{"", "envelope: {success: ok, message: [m], failure_status: 200}, ", report.Breaks, `An old client got status 409 and the problem "No.", and gets {} now.`},
		{"envelope: {success: ok, data: data}, ", "envelope: {success: ok, data: result}, ", report.Shifts, `An old client got {"a":"some a"}, and gets {} now.`},
		{"envelope: {success: {code: 0}}, ", "envelope: {success: {code: 1}}, ", report.Breaks, `An old client got {}, and gets status 200 and the error "the service reports no success; Messages of the error may say why" now.`},
	} {
		responses, shown := verdict(with(c.base), with(c.head))
		require.Equal(t, c.responses.String(), responses.String(), c.head)
		require.Equal(t, c.shown, shown)
	}
}

// isTrueCall is like isTrue for envelopes and credentials.
func isTrueCall(e *report.Example, p probe) bool {
	if e.Kind == "request" {
		if with, old := strings.CutPrefix(e.Outcome, "Old clients send "); old {
			with, outcome, _ := strings.Cut(with, ", and ")
			return admits(p.base.Auth, with) && (!admits(p.head.Auth, with) || !strings.HasPrefix(outcome, "get status 401"))
		}
		with, _, callers := strings.Cut(strings.TrimPrefix(e.Outcome, "Callers that send "), " got status 401")
		return callers && admits(p.head.Auth, with) && !admits(p.base.Auth, with)
	}
	_, now, _ := strings.Cut(e.Outcome, ", and gets status ")
	digits, _, _ := strings.Cut(now, " ")
	status, err := strconv.Atoi(digits)
	if err != nil {
		status = http.StatusOK
	}
	header := http.Header{}
	if strings.HasPrefix(e.Given, `{"title":`) {
		header.Set("Content-Type", "application/problem+json")
	}
	served := func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(e.Given))}, nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: transport(served)}))
	if err != nil {
		return false
	}
	bodiless := *p.base.Operation
	bodiless.Request, bodiless.Rules, bodiless.Pagination, bodiless.Auth = new(catalog.Shape), nil, nil, nil
	bodiless.Empty = catalog.EmptyObject
	var c interpreter.Exchange
	res, err := interpreter.New(&bodiless).Call(context.Background(), caller, "{}")
	c.Err = err
	if err == nil {
		c.Response = res.Raw
	}
	return strings.HasSuffix(e.Outcome, ", and gets "+relation.Read(p.base, c)+" now.")
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// admits reports whether callers with a credential, in words, may call.
func admits(a *catalog.Auth, with string) bool {
	return a == nil || a.None || slices.ContainsFunc(a.Ways, func(w *catalog.Way) bool { return w.Words() == with })
}
