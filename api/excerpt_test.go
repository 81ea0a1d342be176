package api

import (
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// excerpt returns the excerpt of an answer with status 502, and what the text of
// the error says of it.
func excerpt(contentType, body string) (all, printed string) {
	e := &Error{Operation: opRich, Status: 502, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
	return e.Excerpt(), strings.TrimPrefix(e.Error(), "things.rich: 502 Bad Gateway")
}

func TestExcerptsOfPages(t *testing.T) {
	for body, want := range map[string]string{
		"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Other</h1></center><hr>nginx</body></html>": "502 Bad Gateway",
		"<!DOCTYPE html>\n<html lang=en><TITLE data-x='1'>\n  Sign&nbsp;in &amp;\tgo \n</TITLE >":                                   "Sign in & go",
		"\n <!-- by us --><html><title></title><body><h1 class=x>Bad <b>Gateway</b><br>here</h1><h1>CANARY</h1>CANARY":              "Bad Gateway here",
		"<h1>Just\u202e a \x00 moment\u2028</h1>": "Just a moment",
		"<html><title>\xff\xfeé</title>":          "é",
		"<html><title>CANARY":                     "", "<html><titlex>CANARY</title>": "", "<html><h1>CANARY": "", "<html>CANARY": "",
		"<html><title> </title><h1>\t</h1>CANARY": "", "<html>" + strings.Repeat(" ", maxLookup) + "<title>CANARY</title>": "",
		"<?xml version=\"1.0\"?><person><title>CANARY</title></person>": "", "<person><title>CANARY</title></person>": "",
		"CANARY <title>CANARY</title>": "", `{"html":"<title>CANARY</title>"}`: "", `["<html><title>CANARY</title>"]`: "",
	} {
		for _, contentType := range []string{"text/html", "text/plain", "application/json", "application/problem+json", ""} {
			all, printed := excerpt(contentType, body)
			if want == "" {
				require.Empty(t, printed, body)
				continue
			}
			require.Equal(t, want, all, body)
			require.Equal(t, `: HTML page "`+want+`"`, printed)
		}
	}
}

// A service may put into a title what an exception says.
func TestHeadingsArePrintedWithoutNumbersAndAddresses(t *testing.T) {
	for title, want := range map[string]string{
		"502 Bad Gateway":               "502 Bad Gateway",
		"Tomcat/7.0.502 - 500":          "Tomcat/#.#.502 - #",
		"no contact 123-45-6789":        "no contact #-#-#",
		"5020 502x 1815-12-10 ٤٧١١":     "# 502x #-#-# #",
		"ada@example.com is not known":  "# is not known",
		"[ada+x@a.b](mailto) @ x \"@\"": "# # x #",
	} {
		all, printed := excerpt("text/html", "<html><title>"+title+"</title>")
		require.Equal(t, title, all)
		require.Equal(t, fmt.Sprintf(": HTML page %q", want), printed)
	}
}

func TestCharacterReferences(t *testing.T) {
	for text, want := range map[string]string{
		"&lt;b&gt; &quot;&apos;&#39;&quot;": `<b> "''"`, "&ndash;&mdash;&hellip;&middot;&bull;&raquo;&copy;": "–—…·•»©",
		"&#64;&#x40;&#X40;&#0064;": "@@@@", "a&#64b &#x40&#64": "a@b @@", "&amp;amp; &#38;lt;": "&amp; &lt;",
		"AT&T & & co; &": "AT&T & & co; &", "&#; &#xg;": "&#; &#xg;", "&": "&", "&#55296;&#1114112;": "\ufffd\ufffd",
	} {
		require.Equal(t, want, unescape(text), text)
		require.Equal(t, html.UnescapeString(text), unescape(text), text)
	}
	for name, c := range entities {
		require.Equal(t, html.UnescapeString("&"+name+";"), c)
	}
	const others = "&nosuch; &eacute; &#x; &#99999999999;"
	require.Equal(t, others, unescape(others))
}

// What is written as references is no less personal.
func TestReferencesDoNotHideNumbersAndAddresses(t *testing.T) {
	for title, want := range map[string]string{
		"ada&commat;example.com": "#", "ada&#64;example.com": "#", "ada&#64example.com": "#", "ada&#x40;example.com": "#",
		"no &#49;&#50;&#x33; here": "no # here", "&#99999999999;": "&##;", "caf&eacute; 12": "caf&eacute; #",
	} {
		_, printed := excerpt("text/html", "<html><title>"+title+"</title>")
		require.Equal(t, fmt.Sprintf(": HTML page %q", want), printed)
	}
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
	require.Empty(t, new(Error).Excerpt())
}

func TestExcerptsAreBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 500), strings.Repeat("x", 201), strings.Repeat("世 ", 500)} {
		all, printed := excerpt("", "<html><title>"+text+"</title>")
		require.True(t, utf8.ValidString(all))
		require.LessOrEqual(t, len(all), maxExcerpt)
		require.Greater(t, len(all), maxExcerpt-5)
		require.Equal(t, `: HTML page "`+all+`"`, printed)
		require.True(t, strings.HasSuffix(all, "..."), all)

		line, _ := excerpt("", text+"\n"+text)
		require.Equal(t, all, line)
	}
	whole, _ := excerpt("", strings.Repeat("x", maxExcerpt))
	require.Equal(t, strings.Repeat("x", maxExcerpt), whole)
}

// A page is quoted whatever the status is, and wherever an answer is read.
func TestPagesAreQuoted(t *testing.T) {
	const page = "<!doctype html><html><title>Sign in</title>CANARY"
	e := failed(t, serve(t, answering(200, "text/html", page)))
	require.Equal(t, `things.rich: 200 OK: cannot read the answer: 1 violation: is not valid JSON at byte 0: expected a value (json): HTML page "Sign in" (request "r-1")`, e.Error())
	require.Equal(t, "Sign in", e.Excerpt())
	_, err := callRaw(t.Context(), serve(t, answering(200, "application/json", page)), validRich())
	require.EqualError(t, err, `things.raw: 200 OK: cannot read the answer: the body is not JSON: HTML page "Sign in" (request "r-1")`)
	e = failed(t, serve(t, answering(200, "text/html", page), WithEnvelope()))
	require.ErrorIs(t, e, errNoEnvelope)
	require.Contains(t, e.Error(), `: HTML page "Sign in" (`)
	e = failed(t, serve(t, answering(503, "text/html", page)))
	require.Equal(t, `things.rich: 503 Service Unavailable: HTML page "Sign in" (request "r-1")`, e.Error())
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", e, e, e, e), "CANARY")

	records := recordsOf(t, slog.LevelDebug, func(*http.Request) (*http.Response, error) { return response(200, page), nil }, rawCall)
	require.Equal(t, "[49 bytes]", records[0]["answer"])
	e, _ = errors.AsType[*Error](rawCall(serve(t, answering(502, "text/plain", "CANARY"))))
	require.NotContains(t, e.Error(), "CANARY")
	require.Equal(t, "CANARY", e.Excerpt())
}
