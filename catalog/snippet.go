package catalog

import (
	"fmt"
	"strings"
	"unicode"
)

// snippetWidth is the number of characters of a source line that is shown.
const snippetWidth = 100

// writeSnippet shows a line of the source and underlines width characters:
//
//	412 |       claim_id: strng
//	    |                 ^^^^^
//
// A long line is cut on both sides of the column.
func writeSnippet(b *strings.Builder, src *source, pos Position, width int) {
	if src == nil || pos.Line < 1 {
		return
	}
	line := []rune(src.line(pos.Line))
	col := min(max(pos.Col-1, 0), len(line))
	first, last, left, right := 0, len(line), "", ""
	if len(line) > snippetWidth {
		first = max(0, min(col-snippetWidth/2, len(line)-snippetWidth))
		last = first + snippetWidth
		if first > 0 {
			left = "..."
		}
		if last < len(line) {
			right = "..."
		}
	}
	shown := onLine(string(line[first:last]))
	carets := max(1, min(width, last-col))
	margin := strings.Repeat(" ", len(fmt.Sprint(pos.Line)))
	fmt.Fprintf(b, "%d | %s%s%s\n", pos.Line, left, shown, right)
	fmt.Fprintf(b, "%s | %s%s\n", margin, strings.Repeat(" ", len(left)+col-first), strings.Repeat("^", carets))
}

// onLine keeps a text on its line, and a terminal as it is: a problem is a line.
func onLine(text string) string { return strings.Map(harmless, text) }

// harmless replaces what would move the cursor of a terminal, or the caret
// away from its column, by one character.
func harmless(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
		return '\u00b7'
	}
	return r
}
