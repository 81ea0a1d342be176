package api

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/genstruct"
)

// Errors and logs quote texts that the other side has chosen, and are shown on terminals and read by
// programs that expect one record for each line. This file makes such texts safe to print and keeps
// them short. It does not decide what may be shown at all; packages genstruct and redact do.

// ellipsis ends a text that was shortened. It counts towards the bounds.
const ellipsis = "..."

// The bounds of texts from outside, in bytes.
const (
	maxExcerpt = 200  // a line of a response that is not JSON, for Error.Excerpt
	maxTitle   = 200  // the title of a problem, a message or a rule
	maxPlace   = 300  // a JSON pointer
	maxReason  = 4000 // why a response cannot be read, or what breaks rules
	maxListed  = 10   // violations that the text of an error names
)

// printable returns up to most bytes of text from outside, for one line of a terminal or
// a log: control characters, line breaks and characters that change the direction of text
// become spaces. Every text of an error that the other side may have chosen passes
// through it. "a\r\n\tb" becomes "a b", and a text that is too long ends in "...".
func printable(text string, most int) string {
	if isVisible(text, most) { // the usual case, without copying
		return text
	}
	const spare = 8 // times the bytes that are shown, since some are omitted
	isCut := len(text) > spare*most
	if isCut {
		text = text[:spare*most]
	}
	text = strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	isWhole := len(text) <= most && !isCut
	if isWhole || text == "" {
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
	text := err.Error()
	if withoutQuotes(printable(text, maxReason)) != text {
		return &quoting{err}
	}
	return err
}

// wordsBeforeQuotes begin the errors of net/http that quote a response.
var wordsBeforeQuotes = []string{
	"transport connection broken: ", "malformed MIME header", "server sent GOAWAY",
}

// withoutQuotes removes from the text of an error what net/http quotes from a response, which may be
// part of the body if the service or a proxy counts its bytes wrong:
//
//	net/http: HTTP/1.x transport connection broken: malformed HTTP response "Ada Lovelace"
//	net/http: HTTP/1.x transport connection broken: malformed HTTP response [redacted]
func withoutQuotes(text string) string {
	for _, words := range wordsBeforeQuotes {
		before, after, isQuoting := strings.Cut(text, words)
		if isQuoting {
			text = before + words + redactQuote(after)
		}
	}
	return text
}

// redactQuote replaces what the end of an error quotes: everything that follows "line: " or the first
// quotation mark, whichever is first. Some versions of Go print a line without quotation marks, and
// the line may contain some.
func redactQuote(text string) string {
	quote := strings.IndexByte(text, '"')
	const word = "line: "
	line := strings.Index(text, word)
	switch {
	case line >= 0 && (quote < 0 || line < quote):
		return text[:line+len(word)] + genstruct.Redacted
	case quote >= 0:
		return text[:quote] + genstruct.Redacted
	default:
		return text
	}
}

// quoting is an error whose text is not printable, or quotes a response.
type quoting struct{ error }

// Error returns the printable part of the text, up to 4,000 bytes.
func (q *quoting) Error() string { return withoutQuotes(printable(q.error.Error(), maxReason)) }

// Unwrap returns the error as it was, so that [errors.Is] finds a reason such as [io.EOF].
func (q *quoting) Unwrap() error { return q.error }

// Format writes Error for every verb.
func (q *quoting) Format(s fmt.State, verb rune) { formatError(s, verb, "api.quoting", q.Error()) }

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

// formatError prints only the text of an error, whatever the verb is: as a Go value for %#v, and
// quoted for %q. The Format methods of the errors call it with the name of their type.
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
