package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Above a few dozen findings, a list is no help. The overview counts them, so that a reader knows
// at once whether a change is about one area or all of them, and whether it is about documentation
// or requests.

// digestWidth is the maximum length of the lines of a digest, in characters.
const digestWidth = 140

// manyFindings is the number of findings above which a comparison begins with an overview.
const manyFindings = 30

// hasMany reports whether the findings of a comparison are too many to read one by one.
func (r *Report) hasMany() bool { return r.Release != nil && len(r.Findings) > manyFindings }

// Overview counts many findings by level and rule, then by area, in a line for each level and
// one for the areas. A finding about a shared element counts in each area that uses it. Overview
// returns nil if there are few findings.
func (r *Report) Overview() []OverviewLine {
	if !r.hasMany() {
		return nil
	}
	var lines []OverviewLine
	for _, level := range Levels {
		rules := map[string]int{}
		for _, f := range r.Findings {
			if f.Level == level {
				rules[f.Rule]++
			}
		}
		if len(rules) > 0 {
			lines = append(lines, OverviewLine{string(level), countedNames(rules)})
		}
	}
	return append(lines, OverviewLine{"area", r.areaCounts()})
}

// OverviewLine is a line of an overview.
type OverviewLine struct {
	Subject string // a level, or "area"
	Counts  string
}

// countedNames writes names with their counts, the most frequent first: "3 doc-only, 1 deprecated".
func countedNames(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", counts[name], name)
	}
	return joinFitting(names)
}

// joinFitting joins as many of the texts as fit on a line, and counts the others: "a, b and 3 more".
func joinFitting(texts []string) string {
	const indented = 12
	all := strings.Join(texts, ", ")
	for most := len(texts); most > 0 && len(all) > digestWidth-indented; most-- {
		all = JoinFirst(texts, most, ", ")
	}
	return all
}

// areaCount is the number of findings of an area, and of errors among them.
type areaCount struct{ errors, findings int }

// areaCounts counts the findings by area, those with most errors first: "12 orders (3 errors)".
func (r *Report) areaCounts() string {
	counts := r.countByArea()
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		x, y := counts[a], counts[b]
		return cmp.Or(
			cmp.Compare(y.errors, x.errors),
			cmp.Compare(y.findings, x.findings),
			cmp.Compare(a, b))
	})
	for i, name := range names {
		c := counts[name]
		names[i] = fmt.Sprintf("%d %s", c.findings, name)
		if c.errors > 0 {
			names[i] += " (" + wording.Count(c.errors, "error") + ")"
		}
	}
	return joinFitting(names)
}

// countByArea counts the findings of each area. One about several areas counts in each of them, and
// one about none in "no area".
func (r *Report) countByArea() map[string]areaCount {
	counts := map[string]areaCount{}
	for _, f := range r.Findings {
		areas := f.Areas
		if areas == nil {
			areas = []string{"no area"}
		}
		for _, area := range areas {
			c := counts[area]
			c.findings++
			if f.Level == Error {
				c.errors++
			}
			counts[area] = c
		}
	}
	return counts
}

// writeOverview prints the overview for a terminal.
func (r *Report) writeOverview(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %s\n", r.Command, r.Summary())
	for _, line := range r.Overview() {
		writeClipped(b, fmt.Sprintf("  %-8s %s", line.Subject, line.Counts))
	}
	b.WriteString("\n")
}

// writeClipped prints a line.
func writeClipped(b *strings.Builder, line string) {
	b.WriteString(clipped(wording.OneLine(line), digestWidth) + "\n")
}

// clipped returns a text with at most most characters.
func clipped(text string, most int) string {
	runes := []rune(text)
	most = max(most, 40)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-3]) + "..."
}
