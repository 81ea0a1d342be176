package api_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/rich"
)

// excerpt returns the excerpt of an answer with status 502, and what the text of
// the error says of it.
func excerpt(contentType, body string) (all, printed string) {
	e := &api.Error{Operation: rich.Op, Status: 502, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
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
	require.Equal(t, `things.rich: 200 OK: cannot read the answer: 1 violation: is not valid JSON at byte 0: expected a value (json) (request "r-1")`, e.Error())
	require.Equal(t, "<!doctype html><html><title>CANARY</title>", e.Excerpt())
	_, err := callRaw(t.Context(), serve(t, answering(200, "application/json", page)), validRich())
	require.EqualError(t, err, `things.raw: 200 OK: cannot read the answer: the body is not JSON (request "r-1")`)
	e = failed(t, serve(t, answering(200, "text/html", page), api.WithEnvelope()))
	require.ErrorIs(t, e, api.ErrNoEnvelope)
	e = failed(t, serve(t, answering(503, "text/html", page)))
	require.Equal(t, `things.rich: 503 Service Unavailable (request "r-1")`, e.Error())
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", e, e, e, e), "CANARY")

	records := recordsOf(t, slog.LevelDebug, func(*http.Request) (*http.Response, error) { return response(200, page), nil }, rawCall)
	require.Equal(t, fmt.Sprintf("[%d bytes]", len(page)), records[0]["answer"])
	e, _ = errors.AsType[*api.Error](rawCall(serve(t, answering(502, "text/plain", "CANARY"))))
	require.NotContains(t, e.Error(), "CANARY")
	require.Equal(t, "CANARY", e.Excerpt())
}
