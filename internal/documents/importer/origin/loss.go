package origin

import (
	"path"

	"example.com/opgen/internal/catalog/yamldoc"
)

// This file has the ledger. Losses are found while the catalog is made, by many readers, often twice;
// each is kept once, and the place of each is settled.

// Loss is a part of the document that the catalog does not express.
type Loss struct {
	yamldoc.Position
	Pointer  string `json:"pointer"`           // of the value in the document
	Keyword  string `json:"keyword"`           // multipleOf
	Subject  string `json:"subject,omitempty"` // "orders.create.amount", "" for the document
	Reason   string `json:"reason"`
	Proposal string `json:"proposal"`

	Place Place `json:"-"`
}

// Ledger is the only source of losses. A place is settled if it is a loss, or if it is right that
// the catalog says nothing about it.
type Ledger struct {
	Losses  []Loss
	known   map[Loss]bool // without what differs between references to one place
	Settled map[*yamldoc.Node]bool
	Reasons map[*yamldoc.Node]string // why keywords below a schema are lost
}

// NewLedger returns a ledger without losses.
func NewLedger() *Ledger {
	return &Ledger{
		known:   map[Loss]bool{},
		Settled: map[*yamldoc.Node]bool{},
		Reasons: map[*yamldoc.Node]string{},
	}
}

// Lose records the loss of a value of the document, with everything in it.
func (l *Ledger) Lose(p Place, subject, reason, proposal string) {
	l.LoseAs(p, "", subject, reason, proposal)
}

// LoseAs is lose under the name of another keyword than the last one.
func (l *Ledger) LoseAs(p Place, keyword, subject, reason, proposal string) {
	l.Settle(p)
	l.Remark(p, keyword, subject, reason, proposal)
}

// Remark records the loss of a keyword of a value, whose other parts may be facts.
func (l *Ledger) Remark(p Place, keyword, subject, reason, proposal string) {
	if keyword == "" {
		keyword = p.Last()
		if p.Key == nil {
			keyword = path.Base(path.Dir(p.Pointer())) // of a list
		}
	}
	loss := Loss{p.Position().Pos(), p.Pointer(), keyword, subject, reason, proposal, p}
	key := loss
	key.Subject, key.Pointer, key.Place = "", "", Place{}
	if l.known[key] {
		return // found again through another reference
	}
	l.known[key] = true
	l.Losses = append(l.Losses, loss)
}

// Settle says that it is right that the catalog says nothing about values.
func (l *Ledger) Settle(all ...Place) {
	for _, p := range all {
		l.Settled[p.Node] = true
	}
}

// Because says why keywords of schemas are lost that are not facts.
func (l *Ledger) Because(reason string, schemas map[*yamldoc.Node]bool) {
	for n := range schemas {
		l.Reasons[n] = reason
	}
}
