package yamldoc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"example.com/opgen/internal/text/textfile"
)

// maxSize is the number of bytes that a text may have.
const maxSize = textfile.Limit

// Source is a text with the name that positions show, usually the path of its file.
type Source struct {
	Name string
	Text []byte
	// Beside reads a file that the text names. The path is relative to the folder of
	// this file and uses slashes. Beside is nil if the text is not read from a file.
	Beside func(path string) (Source, error)
}

// ReadFile reads a file of a format, or the standard input for "-", within the limits of
// [textfile.Read].
func ReadFile(path string, f Format) (Source, error) {
	if path == "-" {
		const name = "<stdin>"
		text, err := textfile.All(os.Stdin, name)
		return Source{Name: name, Text: text}, err
	}
	text, err := textfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Source{}, fmt.Errorf("no %s at %s: %s", f.Name, path,
			cmp.Or(f.Remedy, "write one there, or name another file"))
	}
	if _, system := errors.AsType[*fs.PathError](err); system {
		return Source{}, fmt.Errorf("the %s cannot be opened: %w", f.Name, err)
	}
	return Source{path, text, Beside(path)}, err
}

// Beside returns a function that reads files in the folder of a file and below.
func Beside(file string) func(path string) (Source, error) {
	dir := filepath.Dir(file)
	return func(path string) (Source, error) {
		text, err := textfile.ReadIn(dir, filepath.FromSlash(path))
		return Source{Name: filepath.Join(dir, filepath.FromSlash(path)), Text: text}, err
	}
}

// source is a text with \n as line breaks and without a byte order mark. Lines and columns are
// the same as in the file.
type source struct {
	order int // in which the file was opened
	name  string
	path  string // from the folder of the first file of the set, with slashes
	set   *fileSet
	text  string
	lines []string
}

// newSource returns the text of a file, which is the first one of its set unless the caller says so.
func newSource(order int, src Source) *source {
	text := string(bytes.TrimPrefix(src.Text, []byte("\ufeff")))
	if strings.Contains(text, "\r") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	return &source{
		order: order,
		name:  src.Name,
		path:  path.Base(filepath.ToSlash(src.Name)),
		text:  text,
		lines: strings.Split(text, "\n"),
	}
}

// line returns a line without its line break, "" beyond the text.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// unfinishedLine returns the last line, and reports whether it is non-blank text without a line break.
func (s *source) unfinishedLine() (string, bool) {
	last := s.lines[len(s.lines)-1]
	return last, strings.Trim(last, " \t") != ""
}

// position converts an offset in bytes to a line and a column.
func (s *source) position(offset int) (line, col int) {
	before := s.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, len([]rune(before[start:])) + 1
}
