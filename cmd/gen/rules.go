package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/templates"
)

// addRules adds the flags with which a command only prints its rules: all by a template, or the
// text of one. It wraps what the command does, so call it after the other parts are set.
func addRules(cmd *cobra.Command, rules []report.Rule, template string, view any) {
	list := cmd.Flags().Bool("rules", false, "print the rules, as Markdown")
	explain := cmd.Flags().String("explain", "", "explain what a `rule` finds and why")
	words := each(rules, func(r report.Rule) string {
		return cobra.CompletionWithDesc(r.ID, wording.OneLine(r.Purpose))
	})
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	_ = cmd.RegisterFlagCompletionFunc("explain", offer)
	check, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case !*list && *explain == "":
			return check(cmd, args)
		case len(args) > 0 || cmd.Flags().NFlag() > 1:
			return errors.New("--rules and --explain take no other flags and no arguments")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *list:
			return templates.Markdown.ExecuteTemplate(cmd.OutOrStdout(), template, view)
		case *explain != "":
			return explainRule(cmd.OutOrStdout(), *explain)
		}
		return run(cmd, args)
	}
}

// explainRule prints the text of a rule, also of another command.
func explainRule(w io.Writer, id string) error {
	rules := targets.AcceptableRules()
	i := slices.IndexFunc(rules, func(r report.Rule) bool { return r.ID == id })
	if i < 0 {
		ids := each(rules, func(r report.Rule) string { return r.ID })
		return fmt.Errorf("unknown rule %q%s", id, wording.DidYouMean(id, ids))
	}
	_, err := io.WriteString(w, rules[i].Text)
	return err
}
