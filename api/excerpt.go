package api

import (
	"encoding/json"
	"html"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Excerpt returns what an answer that is not JSON says of itself, in up to 200
// bytes of printable characters: the title of an HTML page, or else its first
// heading, or else the first line. It is "" of JSON, of what starts as JSON does
// or is said to be JSON, and of what is no text.
//
// The answer may be the service's and hold personal data, so do not log it. The
// text of the error has no more of it than [Error.Error] says.
func (e *Error) Excerpt() string {
	if heading := e.heading(); heading != "" {
		return heading
	}
	return e.firstLine()
}

const (
	maxExcerpt = 200      // bytes
	maxLookup  = 64 << 10 // bytes of an answer in which a title is looked for
)

// headings are the elements whose text says what a page is, the better one first.
var headings = []*regexp.Regexp{
	regexp.MustCompile(`(?is)<title(?:\s[^>]*)?>(.*?)</title`),
	regexp.MustCompile(`(?is)<h1(?:\s[^>]*)?>(.*?)</h1`),
}

var (
	htmlTag  = regexp.MustCompile(`<[^>]*>`)
	personal = regexp.MustCompile(`\S*@\S*|\p{Nd}+`)
)

// heading returns the title of an answer that is an HTML page, or its first
// heading.
func (e *Error) heading() string {
	if !strings.HasPrefix(http.DetectContentType(e.Body), "text/html") {
		return ""
	}
	page := e.Body[:min(len(e.Body), maxLookup)]
	for _, element := range headings {
		if found := element.FindSubmatch(page); found != nil {
			text := html.UnescapeString(htmlTag.ReplaceAllString(string(found[1]), " "))
			if text = printable(text); text != "" {
				return text
			}
		}
	}
	return ""
}

// page returns what the text of an error says of an answer that is an HTML page:
// its heading without what may be about a person.
func (e *Error) page() string {
	status := strconv.Itoa(e.Status)
	return personal.ReplaceAllStringFunc(e.heading(), func(found string) string {
		if found == status {
			return found
		}
		return "#"
	})
}

// firstLine returns the first line of an answer that is text, and neither JSON
// nor meant to be.
func (e *Error) firstLine() string {
	text := strings.TrimLeft(strings.TrimPrefix(string(e.Body), "\ufeff"), " \t\r\n")
	isText := strings.HasPrefix(http.DetectContentType(e.Body), "text/")
	if text == "" || !isText || strings.IndexByte(`{["`, text[0]) >= 0 || json.Valid([]byte(text)) || saysJSON(e.Header) {
		return ""
	}
	for line := range strings.Lines(text[:min(len(text), maxLookup)]) {
		if line = printable(line); line != "" {
			return line
		}
	}
	return ""
}

// saysJSON reports whether the content is said to be JSON, or of a type on top
// of it.
func saysJSON(h http.Header) bool {
	mediaType, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

// printable returns an excerpt of a text, on one line.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxExcerpt {
		return text
	}
	const end = "..."
	return strings.ToValidUTF8(text[:maxExcerpt-len(end)], "") + end
}
