package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// This file prints a report for a terminal. Lines of findings begin with a place that editors
// recognize, and every text is on one line: a description in a catalog must not look like another
// finding.

// Text prints findings for a terminal and for editors, which look for
// file:line:col at the start of a line:
//
//	spec/operations.yaml:412:15: error: field-became-required: claims.get_claim.claim_id: ...
//	    breaks: requests from old clients, Go callers
//
// A [Bundle] has a headline, the details of its first finding, and the places of the others.
func Text(w io.Writer, r *Report) error { return writeText(w, r, plainText) }

// Color is Text with the colors of a terminal.
func Color(w io.Writer, r *Report) error { return writeText(w, r, coloredText) }

// writeText prints a report in three parts: the findings, what was accepted and noticed, and what
// to do. The last line is the summary, which people see first when a command ends.
func writeText(w io.Writer, r *Report, paint func(Level, string) string) error {
	var b strings.Builder
	if r.Verification != nil {
		r.Verification.write(&b)
	}
	digest := r.hasMany() && r.Lowest == ""
	if digest {
		r.writeDigest(&b, paint)
	} else {
		r.writeFindings(&b, paint)
	}
	r.writeAccepted(&b)
	for _, n := range append(r.CallLines(), r.Notices...) {
		b.WriteString(wording.OneLine(n) + "\n")
	}
	switch {
	case digest:
		b.WriteString(r.Command + " --level error prints all details, and entries to accept " +
			"intended changes; --level info lists every finding\n")
	case len(r.Remedies) > 0:
		fmt.Fprintf(&b, "to accept intended changes, add this to %s, with a reason:\n", r.Decided)
		for line := range strings.Lines(r.Policy()) {
			b.WriteString(wording.OneLine(strings.TrimSuffix(line, "\n")) + "\n")
		}
	}
	fmt.Fprintf(&b, "%s: %s\n", r.Command, r.Summary())
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFindings prints each finding with its details.
func (r *Report) writeFindings(b *strings.Builder, paint func(Level, string) string) {
	line := func(f Finding, text string) {
		label := paint(f.Level, string(f.Level)+": "+f.Rule)
		fmt.Fprintf(b, "%s: %s: %s\n", wording.OneLine(f.Pos.String()), label, wording.OneLine(text))
	}
	for _, g := range r.Bundles(r.Findings) {
		if g.Others != nil {
			b.WriteString(g.Headline() + "\n")
		}
		line(g.Finding, g.Path+": "+g.Message)
		for _, detail := range g.Details() {
			b.WriteString("    " + detail + "\n")
		}
		for _, f := range g.Others {
			line(f, f.Path)
		}
	}
}

// writeAccepted prints what was accepted: what changes, who is affected, and why.
func (r *Report) writeAccepted(b *strings.Builder) {
	line := func(f Finding, text string) {
		b.WriteString(wording.OneLine(f.Pos.String()+": accepted: "+f.Rule+": "+text) + "\n")
	}
	for _, g := range r.Bundles(r.listedAccepted()) {
		line(g.Finding, g.Path+": "+g.Message)
		for _, detail := range g.acceptedDetails() {
			b.WriteString("    " + detail + "\n")
		}
		for _, f := range g.Others {
			line(f, f.Path)
		}
	}
}

// plainText writes the level and the rule of a finding for a file or a pipe.
func plainText(_ Level, text string) string { return text }

// colors are the numbers of colors of a terminal: red, yellow and cyan.
var colors = map[Level]string{Error: "31", Warning: "33", Info: "36"}

// coloredText writes the level and the rule of a finding for a terminal.
func coloredText(level Level, text string) string {
	return "\x1b[1;" + colors[level] + "m" + text + "\x1b[0m"
}
