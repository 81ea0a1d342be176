package main

import (
	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/text/wording"
)

// completions are the words that a shell offers, with descriptions.
type completions []string

// add adds a word. Words may come from untrusted files, so it ignores words with special
// characters of a shell.
func (c *completions) add(word, description string) {
	if plainName.MatchString(word) {
		*c = append(*c, cobra.CompletionWithDesc(word, wording.OneLine(description)))
	}
}

// completeNames offers the areas and operations of the catalog. It ignores errors, which the
// command reports.
func (f *flags) completeNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	f.set = cmd.Flags()
	if len(args) > 0 || f.spec == stdinFlag {
		return nil, directive
	}
	_, c, err := f.loadTarget()
	if err != nil {
		return nil, directive
	}
	var names completions
	for _, area := range c.Areas {
		names.add(area.Name, area.Description)
		for _, op := range area.Operations {
			names.add(op.String(), op.Summary)
		}
	}
	return names, directive
}

// completeFiles leaves files to the shell.
var completeFiles = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)

// completeTargets offers the targets of the settings.
func completeTargets(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names completions
	if s, err := readSettings(gitfile.Source{}); err == nil && s != nil {
		for _, t := range s.Targets {
			names.add(t.Name, t.Catalog)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
