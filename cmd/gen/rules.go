package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/live/verify/findings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/templates"
)

// ruleFlags are the flags of a command that print its rules.
type ruleFlags struct {
	list    bool
	explain string
}

func (f *ruleFlags) add(cmd *cobra.Command, rules []report.Rule) {
	cmd.Flags().BoolVar(&f.list, "rules", false, "print the rules, as Markdown")
	cmd.Flags().StringVar(&f.explain, "explain", "", "explain what a `rule` finds and why")
	_ = cmd.RegisterFlagCompletionFunc("explain", completeRules(rules))
}

// asked reports whether the command only prints rules.
func (f *ruleFlags) asked() bool { return f.list || f.explain != "" }

// print prints all rules by a template, or explains one.
func (f *ruleFlags) print(w io.Writer, rules []report.Rule, template string, view any) error {
	if f.list {
		return templates.Markdown.ExecuteTemplate(w, template, view)
	}
	for _, r := range rules {
		if r.ID == f.explain {
			_, err := io.WriteString(w, r.Text)
			return err
		}
	}
	for command, others := range map[string][]report.Rule{"gen diff": diffRules(), "gen lint": lintRules(), "gen verify": verifyRules()} {
		if slices.Contains(ruleIDs(others), f.explain) {
			return fmt.Errorf("unknown rule %q; %s --explain knows it", f.explain, command)
		}
	}
	return fmt.Errorf("unknown rule %q%s", f.explain, suggest(f.explain, ruleIDs(rules)))
}

func ruleIDs(rules []report.Rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return ids
}

// diffRules returns the rules of diff.
func diffRules() []report.Rule {
	var all []report.Rule
	for _, chapter := range diff.Chapters() {
		for _, r := range chapter.Rules {
			all = append(all, r.Rule)
		}
	}
	slices.SortFunc(all, func(a, b report.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// lintRules returns the rules of lint.
func lintRules() []report.Rule {
	var all []report.Rule
	for _, r := range lint.Rules() {
		all = append(all, r.Rule)
	}
	return all
}

// verifyRules returns the rules of verify.
func verifyRules() []report.Rule {
	var all []report.Rule
	for _, r := range findings.Rules() {
		all = append(all, r.Rule)
	}
	return all
}
