package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/things"
)

// refusing is a service that fails as the catalog says.
type refusing struct {
	things.UnimplementedService
	failure error
}

func (s refusing) CreateThing(context.Context, *things.CreateThingRequest) (*things.CreateThingResponse, error) {
	return nil, s.failure
}

func (s refusing) PlainFailure(context.Context, *things.PlainFailureRequest) (*things.PlainFailureResponse, error) {
	return nil, s.failure
}

// What is sensitive in a failure reaches the caller, and no log and nothing that is printed,
// on either side, in an envelope and without one.
func TestFailuresShowNothingSensitive(t *testing.T) {
	const canary = "canary-2047110471"
	var logged bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	failure := api.Fail(&things.Refusal{Reason: things.ReasonTaken, Holder: new(canary)}, "It is taken.")
	h, err := things.NewHandler(refusing{failure: failure}, api.WithServerAnonymous(), api.WithServerLogger(logger))
	require.NoError(t, err)
	server := httptest.NewServer(h)
	defer server.Close()
	client, err := things.NewClient(server.URL, api.WithLogger(logger))
	require.NoError(t, err)
	_, inEnvelope := client.CreateThing(t.Context(), &things.CreateThingRequest{Name: "x"})
	_, plain := client.PlainFailure(t.Context(), &things.PlainFailureRequest{ID: "x"})
	for _, err := range []error{inEnvelope, plain} {
		found, ok := api.FailureOf[things.Refusal](err)
		require.True(t, ok, err)
		require.Equal(t, canary, *found.Holder)
		received, ok := errors.AsType[*api.Error](err)
		require.True(t, ok)
		for _, v := range []any{err, *received, found, *found, failure, fmt.Errorf("wrapped: %w", err)} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
				require.NotContains(t, fmt.Sprintf(verb, v), canary, "%T %s", v, verb)
			}
			logger.Info("shown", "value", v)
		}
	}
	require.Contains(t, logged.String(), "plain_failure")
	require.NotContains(t, logged.String(), canary)
}
