package settings

import (
	"slices"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/report"
)

// This file writes acceptances to copy, so that nobody has to type the id of a change.

// Entries returns acceptances of the findings of at least a level, to complete and copy into
// settings. Findings that the report shows together have one entry, which lists each of
// them, so that it covers what was shown and nothing else.
func Entries(r *report.Report, least report.Level, until time.Time) []string {
	var entries []string
	for _, g := range r.Bundles(r.Findings) {
		if !g.Level.AtLeast(least) {
			continue
		}
		entry := entry(g, until)
		if !slices.Contains(entries, entry) { // what is no change may be found twice at a path
			entries = append(entries, entry)
		}
	}
	return entries
}

// entry returns an acceptance of a bundle as a block map, in which a reason may have commas.
func entry(g report.Bundle, until time.Time) string {
	var p yamldoc.Printer
	p.Line(0, "- rule: ", g.Rule)
	addLine := func(key, value string) {
		if value != "" {
			p.Line(1, key, ": ", yamldoc.BlockScalar(value))
		}
	}
	addLine("key", g.Aspect)
	addLine("target", g.Target)
	if g.Verdicts == nil { // gen verify finds what a service does, which is no change
		addLine("path", g.Path)
	} else {
		p.Line(1, "changes:")
		for _, f := range g.All() {
			p.Line(1, "- ", yamldoc.BlockScalar(f.Path+" "+f.ChangeID()))
		}
	}
	p.Line(1, "until: ", until.Format(time.DateOnly))
	p.Line(1, `reason: ""`)
	return p.String()
}
