package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/opgen/internal/text/wording"
)

// terminal writes to the standard output or the standard error. Catalogs, files and flags may
// be untrusted, so it escapes control characters and invisible characters, except tabs and
// line ends.
//
// [say] keeps a message with such texts on one line.
type terminal struct {
	w          io.Writer
	escape     func(r rune) string
	incomplete []byte // the beginning of an incomplete character
}

// newTerminal returns a terminal that escapes for people until escapeFor says otherwise.
func newTerminal(w io.Writer) *terminal { return &terminal{w: w, escape: escapeText} }

// The functions below escape a hidden character. In text for people, it becomes another
// character; in formats for programs, it keeps its value.

// escapeText returns a visible character in place of a hidden one.
func escapeText(r rune) string { return wording.OneLine(string(r)) }

// escapeJSON returns the escape sequences of a JSON string, two above U+FFFF.
func escapeJSON(r rune) string {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// escapeYAML returns the escape sequence of a quoted YAML string.
func escapeYAML(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return escapeJSON(r)
}

// escapeMarkup returns a character reference of HTML and Markdown. They have none for control
// characters.
func escapeMarkup(r rune) string {
	if r < 0xa0 {
		return escapeText(r)
	}
	return fmt.Sprintf("&#%d;", r)
}

// escapes are the functions by the format of an output. Other formats are for people.
var escapes = map[string]func(rune) string{
	"json":      escapeJSON,
	"sarif":     escapeJSON,
	"yaml":      escapeYAML,
	"html":      escapeMarkup,
	"markdown":  escapeMarkup,
	"changelog": escapeMarkup,
}

// escapeFor returns the writer for an output in a format.
func escapeFor(format string, w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok && escapes[format] != nil {
		t.escape = escapes[format]
	}
	return w
}

// Write writes text with escaped hidden characters. A character may be split between two calls, so
// its beginning waits for the next one.
func (t *terminal) Write(text []byte) (int, error) {
	length := len(text)
	if len(t.incomplete) > 0 {
		text = append(t.incomplete, text...)
	}
	t.incomplete = nil
	var b bytes.Buffer
	b.Grow(len(text))
	copied := 0 // the part of the text that b has
	replace := func(start, end int, replacement string) {
		b.Write(text[copied:start])
		b.WriteString(replacement)
		copied = end
	}
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(text[i:]):
			t.incomplete = bytes.Clone(text[i:])
			size = len(text) - i
			replace(i, len(text), "")
		case r == utf8.RuneError && size == 1:
			replace(i, i+size, string(r))
		case r != '\n' && r != '\t' && wording.Hidden(r):
			replace(i, i+size, t.escape(r))
		}
	}
	b.Write(text[copied:])
	if _, err := t.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return length, nil
}

// unwrap returns the writer that w wraps, which may be a terminal. Callers write only text
// of gen or of [say] to it.
func unwrap(w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok {
		return t.w
	}
	return w
}

// say writes a message on one line, even if the names in it contain line ends.
func say(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, wording.OneLine(fmt.Sprintf(format, args...)))
	return err
}

// interruptible returns a context that ends at Ctrl-C or SIGTERM. A second Ctrl-C ends the
// process at once.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
