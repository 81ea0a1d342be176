package complete_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/complete/gen/pages"
	"example.com/opgen/generator/testdata/complete/gen/things"
	"example.com/opgen/internal/testing/complete"
)

// Logs of both sides name the fields and rules of violations at the usual level, and never a
// value: keys of maps and unknown keys are values of the caller.
func TestLogsNameViolations(t *testing.T) {
	var out bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelInfo}))
	h := complete.NewHandler(operationOf(t, "optional"), api.WithServerLogger(logger))
	h.Serve(`{"text":1,"map":{"CANARY":2},"CANARY":3,"closed_record":{"x":"CANARY"},"open_record":{}}`)
	require.Contains(t, out.String(), `violations="/text type; /map/* type; /[redacted] unknown-field; /closed_record/x type; /open_record/name required"`)
	require.NotContains(t, out.String(), "CANARY")

	out.Reset()
	client, err := things.NewClient("http://host", api.WithLogger(logger))
	require.NoError(t, err)
	_, err = client.Data(t.Context(), &things.DataRequest{Text: "\xff"})
	require.Error(t, err)
	require.Contains(t, out.String(), `violations="/text utf-8"`)

	out.Reset()
	reader := complete.NewClient(operationOf(t, "optional"), api.WithLogger(logger))
	_, err = reader.Read(complete.Response{Status: 422, ContentType: "application/problem+json",
		Body: `{"errors":[{"field":"/map/CANARY","rule":"required","message":"CANARY"},{"field":"/integer","rule":"CANARY","message":""}]}`})
	require.Error(t, err)
	require.Contains(t, out.String(), "violations=\"/map/* required; /integer ")
	require.NotContains(t, out.String(), "CANARY")
}

// A handler without a service is an error: every call would be refused.
func TestAHandlerNeedsAService(t *testing.T) {
	_, err := pages.NewHandler(nil, api.WithServerAnonymous())
	require.ErrorContains(t, err, "no service")
	_, err = pages.NewHandler(pages.UnimplementedService{}, api.WithServerAnonymous())
	require.NoError(t, err)
}
