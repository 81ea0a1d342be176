package generator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/paths"
	"example.com/opgen/generator/testdata/nothing/gen/drives"
	"example.com/opgen/generator/testdata/nothing/gen/messages"
	"example.com/opgen/generator/testdata/records/gen/things"
)

// answering is a transport whose service responds with a status and a body.
type answering struct {
	status int
	body   string
}

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(a.body)), Request: r}, nil
}

// A client takes no body, null and any object for nothing, in an envelope too. Anything
// else cannot be read, unless the response is not promised: then it is a drift.
func TestAResponseOfNothingIsRead(t *testing.T) {
	const ok, refused = true, false
	for _, c := range []struct {
		operation string
		status    int
		body      string
		read      bool
		drifts    string // of a response that is not promised
	}{
		{"delete_file", 204, "", ok, ""},
		{"delete_file", 200, " \n", ok, ""},
		{"delete_file", 200, "null", ok, ""},
		{"delete_file", 202, "{}", ok, ""},
		{"delete_file", 200, `{"id":1,"id":2}`, ok, ""},
		{"delete_file", 200, `"OK"`, refused, ""},
		{"delete_file", 200, "false", refused, ""},
		{"delete_file", 200, "nothing", refused, ""},
		{"delete_file", 200, "{} {}", refused, ""},
		{"delete_file", 200, `{"id":`, refused, ""},
		{"forget", 204, "", ok, ""},
		{"forget", 200, `"OK"`, ok, ": empty or an object, not string"},
		{"forget", 200, "[1]", ok, ": empty or an object, not array"},
		{"forget", 200, "OK", refused, ""},
		{"delete_message", 204, "", ok, ""},
		{"delete_message", 200, `{"ok":true}`, ok, ""},
		{"delete_message", 200, `{"ok":true,"data":{"id":1}}`, ok, ""},
		{"delete_message", 200, `{"ok":true,"data":[]}`, refused, ""},
		{"delete_message", 200, `{"ok":false}`, refused, ""},
		{"mark_read", 200, `{"errcode":0,"errmsg":"ok","id":1}`, ok, ""},
		{"mark_read", 200, `{"errcode":1}`, refused, ""},
		{"archive", 200, `{"ok":true,"warning":"w"}`, ok, ""},
	} {
		var drifts []string
		caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: answering{c.status, c.body}}),
			api.WithDrift(func(_ context.Context, _ *api.Operation, d api.Drift) {
				drifts = append(drifts, fmt.Sprintf("%s: %s, not %s", d.Pointer, d.Expected, d.Received))
			}))
		require.NoError(t, err)
		f, m := drives.NewClientWithCaller(caller), messages.NewClientWithCaller(caller)
		var res *api.EmptyResponse
		switch c.operation {
		case "delete_file":
			res, err = f.DeleteFile(t.Context(), &drives.DeleteFileRequest{Path: "/a"})
		case "forget":
			res, err = f.Forget(t.Context(), nil)
		case "delete_message":
			res, err = m.DeleteMessage(t.Context(), &messages.DeleteMessageRequest{ID: "1"})
		case "mark_read":
			res, err = m.MarkRead(t.Context(), nil)
		case "archive":
			res, err = m.Archive(t.Context(), nil)
		}
		require.Equal(t, c.read, err == nil, "%s %d %q: %v", c.operation, c.status, c.body, err)
		require.Equal(t, c.drifts, strings.Join(drifts, "\n"), "%s %q", c.operation, c.body)
		if err == nil {
			require.Equal(t, c.status, res.Received.Status())
		}
	}
	client, err := drives.NewClient("http://host", api.WithHTTPClient(&http.Client{Transport: answering{200, `"SECRET"`}}))
	require.NoError(t, err)
	_, err = client.DeleteFile(t.Context(), &drives.DeleteFileRequest{Path: "/a"})
	require.ErrorContains(t, err, "must be empty or an object")
	require.NotContains(t, err.Error(), "SECRET")
}

// A service sends status 204 without a body, or an envelope without a response.
func TestAResponseOfNothingIsSent(t *testing.T) {
	f := &drives.Fake{
		DeleteFileFunc: func(context.Context, *drives.DeleteFileRequest) (*drives.DeleteFileResponse, error) {
			return &drives.DeleteFileResponse{}, nil
		},
		ForgetFunc: func(context.Context, *drives.ForgetRequest) (*drives.ForgetResponse, error) { return nil, nil },
	}
	m := &messages.Fake{
		DeleteMessageFunc: func(ctx context.Context, r *messages.DeleteMessageRequest) (*messages.DeleteMessageResponse, error) {
			if r.ID == "warn" {
				require.NoError(t, api.SetSiblings(ctx, &messages.Notes{Warning: new("w")}))
			}
			return &messages.DeleteMessageResponse{}, nil
		},
		MarkReadFunc: func(context.Context, *messages.MarkReadRequest) (*messages.MarkReadResponse, error) {
			return &messages.MarkReadResponse{}, nil
		},
	}
	var statuses []int
	watch := func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, r *api.ServerRequest) error {
			err := next(ctx, r)
			statuses = append(statuses, r.Status)
			return err
		}
	}
	h, err := api.NewHandler(append(drives.Routes(f), messages.Routes(m)...), api.WithServerAnonymous(), api.WithServerMiddleware(watch),
		api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
	require.NoError(t, err)
	server := httptest.NewServer(h)
	defer server.Close()
	for _, c := range []struct {
		path, request string
		status        int
		body          string
	}{
		{"/api/drives/delete_file", `{"path":"/a"}`, 204, ""},
		{"/api/drives/delete_file", `{}`, 422, ""},
		{"/api/drives/forget", "", 500, ""}, // neither a response nor an error
		{"/api/messages/delete_message", `{"id":"1"}`, 200, `{"ok":true}`},
		{"/api/messages/delete_message", `{"id":"warn"}`, 200, `{"ok":true,"warning":"w"}`},
		{"/api/messages/mark_read", `{}`, 200, `{"errcode":0}`},
	} {
		res, err := http.Post(server.URL+c.path, "application/json", strings.NewReader(c.request))
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		require.Equal(t, c.status, res.StatusCode, c.path)
		require.Equal(t, c.status, statuses[len(statuses)-1])
		require.NotEmpty(t, res.Header.Get("X-Request-Id"))
		if c.status < 300 {
			require.Equal(t, c.body, string(body), c.path)
			require.Equal(t, c.body != "", res.Header.Get("Content-Type") != "", c.path)
			require.Equal(t, c.body != "", res.Header.Get("Content-Length") != "", c.path)
		}
	}
}

// A caller may store a response as JSON, such as in a cache.
func TestResponsesAreStoredWhole(t *testing.T) {
	stored := things.MoveResponse{
		Centre: things.Point{X: "1", Y: "2", Label: new("there")},
		Extra:  api.Object{"further": nil, "other": []any{"a"}},
	}
	text, err := json.Marshal(stored)
	require.NoError(t, err)
	require.Equal(t, `{"centre":{"x":1,"y":2,"label":"there"},"further":null,"other":["a"]}`, string(text))
	pointed, err := json.Marshal(&stored)
	require.NoError(t, err)
	require.Equal(t, string(text), string(pointed))

	read := things.MoveResponse{Hole: new(things.Point)} // is replaced
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, stored, read)
	require.ErrorContains(t, json.Unmarshal([]byte(`{"centre":{"x":1,"y":"2"}}`), &read), "/centre/y must be a number")
}

// A service that fails with no variant, or with another type than the catalog gives the
// operation, has a mistake. Its caller gets status 500 and no failure with a type.
func TestFailuresThatTheCatalogDoesNotHave(t *testing.T) {
	for _, failure := range []error{
		api.Fail(&paths.LookupError{}), api.Fail(&paths.WriteError{Variant: paths.WriteErrorConflict{}}),
	} {
		client, err := paths.NewFakeClient(&paths.Fake{
			LookUpFunc: func(context.Context, *paths.LookUpRequest) (*paths.LookUpResponse, error) { return nil, failure },
		})
		require.NoError(t, err)
		_, err = client.LookUp(t.Context(), &paths.LookUpRequest{Path: "/a"}, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		failed, ok := errors.AsType[*api.Error](err)
		require.True(t, ok)
		require.Equal(t, 500, failed.Status)
		_, ok = api.FailureOf[paths.LookupError](err)
		require.False(t, ok)
	}
}
