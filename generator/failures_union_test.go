package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/paths"
)

// failing is a service whose operations fail.
type failing struct {
	paths.UnimplementedService
	failure error
}

func (s failing) LookUp(context.Context, *paths.LookUpRequest) (*paths.LookUpResponse, error) {
	return nil, s.failure
}

func (s failing) Write(context.Context, *paths.WriteRequest) (*paths.WriteResponse, error) {
	return nil, s.failure
}

func (s failing) Move(context.Context, *paths.MoveRequest) (*paths.MoveResponse, error) {
	return nil, s.failure
}

func (s failing) Copy(context.Context, *paths.CopyRequest) (*paths.CopyResponse, error) {
	return nil, s.failure
}

// A failure that is a union comes back as it was, alone, in a member and in envelopes. What
// is sensitive in it is in no log and nothing that is printed.
func TestAFailureThatIsAUnion(t *testing.T) {
	const canary = "canary-7731902"
	var logged bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	unknown := api.Object{"why": canary}
	for _, c := range []struct {
		operation string
		failure   error
		sent      string
		status    int
	}{
		{"look_up", api.Fail(&paths.LookupError{Variant: paths.LookupErrorNotFound{}}), `{"error":{".tag":"not_found"}}`, 409},
		{"look_up", api.Fail(&paths.LookupError{Variant: paths.LookupErrorAlso{Reason: "r", Path: new(canary)}}), `{"error":{".tag":"also","reason":"r","path":"` + canary + `"}}`, 409},
		{"look_up", api.Fail(&paths.LookupError{Variant: paths.LookupErrorUnknown{Tag: "locked", Body: unknown}}), `{"error":{".tag":"locked","why":"` + canary + `"}}`, 409},
		{"look_up", api.Fail(&paths.LookupError{}), "", 500},
		{"look_up", api.Fail(&paths.WriteError{Variant: paths.WriteErrorConflict{}}), "", 500},
		{"write", api.Fail(&paths.WriteError{Variant: paths.WriteErrorMalformed{Reason: "r"}}), `{"code":"malformed","reason":"r"}`, 409},
		{"move", api.Fail(&paths.LookupError{Variant: paths.LookupErrorMalformedPath{Reason: "r"}}, "No."), `{"ok":false,"error":"No.",".tag":"malformed_path","reason":"r"}`, 200},
		{"copy", api.Fail(&paths.LookupError{Variant: paths.LookupErrorNotFound{}}), `{"status":"error","why":{".tag":"not_found"}}`, 200},
	} {
		h, err := paths.NewHandler(failing{failure: c.failure}, api.WithServerAnonymous(), api.WithServerLogger(logger))
		require.NoError(t, err)
		server := httptest.NewServer(h)
		res, err := http.Post(server.URL+"/paths/"+c.operation, "application/json", strings.NewReader(`{"path":"/a"}`))
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		require.Equal(t, c.status, res.StatusCode, "%s %s", c.operation, body)
		client, err := paths.NewClient(server.URL, api.WithLogger(logger))
		require.NoError(t, err)
		err = called(t, client, c.operation)
		server.Close()
		require.Error(t, err)
		if c.sent == "" {
			_, ok := api.FailureOf[paths.LookupError](err)
			require.False(t, ok)
			continue
		}
		require.Equal(t, c.sent, string(body), c.operation)
		received, ok := errors.AsType[*api.Error](err)
		require.True(t, ok)
		shown := []any{err, *received, c.failure}
		if c.operation == "write" {
			found, ok := api.FailureOf[paths.WriteError](err)
			require.True(t, ok)
			require.Equal(t, paths.WriteErrorMalformed{Reason: "r"}, found.Variant)
		} else {
			found, ok := api.FailureOf[paths.LookupError](err)
			require.True(t, ok, c.operation)
			sent, _ := api.FailureOf[paths.LookupError](c.failure)
			require.Equal(t, sent, found)
			shown = append(shown, found, *found, found.Variant)
		}
		for _, v := range shown {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
				require.NotContains(t, fmt.Sprintf(verb, v), canary, "%T %s", v, verb)
			}
			logger.Info("shown", "value", v)
		}
	}
	require.NotContains(t, logged.String(), canary)
}

func called(t *testing.T, client *paths.Client, operation string) (err error) {
	switch operation {
	case "look_up":
		_, err = client.LookUp(t.Context(), &paths.LookUpRequest{Path: "/a"})
	case "write":
		_, err = client.Write(t.Context(), nil)
	case "move":
		_, err = client.Move(t.Context(), nil)
	case "copy":
		_, err = client.Copy(t.Context(), nil)
	}
	return err
}

// A closed union with another tag is a failure without a type.
func TestAFailureWithAnotherTag(t *testing.T) {
	client, err := paths.NewClient("http://host", api.WithHTTPClient(&http.Client{Transport: answering{409, `{"code":"locked"}`}}))
	require.NoError(t, err)
	_, err = client.Write(t.Context(), nil)
	_, ok := api.FailureOf[paths.WriteError](err)
	require.False(t, ok)
	received, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.JSONEq(t, `{"code":"locked"}`, string(received.Body))
}
