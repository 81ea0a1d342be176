package report

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file writes what all formats for readers say about a finding below its message. Formats
// choose from these lines, so that the same fact has the same words everywhere.

// affected says who is affected by a change: "breaks: Go callers".
func (f Finding) affected() []string {
	var lines []string
	if f.Verdicts == nil {
		return nil
	}
	for _, verdict := range []Verdict{Breaks, Undecided, Shifts} {
		if who := f.Verdicts.partiesWith(verdict); len(who) > 0 {
			lines = append(lines, verdict.String()+": "+strings.Join(who, ", "))
		}
	}
	return lines
}

// Affected says in one line who is affected by a finding.
func (f Finding) Affected() string { return strings.Join(f.affected(), "; ") }

// Details returns the lines under a finding: who is affected, the example, the moves in
// Go, and the uses.
func (f Finding) Details() []string {
	lines := append(f.affected(), f.exampleLines()...)
	if f.Example != nil && f.Example.Instead != "" {
		lines = append(lines, wording.OneLine("instead: "+f.Example.Readable().Instead))
	}
	lines = append(lines, f.callLines()...)
	if f.Next != "" {
		lines = append(lines, wording.OneLine("next: "+f.Next))
	}
	for _, g := range f.Go {
		lines = append(lines, "go: "+wording.OneLine(g))
	}
	return append(lines, f.usedBy()...)
}

// shortDetails returns the details of a finding that a digest has: who is affected, the example,
// and the recorded calls.
func (f Finding) shortDetails() []string {
	var lines []string
	if who := f.Affected(); who != "" {
		lines = append(lines, who)
	}
	lines = append(lines, f.exampleLines()...)
	return append(lines, f.callLines()...)
}

// exampleLines returns the example of a finding and what happens to it now, if there is one:
//
//	request: {"claim_id":"some claim_id"}
//	now: It is refused: /reason is required.
func (f Finding) exampleLines() []string {
	if f.Example == nil {
		return nil
	}
	e := f.Example.Readable()
	return []string{wording.OneLine(e.Kind + ": " + e.Given), wording.OneLine("now: " + e.Outcome)}
}

// callLines returns a line with the recorded calls that a finding concerns, if there are any.
func (f Finding) callLines() []string {
	if f.Used == nil || len(f.Used.Operations) == 0 {
		return nil
	}
	return []string{wording.OneLine("your calls: " + f.Used.String())}
}

// usedBy returns a line with the operations that use a shared record or enum, if there are any.
func (f Finding) usedBy() []string {
	if len(f.Uses) == 0 {
		return nil
	}
	return []string{wording.OneLine("used by: " + f.UsesText())}
}

// acceptedDetails returns the lines under an accepted finding: who is affected, and why it is
// accepted. Readers judge by them whether this is what was meant.
func (f Finding) acceptedDetails() []string {
	lines := append(f.affected(), f.usedBy()...)
	return append(lines, wording.OneLine("reason: "+f.Reason))
}

// lines returns a finding without its place and its rule, for formats that show these
// elsewhere. They show only places in the head, so a place in the base is in the lines: a line
// that was removed has no place in the files of a pull request.
func (f Finding) lines() string {
	lines := append([]string{wording.OneLine(f.Path + ": " + f.Message)}, f.Details()...)
	if f.Pos.Base {
		lines = append(lines, wording.OneLine("was at: "+f.Pos.String()))
	}
	return strings.Join(lines, "\n")
}

// UsesText lists the operations that use a changed element.
func (f Finding) UsesText() string { return JoinFirst(f.Uses, shownUses, ", ") }

// headPosition returns the place of a finding in the head: its own, that of the nearest thing that is
// still there, or the beginning of the catalog. Annotations need some line.
func (f Finding) headPosition(head string) catalog.Position {
	switch {
	case !f.Pos.Base:
		return f.Pos.Position
	case f.Near.Line > 0:
		return f.Near
	}
	return catalog.Position{File: head, Line: 1, Col: 1}
}

// FileLine returns the place of a finding as file:line.
func (f Finding) FileLine() string { return fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line) }

// paths lists the paths of findings.
func paths(findings []Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Path)
	}
	return all
}
