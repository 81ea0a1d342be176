package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/templates"
)

func newLint(f *flags) *cobra.Command {
	var rules bool
	var explain string
	var now nowFlag
	out := newReportFlags(report.Warning)
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Find probable mistakes in a catalog",
		Long: `lint finds probable mistakes in a catalog: a field that looks personal but is not
marked sensitive, a name that says read beside an effect that says write, a rule
that never refuses anything.

A comment accepts a finding and gives the reason: at the end of the line or on the
line above it, or anywhere for the whole file:

  envelopeId: string # lint:ignore field-name-style the service spells it so
  # lint:file-ignore missing-summary the names say it

A comment applies only to its own file, a catalog or an overlay. Levels and
acceptances in opgen.yaml apply, too.

Exit codes: 0 if nothing was found at the level of --fail-on or above it, 1 if
something was, 2 if the catalog cannot be read.`,
		Example: "  gen lint\n  gen lint --explain likely-sensitive\n  gen lint --format github",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(alone(cmd, "rules", "explain"), cobra.NoArgs(cmd, args))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case rules:
				return templates.Markdown.ExecuteTemplate(cmd.OutOrStdout(), "lint.md.tmpl", lint.Rules())
			case explain != "":
				return explainRule(cmd.OutOrStdout(), explain)
			}
			r, err := lintReport(f, now.day())
			if err != nil {
				return err
			}
			return out.print(cmd.OutOrStdout(), r)
		},
	}
	f.add(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	out.add(cmd)
	now.add(cmd)
	cmd.Flags().BoolVar(&rules, "rules", false, "print the rules, as Markdown")
	cmd.Flags().StringVar(&explain, "explain", "", "say what a `rule` finds and why")
	_ = cmd.RegisterFlagCompletionFunc("explain", completeRules(lintRules()))
	return cmd
}

// lintReport looks through the catalogs of all targets, each with its overlays.
func lintReport(f *flags, today time.Time) (*report.Report, error) {
	targets, err := f.targets()
	if err != nil {
		return nil, err
	}
	decided, err := readSettings(gitfile.Source{})
	if err != nil {
		return nil, err
	}
	r := &report.Report{Command: "gen lint", Head: targets[0].files()[0], InPlace: true, Rules: lintRules()}
	var subjects []string
	for _, t := range targets {
		c, err := t.load()
		if err != nil {
			return nil, err
		}
		found, accepted := lint.Catalog(c, today)
		for i := range found {
			found[i].Target = t.among()
		}
		r.Findings, r.Accepted = append(r.Findings, found...), append(r.Accepted, accepted...)
		subjects = append(subjects, wording.List(t.files(), "and"))
	}
	r.Subject = strings.Join(subjects, ", ")
	if decided != nil {
		decided.Apply(r, today)
	}
	return r, nil
}

// lintRules are the rules of lint, as far as reports know them.
func lintRules() []report.Rule {
	var rules []report.Rule
	for _, r := range lint.Rules() {
		rules = append(rules, r.Rule)
	}
	return rules
}

// explainRule prints a rule with an example.
func explainRule(w io.Writer, id string) error {
	for _, r := range lint.Rules() {
		if r.ID == id {
			_, err := fmt.Fprintf(w, "%s (%s)\n\n%s\n%s\n\nfound in:  %s\nnot in:    %s\n",
				r.ID, r.Level, r.Purpose, r.Rationale, r.Bad, r.Good)
			return err
		}
	}
	return unknownRule(id, lintRules())
}

// unknownRule is the error of a rule that is not among those of a command. Another one
// may have it.
func unknownRule(id string, rules []report.Rule) error {
	for command, others := range map[string][]report.Rule{"gen diff": diffRules(), "gen lint": lintRules(), "gen verify": verifyRules()} {
		if slices.Contains(ruleIDs(others), id) {
			return fmt.Errorf("unknown rule %q; %s --explain knows it", id, command)
		}
	}
	return fmt.Errorf("unknown rule %q%s", id, suggest(id, ruleIDs(rules)))
}

func ruleIDs(rules []report.Rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return ids
}
