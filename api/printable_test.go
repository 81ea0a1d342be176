package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// hostile is what the other side may put anywhere: it clears a terminal, begins a line
// of its own, and turns the direction of the text around.
const hostile = "a\x1b[2J\x1b]0;t\x07\r\nlevel=INFO forged\u2028\u202eb\u2066\u200b\ufeff\u0085\x7f\x00\xffé"

// requireOneLine checks that a text may be printed and is not longer than most bytes.
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

// What is no header may be the body.
func TestErrorsOfATransportQuoteNothing(t *testing.T) {
	for _, response := range []string{
		`{"ssn":"CANARY"}` + "\r\n\r\n", "HTTP/CANARY 200 OK\r\n\r\n", "HTTP/1.1 CANARY OK\r\n\r\n",
		"HTTP/1.1 200 OK\r\nCANARY\r\n\r\n", "HTTP/1.1 200 OK\r\n CANARY: x\r\n\r\n", "HTTP/1.1 200 OK\r\n: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nX: CANARY\x00\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 47114711\r\nContent-Length: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: CANARY\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nCANARY\r\n\r\n",
	} {
		c, _ := answerOnce(t, false, response)
		_, err := callOp(t.Context(), c, opWrite)
		require.Error(t, err, response)
		require.NotContains(t, fmt.Sprintf("%v %+v %s %q", err, err, err, err), "CANARY", response)
		require.NotContains(t, err.Error(), "47114711") // too long to be in the port
		require.Regexp(t, `(malformed|bad|multiple|unsupported) .*\[redacted\]`, err.Error())
	}
	for text, want := range map[string]string{
		`lookup "host": no such host`: `lookup "host": no such host`,
		`http2: server sent GOAWAY and closed the connection; ErrCode=NO_ERROR, debug="CANARY"`: `http2: server sent GOAWAY and closed the connection; ErrCode=NO_ERROR, debug=[redacted]`,
	} {
		c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return nil, errors.New(text)
		})}))
		require.NoError(t, err)
		_, err = callOp(t.Context(), c, opWrite)
		require.EqualError(t, err, `things.add: Post "http://host/api/things/add": `+want)
	}
}

// What a transport quotes of a response is text from outside too.
func TestErrorsOfATransportStayOnOneLine(t *testing.T) {
	for _, response := range []string{
		"HTTP/1.1 200 OK\r\n" + "bad \x1b[2J \xe2\x80\xae line" + "\r\n\r\n", "HTTP/1.1 200 OK\r\n" + strings.Repeat("x\x1b", 100_000) + "\r\n\r\n",
		"\x1b[2J\r\n\r\n", "HTTP/1.1 2\x1b[2J OK\r\n\r\n",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer listener.Close()
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				go func() {
					conn.Read(make([]byte, 4096))
					io.WriteString(conn, response)
					conn.Close()
				}()
			}
		}()
		c, err := api.NewCaller("http://"+listener.Addr().String(), api.WithHTTPClient(&http.Client{Transport: new(http.Transport)}))
		require.NoError(t, err)
		_, err = callRich(t.Context(), c, validRich())
		require.Error(t, err)
		_, isURL := errors.AsType[*url.Error](err)
		require.True(t, isURL)
		for _, verb := range []string{"%v", "%+v", "%s"} {
			requireOneLine(t, fmt.Sprintf(verb, err), 5000)
		}
	}
}

func TestViolationsOfAnAnswerAreBounded(t *testing.T) {
	body := `{"errors":[` + strings.Repeat(`{"field":"/name","rule":"required","message":"m"},`, 1000) + `{}]}`
	e := failed(t, serve(t, answering(422, api.ProblemType, body)))
	require.Len(t, e.Problem.Errors, 50)
	invalid, ok := errors.AsType[*api.ValidationError](error(e))
	require.True(t, ok)
	require.Len(t, invalid.Violations, 50)

	for _, limits := range []api.Limits{{Items: 1000}, {Depth: 2}} {
		e = failed(t, serve(t, answering(422, api.ProblemType, body), api.WithResponseLimits(limits)))
		require.Nil(t, e.Problem, "it is over the limits of the client")
	}
	const limit = 1 << 20
	bomb := `{"errors":[{}` + strings.Repeat(`,{}`, limit/3-10) + `]}`
	c := serve(t, answering(422, api.ProblemType, bomb), api.WithResponseLimits(api.Limits{Body: limit}))
	allocated := allocatedBy(func() { failed(t, c) })
	require.Less(t, allocated, uint64(16*limit))
}

// An id is in every record, so that of the other side is one that may stand there.
func TestRequestIDsOfAnswersAreBounded(t *testing.T) {
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
			}, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
				return func(ctx context.Context, i *api.Invocation) error {
					err := next(ctx, i)
					seen = i.RequestID
					return err
				}
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

// reason returns the text of an error without what is in front of it.
func reason(err error) string {
	_, text, _ := strings.Cut(err.Error(), ": ")
	return text
}

func TestARedirectIsExplained(t *testing.T) {
	const rest = " was not followed; if the service has moved, change the base URL"
	for location, want := range map[string]string{
		"https://user:CANARY@other.example:8443/CANARY?key=CANARY#CANARY": "the redirect to https://other.example:8443" + rest,
		"/login?next=CANARY": "the redirect to another path" + rest, "CANARY": "the redirect to another path" + rest,
		"//other.example/CANARY": "the redirect to other.example" + rest, "mailto:CANARY": "the redirect to somewhere else" + rest,
		"https://host/%zzCANARY": "the redirect to somewhere else" + rest, "https://h/" + strings.Repeat("CANARY", 1000): "the redirect to somewhere else" + rest,
	} {
		e := &api.Error{Operation: everykind.Op, Status: 302, Header: http.Header{"Location": {location}}}
		require.Equal(t, "302 Found: "+want, reason(e))
	}
	require.Equal(t, "304 Not Modified", reason(&api.Error{Operation: everykind.Op, Status: 304}))
	require.Equal(t, "201 Created", reason(&api.Error{Operation: everykind.Op, Status: 201, Header: http.Header{"Location": {"/x"}}}))

	e := failed(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere?CANARY", http.StatusTemporaryRedirect)
	}))
	require.Equal(t, "307 Temporary Redirect: the redirect to another path"+rest, reason(e))
}

// What a service found is said by the field and the rule, unless they may be anything.
func TestAProblemNamesFieldsAndRules(t *testing.T) {
	op := &api.Operation{Area: "people", Name: "add", Path: "/add", Effect: api.Write}
	call := func(t *testing.T, errors string) error {
		c := serve(t, answering(422, api.ProblemType, `{"title":"CANARY","detail":"CANARY","errors":[`+errors+`]}`))
		_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), new(personRequest))
		return err
	}
	for errors, want := range map[string]string{
		`{"field":"/name","rule":"required","message":"CANARY"}`:                                "/name required",
		`{"field":"","rule":"first-of","message":"CANARY"},{"field":"/places/0/city"}`:          "first-of; /places/0/city [redacted]",
		`{"field":"/ssn","rule":"CANARY"},{"field":"/CANARY","rule":"type"},{"field":"CANARY"}`: "/ssn [redacted]; /[redacted] type; /[redacted] [redacted]",
		`{"field":"/object/CANARY","rule":"unknown-field"}`:                                     "/object/[redacted] unknown-field",
		strings.Repeat(`{"field":"/name","rule":"type"},`, 29) + `{}`:                           strings.Repeat("/name type; ", 10) + "and 20 more",
	} {
		err := call(t, errors)
		require.Equal(t, "422 Unprocessable Entity: "+want+` (request "r-1")`, reason(err))
		invalid, ok := errorsAs(err)
		require.True(t, ok)
		require.Contains(t, invalid.Error(), ": "+want)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.NotContains(t, fmt.Sprintf(verb, err)+fmt.Sprintf(verb, invalid)+fmt.Sprintf(verb, *invalid), "CANARY")
		}
	}
	require.Equal(t, "422 Unprocessable Entity"+` (request "r-1")`, reason(call(t, "")))
	invalid, _ := errorsAs(call(t, `{"field":"/name","rule":"required","message":"CANARY"}`))
	require.Equal(t, []api.Violation{{Field: "/name", Rule: "required", Message: "CANARY"}}, invalid.Violations, "they are all there")
}

func errorsAs(err error) (*api.ValidationError, bool) {
	return errors.AsType[*api.ValidationError](err)
}
