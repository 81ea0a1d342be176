package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// many returns a report with n findings, accepted findings and remedies.
func many(n int) *Report {
	r := &Report{Command: "gen diff", Subject: "main:a.yaml -> a.yaml", Decided: "opgen.yaml"}
	for i := range n {
		f := sample().Findings[0]
		f.Path, f.Key = fmt.Sprintf("claims.operation_%d.field", i), fmt.Sprint(i)
		r.Findings, r.Accepted = append(r.Findings, f), append(r.Accepted, f)
		r.Remedies = append(r.Remedies, fmt.Sprintf("- {rule: field-became-required, path: %s, until: 2026-12-31, reason: \"\"}\n", f.Path))
	}
	return r
}

// A long report leaves room for those of the other commands in the same comment, and
// lists what it omits.
func TestMarkdownIsShortEnoughForAComment(t *testing.T) {
	page := func(r *Report) string {
		var b strings.Builder
		require.NoError(t, Markdown(&b, r))
		return b.String()
	}
	long := page(many(5000))
	require.Less(t, len(long), maxDiffBytes+1000)
	require.Greater(t, len(long), maxDiffBytes*9/10)
	require.Regexp(t, `Left out, to be short enough for a comment: \d+ findings of 5000 \(\d+ errors\), the details of \d+, \d+ accepted and \d+ of the entries to accept them. `+
		`gen diff --level info prints all of it, and the log of the job has every finding\.`, long)
	require.Contains(t, long, "### gen diff: 5000 errors, 5000 accepted\n")
	require.Contains(t, long, "<details><summary>error: claims.operation_0.field")
	require.Contains(t, long, "- {rule: field-became-required, path: claims.operation_0.field,")
	require.Equal(t, strings.Count(long, "<details>"), strings.Count(long, "</details>"))

	// Rows are worth more than details.
	some := page(many(60))
	require.Equal(t, 60, strings.Count(some, "\n| 🔴 error"))
	require.Regexp(t, `comment: the details of \d+`, some)
	require.NotContains(t, page(many(3)), "Left out")

	lint := many(5000)
	lint.Command, lint.InPlace, lint.Remedies = "gen lint", true, nil
	require.Less(t, len(page(lint)), maxLintBytes+1000)
}

// Rows may fill three fifths of a comment, reasons an eighth, and entries to copy a quarter of what
// the others left.
func TestPartsOfACommentHaveTheirShares(t *testing.T) {
	// filling returns a part with a text of such a length that the line with it has that many
	// bytes, its line end included.
	filling := func(size int, part func(text string) *Report) *Report {
		const text = "some text"
		for line := range strings.Lines(printed(t, Markdown, part(text))) {
			if strings.Contains(line, text) {
				return part(text + strings.Repeat("x", size-len(line)))
			}
		}
		return nil
	}
	row := func(text string) *Report {
		return &Report{Findings: []Finding{{Level: Info, Message: text}}}
	}
	reason := func(text string) *Report {
		return &Report{Accepted: []Finding{{Level: Info, Reason: text}}}
	}
	remedy := func(text string) *Report { return &Report{Remedies: []string{text + "\n"}} }
	lint := func(text string) *Report {
		r := row(text)
		r.InPlace = true
		return r
	}
	for _, test := range []struct {
		share   int
		part    func(string) *Report
		leftOut string
	}{
		{maxDiffBytes * 3 / 5, row, "1 finding of 1 (1 info)"},
		{maxLintBytes * 3 / 5, lint, "1 finding of 1 (1 info)"},
		{maxDiffBytes / 8, reason, "1 accepted"},
		{maxDiffBytes / 4, remedy, "1 of the entries to accept them"},
	} {
		fits := printed(t, Markdown, filling(test.share, test.part))
		require.NotContains(t, fits, "Left out", test.leftOut)
		require.Contains(t, fits, "some text", test.leftOut)
		long := printed(t, Markdown, filling(test.share+1, test.part))
		require.Contains(t, long, "comment: "+test.leftOut+". ")
		require.NotContains(t, long, "some text", test.leftOut)
	}
}

// Templates do not fail, whatever a report contains.
func TestUnknownPartsPanic(t *testing.T) {
	require.Panics(t, func() { fittingPrefix("report-unknown", []int{1}, 100) })
}

// Equal findings are bundled: the first with its details, the others with their places.
func TestEqualFindingsAreBundled(t *testing.T) {
	equal := func(paths ...string) *Report {
		r := &Report{Command: "gen diff", Rules: []Rule{{ID: "auth-removed", Security: true}}}
		for _, path := range paths {
			f := sample().Findings[0]
			f.Path, f.Message = path, "field "+path[strings.LastIndexByte(path, '.')+1:]+" is required now"
			r.Findings = append(r.Findings, f)
		}
		return r
	}
	bundled := func(r *Report) (paths [][]string) {
		for _, g := range r.Bundles(r.Findings) {
			var together []string
			for _, f := range g.All() {
				together = append(together, f.Path)
			}
			paths = append(paths, together)
		}
		return paths
	}
	forty := make([]string, 40)
	for i := range forty {
		forty[i] = fmt.Sprintf("claims.get_%d.claim_%d_id", i, i)
	}
	r := equal(forty...)
	var text, page strings.Builder
	require.NoError(t, Text(&text, r))
	require.Less(t, strings.Count(text.String(), "\n"), 60)
	require.True(t, strings.HasPrefix(text.String(), "field-became-required in 40 places breaks requests from old clients, Go callers\n"), text.String())
	require.Equal(t, 1, strings.Count(text.String(), "now: "))
	require.NoError(t, Markdown(&page, r))
	require.Less(t, strings.Count(page.String(), "\n"), 60)
	require.Contains(t, page.String(), "`claims.get_0.claim_0_id` at `spec/operations.yaml:12` and 39 more |")
	require.Equal(t, [][]string{forty}, bundled(r))

	require.Len(t, bundled(equal("a.b.x", "a.b.y")), 2, "two are few enough")
	require.Equal(t, [][]string{{"a.b.x", "a.c.x", "a.d.x"}, {"b.c.x.y"}}, bundled(equal("a.b.x", "a.c.x", "a.d.x", "b.c.x.y")),
		"another depth is another kind of place")
	four := equal("a.b.x", "a.c.x", "a.d.x", "a.e.x")
	four.Findings[3].Key = "other"
	require.Equal(t, [][]string{{"a.b.x", "a.c.x", "a.d.x"}, {"a.e.x"}}, bundled(four), "another change is alone")
	for i := range four.Findings {
		four.Findings[i].Rule = "auth-removed"
	}
	require.Len(t, bundled(four), 4, "security is decided one by one")
}

// Whoever reads the report of an accepted finding sees what was accepted: the old and the new
// value, who breaks, and why. Equal ones are shown once.
func TestAcceptedFindingsSayWhatChanges(t *testing.T) {
	r := &Report{Command: "gen diff", Head: "spec/operations.yaml", Release: &Release{}}
	for _, path := range []string{"claims.get_claim.note", "claims.get_claim.name", "claims.get_claim.city", "claims.drop_claim.note"} {
		f := sample().Findings[0]
		f.Rule, f.Path, f.Reason = "constraint-tightened", path, "nobody sends more, we think (until 2026-12-31)"
		f.Message = "max_length of field " + path[strings.LastIndexByte(path, '.')+1:] + " changes: none -> 3"
		r.Accepted = append(r.Accepted, f)
	}
	for name, format := range Formats {
		var b strings.Builder
		require.NoError(t, format(&b, r))
		text := strings.NewReplacer(`\_`, "_", `\u003e`, ">", "%0A", "\n").Replace(b.String())
		require.Contains(t, text, "max_length of field note changes: none ", name)
		switch name {
		case "changelog":
			continue // which is for users, and has only what breaks
		case "semver":
			require.Contains(t, text, "accepted: nobody sends more, we think (until 2026-12-31)", name)
			continue
		case "json":
			require.Contains(t, text, `"requests": "breaks"`)
		default:
			require.Contains(t, text, "breaks: requests from old clients, Go callers", name)
		}
		require.Contains(t, text, "nobody sends more, we think (until 2026-12-31)", name)
	}
	var annotations strings.Builder
	require.NoError(t, GitHub(&annotations, r))
	require.Equal(t, "::notice file=spec/operations.yaml,line=12,col=7,title=accepted%3A constraint-tightened::"+
		"claims.get_claim.note: max_length of field note changes: none -> 3%0A"+
		"breaks: requests from old clients, Go callers%0Areason: nobody sends more, we think (until 2026-12-31)%0A"+
		"also: claims.get_claim.name, claims.get_claim.city, claims.drop_claim.note\n", annotations.String())
}

// A change id stays where lines or texts move, and is another one if anything else changes.
func TestChangeIDs(t *testing.T) {
	f := sample().Findings[0]
	same := f
	same.Pos.Line, same.Message, same.Next, same.Level, same.Target, same.Example = 99, "in other words", "x", Info, "shop", nil
	require.Equal(t, f.ChangeID(), same.ChangeID())
	require.Regexp(t, "^[0-9a-f]{12}$", f.ChangeID())
	require.True(t, IsChangeID(f.Rule, f.Path, f.ChangeID()))
	require.False(t, IsChangeID(f.Rule, f.Path+"s", f.ChangeID()), "of another path")
	require.False(t, IsChangeID("field-removed", f.Path, f.ChangeID()), "of another rule")
	require.False(t, IsChangeID(f.Rule, f.Path, "000000000000"), "made up")
	require.False(t, IsChangeID(f.Rule, f.Path, f.ChangeID()[:11]), "cut")
	require.False(t, IsChangeID(f.Rule, f.Path, f.ChangeID()[:3]), "cut")
	require.False(t, IsChangeID(f.Rule, f.Path, ""), "missing")
	ids := map[string]string{f.ChangeID(): "nothing"}
	for what, change := range map[string]func(*Finding){
		"rule":    func(f *Finding) { f.Rule = "field-removed" },
		"key":     func(f *Finding) { f.Aspect = "max_length" },
		"path":    func(f *Finding) { f.Path = "claims.get_claim.name" },
		"values":  func(f *Finding) { f.Key = "3 -> 1" },
		"none":    func(f *Finding) { f.Verdicts = nil },
		"verdict": func(f *Finding) { f.Verdicts = new(ParseVerdicts("BBBB")) },
		"use":     func(f *Finding) { f.Uses = []string{"claims.get_claim"} },
		"uses":    func(f *Finding) { f.Uses = []string{"claims.get_claim", "claims.drop_claim"} },
		"go":      func(f *Finding) { f.Go = nil },
	} {
		other := f
		change(&other)
		id := other.ChangeID()
		require.Empty(t, ids[id], what)
		ids[id] = what
	}
}
