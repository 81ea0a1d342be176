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
	count := map[Loss]int{}
	kind := func(l Loss) Loss { return Loss{Keyword: l.Keyword, Reason: l.Reason, Proposal: l.Proposal} }
	var firsts []Loss
	for _, l := range losses {
		count[kind(l)]++
		if count[kind(l)] == 1 {
			firsts = append(firsts, l)
		}
	}
	var b strings.Builder
	for _, l := range firsts[:min(len(firsts), maxLines)] {
		about := l.Keyword
		if l.Subject != "" {
			about += ": " + wording.Clip(l.Subject)
		}
		more := ""
		if n := count[kind(l)]; n > 1 {
			more = fmt.Sprintf(" (and in %s)", wording.Count(n-1, "more place"))
		}
		fmt.Fprintln(&b,
			wording.OneLine(fmt.Sprintf("%s: %s: %s; %s%s", l.Position, about, l.Reason, l.Proposal, more)))
	}
	if len(firsts) > maxLines {
		fmt.Fprintf(&b, "... and %d more lines\n", len(firsts)-maxLines)
	}
	return b.String()
}
