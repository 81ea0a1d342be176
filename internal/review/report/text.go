package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

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

// listedAccepted returns the accepted findings that Text prints.
func (r *Report) listedAccepted() []Finding {
	if r.InPlace {
		return nil
	}
	return r.Accepted
}

// Summary counts the findings, in words: "2 errors, 1 warning".
func (r *Report) Summary() string {
	var parts []string
	for _, level := range Levels {
		n := r.Count(level)
		switch {
		case n == 0:
		case level == Info:
			parts = append(parts, fmt.Sprintf("%d info", n))
		default:
			parts = append(parts, wording.Count(n, string(level)))
		}
	}
	if n := len(r.Accepted); n > 0 {
		parts = append(parts, fmt.Sprintf("%d accepted", n))
	}
	summary := cmp.Or(strings.Join(parts, ", "), "no findings")
	if r.Calls != nil {
		summary += " in your calls"
	}
	return summary
}

// Details returns the lines under a finding: who is affected, the example, the moves in
// Go, and the uses.
func (f Finding) Details() []string {
	lines := f.affected()
	if f.Example != nil {
		e := f.Example.Readable()
		lines = append(lines, wording.OneLine(e.Kind+": "+e.Given), wording.OneLine("now: "+e.Outcome))
		if e.Instead != "" {
			lines = append(lines, wording.OneLine("instead: "+e.Instead))
		}
	}
	if f.Used != nil && len(f.Used.Operations) > 0 {
		lines = append(lines, wording.OneLine("your calls: "+f.Used.String()))
	}
	if f.Next != "" {
		lines = append(lines, wording.OneLine("next: "+f.Next))
	}
	for _, g := range f.Go {
		lines = append(lines, "go: "+wording.OneLine(g))
	}
	return append(lines, f.usedBy()...)
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
// elsewhere. They show only places in the head, so a place in the base is in the lines.
func (f Finding) lines() string {
	lines := append([]string{wording.OneLine(f.Path + ": " + f.Message)}, f.Details()...)
	if f.Pos.Base {
		lines = append(lines, wording.OneLine("was at: "+f.Pos.String()))
	}
	return strings.Join(lines, "\n")
}

// headPosition returns the place of a finding in the head.
func (f Finding) headPosition(r *Report) catalog.Position {
	switch {
	case !f.Pos.Base:
		return f.Pos.Position
	case f.Near.Line > 0:
		return f.Near
	}
	return catalog.Position{File: r.Head, Line: 1, Col: 1}
}

// shownUses is the maximum number of operations on a line.
const shownUses = 8

// JoinFirst joins the first of several texts and counts the others.
func JoinFirst(texts []string, most int, separator string) string {
	if rest := len(texts) - most; rest > 1 {
		texts = append(texts[:most:most], fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(texts, separator)
}

func plainText(_ Level, text string) string { return text }

var colors = map[Level]string{Error: "31", Warning: "33", Info: "36"}

func coloredText(level Level, text string) string {
	return "\x1b[1;" + colors[level] + "m" + text + "\x1b[0m"
}

// GitHub prints each finding as a workflow command, which GitHub Actions shows as an
// annotation of a line in a pull request. Accepted ones are notices.
func GitHub(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		at := f.headPosition(r)
		writeCommand(&b, commands[f.Level], at, f.Rule, f.lines())
	}
	for _, g := range r.Bundles(r.listedAccepted()) {
		at := g.headPosition(r)
		lines := append([]string{wording.OneLine(g.Path + ": " + g.Message)}, g.acceptedDetails()...)
		if g.Others != nil {
			lines = append(lines, wording.OneLine("also: "+JoinFirst(paths(g.Others), shownUses, ", ")))
		}
		writeCommand(&b, "notice", at, "accepted: "+g.Rule, strings.Join(lines, "\n"))
	}
	for _, n := range r.Notices {
		fmt.Fprintf(&b, "::warning file=%s::%s\n", property(r.Head), data(wording.OneLine(n)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCommand writes the workflow command that annotates a line.
func writeCommand(b *strings.Builder, command string, at catalog.Position, title, text string) {
	fmt.Fprintf(b, "::%s file=%s,line=%d,col=%d,title=%s::%s\n",
		command, property(at.File), at.Line, at.Col, property(title), data(text))
}

func paths(findings []Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Path)
	}
	return all
}

var commands = map[Level]string{Error: "error", Warning: "warning", Info: "notice"}

// data and property escape characters that would end a workflow command or start another one.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
