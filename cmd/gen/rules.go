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

// addRules adds the flags with which a command only prints its rules: all by a template, or the
// text of one.
func addRules(cmd *cobra.Command, rules []report.Rule, template string, view any) {
	list := cmd.Flags().Bool("rules", false, "print the rules, as Markdown")
	explain := cmd.Flags().String("explain", "", "explain what a `rule` finds and why")
	_ = cmd.RegisterFlagCompletionFunc("explain", completeRules(rules))
	check, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch err := alone(cmd, "rules", "explain"); {
		case err != nil:
			return err
		case !*list && *explain == "":
			return check(cmd, args)
		case len(args) > 0:
			return fmt.Errorf("--rules and --explain take no arguments: remove %s", args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *list:
			return templates.Markdown.ExecuteTemplate(cmd.OutOrStdout(), template, view)
		case *explain != "":
			return explainRule(cmd.OutOrStdout(), rules, *explain)
		}
		return run(cmd, args)
	}
}

func explainRule(w io.Writer, rules []report.Rule, id string) error {
	has := func(r report.Rule) bool { return r.ID == id }
	if i := slices.IndexFunc(rules, has); i >= 0 {
		_, err := io.WriteString(w, rules[i].Text)
		return err
	}
	for command, others := range map[string][]report.Rule{"gen diff": diffRules(), "gen lint": lintRules(), "gen verify": findings.Rules()} {
		if slices.ContainsFunc(others, has) {
			return fmt.Errorf("unknown rule %q; %s --explain knows it", id, command)
		}
	}
	return fmt.Errorf("unknown rule %q%s", id, suggest(id, each(rules, func(r report.Rule) string { return r.ID })))
}

// diffRules returns the rules of diff.
func diffRules() []report.Rule {
	var all []report.Rule
	for _, chapter := range diff.Chapters() {
		all = append(all, each(chapter.Rules, func(r *diff.Rule) report.Rule { return r.Rule })...)
	}
	slices.SortFunc(all, func(a, b report.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// lintRules returns the rules of lint.
func lintRules() []report.Rule {
	return each(lint.Rules(), func(r *lint.Rule) report.Rule { return r.Rule })
}
