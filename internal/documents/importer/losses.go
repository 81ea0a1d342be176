package importer

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// Loss is a part of the document that the catalog does not express.
type Loss = origin.Loss

// maxLines is the number of lines that [Text] prints.
const maxLines = 100

// Text returns losses as lines, file:line:col first. Losses of one kind share the
// line of the first of them.
func Text(losses []Loss) string {
	counts := map[Loss]int{}
	var firsts []Loss // of each kind
	for _, l := range losses {
		counts[kindOf(l)]++
		if counts[kindOf(l)] == 1 {
			firsts = append(firsts, l)
		}
	}
	var b strings.Builder
	for _, l := range firsts[:min(len(firsts), maxLines)] {
		fmt.Fprintln(&b, line(l, counts[kindOf(l)]))
	}
	if len(firsts) > maxLines {
		fmt.Fprintf(&b, "... and %d more lines\n", len(firsts)-maxLines)
	}
	return b.String()
}

// kindOf returns what losses of one kind have in common.
func kindOf(l Loss) Loss { return Loss{Keyword: l.Keyword, Reason: l.Reason, Proposal: l.Proposal} }

// line returns a loss as a line, which stands for several of its kind:
//
//	api.yaml:12:3: multipleOf: orders.create.amount: the format has no multipleOf; put it in the description (and in 2 more places)
func line(l Loss, count int) string {
	about := l.Keyword
	if l.Subject != "" {
		about += ": " + wording.Clip(l.Subject)
	}
	more := ""
	if count > 1 {
		more = fmt.Sprintf(" (and in %s)", wording.Count(count-1, "more place"))
	}
	text := fmt.Sprintf("%s: %s: %s; %s%s", l.Position, about, l.Reason, l.Proposal, more)
	return wording.OneLine(text)
}
