package page

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
)

// verdict is a target and the measured ratio.
type verdict struct {
	in    string
	to    target
	ratio float64
}

// met reports whether a target is met.
func (v verdict) met() bool { return v.ratio <= v.to.most }

// verdicts compares the targets of a kind with the measurements.
func verdicts(k kind, set measure.Set) []verdict {
	var all []verdict
	for _, t := range k.targets {
		for _, in := range casesOf(k.id, set) {
			own := set.Of(k.id, cmp.Or(k.subject, peer.Self), in)
			if own == nil || t.cases != nil && !slices.Contains(t.cases, in) {
				continue
			}
			if than, ok := t.of.value(k.id, in, set); ok {
				all = append(all, verdict{in, t, own.Median() / than})
			}
		}
	}
	return all
}

// byReference returns runs of verdicts with the same reference, by its name.
func byReference(all []verdict) iter.Seq2[string, []verdict] {
	return func(yield func(string, []verdict) bool) {
		for len(all) > 0 {
			of := all[0].to.of.name
			n := slices.IndexFunc(all, func(v verdict) bool { return v.to.of.name != of })
			if n < 0 {
				n = len(all)
			}
			if !yield(of, all[:n]) {
				return
			}
			all = all[n:]
		}
	}
}

// value returns the figure of the reference. It reports false if there is none.
func (r reference) value(kind, in string, set measure.Set) (float64, bool) {
	if r.fixed != 0 {
		return r.fixed, true
	}
	kind = cmp.Or(r.kind, kind)
	if r.subject != "" {
		m := set.Of(kind, r.subject, in)
		if m == nil {
			return 0, false
		}
		return m.Median(), true
	}
	best := math.Inf(1)
	for _, p := range peer.All[1:] {
		if m := set.Of(kind, p.Name, in); m != nil {
			best = min(best, m.Median())
		}
	}
	return best, !math.IsInf(best, 1)
}

// casesOf returns the cases of a kind, in the order of measurement.
func casesOf(kind string, set measure.Set) []string {
	var cases []string
	for _, m := range set {
		if m.Kind == kind && !slices.Contains(cases, m.Case) {
			cases = append(cases, m.Case)
		}
	}
	return cases
}

// table returns the measurements of a kind: a line for each subject and a column for
// each case.
func table(k kind, set measure.Set) string {
	cases := casesOf(k.id, set)
	if len(cases) == 0 {
		return ""
	}
	rows := [][]string{append([]string{""}, cases...)}
	for _, subject := range append(subjects(), others...) {
		row, any := []string{subject}, false
		for _, in := range cases {
			text := cell(k, subject, in, set)
			row, any = append(row, text), any || text != ""
		}
		if any {
			rows = append(rows, row)
		}
	}
	return markdown(rows)
}

// cell returns the median of a measurement, with its spread if it has one.
func cell(k kind, subject, in string, set measure.Set) string {
	m := set.Find(k.id, subject, in)
	switch {
	case m == nil:
		return ""
	case m.Failed != "":
		reason, _, _ := strings.Cut(m.Failed, "\n")
		return reason[:min(len(reason), 60)]
	}
	low, high := m.Spread()
	median := number(k, m.Median())
	from := number(k, low)
	to := number(k, high)
	if from == to {
		return median
	}
	return median + " (" + from + "–" + to + ")"
}

// number prints a value in the unit of its kind.
func number(k kind, v float64) string {
	return strconv.FormatFloat(v/k.unit, 'f', k.digits, 64)
}

// subjects returns the lines of a table of generators.
func subjects() []string { return append(peer.Names(peer.All), peer.Floor...) }

// others are the lines of tables that are not about generators.
var others = []string{compare.Std, compare.Memory, compare.SQLite}

// markdown returns a table whose first row is the head. Figures are right-aligned.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---|" + strings.Repeat("--:|", len(row)-1) + "\n")
		}
	}
	return b.String()
}
