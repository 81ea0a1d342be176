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
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// failed makes a call that is expected to fail with an [*Error].
func failed(t *testing.T, c *api.Caller) *api.Error {
	t.Helper()
	_, err := callRich(t.Context(), c, validRich())
	e := errorOf(t, err)
	require.Same(t, everykind.Op, e.Operation)
	return e
}

func TestResponsesThatAreNotSuccesses(t *testing.T) {
	for _, status := range []int{300, 400, 401, 404, 409, 418, 422, 429, 500, 503, 599} {
		body := "SECRET"
		e := failed(t, serve(t, responding(status, "text/plain", body)))
		require.Equal(t, status, e.Status)
		require.Equal(t, body, string(e.Body))
		require.Equal(t, "text/plain", e.Header.Get("Content-Type"))
		require.Equal(t, "r-1", e.RequestID)
		require.Nil(t, e.Problem)
		require.NoError(t, e.Err)
		title := http.StatusText(status)
		if status == http.StatusUnprocessableEntity {
			title = "Unprocessable Content" // RFC 9110
		}
		want := strings.TrimSpace(fmt.Sprintf("things.rich: %d %s", status, title))
		require.EqualError(t, e, want+` (request "r-1")`)
	}
}

func TestProblemsAreRead(t *testing.T) {
	const body = `{"type":"/out","title":"Gone","status":410,"detail":"long ago","instance":"/x","more":[1],` +
		`"errors":[{"field":"/a","rule":"type","message":"must be a string"}]}`
	for _, contentType := range []string{"application/problem+json", "application/problem+json; charset=utf-8", "Application/Problem+JSON"} {
		e := failed(t, serve(t, responding(410, contentType, body)))
		require.Equal(t, &api.Problem{
			Type: "/out", Title: "Gone", Status: 410, Detail: "long ago", Instance: "/x",
			Errors: []api.Violation{{"/a", "type", "must be a string"}},
		}, e.Problem)
		require.Equal(t, body, string(e.Body))
	}
	for _, c := range [][2]string{
		{"application/json", body}, {"application/problem+json", "{"}, {"application/problem+json", `[]`}, {"application/problem+json", `null`}, {"application/problem+json", body + body}, {";", body}, {"", body},
	} {
		e := failed(t, serve(t, responding(400, c[0], c[1])))
		require.Nil(t, e.Problem, c)
		require.Equal(t, c[1], string(e.Body))
	}
	long := strings.Repeat("ä", 501)
	for body, want := range map[string]*api.Problem{ // members of another type are ignored
		`{"status":"410","title":"Gone"}`:                                                   {Title: "Gone"},
		`{"title":"Invalid","detail":1,"errors":{"name":["is required"]}}`:                  {Title: "Invalid"},
		`{"instance":"/x","errors":["name is required"]}`:                                   {Instance: "/x"},
		`{"title":"Invalid","errors":[{"field":"/a","rule":"type"},{"field":{}}],"type":1}`: {Title: "Invalid", Errors: []api.Violation{{"/a", "type", ""}, {}}},
		`{"errors":null,"status":1.5,"detail":"d"}`:                                         {Detail: "d"},
		`{"errors":[{"field":"` + long + `"}]}`:                                             {Errors: []api.Violation{{Field: strings.Repeat("ä", 498) + "..."}}},
	} {
		require.Equal(t, want, api.ParseProblem(http.Header{"Content-Type": {api.ProblemType}}, []byte(body)), body)
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
					responding(status, contentType, body)(w, r)
				}, opts...), validRich())
				e := errorOf(t, err)
				require.Equal(t, status, e.Status)
				require.Equal(t, 410, e.Problem.Status)
				require.EqualError(t, e, fmt.Sprintf(`things.raw: %d %s: the body is a problem, in spite of the status; Problem of the error holds it (request "r-1")`, status, http.StatusText(status)))
				require.Equal(t, 1, attempts)
			}
		}
	}
}

func TestResponsesThatCannotBeRead(t *testing.T) {
	for name, body := range map[string]string{
		"HTML": "<html>SECRET</html>", "cut off": `{"id":"1"`, "null": "null", "an array": "[]",
		"another type": `{"id":1}`, "without what is required": `{"note":"SECRET"}`, "required null": `{"id":null}`,
		"trailing": `{"id":"1"} SECRET`, "not UTF-8": "{\"id\":\"\xff\"}",
	} {
		e := failed(t, serve(t, responding(200, "application/json", body)))
		require.Equal(t, 200, e.Status, name)
		require.Equal(t, body, string(e.Body), name)
		require.Error(t, e.Err, name)
		require.Contains(t, e.Error(), "things.rich: 200 OK: cannot read the response: ", name)
		require.NotContains(t, printed(e), "SECRET", name)
	}
	e := failed(t, serve(t, responding(200, "text/html", "<html>SECRET")))
	require.Equal(t, `things.rich: 200 OK: cannot read the response: 1 violation: is not valid JSON at byte 0: expected a value (json); Body of the error holds what was received (request "r-1")`, e.Error())
	require.Equal(t, "<html>SECRET", e.Excerpt())
}

func TestRawResponses(t *testing.T) {
	for _, body := range []string{`{}`, `null`, ` [1,{"a":1,"a":2}] `, `"x"`, `12`, `{"a":"\ud800"}`} {
		res, err := callRaw(t.Context(), serve(t, responding(200, "", body)), validRich())
		require.NoError(t, err)
		require.Equal(t, body, string(res.Raw))
	}
	for _, body := range []string{"", " ", "\r\n\t"} {
		res, err := callRaw(t.Context(), serve(t, responding(201, "", body)), validRich())
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
		_, err := callRaw(t.Context(), serve(t, responding(200, "", body)), validRich())
		e := errorOf(t, err)
		require.Equal(t, body, string(e.Body))
		require.Contains(t, e.Error(), `things.raw: 200 OK: cannot read the response: 1 violation: is not valid JSON at byte `)
	}
}

// A raw response is checked like a decoded one, because it may be passed on to other
// programs.
func TestRawResponsesAreWithinTheRulesOfTypedOnes(t *testing.T) {
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
			_, err := callRaw(t.Context(), serve(t, responding(200, "", body), append(opts, api.WithResponseLimits(c.limits))...), validRich())
			if c.want == "" {
				require.NoError(t, err, body)
			} else {
				require.ErrorContains(t, err, strings.Replace(c.want, "64 levels", fmt.Sprint(max(c.limits.Depth, 64))+" levels", 1), body)
			}
		}
	}
}

func TestResponsesAreBounded(t *testing.T) {
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
	e := failed(t, serve(t, responding(200, "", `{"id":"1","x":[1,2,3]}`), api.WithResponseLimits(api.Limits{Items: 2})))
	require.Contains(t, e.Error(), "(items-limit); api.WithResponseLimits changes the limit")
	e = failed(t, serve(t, responding(200, "", `{"id":"1","x":[[]]}`), api.WithResponseLimits(api.Limits{Depth: 2})))
	require.Contains(t, e.Error(), "(depth)")
}

func TestTheContextEndsTheReadingOfAResponse(t *testing.T) {
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

// excerpt returns the excerpt of a response with status 502, and its part in the text of
// the error.
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

		// not text
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

// hostile is a text that the other side may put anywhere: it clears a terminal, starts a
// new line, and reverses the direction of the text.
const hostile = "a\x1b[2J\x1b]0;t\x07\r\nlevel=INFO forged\u2028\u202eb\u2066\u200b\ufeff\u0085\x7f\x00\xffé"

// requireOneLine checks that a text is printable and has at most a number of bytes.
func requireOneLine(t *testing.T, text string, most int) {
	t.Helper()
	require.True(t, utf8.ValidString(text), "%q", text)
	require.LessOrEqual(t, len(text), most)
	require.Negative(t, strings.IndexFunc(text, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }), "%q", text)
}

func TestTextsOfErrorsStayOnOneLine(t *testing.T) {
	const most = 6 << 10
	for _, text := range []string{hostile, strings.Repeat(hostile, 1000), strings.Repeat("\x1b", 1<<16), strings.Repeat("/世", 1<<14)} {
		violations := make([]api.Violation, 100)
		for i := range violations {
			violations[i] = api.Violation{Field: "/" + text, Rule: text, Message: text}
		}
		p := &api.Problem{Type: text, Title: text, Status: 422, Detail: text, Errors: violations}
		header := http.Header{"Location": {text}, "X-Request-Id": {text}}
		for _, err := range []error{
			p, &api.ValidationError{Violations: violations},
			&api.Error{Operation: everykind.Op, Status: 422, Problem: p, RequestID: text},
			errors.Join((&api.Error{Operation: everykind.Op, Problem: p}).Unwrap()...),
			&api.Error{Operation: everykind.Op, Status: 302, Header: header},
			&api.Error{Operation: everykind.Op, Status: 302, Header: http.Header{"Location": {"https://" + text}}},
			&api.Error{Operation: everykind.Op, Status: 200, Err: errors.New(text)},
			&api.Error{Operation: everykind.Op, Status: 502, Err: &api.ValidationError{Violations: violations}},
		} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
				requireOneLine(t, fmt.Sprintf(verb, err), 2*most)
			}
			requireOneLine(t, err.Error(), most)
		}
	}
	require.Equal(t, "1 violation: /a b c d (e)", (&api.ValidationError{Violations: []api.Violation{{Field: "/a\nb", Message: "c\x1bd", Rule: "e"}}}).Error())
	require.Equal(t, "409 a b", (&api.Problem{Status: 409, Title: " a\r\nb "}).Error())
}

// A line that is not a header may be the body.
func TestErrorsOfATransportQuoteNothing(t *testing.T) {
	for _, response := range []string{
		`{"ssn":"CANARY"}` + "\r\n\r\n", "HTTP/CANARY 200 OK\r\n\r\n", "HTTP/1.1 CANARY OK\r\n\r\n",
		"HTTP/1.1 200 OK\r\nCANARY\r\n\r\n", "HTTP/1.1 200 OK\r\n CANARY: x\r\n\r\n", "HTTP/1.1 200 OK\r\n: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nX: CANARY\x00\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 47114711\r\nContent-Length: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nCANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nbad \x1b[2J \u202e CANARY\r\n\r\n", "HTTP/1.1 200 OK\r\n" + strings.Repeat("x\x1b", 100_000) + "\r\n\r\n", "HTTP/1.1 2\x1b[2J OK\r\n\r\n",
	} {
		c, _ := respondOnce(t, false, response)
		_, err := callOp(t.Context(), c, opWrite)
		require.Error(t, err, response)
		require.NotContains(t, printed(err), "CANARY", response)
		requireOneLine(t, fmt.Sprintf("%v", err), 5000)
		require.NotContains(t, err.Error(), "47114711") // too long to be in the port
		require.Regexp(t, `(malformed|bad|multiple|unsupported) .*\[redacted\]`, err.Error())
	}
	for text, want := range map[string]string{
		`lookup "host": no such host`:                                                           `lookup "host": no such host`,
		`malformed MIME header line: CANARY","tax":"1"`:                                         `malformed MIME header line: [redacted]`,
		`malformed MIME header initial line: "CANARY"`:                                          `malformed MIME header initial line: [redacted]`,
		`malformed MIME header: missing colon: "CANARY: x"`:                                     `malformed MIME header: missing colon: [redacted]`,
		`http2: server sent GOAWAY and closed the connection; ErrCode=NO_ERROR, debug="CANARY"`: `http2: server sent GOAWAY and closed the connection; ErrCode=NO_ERROR, debug=[redacted]`,
	} {
		fails := transport(func(*http.Request) (*http.Response, error) { return nil, errors.New(text) })
		_, err := callOp(t.Context(), through(t, "http://host", fails), opWrite)
		require.EqualError(t, err, `things.add: Post "http://host": `+want)
	}
}

func TestViolationsOfAResponseAreBounded(t *testing.T) {
	body := `{"errors":[` + strings.Repeat(`{"field":"/name","rule":"required","message":"m"},`, 1000) + `{}]}`
	e := failed(t, serve(t, responding(422, api.ProblemType, body)))
	require.Len(t, e.Problem.Errors, 50)
	invalid, ok := errors.AsType[*api.ValidationError](error(e))
	require.True(t, ok)
	require.Len(t, invalid.Violations, 50)

	for _, limits := range []api.Limits{{Items: 1000}, {Depth: 2}} {
		e = failed(t, serve(t, responding(422, api.ProblemType, body), api.WithResponseLimits(limits)))
		require.Nil(t, e.Problem, "it is over the limits of the client")
	}
	const limit = 1 << 20
	bomb := `{"errors":[{}` + strings.Repeat(`,{}`, limit/3-10) + `]}`
	c := serve(t, responding(422, api.ProblemType, bomb), api.WithResponseLimits(api.Limits{Body: limit}))
	allocated := allocatedBy(func() { failed(t, c) })
	require.Less(t, allocated, uint64(16*limit))
}

// Every log record contains the id, so an id from the other side is bounded and cleaned.
func TestRequestIDsOfResponsesAreBounded(t *testing.T) {
	for id, want := range map[string]string{
		strings.Repeat("x", 900_000): strings.Repeat("x", 125) + "...", "1-67891233-abc;Self=\"1\"": "1-67891233-abc;Self=\"1\"",
		strings.Repeat("y", 128): strings.Repeat("y", 128), "a\x1b[2Jb\u202e": "a [2Jb", "é": "é",
	} {
		var seen string
		for _, status := range []int{200, 500} {
			c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
				res := response(status, `{"id":"1"}`)
				res.Header.Set("X-Request-Id", id)
				return res, nil
			}, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
				err := next(ctx, i)
				seen = i.RequestID
				return err
			}))
			res, err := callRich(t.Context(), c, validRich())
			require.Equal(t, want, seen)
			if e, ok := errors.AsType[*api.Error](err); ok {
				require.Equal(t, want, e.RequestID)
				require.Equal(t, fmt.Sprintf("things.rich: 500 Internal Server Error (request %q)", want), e.Error())
			} else {
				require.Equal(t, want, res.Received.RequestID())
			}
		}
	}
}

// reason returns the text of an error without its prefix.
func reason(err error) string {
	_, text, _ := strings.Cut(err.Error(), ": ")
	return text
}

func TestARedirectIsExplained(t *testing.T) {
	const rest = " was not followed; if the service has moved, change the base URL"
	for location, want := range map[string]string{
		"https://user:CANARY@other.example:8443/CANARY?key=CANARY#CANARY": "the redirect to https://other.example:8443" + rest,
		"/login?next=CANARY": "the redirect to another place" + rest, "CANARY": "the redirect to another place" + rest,
		"//other.example/CANARY": "the redirect to other.example" + rest, "mailto:CANARY": "the redirect to another place" + rest,
		"https://host/%zzCANARY": "the redirect to another place" + rest, "https://h/" + strings.Repeat("CANARY", 1000): "the redirect to another place" + rest,
	} {
		e := &api.Error{Operation: everykind.Op, Status: 302, Header: http.Header{"Location": {location}}}
		require.Equal(t, "302 Found: "+want, reason(e))
	}
	require.Equal(t, "304 Not Modified", reason(&api.Error{Operation: everykind.Op, Status: 304}))
	require.Equal(t, "201 Created", reason(&api.Error{Operation: everykind.Op, Status: 201, Header: http.Header{"Location": {"/x"}}}))

	e := failed(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere?CANARY", http.StatusTemporaryRedirect)
	}))
	require.Equal(t, "307 Temporary Redirect: the redirect to another place"+rest, reason(e))
}

// An error shows the field and rule of the service's violations if they look like names.
func TestAProblemNamesFieldsAndRules(t *testing.T) {
	op := &api.Operation{Area: "people", Name: "add", Path: "/add", Effect: api.Write}
	call := func(t *testing.T, list string) error {
		c := serve(t, responding(422, api.ProblemType, `{"title":"CANARY","detail":"CANARY","errors":[`+list+`]}`))
		_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), new(personRequest))
		return err
	}
	for list, want := range map[string]string{
		`{"field":"/name","rule":"required","message":"CANARY"}`:                                "/name required",
		`{"field":"","rule":"first-of","message":"CANARY"},{"field":"/places/0/city"}`:          "first-of; /places/0/city [redacted]",
		`{"field":"/ssn","rule":"CANARY"},{"field":"/CANARY","rule":"type"},{"field":"CANARY"}`: "/ssn [redacted]; /[redacted] type; /[redacted] [redacted]",
		`{"field":"/object/CANARY","rule":"unknown-field"}`:                                     "/object/[redacted] unknown-field",
		strings.Repeat(`{"field":"/name","rule":"type"},`, 29) + `{}`:                           strings.Repeat("/name type; ", 10) + "and 20 more",
	} {
		err := call(t, list)
		require.Equal(t, "422 Unprocessable Content: "+want+` (request "r-1")`, reason(err))
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok)
		require.Contains(t, invalid.Error(), ": "+want)
		require.NotContains(t, printed(err)+printed(invalid)+printed(*invalid), "CANARY")
	}
	require.Equal(t, "422 Unprocessable Content"+` (request "r-1")`, reason(call(t, "")))
	invalid, _ := errors.AsType[*api.ValidationError](call(t, `{"field":"/name","rule":"required","message":"CANARY"}`))
	require.Equal(t, []api.Violation{{Field: "/name", Rule: "required", Message: "CANARY"}}, invalid.Violations, "they are all there")
}

// Only texts that a service chose for a kind of problem are shown, since they cannot contain
// values of a request.
func TestAProblemShowsItsTitleAndCode(t *testing.T) {
	const typed = `"type":"/locked","title":`
	for body, want := range map[string]string{
		typed + `"The claim is locked"`:                            ": The claim is locked",
		typed + `"The claim is locked","code":"claim_locked.v2"`:   ": The claim is locked; code claim_locked.v2",
		`"code":"E1042","errors":[{"field":"","rule":"first-of"}]`: ": code E1042; first-of",
		typed + `"Conflict"`:                                       "",
		`"title":"CANARY"`:                                         "",
		`"type":"about:blank","title":"CANARY"`:                    "",
		typed + `"No 078-05-1120"`:                                 "",
		typed + `"No a@example.com"`:                               "",
		typed + `"` + strings.Repeat("a", 81) + `"`:                "",
		`"code":"078051120"`:                                       "",
		`"code":"ssn-078051120"`:                                   "",
		`"code":"Ada Lovelace"`:                                    "",
		`"code":"\u001b[2J"`:                                       "",
		`"code":1042`:                                              "",
		`"detail":"CANARY"`:                                        "",
	} {
		e := failed(t, serve(t, responding(409, api.ProblemType, "{"+body+"}")))
		require.Equal(t, "409 Conflict"+want+` (request "r-1")`, reason(e), body)
	}
}
