package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// at returns a place in the head.
func at(line int) Place {
	return Place{Position: catalog.Position{File: "spec/operations.yaml", Line: line, Col: 7}}
}

// printed returns a report in a format.
func printed(t *testing.T, format Format, r *Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, format(&b, r))
	return b.String()
}

// filler returns n findings of kinds that nothing else has, so that a report has many.
func filler(n int) (all []Finding) {
	for i := range n {
		all = append(all, Finding{
			Rule: "doc-only", Level: Info, Path: fmt.Sprintf("quote.get_%d", i), Pos: at(100 + i),
			Message: "the summary changes", Verdicts: new(ParseVerdicts("····")), Bumps: new(Bumps),
		})
	}
	return all
}

// manyChanges has many findings of several kinds, the least grave first.
func manyChanges() *Report {
	r := &Report{Command: "gen diff", Subject: "a -> b", Release: &Release{}, Findings: filler(23)}
	for i := range r.Findings {
		r.Findings[i].Areas = []string{"quote"}
	}
	add := func(level Level, rule, path, verdicts string, more Finding) {
		f := more
		f.Rule, f.Level, f.Path, f.Pos = rule, level, path, at(len(r.Findings))
		f.Bumps = new(Bumps)
		if verdicts != "" {
			f.Verdicts = new(ParseVerdicts(verdicts))
		}
		r.Findings = append(r.Findings, f)
	}
	claims := []string{"claims"}
	both := []string{"claims", "quote"}
	add(Info, "operation-added", "claims.new_claim", "····",
		Finding{Message: strings.Repeat("a long message ", 9), Areas: claims})
	for _, name := range []string{"a", "b", "c"} {
		add(Warning, "enum-opened", "Kind."+name, "·?S?",
			Finding{Message: "enum Kind is open", Areas: both})
	}
	add(Warning, "field-deprecated", "claims.get_claim.note", "··S·",
		Finding{Message: "field note is deprecated"})
	const broken = "It does not compile."
	moved := &Example{Kind: "client", Given: "r.Note", Outcome: broken, Instead: "r.Text"}
	add(Error, "go-renamed", "claims.get_claim.text", "··B·",
		Finding{Message: "field text has another name", Areas: claims, Example: moved})
	add(Error, "level-raised", "claims", "····", Finding{Message: "area claims has another text"})
	refused := &Example{Kind: "request", Given: "{}", Outcome: "/note is required."}
	called := &Use{Operations: []string{"claims.get_claim"}, Calls: 12}
	for _, name := range []string{"x", "y"} {
		add(Error, "field-became-required", "claims.get_claim."+name, "B·B·",
			Finding{Message: "field " + name + " is required now", Areas: claims,
				Example: refused, Used: called})
	}
	add(Error, "field-removed", "quote.get_1.id", "·B··", Finding{Message: "field id is gone"})
	return r
}

// A report with more than thirty findings of a comparison begins with an overview.
func TestManyFindingsHaveAnOverview(t *testing.T) {
	r := &Report{Command: "gen diff", Release: &Release{}, Findings: filler(manyFindings)}
	require.Nil(t, r.Overview())
	require.NotContains(t, printed(t, Text, r), "in 30 places,")
	require.Contains(t, printed(t, Text, r), "doc-only in 30 places breaks nobody\n")

	r.Findings = filler(manyFindings + 1)
	require.Equal(t, []OverviewLine{{"info", "31 doc-only"}, {"area", "31 no area"}}, r.Overview())
	require.True(t, strings.HasPrefix(printed(t, Text, r), "gen diff: 31 info\n  info "))
	require.Contains(t, printed(t, Text, r), "info: doc-only in 31 places\n")

	r.Lowest = Info
	require.Contains(t, printed(t, Text, r), "doc-only in 31 places breaks nobody\n",
		"whoever asks for a level gets each finding")
	r.Release, r.Lowest = nil, ""
	require.Nil(t, r.Overview(), "of lint")
	require.Contains(t, printed(t, Text, r), "doc-only in 31 places breaks nobody\n")
}

// The most frequent rules, and the areas with the most errors, come first.
func TestOverviewCountsByRuleAndArea(t *testing.T) {
	r := &Report{Release: &Release{}}
	add := func(n int, level Level, rule string, areas ...string) {
		for _, f := range filler(n) {
			f.Level, f.Rule, f.Areas = level, rule, areas
			r.Findings = append(r.Findings, f)
		}
	}
	add(2, Error, "b", "orders")
	add(1, Error, "c", "claims")
	add(2, Error, "a", "stock", "orders")
	add(3, Error, "d")
	add(20, Info, "doc", "claims")
	add(5, Info, "more", "quote")
	add(5, Info, "less", "audit")
	require.Equal(t, []OverviewLine{
		{"error", "3 d, 2 a, 2 b, 1 c"},
		{"info", "20 doc, 5 less, 5 more"},
		{"area", "4 orders (4 errors), 3 no area (3 errors), 2 stock (2 errors), " +
			"21 claims (1 error), 5 audit, 5 quote"},
	}, r.Overview())
}

// As many areas are listed as fit on a line of 140 characters, of which twelve precede them.
func TestOverviewFitsOnALine(t *testing.T) {
	overview := func(names ...string) string {
		r := &Report{Release: &Release{}}
		for _, name := range names {
			for _, f := range filler(20) {
				f.Areas = []string{name}
				r.Findings = append(r.Findings, f)
			}
		}
		lines := r.Overview()
		return lines[len(lines)-1].Counts
	}
	// wide returns a name that is listed in some characters: "20 aaaa".
	wide := func(first string, width int) string {
		return first + strings.Repeat("x", width-len("20 ")-len(first))
	}
	a, b := wide("a", 30), wide("b", 30)
	c, d, e := wide("c", 30), wide("d", 30), wide("e", 31)
	fits := "20 " + strings.Join([]string{a, b, c, wide("d", 32)}, ", 20 ")
	require.Len(t, fits, 128)
	require.Equal(t, fits, overview(a, b, c, wide("d", 32)))
	require.Equal(t, "20 "+a+", 20 "+b+", and 2 more", overview(a, b, c, wide("d", 33)))
	require.Equal(t, "20 "+a+", 20 "+b+", 20 "+c+", and 2 more", overview(a, b, c, d, e))
	require.Equal(t, "20 "+a+", and 3 more", overview(a, wide("b", 120), d, e))
	long := wide("a", 130)
	require.Equal(t, "20 "+long+", and 3 more", overview(long, b, c, d), "at least one is listed")
	require.Equal(t, "20 "+long+", 20 "+b, overview(long, b), "one is not left out")
}

// Errors come before warnings, and what breaks a running client before what breaks a build. Each
// error has a line; of warnings of one kind, the first one has.
func TestDigestIsAsInItsGolden(t *testing.T) {
	requireGolden(t, "many.text", printed(t, Text, manyChanges()))
	requireGolden(t, "many.color", printed(t, Color, manyChanges()))
}

// Lines of a digest are at most 140 characters long, whatever characters these are.
func TestDigestCutsLongLines(t *testing.T) {
	line := func(file string, length int) string {
		r := &Report{Release: &Release{}, Findings: filler(manyFindings)}
		f := Finding{Rule: "gone", Level: Error, Path: "a", Pos: at(3), Verdicts: new(Verdicts)}
		f.Pos.File, f.Message = file, strings.Repeat("é", length)
		r.Findings = append(r.Findings, f)
		for line := range strings.Lines(printed(t, Text, r)) {
			if strings.Contains(line, "error: gone: a: ") {
				return strings.TrimSuffix(line, "\n")
			}
		}
		return ""
	}
	const start = "c.yaml:3:7: error: gone: a: "
	fitting := strings.Repeat("é", 140-len(start))
	require.Equal(t, start+fitting, line("c.yaml", 140-len(start)))
	require.Equal(t, start+fitting[:len(fitting)-len("ééé")]+"...", line("c.yaml", 141-len(start)))

	// If the place is long, 40 characters remain for the text.
	long := strings.Repeat("f", 120)
	text := ":3:7: error: gone: a: " + strings.Repeat("é", 37)
	require.Equal(t, long+text, line(long, 37))
	require.Equal(t, long+text[:len(text)-len("ééé")]+"...", line(long, 38))
}
