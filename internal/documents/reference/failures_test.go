package reference

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/plan/interpreter"
)

// A handler fails with the statuses of the page, in their order: each request below
// has the faults of those behind it too.
func TestStatusesAreThoseOfAHandler(t *testing.T) {
	v := newView(load(t, "../../../spec/operations.yaml"), config)
	refused := v.Refused()
	require.NotNil(t, refused)
	op := interpreter.New(refused.operation.Operation)
	request := requestOf(t, refused.operation)

	var served error
	handler := func(opts ...api.HandlerOption) http.Handler {
		h, err := api.NewHandler([]api.Route{op.Route(func(context.Context, string) (json.RawMessage, error) {
			return json.RawMessage(`{}`), served
		})}, append(opts, api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))...)
		require.NoError(t, err)
		return h
	}
	letIn := func(ctx context.Context, c api.Credentials) (context.Context, error) {
		if c.Header().Get("Authorization") == "" {
			return nil, errors.New("nobody")
		}
		return ctx, nil
	}
	const problem = "4xx, 5xx"
	var found []string
	for _, call := range []struct {
		status       string
		method, path string
		header       map[string]string
		body         string
		served       error
		limits       api.Limits
	}{
		{status: "404", method: "GET", path: "/", body: "["},
		{status: "405", method: "GET", path: op.Path, body: "["},
		{status: "401", path: op.Path, header: map[string]string{"Content-Type": "text/plain"}, body: "["},
		{status: "415", path: op.Path, header: map[string]string{"Content-Type": "text/plain", "Authorization": "x"}, body: "["},
		{status: "413", path: op.Path, header: map[string]string{"Authorization": "x"}, body: "[" + strings.Repeat(" ", 3000), limits: api.Limits{Body: 2000}},
		{status: "400", path: op.Path, header: map[string]string{"Authorization": "x"}, body: "["},
		{status: "422", path: op.Path, header: map[string]string{"Authorization": "x"}, body: "{}", served: errors.New("failed")},
		{status: "501", path: op.Path, header: map[string]string{"Authorization": "x"}, body: request, served: &api.Problem{Status: 501}},
		{status: "500", path: op.Path, header: map[string]string{"Authorization": "x"}, body: request, served: errors.New("failed")},
		{status: problem, path: op.Path, header: map[string]string{"Authorization": "x"}, body: request, served: &api.Problem{Status: 409, Detail: "taken"}},
	} {
		served = call.served
		r := httptest.NewRequest(call.method, call.path, strings.NewReader(call.body))
		if call.method == "" {
			r.Method = http.MethodPost
		}
		for name, value := range call.header {
			r.Header.Set(name, value)
		}
		opts := []api.HandlerOption{api.WithServerAuthenticator(letIn)}
		if call.limits != (api.Limits{}) {
			opts = append(opts, api.WithServerLimits(call.limits))
		}
		w := httptest.NewRecorder()
		handler(opts...).ServeHTTP(w, r)
		want := call.status
		if want == problem {
			want = "409"
		}
		require.Equal(t, want, strconv.Itoa(w.Code), call.body)
		require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
		require.NotEmpty(t, w.Header().Get("X-Request-Id"))
		found = append(found, call.status)
		if want == "422" {
			require.JSONEq(t, refused.Problem, w.Body.String())
		}
		var members map[string]any
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &members))
		require.Contains(t, members, "title")
		require.Contains(t, members, "status")
		for name := range members {
			require.True(t, slices.ContainsFunc(openapi.ProblemMembers, func(m openapi.Member) bool { return m.Name == name }), name)
		}
	}
	var said []string
	for _, s := range openapi.Statuses {
		if s.Code != "503" { // which needs other requests under way
			said = append(said, s.Code)
		}
	}
	require.Equal(t, said, found)
}

// requestOf returns a request of an operation that keeps its rules.
func requestOf(t *testing.T, o operation) string {
	start := strings.Index(o.Curl, "-d '")
	require.Positive(t, start)
	body := strings.TrimSuffix(o.Curl[start+4:], "'")
	require.Empty(t, interpreter.New(o.Operation).Decode(body).Violations)
	return body
}

// The violations that a handler finds in bodies of an operation are among those that
// the page names for it.
func TestRefusals(t *testing.T) {
	c, problems := catalog.Parse("a.yaml", []byte(`
catalog: 1
info: {title: T, version: v1, package: p}
path: /{operation}
records:
  R: {fields: {n: {type: integer, minimum: 1}}}
areas:
  a:
    operations:
      all:
        fields:
          name: {type: string, required: true, non_blank: true}
          r: [R]
          a: string
          b: string
        rules: [{at_most_one_of: [a, b]}]
      any: {fields: {x: any}}
      none: {}
`))
	require.Empty(t, problems)
	v := newView(c, config)
	all := v.Areas[0].Operations
	require.Equal(t, "required, type, non-blank, minimum, at-most-one-of", all[0].Refusals())
	require.Empty(t, all[1].Refusals())
	require.Empty(t, all[2].Refusals())
	for _, o := range all { // which the page says of every body
		violations := interpreter.New(o.Operation).Decode("[]").Violations
		require.Len(t, violations, 1)
		require.Equal(t, []string{"", "type"}, []string{violations[0].Field, violations[0].Rule})
	}
	for _, body := range []string{`{}`, `{"name":1}`, `{"name":" "}`, `{"name":"a","r":[{"n":0}]}`, `{"name":"a","a":"x","b":"y"}`} {
		violations := interpreter.New(all[0].Operation).Decode(body).Violations
		require.NotEmpty(t, violations)
		for _, violation := range violations {
			require.Contains(t, all[0].Refusals(), violation.Rule)
		}
	}
}
