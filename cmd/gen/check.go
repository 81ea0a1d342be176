package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// newCheck returns gen check, which CI runs. It is gen generate without the last step: both make
// the output of all targets in memory, so what check reports is what generate would repair.
func newCheck(f *flags) *cobra.Command {
	verbose := false
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare the generated code with the catalog, without writing",
		Long: `check generates in memory and compares the result with the output folder. For each
file that differs, it prints the state, and for a stale file a unified diff:

  stale     generated, but out of date
  missing   not in the folder
  orphaned  no longer generated
  foreign   not generated, but in the way

The exit code is then 1, and the last line is the command that updates the folder.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return check(f, cmd.OutOrStdout(), verbose)
		},
	}
	f.addShared(cmd, "spec", "overlay", "out", "target")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show each difference in full")
	return cmd
}

// check compares the output of every target. It returns errFound if one differs.
func check(f *flags, stdout io.Writer, verbose bool) error {
	outputs, err := makeOutputs(f)
	if err != nil {
		return err
	}
	defer closeAll(outputs)
	var refused error
	differs := false
	for _, m := range outputs {
		c, err := m.Compare(m.target)
		if err != nil {
			return err
		}
		if len(c.Findings) == 0 {
			files := wording.Count(len(m.target.Files), "file")
			if err := say(stdout, "gen: %s: %s up to date", m.size, files); err != nil {
				return err
			}
			continue
		}
		printFindings(stdout, m.folderName, c.Findings, verbose)
		say(stdout, "gen: %s: %s out of date", m.size, wording.Count(len(c.Findings), "file"))
		differs = true
		refused = cmp.Or(refused, c.Refused)
	}
	if !differs {
		return nil
	}
	command := f.commandLine() // that repairs what differs
	switch refused := refused.(type) {
	case *output.RefusedError:
		say(stdout, "gen: %s", moveForeign)
	case *output.UncoveredError:
		say(stdout, "gen: %v; %s", refused, coverOrAdopt)
		command = f.coveringCommand(refused)
	}
	say(stdout, "run: %s", command)
	return errFound
}
