package yamldoc

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A mistake is shown where it is, as editors and terminals show it: with its position, the line of
// the text, and a mark below the part that is wrong.

// Position is a place in a file. Lines and columns count from 1.
type Position struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// place is a part of a text.
type place struct {
	src       *source
	line, col int32
	width     int32 // in characters, on the first line
}

// Pos returns the position of the beginning.
func (p place) Pos() Position { return Position{File: p.src.name, Line: int(p.line), Col: int(p.col)} }

// compare orders places by file and position.
func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.src.order, other.src.order), cmp.Compare(p.line, other.line),
		cmp.Compare(p.col, other.col))
}

// String returns "file:line:col", which terminals and editors can open.
func (p Position) String() string {
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Scope is the context of a problem: the operation "claims.get_claim", and in it
// `field "claim_id": `.
type Scope struct {
	Subject string
	Within  string // ends in ": " unless it is empty
}

// Problem is a mistake in a file.
type Problem struct {
	ID      ID
	Pos     Position
	Subject string    // "claims.get_claim", "AddressEntry", or "" for the whole text
	Message string    // describes the mistake, the expected value and the remedy
	Other   *Position // the second place, if two places collide
	Note    string    // describes Other: "first given here"

	at, other place
	secret    bool // no snippet is shown
}

// HideSnippet keeps the source out of the text of a problem, since it contains a secret.
func (p *Problem) HideSnippet() { p.secret = true }

// And adds the second place to a problem and returns the problem.
func (p *Problem) And(other *Node, note string) *Problem {
	p.Other = new(other.Pos())
	p.Note = wording.OneLine(note)
	p.other = other.place
	return p
}

// AndElsewhere adds the second place if it is in another file.
func (p *Problem) AndElsewhere(other *Node, note string) {
	if other.src != p.at.src {
		p.And(other, note)
	}
}

// Error returns the problem in one line, without a snippet:
//
//	file:line:col: id: subject: message
func (p Problem) Error() string {
	subject := p.Subject
	if subject != "" {
		subject += ": "
	}
	return wording.OneLine(fmt.Sprintf("%s: %s: %s%s", p.Pos, p.ID, subject, p.Message))
}

// Text returns the line of [Problem.Error] with the source below it. If two
// places collide, it shows both.
func (p Problem) Text() string {
	var b strings.Builder
	b.WriteString(p.Error())
	b.WriteByte('\n')
	if !p.secret {
		p.at.writeSnippet(&b)
	}
	if p.Other != nil {
		b.WriteString(wording.OneLine(fmt.Sprintf("%s: %s", *p.Other, p.Note)) + "\n")
		p.other.writeSnippet(&b)
	}
	return b.String()
}

// Problems are the problems of files that were read together, sorted by position.
type Problems []Problem

// printed is the maximum number of problems that [Problems.Error] prints.
const printed = 100

// Error returns up to a hundred problems with their snippets.
func (ps Problems) Error() string {
	var b strings.Builder
	for _, p := range ps[:min(len(ps), printed)] {
		b.WriteString(p.Text())
	}
	if rest := len(ps) - printed; rest > 0 {
		fmt.Fprintf(&b, "... and %d more\n", rest)
	}
	return b.String()
}

// Err returns the problems as an error, nil if there are none.
func (ps Problems) Err() error {
	if ps == nil {
		return nil
	}
	return ps
}

// Join returns the problems in several errors as one error, nil if there are none. An error of
// another type takes precedence.
func Join(errs ...error) error {
	var all Problems
	for _, err := range errs {
		problems, areProblems := errors.AsType[Problems](err)
		if err != nil && !areProblems {
			return err
		}
		all = append(all, problems...)
	}
	return all.Err()
}

// sorted sorts problems by position and drops repetitions, because a mistake below an anchor is
// found once for each alias.
func (ps Problems) sorted() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(a.at.compare(b.at), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(ps, func(a, b Problem) bool {
		return a.Pos == b.Pos && a.ID == b.ID && a.Message == b.Message
	})
}

// snippetWidth is the number of characters of a source line that a snippet shows.
const snippetWidth = 100

// writeSnippet shows the line of a place and underlines the place:
//
//	412 |       claim_id: strng
//	    |                 ^^^^^
//
// A long line is cut on both sides of the column. Private texts have no snippets.
func (p place) writeSnippet(b *strings.Builder) {
	if p.src.set.private {
		return
	}
	line := []rune(p.src.line(int(p.line)))
	col := min(max(int(p.col)-1, 0), len(line))
	first, last := 0, len(line) // the characters that are shown
	left, right := "", ""
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
	shown := wording.OneLine(string(line[first:last]))
	carets := max(1, min(int(p.width), last-col))
	margin := strings.Repeat(" ", len(fmt.Sprint(p.line)))
	fmt.Fprintf(b, "%d | %s%s%s\n", p.line, left, shown, right)
	fmt.Fprintf(b, "%s | %s%s\n", margin, strings.Repeat(" ", len(left)+col-first),
		strings.Repeat("^", carets))
}

// ID identifies a kind of problem. Tests, suppressions and documentation refer to it, so an id
// is never renamed or reused.
type ID string

// The ids of problems that any file may have.
const (
	TooLarge         ID = "too-large"         // the text is larger than 32 MiB
	BadEncoding      ID = "bad-encoding"      // the text is not UTF-8
	ControlCharacter ID = "control-character" // the text contains a control character that YAML does not allow there
	EmptyDocument    ID = "empty-document"    // the text contains only blanks and comments
	Syntax           ID = "syntax"            // the text is not YAML, or uses unsupported YAML
	SeveralDocuments ID = "several-documents" // a second YAML document follows the first
	TooDeep          ID = "too-deep"          // maps and lists are nested too deeply
	TooManyNodes     ID = "too-many-nodes"    // the text, with its aliases expanded, has too many nodes
	BadAlias         ID = "bad-alias"         // an alias names no anchor, or one that contains the alias
	UnsupportedTag   ID = "unsupported-tag"   // a value has a YAML tag such as !!int

	DuplicateKey ID = "duplicate-key" // a key is given twice in one map
	UnknownKey   ID = "unknown-key"   // a map has an unknown key
	MissingKey   ID = "missing-key"   // a map lacks a required key
	WrongKind    ID = "wrong-kind"    // a value has another kind than its key requires
	EmptyValue   ID = "empty-value"   // a text, list or map must not be empty
	NegativeSize ID = "negative-size" // a length or a count is negative
	WrongVersion ID = "wrong-version" // the file is written in another version of the format
	UnknownValue ID = "unknown-value" // a value is none of those that its key allows

	BadFile       ID = "bad-file"       // a file that replaces a map cannot be read, or its path leaves the folder
	DuplicateFile ID = "duplicate-file" // a file is part of the catalog twice
)
