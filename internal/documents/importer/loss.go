package importer

import (
	"fmt"
	"path"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Loss is a part of the document that the catalog does not express.
type Loss struct {
	yamldoc.Position
	Pointer  string `json:"pointer"`           // of the value in the document
	Keyword  string `json:"keyword"`           // multipleOf
	Subject  string `json:"subject,omitempty"` // "orders.create.amount", "" for the document
	Reason   string `json:"reason"`
	Proposal string `json:"proposal"`

	place place
}

// ledger is the only source of losses. A place is settled if it is a loss, or if it is right that
// the catalog says nothing about it.
type ledger struct {
	losses  []Loss
	known   map[Loss]bool
	settled map[*yamldoc.Node]bool
	reasons map[*yamldoc.Node]string // why keywords below a schema are lost
}

func newLedger() *ledger {
	return &ledger{known: map[Loss]bool{}, settled: map[*yamldoc.Node]bool{}, reasons: map[*yamldoc.Node]string{}}
}

// lose records the loss of a value of the document, with everything in it.
func (l *ledger) lose(p place, subject, reason, proposal string) {
	l.loseAs(p, "", subject, reason, proposal)
}

// loseAs is lose under the name of another keyword than the last one.
func (l *ledger) loseAs(p place, keyword, subject, reason, proposal string) {
	l.settle(p)
	l.remark(p, keyword, subject, reason, proposal)
}

// remark records the loss of a keyword of a value, whose other parts may be facts.
func (l *ledger) remark(p place, keyword, subject, reason, proposal string) {
	if keyword == "" {
		keyword = p.last()
		if p.key == nil {
			keyword = path.Base(path.Dir(p.pointer())) // of a list
		}
	}
	loss := Loss{p.position().Pos(), p.pointer(), keyword, subject, reason, proposal, p}
	key := loss
	key.Subject, key.Pointer, key.place = "", "", place{}
	if l.known[key] {
		return // found again through another reference
	}
	l.known[key] = true
	l.losses = append(l.losses, loss)
}

// settle says that it is right that the catalog says nothing about values.
func (l *ledger) settle(all ...place) {
	for _, p := range all {
		l.settled[p.node] = true
	}
}

// settleAll settles the sources of a node that is removed, whose loss covers them.
func (l *ledger) settleAll(n *node) {
	n.sources(func(p place) bool {
		l.settle(p)
		return true
	})
}

// because says why keywords of schemas are lost that are not facts.
func (l *ledger) because(reason string, schemas map[*yamldoc.Node]bool) {
	for n := range schemas {
		l.reasons[n] = reason
	}
}

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
		fmt.Fprintln(&b, wording.OneLine(fmt.Sprintf("%s: %s: %s; %s%s", l.Position, about, l.Reason, l.Proposal, more)))
	}
	if len(firsts) > maxLines {
		fmt.Fprintf(&b, "... and %d more lines\n", len(firsts)-maxLines)
	}
	return b.String()
}
