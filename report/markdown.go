package report

import (
	"io"

	"example.com/opgen/templates"
)

// Markdown prints a report as the comment of a pull request: a summary, a table
// of what was found, the graver findings in full, the rest folded.
func Markdown(w io.Writer, r *Report) error {
	return templates.Markdown.ExecuteTemplate(w, "report.md.tmpl", r)
}
