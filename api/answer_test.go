package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// failed makes a call that is expected to fail with an [*Error].
func failed(t *testing.T, c *api.Caller) *api.Error {
	t.Helper()
	_, err := callRich(t.Context(), c, validRich())
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, "%v", err)
	require.Same(t, rich.Op, e.Operation)
	return e
}

func TestAnswersThatAreNoSuccess(t *testing.T) {
	for _, status := range []int{300, 400, 401, 404, 409, 418, 422, 429, 500, 503, 599} {
		body := "SECRET"
		e := failed(t, serve(t, answering(status, "text/plain", body)))
		require.Equal(t, status, e.Status)
		require.Equal(t, body, string(e.Body))
		require.Equal(t, "text/plain", e.Header.Get("Content-Type"))
		require.Equal(t, "r-1", e.RequestID)
		require.Nil(t, e.Problem)
		require.NoError(t, e.Err)
		want := strings.TrimSpace(fmt.Sprintf("things.rich: %d %s", status, http.StatusText(status)))
		require.EqualError(t, e, want+` (request "r-1")`)
	}
}

func TestProblemsAreRead(t *testing.T) {
	const body = `{"type":"/out","title":"Gone","status":410,"detail":"long ago","instance":"/x","more":[1],` +
		`"errors":[{"field":"/a","rule":"type","message":"must be a string"}]}`
	for _, contentType := range []string{"application/problem+json", "application/problem+json; charset=utf-8", "Application/Problem+JSON"} {
		e := failed(t, serve(t, answering(410, contentType, body)))
		require.Equal(t, &api.Problem{
			Type: "/out", Title: "Gone", Status: 410, Detail: "long ago", Instance: "/x",
			Errors: []api.Violation{{"/a", "type", "must be a string"}},
		}, e.Problem)
		require.Equal(t, body, string(e.Body))
	}
	for _, c := range [][2]string{
		{"application/json", body}, {"application/problem+json", "{"}, {"application/problem+json", `[]`}, {"application/problem+json", `null`}, {"application/problem+json", body + body}, {";", body}, {"", body},
	} {
		e := failed(t, serve(t, answering(400, c[0], c[1])))
		require.Nil(t, e.Problem, c)
		require.Equal(t, c[1], string(e.Body))
	}
}

func TestMembersOfAProblemOfAnotherTypeAreIgnored(t *testing.T) {
	for body, want := range map[string]*api.Problem{
		`{"status":"410","title":"Gone"}`:                                                   {Title: "Gone"},
		`{"title":"Invalid","detail":1,"errors":{"name":["is required"]}}`:                  {Title: "Invalid"},
		`{"instance":"/x","errors":["name is required"]}`:                                   {Instance: "/x"},
		`{"title":"Invalid","errors":[{"field":"/a","rule":"type"},{"field":{}}],"type":1}`: {Title: "Invalid"},
		`{"errors":null,"status":1.5,"detail":"d"}`:                                         {Detail: "d"},
	} {
		e := failed(t, serve(t, answering(400, api.ProblemType, body)))
		require.Equal(t, want, e.Problem, body)
		require.Equal(t, 400, e.Status)
		require.Contains(t, e.Error(), "400")
	}
}

func TestAnswersThatCannotBeRead(t *testing.T) {
	for name, body := range map[string]string{
		"HTML": "<html>SECRET</html>", "nothing": "", "space": " \n", "cut off": `{"id":"1"`, "null": "null", "an array": "[]",
		"another type": `{"id":1}`, "without what is required": `{"note":"SECRET"}`, "required null": `{"id":null}`,
		"trailing": `{"id":"1"} SECRET`, "not UTF-8": "{\"id\":\"\xff\"}",
	} {
		e := failed(t, serve(t, answering(200, "application/json", body)))
		require.Equal(t, 200, e.Status, name)
		require.Equal(t, body, string(e.Body), name)
		require.Error(t, e.Err, name)
		require.Contains(t, e.Error(), "things.rich: 200 OK: cannot read the answer: ", name)
		require.NotContains(t, e.Error(), "SECRET", name)
	}
}

func TestRawAnswers(t *testing.T) {
	for _, body := range []string{`{}`, `null`, ` [1,{"a":1,"a":2}] `, `"x"`, `12`, `{"a":"\ud800"}`} {
		res, err := callRaw(t.Context(), serve(t, answering(200, "", body)), validRich())
		require.NoError(t, err)
		require.Equal(t, body, string(res.Raw))
	}
	for _, body := range []string{"", " ", "\r\n\t"} {
		res, err := callRaw(t.Context(), serve(t, answering(201, "", body)), validRich())
		require.NoError(t, err)
		require.Nil(t, res.Raw)
		text, err := json.Marshal(res)
		require.NoError(t, err)
		require.Equal(t, `{"Raw":null}`, string(text))
		require.EqualError(t, wire.DecodeRaw(res.Raw, new(any)), "the answer has no body")
	}
	res, err := callRaw(t.Context(), serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }), validRich())
	require.NoError(t, err)
	require.Nil(t, res.Raw)

	for _, body := range []string{"<html>", "{", "{} {}", "nul", "\u00a0"} {
		_, err := callRaw(t.Context(), serve(t, answering(200, "", body)), validRich())
		e, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, body)
		require.Equal(t, body, string(e.Body))
		require.Equal(t, `things.raw: 200 OK: cannot read the answer: the body is not JSON (request "r-1")`, e.Error())
	}
}

func TestAnswersAreBounded(t *testing.T) {
	big := `{"id":"` + strings.Repeat("x", 1000) + `"}`
	for name, h := range map[string]http.HandlerFunc{
		"announced": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, big) },
		"chunked": func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, big[:10])
			w.(http.Flusher).Flush()
			io.WriteString(w, big[10:])
		},
	} {
		e := failed(t, serve(t, h, api.WithAnswerLimits(api.Limits{Body: 1000})))
		require.ErrorIs(t, e, api.ErrTooLong, name)
		require.LessOrEqual(t, len(e.Body), 1000, name)

		for _, limit := range []int{len(big), math.MaxInt, 0, -1} {
			res, err := callRich(t.Context(), serve(t, h, api.WithAnswerLimits(api.Limits{Body: limit})), validRich())
			require.NoError(t, err, "%s, %d", name, limit)
			require.Len(t, res.ID, 1000)
		}
	}
	e := failed(t, serve(t, answering(200, "", `{"id":"1","x":[1,2,3]}`), api.WithAnswerLimits(api.Limits{Items: 2})))
	require.Contains(t, e.Error(), "(items-limit)")
	e = failed(t, serve(t, answering(200, "", `{"id":"1","x":[[]]}`), api.WithAnswerLimits(api.Limits{Depth: 2})))
	require.Contains(t, e.Error(), "(depth)")
}

func TestAnswersThatAreShorterThanAnnounced(t *testing.T) {
	e := failed(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"id":"1"}`)
	}))
	require.ErrorIs(t, e, io.ErrUnexpectedEOF)
	require.Equal(t, `{"id":"1"}`, string(e.Body))
}

func TestATransportMayLieAboutTheLength(t *testing.T) {
	for _, length := range []int64{-1, 0, 3, 1 << 20} {
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
			res := response(200, `{"id":"1"}`)
			res.ContentLength = length
			return res, nil
		})
		res, err := callRich(t.Context(), c, validRich())
		require.NoError(t, err, length)
		require.Equal(t, "1", res.ID)
	}
}

func TestTheContextEndsTheReadingOfAnAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"id":`)
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	_, err := callRich(ctx, c, validRich())
	require.ErrorIs(t, err, context.Canceled)
}

func TestAnErrorThatSomebodyMadeCanBePrinted(t *testing.T) {
	require.EqualError(t, &api.Error{}, "unknown operation: 0")
	require.EqualError(t, &api.Error{Status: 503}, "unknown operation: 503 Service Unavailable")
	require.EqualError(t, &api.Error{Operation: rich.Op, Status: 599, RequestID: "a\nb"}, `things.rich: 599 (request "a\nb")`)
	require.Equal(t, `&api.Error{"things.rich: 404 Not Found"}`, fmt.Sprintf("%#v", &api.Error{Operation: rich.Op, Status: 404}))
}

func TestRawNumbersStayExact(t *testing.T) {
	var v map[string]any
	require.NoError(t, wire.DecodeRaw(json.RawMessage(`{"n":12345678901234567890.10}`), &v))
	require.Equal(t, json.Number("12345678901234567890.10"), v["n"])
}
