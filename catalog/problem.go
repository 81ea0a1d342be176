package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is something in a catalog that keeps code from being generated.
type Problem struct {
	ID      ID
	Pos     Position
	Subject string    // what it is about: "claims.get_claim", "AddressEntry"; "" for the text as a whole
	Message string    // what is wrong, what was expected, and the remedy
	Other   *Position // the second place, where two collide
	Note    string    // what stands at Other: "first given here"

	src        *source
	width      int // characters at Pos that the snippet underlines
	otherSrc   *source
	otherWidth int
}

// Error returns the problem in one line, without a snippet:
//
//	file:line:col: id: subject: message
func (p Problem) Error() string {
	if p.Subject == "" {
		return fmt.Sprintf("%s: %s: %s", p.Pos, p.ID, p.Message)
	}
	return fmt.Sprintf("%s: %s: %s: %s", p.Pos, p.ID, p.Subject, p.Message)
}

// Text returns the line of [Problem.Error] with the source under it. Where two
// places collide, both are shown.
func (p Problem) Text() string {
	var b strings.Builder
	b.WriteString(p.Error())
	b.WriteByte('\n')
	writeSnippet(&b, p.src, p.Pos, p.width)
	if p.Other != nil {
		fmt.Fprintf(&b, "%s: %s\n", *p.Other, p.Note)
		writeSnippet(&b, p.otherSrc, *p.Other, p.otherWidth)
	}
	return b.String()
}

// Problems are all problems of a catalog and its overlays, sorted by position.
type Problems []Problem

// printed is the number of problems that [Problems.Error] prints. Whoever has
// more repairs some first.
const printed = 100

// Error returns every problem with its snippet, up to a hundred of them.
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

// sorted brings problems into the order of the text and drops repetitions: a
// fault under an anchor is met once for each alias, and is one fault.
func (ps Problems) sorted() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.src.order, b.src.order),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(ps, func(a, b Problem) bool {
		return a.Pos == b.Pos && a.ID == b.ID && a.Message == b.Message
	})
}
