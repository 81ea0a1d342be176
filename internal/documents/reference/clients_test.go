package reference

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// This file compares what pages say of clients with what clients do: what they send again, how they
// page, which responses they read, and who may call.

// sentBy calls an operation with its example, and returns the last request. The responses have
// the given statuses, then 200.
func sentBy(t *testing.T, op *catalog.Operation, retry api.RetryPolicy, statuses *[]int) (http.Header, string) {
	var header http.Header
	var body []byte
	respond := func(r *http.Request) (*http.Response, error) {
		header = r.Header
		body = nil
		if r.Body != nil {
			body, _ = io.ReadAll(r.Body)
		}
		status := http.StatusOK
		if statuses != nil && len(*statuses) > 0 {
			status = (*statuses)[0]
			*statuses = (*statuses)[1:]
		}
		text := io.NopCloser(strings.NewReader("{}"))
		return &http.Response{StatusCode: status, Header: http.Header{}, Body: text}, nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: transport(respond)}))
	require.NoError(t, err)
	request, ok := sample.ShownRequest(op)
	require.True(t, ok)
	// Its error is of the response, which may have to be another one.
	_, _ = interpreter.New(op).Call(context.Background(), caller, request.JSON(), api.WithRetry(retry))
	return header, string(body)
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A client repeats an operation after a transient failure if the reference says so.
func TestEffectsAreThoseOfAClient(t *testing.T) {
	for effect, retried := range map[string]bool{
		"effect: read": true, "effect: idempotent": true, "effect: write": false, "idempotency: Key": true,
	} {
		v := ofKind(t, "areas: {a: {operations: {do: {"+effect+"}}}}")
		markdown, page := whole(t, v)
		const words = "clients retry it after transient failures"
		require.Equal(t, retried, strings.Contains(markdown, words), effect)
		require.Equal(t, retried, strings.Contains(page, words), effect)
		for op := range v.Operations() {
			left := []int{http.StatusServiceUnavailable, http.StatusServiceUnavailable}
			sentBy(t, op, api.RetryPolicy{MaxAttempts: 2, BaseDelay: 1}, &left)
			require.Equal(t, retried, len(left) == 0, effect)
		}
	}
}

// A client completes a page as the reference says.
func TestPagingIsThatOfAClient(t *testing.T) {
	v := ofKind(t, `areas: {a: {operations: {do: {effect: read, fields: {page: integer, size: integer},
  pagination: {page: page, size: size, first: 1, default_size: 20}}}}}`)
	markdown, _ := whole(t, v)
	require.Contains(t, markdown, "If only one is given, page defaults to 1 and size defaults to 20.")
	for op := range v.Operations() {
		for given, sent := range map[string]string{
			`{"page":3}`: `{"page":3,"size":20}`, `{"size":5}`: `{"page":1,"size":5}`, `{}`: `{}`,
		} {
			body, violations, err := interpreter.New(op).Encode(given)
			require.NoError(t, err)
			require.Empty(t, violations)
			require.JSONEq(t, sent, body)
		}
	}
}

// A required field of a lenient response may be missing, so the reference only expects it.
func TestLenientResponsesPromiseNothing(t *testing.T) {
	for lenient, word := range map[string]string{"true": "expected", "false": "always there"} {
		v := ofKind(t, "areas: {a: {operations: {do: {response: {lenient: "+lenient+", fields: {x: {type: string, required: true}}}}}}}")
		files, err := Markdown(v.Catalog, config)
		require.NoError(t, err)
		require.Contains(t, string(files[1].Content), "| field | type | "+word+" | notes |")
		_, page := whole(t, v)
		require.Contains(t, page, `data-promise="`+word+`"`)
		for op := range v.Operations() {
			err := interpreter.New(op).CheckResponse("{}")
			require.Equal(t, lenient == "true", err == nil)
		}
	}
}

// The responses in the reference are those of a handler whose service returns what is shown.
func TestShownResponsesAreThoseOfAHandler(t *testing.T) {
	for name, v := range everyView(t) {
		handler := serve(t, v, false, func(op *catalog.Operation) (json.RawMessage, error) {
			if response, ok := sample.ShownResponse(op); ok {
				return json.RawMessage(response.JSON()), nil
			}
			return nil, nil
		})
		for _, a := range v.Areas {
			for _, o := range a.Operations {
				if o.Reply == "" && !o.Response.Nothing {
					continue
				}
				request, ok := sample.ShownRequest(o.Operation)
				require.True(t, ok)
				w := posted(handler, o.Path, o.body(request), nil)
				if o.Reply == "" {
					require.Equal(t, http.StatusNoContent, w.Code, "%s: %s", name, o.Name)
					require.Contains(t, v.SuccessStatus(), "204")
					require.Equal(t, "It carries nothing: its status is 204.", o.SuccessWords())
					continue
				}
				require.Equal(t, http.StatusOK, w.Code, "%s: %s: %s", name, o.Name, w.Body)
				require.JSONEq(t, o.Reply, w.Body.String(), "%s: %s", name, o.Name)
			}
		}
	}
}

// The page says who may call as the catalog does.
func TestCallersAreThoseOfTheCatalog(t *testing.T) {
	require.Equal(t, "Anyone may call every operation: a handler asks for no credentials.", ofKind(t, kinds["anyone"]).Callers())
	for _, s := range ofKind(t, kinds["anyone"]).Forms()[0].Statuses {
		require.NotEqual(t, "401", s.Code)
	}
	require.Contains(t, ofKind(t, kinds["problems"]).Callers(), "The examples show no credentials.")
	require.Contains(t, ofKind(t, kinds["problems"]).FailureStart(), "how the service fails or who may call it")
	headers := ofKind(t, kinds["credentials in headers"])
	require.Contains(t, headers.Callers(), "looks at each request that not everyone may make, before its body is read; ")
	require.NotContains(t, headers.Callers(), "no credentials")
	require.NotContains(t, headers.FailureStart(), "who may call")
	require.Contains(t, ofKind(t, kinds["credentials in the body"]).Callers(), "before its body is read unless a credential is in it")
	handler := serve(t, headers, true, func(*catalog.Operation) (json.RawMessage, error) { return json.RawMessage("{}"), nil })
	require.Equal(t, 401, posted(handler, "/a/do", `{"x":"y"}`, nil).Code)
	require.Equal(t, 200, posted(handler, "/a/ping", `{}`, nil).Code)
}
