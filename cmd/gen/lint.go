package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// newLint returns gen lint. Unlike the other reviews, it reports on all targets at once: they are
// usually edited together.
func newLint(f *flags) *cobra.Command {
	shown := newReportFlags(report.Warning)
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Find likely mistakes in a catalog",
		Long: `lint finds likely mistakes in a catalog, such as a field that looks personal but is
not sensitive, an operation named get that writes, or a rule that never applies.

To accept a finding, write a comment with a reason at the end of the line or above
it, or, for the whole file, anywhere:

  envelopeId: string # lint:ignore field-name-style the service spells it this way
  # lint:file-ignore missing-summary the names are self-explanatory

A comment applies only to the catalog or overlay that it is in. Levels and acceptances
in opgen.yaml also apply.

Exit codes: 0 if there are no findings at or above the --fail-on level, 1 if there are,
2 if the catalog cannot be read.`,
		Example: "  gen lint\n  gen lint --explain likely-sensitive\n  gen lint --format github",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := lintReport(f, shown.today)
			if err != nil {
				return err
			}
			return shown.print(cmd.OutOrStdout(), r)
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	shown.addFlags(cmd)
	shown.addNow(cmd)
	addRules(cmd, targets.LintRules(), "lint.md.tmpl", lint.Rules())
	return cmd
}

// lintReport reports the findings in the catalogs of all targets.
func lintReport(f *flags, today time.Time) (*report.Report, error) {
	selected, err := f.readTargets()
	if err != nil {
		return nil, err
	}
	r := &report.Report{
		Command: "gen lint",
		Head:    selected[0].Files()[0],
		InPlace: true,
		Rules:   targets.LintRules(),
	}
	var subjects []string
	checked := map[string]settings.Elements{}
	for _, t := range selected {
		c, err := t.Load()
		if err != nil {
			return nil, err
		}
		open, accepted := lint.Catalog(c, today)
		for i := range open {
			open[i].Target = t.NameIfSeveral()
		}
		r.Findings = append(r.Findings, open...)
		r.Accepted = append(r.Accepted, accepted...)
		subjects = append(subjects, wording.List(t.Files(), "and"))
		checked[t.NameIfSeveral()] = nil
	}
	r.Subject = strings.Join(subjects, ", ")
	f.settings.Apply(r, today)
	f.settings.ReportIdle(r, today, settings.Compared{Rules: r.Rules, Elements: checked})
	return r, nil
}
