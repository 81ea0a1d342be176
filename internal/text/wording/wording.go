// Package wording formats parts of messages: quoted texts, counts, lists of names and suggestions
// for misspelled names.
package wording

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Clip shortens a text for a message to 60 characters.
func Clip(s string) string {
	const (
		longest = 60
		kept    = 57 // before the dots
	)
	n := 0   // characters so far
	cut := 0 // index of the first one that is not kept
	for i := range s {
		n++
		switch {
		case n == kept+1:
			cut = i
		case n > longest:
			return s[:cut] + "..."
		}
	}
	return s
}

// Quote returns a text between quotes, clipped.
func Quote(s string) string { return strconv.Quote(Clip(s)) }

// Hidden reports whether a terminal interprets a character or shows nothing: control characters,
// line ends, and characters that change the direction of text or have no width.
func Hidden(r rune) bool {
	if r < ' ' {
		return true
	}
	return r >= 0x7f && (unicode.IsControl(r) || unicode.In(r, shownAsNothing...))
}

// shownAsNothing are the tables of characters that are not printed, besides control characters.
var shownAsNothing = []*unicode.RangeTable{
	unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point,
}

// OneLine makes a text safe for one line of a terminal. It replaces tabs and line ends by spaces,
// and other [Hidden] characters by dots.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case !Hidden(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return '\u00b7'
	}, s)
}

// Count returns a number of things: "1 file", "2 files".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Sentence ends a text with a full stop, unless it ends like a sentence.
func Sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

// Literal writes a value as JSON with as few escapes as possible. It returns "" for nil.
func Literal(v any) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Literals writes texts as a list of string literals.
func Literals(texts []string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = strconv.Quote(text)
	}
	return strings.Join(all, ", ")
}

// QuotedList returns quoted names as a list: "a", "b" or "c", where conj is or. It lists at most
// thirteen names and counts the rest.
func QuotedList(names []string, conj string) string {
	quoted := make([]string, 0, len(names))
	for i, name := range names {
		if i == 12 && len(names) > 13 {
			quoted = append(quoted, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		quoted = append(quoted, Quote(name))
	}
	return List(quoted, conj)
}

// List returns names as a part of a sentence: a, b and c, where conj is and.
func List(names []string, conj string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + conj + " " + names[last]
}

// DidYouMean returns the end of a message about an unknown name: the closest known name, or "" if
// none is close.
func DidYouMean(name string, known []string) string {
	if best := Closest(name, known); best != "" {
		return "; did you mean " + Quote(best) + "?"
	}
	return ""
}

// OneOf returns the end of a message about a value that is not among a few known ones: the closest
// one, or all of them if none is close.
func OneOf(value string, known []string) string {
	suggestion := DidYouMean(value, known)
	if suggestion != "" || len(known) == 0 {
		return suggestion
	}
	return "; write " + QuotedList(known, "or")
}

// Closest returns the known name that another name probably misspells, "" if there is none.
func Closest(name string, known []string) string {
	if len(known) > 2000 {
		return "" // comparing all names would take too long
	}
	limit := 3 // of the distance, which has to be less
	switch {
	case len(name) < 5:
		limit = 2
	case len(name) >= 12:
		limit = 4
	}
	best := ""
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		// At least one character must be the same: "id" is not a misspelling of "go".
		d := editDistance(name, k, limit)
		if d < limit && d < len(k) {
			best = k
			limit = d
		}
	}
	return best
}

// editDistance counts insertions, deletions, replacements and swaps of neighbors. If there are
// more than limit, it returns limit+1.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	size := len(b) + 1
	rows := make([]int, 3*size)
	before, last, row := rows[:size], rows[size:2*size], rows[2*size:]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// ShellQuote returns word so that a shell reads it as one word. It adds quotes only if the word
// needs them.
func ShellQuote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+=,"
	if strings.Trim(word, plain) == "" && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Tidy returns a text without spaces at the ends of lines, and with at most one blank line
// in a row.
func Tidy(text string) string {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line != "" || lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
