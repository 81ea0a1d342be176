package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

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

func (f *ruleFlags) add(cmd *cobra.Command, rules []rule) {
	cmd.Flags().BoolVar(&f.list, "rules", false, "print the rules, as Markdown")
	cmd.Flags().StringVar(&f.explain, "explain", "", "explain what a `rule` finds and why")
	_ = cmd.RegisterFlagCompletionFunc("explain", completeRules(plain(rules)))
}

// asked reports whether the command only prints rules.
func (f *ruleFlags) asked() bool { return f.list || f.explain != "" }

// print prints all rules by a template, or explains one.
func (f *ruleFlags) print(w io.Writer, rules []rule, template string, view any) error {
	if f.list {
		return templates.Markdown.ExecuteTemplate(w, template, view)
	}
	for _, r := range rules {
		if r.ID == f.explain {
			_, err := io.WriteString(w, r.text)
			return err
		}
	}
	for command, others := range map[string][]rule{"gen diff": diffRules(), "gen lint": lintRules(), "gen verify": verifyRules()} {
		if slices.Contains(ruleIDs(others), f.explain) {
			return fmt.Errorf("unknown rule %q; %s --explain knows it", f.explain, command)
		}
	}
	return fmt.Errorf("unknown rule %q%s", f.explain, suggest(f.explain, ruleIDs(rules)))
}

// rule is a rule with the text that explains it.
type rule struct {
	report.Rule
	text string
}

// plain returns the rules without their texts.
func plain(rules []rule) []report.Rule {
	all := make([]report.Rule, len(rules))
	for i, r := range rules {
		all[i] = r.Rule
	}
	return all
}

func ruleIDs(rules []rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return ids
}

// diffRules returns the rules of diff. Their texts have an example and the verdicts.
func diffRules() []rule {
	var all []rule
	for _, chapter := range diff.Chapters() {
		for _, r := range chapter.Rules {
			var b strings.Builder
			fmt.Fprintf(&b, "%s\n\n%s\n%s\n\nbefore:  %s\nafter:   %s\n\n",
				r.ID, r.Purpose, r.Rationale, cmp.Or(r.Before, "(nothing)"), cmp.Or(r.After, "(gone)"))
			for _, c := range r.Cases {
				fmt.Fprintf(&b, "%s  %-7s  %s\n", c.Verdicts, c.Level, c.Where())
			}
			all = append(all, rule{r.Rule, b.String()})
		}
	}
	slices.SortFunc(all, func(a, b rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// lintRules returns the rules of lint. Their texts have an example.
func lintRules() []rule {
	var all []rule
	for _, r := range lint.Rules() {
		all = append(all, rule{r.Rule, fmt.Sprintf("%s (%s)\n\n%s\n%s\n\nfound in:  %s\nnot in:    %s\n",
			r.ID, r.Level, r.Purpose, r.Rationale, r.Bad, r.Good)})
	}
	return all
}

// verifyRules returns the rules of verify. Their texts say what to do about findings.
func verifyRules() []rule {
	var all []rule
	for _, r := range findings.Rules() {
		all = append(all, rule{r.Rule, fmt.Sprintf("%s (%s)\n\n%s\n%s\n\nnext:  %s\n", r.ID, r.Level, r.Purpose, r.Rationale, r.Next)})
	}
	return all
}
