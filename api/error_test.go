package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/everykind"
)

// failed makes a call that is expected to fail with an [*Error].
func failed(t *testing.T, c *api.Caller) *api.Error {
	t.Helper()
	_, err := callRich(t.Context(), c, validRich())
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, "%v", err)
	require.Same(t, everykind.Op, e.Operation)
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

// A proxy may change the status of a response. A problem has no field that a response
// without required fields lacks.
func TestAProblemIsNoSuccess(t *testing.T) {
	const body = `{"title":"Gone","status":410,"errors":[{"field":"/name","rule":"type","message":"SECRET"}]}`
	for _, status := range []int{200, 202} {
		for _, contentType := range []string{"application/problem+json", "Application/Problem+JSON; charset=utf-8"} {
			for _, opts := range [][]api.ClientOption{nil, {api.WithEnvelope()}} {
				attempts := 0
				_, err := callRaw(t.Context(), serve(t, func(w http.ResponseWriter, r *http.Request) {
					attempts++
					answering(status, contentType, body)(w, r)
				}, opts...), validRich())
				e, ok := errors.AsType[*api.Error](err)
				require.True(t, ok, "%v", err)
				require.Equal(t, status, e.Status)
				require.Equal(t, 410, e.Problem.Status)
				require.EqualError(t, e, fmt.Sprintf(`things.raw: %d %s: the body is a problem, in spite of the status; Problem of the error holds it (request "r-1")`, status, http.StatusText(status)))
				require.Equal(t, 1, attempts)
			}
		}
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
		"HTML": "<html>SECRET</html>", "cut off": `{"id":"1"`, "null": "null", "an array": "[]",
		"another type": `{"id":1}`, "without what is required": `{"note":"SECRET"}`, "required null": `{"id":null}`,
		"trailing": `{"id":"1"} SECRET`, "not UTF-8": "{\"id\":\"\xff\"}",
	} {
		e := failed(t, serve(t, answering(200, "application/json", body)))
		require.Equal(t, 200, e.Status, name)
		require.Equal(t, body, string(e.Body), name)
		require.Error(t, e.Err, name)
		require.Contains(t, e.Error(), "things.rich: 200 OK: cannot read the response: ", name)
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
		require.EqualError(t, res.Decode(new(any)), "the response has no body")
	}
	res, err := callRaw(t.Context(), serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }), validRich())
	require.NoError(t, err)
	require.Nil(t, res.Raw)

	for _, body := range []string{"<html>", "{", "{} {}", "nul", "\u00a0"} {
		_, err := callRaw(t.Context(), serve(t, answering(200, "", body)), validRich())
		e, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, body)
		require.Equal(t, body, string(e.Body))
		require.Contains(t, e.Error(), `things.raw: 200 OK: cannot read the response: 1 violation: is not valid JSON at byte `)
	}
}

// A response that nobody decodes is checked like one that is decoded: by then a
// service or another program has it.
func TestRawAnswersAreWithinTheRulesOfTypedOnes(t *testing.T) {
	for _, c := range []struct {
		body   string
		limits api.Limits
		want   string // "" for a success
	}{
		{"{\"a\":\"\xff\"}", api.Limits{}, "is not valid UTF-8"},
		{"\"\xc3\"", api.Limits{}, "is not valid UTF-8"},
		{"\"\xed\xa0\x80\"", api.Limits{}, "is not valid UTF-8"},
		{strings.Repeat("[", 65) + strings.Repeat("]", 65), api.Limits{}, "is nested deeper than 64 levels"},
		{strings.Repeat(`{"[{\"":`, 64) + "1" + strings.Repeat("}", 64), api.Limits{}, ""},
		{`[1, [] , {} ,"[[[[,,,,"]`, api.Limits{Items: 4, Depth: 2}, ""},
		{`[1, [] , {} ,"]"]`, api.Limits{Items: 3}, "holds more than 3 items in all"},
		{`{"a":{"b":1},"c":[2]}`, api.Limits{Items: 4}, ""},
		{`{"a":{"b":1},"c":[2]}`, api.Limits{Items: 3}, "holds more than 3 items in all"},
		{` [ ] `, api.Limits{Items: 1}, ""},
	} {
		for _, opts := range [][]api.ClientOption{nil, {api.WithEnvelope()}} {
			body := c.body
			if opts != nil {
				body, c.limits.Depth = `{"success":true,"data":`+body+`}`, max(c.limits.Depth, 64)+1
			}
			_, err := callRaw(t.Context(), serve(t, answering(200, "", body), append(opts, api.WithResponseLimits(c.limits))...), validRich())
			if c.want == "" {
				require.NoError(t, err, body)
			} else {
				require.ErrorContains(t, err, strings.Replace(c.want, "64 levels", fmt.Sprint(max(c.limits.Depth, 64))+" levels", 1), body)
			}
		}
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
		e := failed(t, serve(t, h, api.WithResponseLimits(api.Limits{Body: 1000})))
		require.ErrorIs(t, e, api.ErrTooLong, name)
		require.LessOrEqual(t, len(e.Body), 1000, name)
		require.ErrorContains(t, e, "the body is over the limit of 1000 bytes; api.WithResponseLimits changes it")

		for _, limit := range []int{len(big), math.MaxInt, 0, -1} {
			res, err := callRich(t.Context(), serve(t, h, api.WithResponseLimits(api.Limits{Body: limit})), validRich())
			require.NoError(t, err, "%s, %d", name, limit)
			require.Len(t, res.ID, 1000)
		}
	}
	e := failed(t, serve(t, answering(200, "", `{"id":"1","x":[1,2,3]}`), api.WithResponseLimits(api.Limits{Items: 2})))
	require.Contains(t, e.Error(), "(items-limit); api.WithResponseLimits changes the limit")
	e = failed(t, serve(t, answering(200, "", `{"id":"1","x":[[]]}`), api.WithResponseLimits(api.Limits{Depth: 2})))
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
	require.EqualError(t, &api.Error{Operation: everykind.Op, Status: 599, RequestID: "a\nb"}, `things.rich: 599 (request "a b")`)
	require.Equal(t, `&api.Error{"things.rich: 404 Not Found"}`, fmt.Sprintf("%#v", &api.Error{Operation: everykind.Op, Status: 404}))
}

// excerpt returns the excerpt of an answer with status 502, and what the text of
// the error says of it.
func excerpt(contentType, body string) (all, printed string) {
	e := &api.Error{Operation: everykind.Op, Status: 502, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
	return e.Excerpt(), strings.TrimPrefix(e.Error(), "things.rich: 502 Bad Gateway")
}

func TestExcerptsOfTextAreNotPrinted(t *testing.T) {
	for body, want := range map[string]string{
		"404 page not found\n":         "404 page not found",
		"upstream connect error\r\nx":  "upstream connect error",
		" \n\x1b\n\t first \n second":  "first",
		"\ufeff\ufeffbom":              "bom",
		"nullable":                     "nullable",
		"true story":                   "true story",
		"<html><body>moved</body>":     "<html><body>moved</body>",
		"<?xml version=\"1.0\"?>\n<a>": `<?xml version="1.0"?>`,
		"":                             "", " \n": "",

		// JSON, whole or not
		`{"name":"CANARY"}`: "", ` {"name":"CANARY`: "", `["CANARY"`: "", `"CANARY"`: "", "\"CANARY": "", "\ufeff{\"name\":\"CANARY": "",
		"4711": "", "-1.5e3\n": "", "null": "", "true": "",

		// no text
		"\x1f\x8bCANARY": "", "\x00\x01CANARY": "", "%PDF-CANARY": "", "\x89PNG\x0D\x0A\x1A\x0ACANARY": "",
	} {
		all, printed := excerpt("text/plain", body)
		require.Equal(t, want, all, "%q", body)
		require.Empty(t, printed, "%q", body)
	}
	for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "application/problem+json", "Application/Vnd.X+JSON"} {
		all, printed := excerpt(contentType, "CANARY")
		require.Empty(t, all+printed, contentType)
	}
	require.Empty(t, new(api.Error).Excerpt())
}

func TestExcerptsAreBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 500), strings.Repeat("x", 201), strings.Repeat("世 ", 500)} {
		line, printed := excerpt("", text+"\n"+text)
		require.True(t, utf8.ValidString(line))
		require.LessOrEqual(t, len(line), api.MaxExcerpt)
		require.Greater(t, len(line), api.MaxExcerpt-5)
		require.Empty(t, printed)
		require.True(t, strings.HasSuffix(line, "..."), line)
	}
	whole, _ := excerpt("", strings.Repeat("x", api.MaxExcerpt))
	require.Equal(t, strings.Repeat("x", api.MaxExcerpt), whole)
}

// A page is not quoted, whatever the status is, and wherever an answer is read.
func TestPagesAreNotQuoted(t *testing.T) {
	const page = "<!doctype html><html><title>CANARY</title>\nCANARY"
	e := failed(t, serve(t, answering(200, "text/html", page)))
	require.Equal(t, `things.rich: 200 OK: cannot read the response: 1 violation: is not valid JSON at byte 0: expected a value (json); Body of the error holds what was received (request "r-1")`, e.Error())
	require.Equal(t, "<!doctype html><html><title>CANARY</title>", e.Excerpt())
	_, err := callRaw(t.Context(), serve(t, answering(200, "application/json", page)), validRich())
	require.EqualError(t, err, `things.raw: 200 OK: cannot read the response: 1 violation: is not valid JSON at byte 0: expected a value (json); Body of the error holds what was received (request "r-1")`)
	e = failed(t, serve(t, answering(200, "text/html", page), api.WithEnvelope()))
	require.ErrorIs(t, e, api.ErrNoEnvelope)
	e = failed(t, serve(t, answering(503, "text/html", page)))
	require.Equal(t, `things.rich: 503 Service Unavailable (request "r-1")`, e.Error())
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", e, e, e, e), "CANARY")

	records := recordsOf(t, slog.LevelDebug, func(*http.Request) (*http.Response, error) { return response(200, page), nil }, rawCall)
	require.Equal(t, fmt.Sprintf("[%d bytes]", len(page)), records[0]["response"])
	e, _ = errors.AsType[*api.Error](rawCall(serve(t, answering(502, "text/plain", "CANARY"))))
	require.NotContains(t, e.Error(), "CANARY")
	require.Equal(t, "CANARY", e.Excerpt())
}
