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

	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/wording"
)

// terminal is the one way to the standard output and the standard error. Catalogs,
// files and flags may come from a stranger, so it writes no character that a
// terminal would obey or hide, except tabs and line ends.
//
// A message that holds such a text goes through [say], which keeps it on its line.
type terminal struct {
	w      io.Writer
	escape func(r rune) string
	rest   []byte // the beginning of a character whose end is still to be written
}

func newTerminal(w io.Writer) *terminal { return &terminal{w: w, escape: dot} }

// The ways to write a hidden character: in words it becomes another one, in a format
// for programs it stays what it is.
func dot(r rune) string { return wording.OneLine(string(r)) }

func inJSON(r rune) string {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func inYAML(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return inJSON(r)
}

// inMarkup writes a reference, as HTML and Markdown have it. They have none for
// control characters.
func inMarkup(r rune) string {
	if r < 0xa0 {
		return dot(r)
	}
	return fmt.Sprintf("&#%d;", r)
}

// escapes are the ways by the format of an output.
var escapes = map[string]func(rune) string{
	"json": inJSON, "sarif": inJSON, "yaml": inYAML, "html": inMarkup, "markdown": inMarkup, "changelog": inMarkup,
}

// in returns the writer for an output in a format, which is that of a text if the
// format is not known.
func in(format string, w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok && escapes[format] != nil {
		t.escape = escapes[format]
	}
	return w
}

// Write writes text without hidden characters.
func (t *terminal) Write(text []byte) (int, error) {
	given := len(text)
	if len(t.rest) > 0 {
		text = append(t.rest, text...)
	}
	t.rest = nil
	var b bytes.Buffer
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(text[i:]):
			t.rest = bytes.Clone(text[i:])
			size = len(text) - i
		case r == utf8.RuneError && size == 1:
			b.WriteRune(r)
		case r != '\n' && r != '\t' && wording.Hidden(r):
			b.WriteString(t.escape(r))
		default:
			b.Write(text[i : i+size])
		}
	}
	if _, err := t.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return given, nil
}

// colored returns the writer behind w if a person reads it and wants colors
// (https://no-color.org).
func colored(w io.Writer) (io.Writer, bool) {
	file := behind(w)
	return file, os.Getenv("NO_COLOR") == "" && progress.IsTerminal(file)
}

// behind returns the writer behind w, which may be a terminal. What is written to it is
// gen's own, or went through [say].
func behind(w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok {
		return t.w
	}
	return w
}

// say writes a message that is one line, whatever the names in it hold.
func say(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, wording.OneLine(fmt.Sprintf(format, args...)))
	return err
}

// interruptible returns a context that ends at Ctrl-C, or if the process is told to end. A
// second Ctrl-C does not wait.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
