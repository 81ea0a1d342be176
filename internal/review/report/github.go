package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// GitHub Actions reads annotations from the log of a step, as lines that start with ::. What a
// catalog says must not end such a line or begin another one, so all of it is escaped.

// GitHub prints each finding as a workflow command, which GitHub Actions shows as an
// annotation of a line in a pull request. Accepted ones are notices.
func GitHub(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		at := f.headPosition(r.Head)
		writeCommand(&b, commands[f.Level], at, f.Rule, f.lines())
	}
	for _, g := range r.Bundles(r.listedAccepted()) {
		at := g.headPosition(r.Head)
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

// commands are the workflow commands by level. GitHub Actions has three kinds of annotations, and
// calls what is worth knowing a notice.
var commands = map[Level]string{Error: "error", Warning: "warning", Info: "notice"}

// data and property escape characters that would end a workflow command or start another one. The
// text of a command is data; what stands before its :: is a property, where : and , also separate.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
