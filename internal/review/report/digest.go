package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A digest is the text of many findings, for a reader who wants to know first whether something
// breaks, and what kinds of changes there are. Findings of one rule with the same verdicts are
// together. Each error has a line, but only the first one of its kind has details. Of warnings,
// the first one of a kind has a line, and of the others only some places are listed. What breaks a
// running client comes first.

// writeDigest prints the overview, and then each kind of finding, the gravest first.
func (r *Report) writeDigest(b *strings.Builder, paint func(Level, string) string) {
	r.writeOverview(b)
	groups := r.bundlesBy(r.Findings, Finding.changeKind, 2)
	slices.SortStableFunc(groups, func(a, b Bundle) int {
		return cmp.Or(a.Level.Compare(b.Level), cmp.Compare(b.wireVerdict(), a.wireVerdict()))
	})
	for _, g := range groups {
		if g.Level == Error {
			g.writeErrors(b, paint)
		} else {
			g.writePlaces(b, paint)
		}
	}
}

// changeKind returns what the findings of a group of a digest have in common.
func (f Finding) changeKind() string {
	return fmt.Sprint(f.Level, f.Rule, f.Target, f.Verdicts)
}

// wireVerdict returns the worse verdict on requests and responses: what breaks a running client is
// read before what breaks a build.
func (f Finding) wireVerdict() Verdict {
	if f.Verdicts == nil {
		return NotApplicable
	}
	return max(f.Verdicts.Requests, f.Verdicts.Responses)
}

// writeErrors prints errors of one kind. Each has a line, because each may have to be repaired.
func (g Bundle) writeErrors(b *strings.Builder, paint func(Level, string) string) {
	for i, f := range g.All() {
		f.writeLine(b, paint)
		if i > 0 {
			continue
		}
		for _, detail := range f.shortDetails() {
			writeClipped(b, "    "+detail)
		}
	}
}

// writeLine prints a finding on one line, for editors too. The colors of paint have no width.
func (f Finding) writeLine(b *strings.Builder, paint func(Level, string) string) {
	where := wording.OneLine(f.Pos.String()) + ": "
	label := string(f.Level) + ": " + f.Rule
	width := digestWidth - len(where) - len(label) - len(": ")
	text := clipped(wording.OneLine(f.Path+": "+f.Message), width)
	fmt.Fprintf(b, "%s%s: %s\n", where, paint(f.Level, label), text)
}

// writePlaces prints findings of one kind that are not errors.
func (g Bundle) writePlaces(b *strings.Builder, paint func(Level, string) string) {
	if len(g.Others) == 0 {
		g.writeLine(b, paint)
		return
	}
	label := paint(g.Level, string(g.Level)+": "+g.Rule)
	count := fmt.Sprintf(" in %d places", len(g.Others)+1)
	if who := g.affected(); who != nil {
		count += ", " + strings.Join(who, ", ")
	}
	fmt.Fprintf(b, "%s%s\n", label, count)
	listed := g.Others
	if g.Level == Warning {
		writeClipped(b, "    "+wording.OneLine(g.Pos.String()+": "+g.Path+": "+g.Message))
	} else {
		listed = g.All()
	}
	var places []string
	for _, f := range listed {
		places = append(places, fmt.Sprintf("%s (%d)", wording.OneLine(f.Path), f.Pos.Line))
	}
	writeClipped(b, "    "+joinFitting(places))
}
