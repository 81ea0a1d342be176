package settings

import (
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/report"
)

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
	lines := []string{"- rule: " + g.Rule}
	add := func(key, value string) {
		if value != "" {
			lines = append(lines, "  "+key+": "+yamldoc.BlockScalar(value))
		}
	}
	add("key", g.Aspect)
	add("target", g.Target)
	if g.Verdicts == nil { // gen verify finds what a service does, which is no change
		add("path", g.Path)
	} else {
		lines = append(lines, "  changes:")
		for _, f := range g.All() {
			lines = append(lines, "  - "+yamldoc.BlockScalar(f.Path+" "+f.ChangeID()))
		}
	}
	lines = append(lines, "  until: "+until.Format(time.DateOnly), `  reason: ""`)
	return strings.Join(lines, "\n") + "\n"
}
