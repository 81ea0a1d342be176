package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
	"example.com/opgen/templates"
)

// A comment of a pull request has a maximum length. What matters most is laid out first, and each
// part gets what the parts before it left: rows, then reasons, then entries to copy, then details.
// A part that does not fit is left out from its end, and the last line says so.

// Maximum sizes of reports in bytes. The reports of gen diff, gen lint and gen check share
// one comment, and GitHub allows 65,536 characters.
const (
	maxDiffBytes = 38_000
	maxLintBytes = 14_000 // which has no details
)

// Markdown prints a report for the comment of a pull request: a summary, a table of the
// findings, and their details folded. It omits what would be too long, and says so.
func Markdown(w io.Writer, r *Report) error {
	return templates.Markdown.ExecuteTemplate(w, "report.md.tmpl", newPage(r))
}

// page is a report without the omitted parts.
type page struct {
	Report
	Rows    []Bundle
	Folded  []Bundle // those with details
	Reasons []Bundle // accepted
	Omitted string   // a sentence about the omitted parts
}

// newPage decides what fits. It prints each part to know its length. Rows get three
// fifths, reasons an eighth, and entries to copy a quarter of the rest.
func newPage(r *Report) *page {
	p := &page{Report: *r}
	left := maxDiffBytes
	if r.InPlace {
		left = maxLintBytes
	}
	bundles := r.Bundles(r.Findings)
	detailed := slices.DeleteFunc(slices.Clone(bundles), func(g Bundle) bool {
		return len(g.Details()) == 0
	})
	// Rows are the most important part, and details get the remaining space.
	var rows, reasons int
	p.Rows, rows = fittingPrefix("report-row", bundles, left*3/5)
	accepted := r.Bundles(r.listedAccepted())
	p.Reasons, reasons = fittingPrefix("report-reason", accepted, left/8)
	left -= rows + reasons
	size := 0
	for i, entry := range r.Remedies {
		size += len(entry)
		if size > left/4 {
			p.Remedies = r.Remedies[:i]
			break
		}
	}
	p.Folded, _ = fittingPrefix("report-details", detailed, left-len(p.Policy()))
	p.Omitted = p.omissions(bundles[len(p.Rows):], accepted[len(p.Reasons):],
		len(detailed)-len(p.Folded), len(r.Remedies)-len(p.Remedies))
	return p
}

// fittingPrefix returns the first findings that a template prints in at most that many bytes, and
// how many bytes it needs. It panics if the template fails, which does not depend on input.
func fittingPrefix[T any](template string, all []T, most int) ([]T, int) {
	var b strings.Builder
	for i, f := range all {
		size := b.Len()
		if err := templates.Markdown.ExecuteTemplate(&b, template, f); err != nil {
			panic(err)
		}
		if b.Len() > most {
			return all[:i], size
		}
	}
	return all, b.Len()
}

// omissions describes the omitted parts, and where to find them, or returns "".
func (p *page) omissions(bundles, accepted []Bundle, details, remedies int) string {
	var what []string
	var rows []Finding
	for _, g := range bundles {
		rows = append(rows, g.All()...)
	}
	reasons := 0
	for _, g := range accepted {
		reasons += len(g.All())
	}
	if rows != nil {
		summary := (&Report{Findings: rows}).Summary()
		what = append(what, fmt.Sprintf("%s of %d (%s)",
			wording.Count(len(rows), "finding"), len(p.Findings), summary))
	}
	for _, part := range []struct {
		n    int
		what string
	}{
		{details, "the details of %d"},
		{reasons, "%d accepted"},
		{remedies, "%d of the entries to accept them"},
	} {
		if part.n > 0 {
			what = append(what, fmt.Sprintf(part.what, part.n))
		}
	}
	if what == nil {
		return ""
	}
	return "Left out, to be short enough for a comment: " + wording.List(what, "and") + ". " +
		p.Command + " --level info prints all of it, and the log of the job has every finding."
}
