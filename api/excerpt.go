package api

import (
	"encoding/json"
	"mime"
	"net/http"
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

// heading returns the title of an answer that is an HTML page, or its first
// heading.
func (e *Error) heading() string {
	if !strings.HasPrefix(http.DetectContentType(e.Body), "text/html") {
		return ""
	}
	page := string(e.Body[:min(len(e.Body), maxLookup)])
	for _, element := range []string{"title", "h1"} {
		if text := printable(unescape(textOf(page, element))); text != "" {
			return text
		}
	}
	return ""
}

// textOf returns the text of the first element of a name in an HTML page, with a
// space for each tag in it.
func textOf(page, element string) string {
	var text []string
	for i, piece := range strings.Split(page, "<") {
		tag, after, isTag := strings.Cut(piece, ">")
		name := tag
		if end := strings.IndexFunc(tag, unicode.IsSpace); end >= 0 {
			name = tag[:end]
		}
		switch {
		case i == 0:
		case text != nil && strings.EqualFold(name, "/"+element):
			return strings.Join(text, " ")
		case text != nil && !isTag:
			text = append(text, "<"+piece)
		case text != nil || strings.EqualFold(name, element):
			text = append(text, after)
		}
	}
	return ""
}

// page returns what the text of an error says of an answer that is an HTML page:
// its heading without what may be about a person.
func (e *Error) page() string {
	words := strings.Split(e.heading(), " ")
	for i, word := range words {
		if strings.Contains(word, "@") {
			words[i] = "#"
		} else {
			words[i] = withoutNumbers(word, strconv.Itoa(e.Status))
		}
	}
	return strings.Join(words, " ")
}

// withoutNumbers puts # in the place of each number but one.
func withoutNumbers(word, but string) string {
	text := ""
	for word != "" {
		rest := strings.TrimLeftFunc(word, unicode.IsDigit)
		number := word[:len(word)-len(rest)]
		if number != "" && number != but {
			number = "#"
		}
		end := strings.IndexFunc(rest, unicode.IsDigit)
		if end < 0 {
			end = len(rest)
		}
		text, word = text+number+rest[:end], rest[end:]
	}
	return text
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
		if strconv.IsPrint(r) {
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
