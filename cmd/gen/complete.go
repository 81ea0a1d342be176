package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// shells are the shells with a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes command lines",
		Long: `completion prints a script that completes commands, flags and their values: areas
and operations of the catalog, formats, rules, targets. Put one of these lines
into the file that your shell reads when it starts:

  bash        source <(gen completion bash)
  zsh         source <(gen completion zsh)
  fish        gen completion fish | source
  powershell  gen completion powershell | Out-String | Invoke-Expression

The script completes the command gen. If gen is a tool of your module, define a
function first: gen() { go tool gen "$@"; } in bash and zsh.`,
		Example:   "  source <(gen completion bash)",
		ValidArgs: shells,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("name a shell: " + wording.List(shells, "or"))
			case !slices.Contains(shells, args[0]):
				return fmt.Errorf("there is no script for %q%s", args[0], cmp.Or(suggest(args[0], shells), "; want "+wording.List(shells, "or")))
			}
			return cobra.MaximumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			default:
				return root.GenPowerShellCompletionWithDesc(w)
			}
		},
	}
}

// completions are the words that a shell offers, with descriptions.
type completions []string

// add adds a word if it begins with the typed text. Words may come from untrusted files, so it
// ignores words with special characters of a shell.
func (c *completions) add(begun, word, description string) {
	if strings.HasPrefix(word, begun) && plainName.MatchString(word) {
		*c = append(*c, cobra.CompletionWithDesc(word, wording.OneLine(description)))
	}
}

// completeNames offers the areas and operations of the catalog. It ignores errors, which the
// command reports.
func (f *flags) completeNames(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	f.set = cmd.Flags()
	if len(args) > 0 || f.spec == stdinFlag {
		return nil, directive
	}
	_, c, err := f.one()
	if err != nil {
		return nil, directive
	}
	var names completions
	for _, area := range c.Areas {
		names.add(begun, area.Name, area.Description)
		for _, op := range area.Operations {
			names.add(begun, op.String(), op.Summary)
		}
	}
	return names, directive
}

// completeFiles leaves files to the shell.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeTargets offers the targets of the settings.
func completeTargets(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names completions
	if s, err := readSettings(gitfile.Source{}); err == nil && s != nil {
		for _, t := range s.Targets {
			names.add(begun, t.Name, t.Catalog)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// completeRules offers rules.
func completeRules(rules []report.Rule) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		var ids completions
		for _, r := range rules {
			ids.add(begun, r.ID, r.Purpose)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}
