package report

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file declares what a report says about a running service. Package verify finds it out.
// Unlike a comparison, this part also counts what is fine, since a service that nobody could ask is
// not verified.

// Verification is the part of a report about the operations of a verified service.
type Verification struct {
	Service    string              `json:"service"` // its base URL
	Seed       uint64              `json:"seed"`
	Calls      int                 `json:"calls"`
	Complete   bool                `json:"complete"` // the run was not cut short
	Coverage   Coverage            `json:"coverage"`
	Groups     []Group             `json:"groups"`               // most important first
	Operations []VerifiedOperation `json:"operations"`           // in the order of the catalog
	References []string            `json:"references,omitempty"` // the values of requests that come from responses of the run
}

// Coverage is the judged part of a catalog.
type Coverage struct {
	Operations Share            `json:"operations"` // those with a verdict other than unknown
	Rules      map[string]Share `json:"rules"`      // facts with one, by their rule
}

// Share is a part of a whole.
type Share struct {
	Known int `json:"known"`
	Total int `json:"of"`
}

// String writes it as "3 of 4".
func (s Share) String() string { return fmt.Sprintf("%d of %d", s.Known, s.Total) }

// Facts returns the share of all facts.
func (c Coverage) Facts() Share {
	var all Share
	for _, s := range c.Rules {
		all.Known, all.Total = all.Known+s.Known, all.Total+s.Total
	}
	return all
}

// Group is the operations with one verdict, and one reason if they are unknown.
type Group struct {
	Verdict    string   `json:"verdict"` // "contradicts", "not enforced", "unknown", "unseen" or "conforms"
	Why        string   `json:"why,omitempty"`
	Operations []string `json:"operations"`
}

// VerifiedOperation is the result for an operation.
type VerifiedOperation struct {
	Operation string `json:"operation"`
	Verdict   string `json:"verdict"`
	Why       string `json:"why,omitempty"`
	Calls     int    `json:"calls"` // for it
	Facts     []Fact `json:"facts"`
}

// Fact is a statement of the catalog about an operation, and what the service did.
type Fact struct {
	ID        string           `json:"fact"` // "/claim_id required"; the same as long as the catalog says the same
	Rule      string           `json:"rule"` // of [api.Violation], or "request", "response" or "failure"
	Verdict   string           `json:"verdict"`
	Why       string           `json:"why,omitempty"`
	Pos       catalog.Position `json:"place"`
	Request   string           `json:"request,omitempty"`   // as logs show it
	Status    int              `json:"status,omitempty"`    // of the response, 0 if there was none
	Response  string           `json:"response,omitempty"`  // the shape of the response
	Confirmed int              `json:"confirmed,omitempty"` // how often in a row it was observed
}

// shownReasons is the maximum number of listed groups of unknown operations.
const shownReasons = 8

// ShownGroups returns the groups for readers, with the rarest reasons combined. Groups with a verdict
// are always shown; a service that fails in many ways can have hundreds of reasons.
func (v *Verification) ShownGroups() []Group {
	var shown []Group
	reasons := 0
	rest := 0 // the index of the combined ones, which others precede
	for _, g := range v.Groups {
		if g.Why != "" {
			reasons++
		}
		if g.Why == "" || reasons <= shownReasons {
			shown = append(shown, g)
			continue
		}
		if rest == 0 {
			rest = len(shown)
			const why = "for other reasons, which --format json has"
			shown = append(shown, Group{Verdict: g.Verdict, Why: why})
		}
		shown[rest].Operations = append(shown[rest].Operations, g.Operations...)
	}
	return shown
}

// Mark returns the verdict as a colored circle for Markdown.
func (g Group) Mark() string {
	return verdictMarks[g.Verdict]
}

// verdictMarks are the circles by verdict.
var verdictMarks = map[string]string{
	"contradicts":  "🔴",
	"not enforced": "🔵",
	"unknown":      "⚪",
	"unseen":       "🟡",
	"conforms":     "🟢",
}

// List returns the operations of a group, shortened to a line or two. Contradictions get
// more space.
func (g Group) List() string {
	if g.Verdict == "contradicts" {
		return JoinFirst(g.Operations, shownUses, ", ")
	}
	return JoinFirst(g.Operations, shownUses/2, ", ")
}

// Words describes the coverage and the calls.
func (v *Verification) Words() string {
	calls, most := wording.Count(v.Calls, "call"), 0
	for _, o := range v.Operations {
		most = max(most, o.Calls)
	}
	if most > 0 && len(v.Operations) > 1 {
		calls += fmt.Sprintf(", at most %d of one operation,", most)
	}
	text := fmt.Sprintf("%s operations and %s facts are known after %s with seed %d",
		v.Coverage.Operations, v.Coverage.Facts(), calls, v.Seed)
	if !v.Complete {
		text += "; the run was cut short, so this is only a part"
	}
	return text
}

// write prints a summary that fits on one screen.
func (v *Verification) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", wording.OneLine(v.Service+": "+v.Words()))
	for _, g := range v.ShownGroups() {
		text := g.List()
		if g.Why != "" {
			text = g.Why + ": " + text
		}
		fmt.Fprintf(b, "  %4d %-12s  %s\n", len(g.Operations), g.Verdict, wording.OneLine(text))
	}
	for _, text := range v.References {
		fmt.Fprintf(b, "  %s\n", wording.OneLine(text))
	}
}
