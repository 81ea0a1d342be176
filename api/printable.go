package api

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/genstruct"
)

// printable returns up to most bytes of text from outside, for one line of a terminal or
// a log: control characters, line breaks and characters that change the direction of text
// become spaces. Every text of an error that the other side may have chosen passes
// through it.
func printable(text string, most int) string {
	if isVisible(text, most) { // the usual case, without copying
		return text
	}
	const spare = 8 // times the bytes that are shown, since some are omitted
	cut := len(text) > spare*most
	if cut {
		text = text[:spare*most]
	}
	text = strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most && !cut || text == "" {
		return text
	}
	return strings.ToValidUTF8(text[:min(len(text), most-len(ellipsis))], "") + ellipsis
}

// isVisible reports whether a text consists of 1 to most visible ASCII characters.
func isVisible(text string, most int) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return text != "" && len(text) <= most
}

// cutOff returns text, shortened to most bytes if it is longer.
func cutOff(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-len(ellipsis)], "") + ellipsis
}

// onOneLine returns err, or an error that wraps it if its text is not printable or quotes a
// response.
func onOneLine(err error) error {
	if text := err.Error(); withoutQuotes(printable(text, maxReason)) != text {
		return &quoting{err}
	}
	return err
}

// withoutQuotes removes from the text of an error what net/http quotes from a response,
// such as an invalid header line, which may be part of the body.
func withoutQuotes(text string) string {
	for _, malformed := range []string{"transport connection broken: ", "malformed MIME header", "server sent GOAWAY"} {
		before, after, ok := strings.Cut(text, malformed)
		if !ok {
			continue
		}
		if i := strings.IndexByte(after, '"'); i >= 0 {
			after = after[:i] + genstruct.Redacted
		} else if what, _, ok := strings.Cut(after, "line: "); ok {
			after = what + "line: " + genstruct.Redacted
		}
		text = before + malformed + after
	}
	return text
}

// quoting is an error whose text is not printable, or quotes a response.
type quoting struct{ error }

func (q *quoting) Error() string { return withoutQuotes(printable(q.error.Error(), maxReason)) }
func (q *quoting) Unwrap() error { return q.error }

// Format writes Error for every verb.
func (q *quoting) Format(s fmt.State, verb rune) { formatError(s, verb, "api.quoting", q.Error()) }

const ellipsis = "..."

// The bounds of texts from outside, in bytes.
const (
	maxExcerpt = 200
	maxTitle   = 200
	maxPlace   = 300  // a JSON pointer
	maxReason  = 4000 // why a response cannot be read, or what breaks rules
	maxListed  = 10   // violations that the text of an error names
)

// joinItems joins up to most of n items, fewer if the text gets long, and counts the others.
func joinItems(n, most int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString("; ")
		}
		if i == most || b.Len() > maxReason {
			b.WriteString("and " + strconv.Itoa(n-i) + " more")
			break
		}
		b.WriteString(item(i))
	}
	return b.String()
}

// formatError prints only the text of an error.
func formatError(s fmt.State, verb rune, name, text string) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, "&"+name+"{"+strconv.Quote(text)+"}")
	case verb == 'q':
		io.WriteString(s, strconv.Quote(text))
	default:
		io.WriteString(s, text)
	}
}
