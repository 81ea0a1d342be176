package catalog

import (
	"bytes"
	"strings"
)

// source is the text of a catalog, as the reader and the snippets see it: line
// breaks are \n whatever they were in the file, and a byte order mark is gone.
// Lines and columns are the same as in the file.
type source struct {
	order int // among the files of a catalog: 0 is the catalog, and its overlays follow
	name  string
	text  string
	lines []string
}

func newSource(name string, src []byte) *source {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	text := string(src)
	if strings.Contains(text, "\r") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	return &source{name: name, text: text, lines: strings.Split(text, "\n")}
}

// line returns a line without its line break, "" where there is none.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// position converts an offset in bytes.
func (s *source) position(offset int) Position {
	before := s.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return Position{
		File: s.name,
		Line: strings.Count(before, "\n") + 1,
		Col:  len([]rune(before[start:])) + 1,
	}
}
