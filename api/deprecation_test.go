package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// announced returns what a client reports of a service whose responses have a header.
func announced(t *testing.T, status int, header http.Header) (reports []api.Deprecation) {
	t.Helper()
	report := func(ctx context.Context, op *api.Operation, d api.Deprecation) {
		require.Same(t, opRaw, op)
		require.NoError(t, ctx.Err())
		reports = append(reports, d)
	}
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		res := response(status, "{}")
		res.Header = header
		return res, nil
	}, api.WithDeprecation(report))
	for range 2 {
		_, err := callOp(t.Context(), c, opRaw)
		require.Equal(t, status == 200, err == nil)
	}
	return reports
}

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func TestDeprecationIsReportedOnceForEachOperation(t *testing.T) {
	const sunset = "Thu, 31 Jan 2030 00:00:00 GMT"
	for name, test := range map[string]struct {
		status int
		header http.Header
		want   api.Deprecation
	}{
		"both":           {200, http.Header{"Deprecation": {"@1767225600"}, "Sunset": {sunset}}, api.Deprecation{Since: day(2026, 1, 1), Sunset: day(2030, 1, 31)}},
		"failure":        {410, http.Header{"Deprecation": {"@1767225600"}}, api.Deprecation{Since: day(2026, 1, 1)}},
		"sunset alone":   {200, http.Header{"Sunset": {sunset}}, api.Deprecation{Sunset: day(2030, 1, 31)}},
		"unknown date":   {200, http.Header{"Deprecation": {"@0"}}, api.Deprecation{}},
		"draft":          {200, http.Header{"Deprecation": {"true"}}, api.Deprecation{}},
		"draft's date":   {200, http.Header{"Deprecation": {sunset}}, api.Deprecation{Since: day(2030, 1, 31)}},
		"parameters":     {200, http.Header{"Deprecation": {" @1767225600 ;a=1"}}, api.Deprecation{Since: day(2026, 1, 1)}},
		"not understood": {200, http.Header{"Deprecation": {"@soon"}, "Sunset": {"later"}}, api.Deprecation{}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, []api.Deprecation{test.want}, announced(t, test.status, test.header))
		})
	}
	require.Empty(t, announced(t, 200, http.Header{}))
}

// Refusals announce it too: a client that cannot call the operation any more needs it most.
func TestHandlersAnnounceDeprecations(t *testing.T) {
	op := *opRaw
	op.Deprecation, op.Sunset = "@0", "Thu, 31 Jan 2030 00:00:00 GMT"
	for name, test := range map[string]struct {
		op   *api.Operation
		body string
		want [2]string
	}{
		"success":        {&op, "{}", [2]string{op.Deprecation, op.Sunset}},
		"refusal":        {&op, "[]", [2]string{op.Deprecation, op.Sunset}},
		"not deprecated": {opRaw, "{}", [2]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			route := wire.HandleRaw(test.op, wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) {
				return &api.RawResponse{}, nil
			})
			h, err := api.NewHandler([]api.Route{route}, api.WithServerAnonymous())
			require.NoError(t, err)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(test.body)))
			require.Equal(t, test.want, [2]string{w.Header().Get("Deprecation"), w.Header().Get("Sunset")})
		})
	}
}
