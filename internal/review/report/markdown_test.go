package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// many is a report with more than a comment takes of everything.
func many(n int) *Report {
	r := &Report{Command: "gen diff", Subject: "main:a.yaml -> a.yaml", Decided: "opgen.yaml"}
	for i := range n {
		f := sample().Findings[0]
		f.Path = fmt.Sprintf("claims.operation_%d.field", i)
		r.Findings, r.Accepted = append(r.Findings, f), append(r.Accepted, f)
		r.Remedies = append(r.Remedies, fmt.Sprintf("- {rule: field-became-required, path: %s, until: 2026-12-31, reason: \"\"}\n", f.Path))
	}
	return r
}

// A long report leaves room for those of the other commands in the same comment, and
// says what it leaves out. Of everything, the first are shown.
func TestMarkdownIsShortEnoughForAComment(t *testing.T) {
	page := func(r *Report) string {
		var b strings.Builder
		require.NoError(t, Markdown(&b, r))
		return b.String()
	}
	long := page(many(5000))
	require.Less(t, len(long), mostOfDiff+1000)
	require.Greater(t, len(long), mostOfDiff*9/10)
	require.Regexp(t, `Left out, to be short enough for a comment: \d+ findings of 5000 \(\d+ errors\), the details of \d+, \d+ accepted and \d+ entries to accept them. `+
		`gen diff without --format markdown prints all of it, and the log of the job has every finding\.`, long)
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
	require.Less(t, len(page(lint)), mostOfLint+1000)
}
