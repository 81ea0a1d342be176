package api_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

func TestATransportFindsTheOperation(t *testing.T) {
	_, ok := api.OperationFromContext(t.Context())
	require.False(t, ok)
	for _, op := range []*api.Operation{opRaw, opWrite} {
		attempts := 0
		c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
			attempts++
			got, ok := api.OperationFromContext(r.Context())
			require.True(t, ok)
			require.Same(t, op, got)
			return nil, io.EOF
		}, atOnce)
		ctx := api.ContextWithOperation(t.Context(), opIdempotent) // of the server that calls
		_, err := callOp(ctx, c, op)
		require.Error(t, err)
		require.NotZero(t, attempts)
	}
}

// ids returns the request ids that are sent when every attempt fails.
func ids(t *testing.T, answered string, opts ...api.CallOption) ([]string, *api.Error) {
	var list []string
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.Len(t, r.Header["X-Request-Id"], 1)
		list = append(list, r.Header.Get("X-Request-Id"))
		r.Header.Set("X-Request-Id", "changed on the way")
		res := response(503, "")
		if answered != "" {
			res.Header.Set("X-Request-Id", answered)
		}
		return res, nil
	}, atOnce)
	_, err := callOp(context.Background(), c, opRaw, opts...)
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Len(t, list, 3)
	require.Equal(t, list[0], list[1])
	require.Equal(t, list[0], list[2])
	return list, e
}

func TestEveryAttemptOfACallHasTheSameRequestID(t *testing.T) {
	first, e := ids(t, "")
	require.Regexp(t, "^[0-9a-f]{32}$", first[0])
	require.Equal(t, first[0], e.RequestID, "the service did not give another")
	second, e := ids(t, "r-1")
	require.NotEqual(t, first[0], second[0])
	require.Equal(t, "r-1", e.RequestID)
	require.EqualError(t, e, `things.raw: 503 Service Unavailable after 3 attempts (request "r-1")`)

	chosen, e := ids(t, "", api.WithHeader("x-request-id", "mine"))
	require.Equal(t, "mine", chosen[0])
	require.Equal(t, "mine", e.RequestID)
	require.EqualError(t, e, "things.raw: 503 Service Unavailable after 3 attempts")
}

func TestCallsOfOneClientHaveDifferentRequestIDs(t *testing.T) {
	seen := map[string]bool{}
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		seen[r.Header.Get("X-Request-Id")] = true
		return response(200, ""), nil
	})
	for range 10 {
		_, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err)
	}
	require.Len(t, seen, 10)
}
