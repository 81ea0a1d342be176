package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/output"
	"example.com/opgen/internal/wording"
)

func newCheck(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Compare the generated code with the catalog, writing nothing",
		Long: `check generates in memory and compares the result with the output folder. Each
difference is a line with its state, and the difference in unified form:

  stale     generated, and not what gen would write now: changed by hand, or
            generated from another catalog or by another gen
  missing   it should be there, and is not
  orphaned  generated once, and not any more
  foreign   not generated, where gen must write

The exit code is then 1, and the last line is the command that repairs it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return check(f, cmd.OutOrStdout())
		},
	}
}

// check compares the output of every target. It returns errFound if one differs.
func check(f *flags, stdout io.Writer) error {
	all, err := pipelines(f)
	if err != nil {
		return err
	}
	var uncovered *output.UncoveredError
	differs, foreign := false, false
	for _, m := range all {
		c, err := output.Compare(m.Target)
		if err != nil {
			return err
		}
		if len(c.Findings) == 0 {
			if _, err = fmt.Fprintf(stdout, "gen: %s: %s up to date\n", m.size, wording.Count(len(m.Files), "file")); err != nil {
				return err
			}
			continue
		}
		printFindings(stdout, m.Dir, c.Findings)
		fmt.Fprintf(stdout, "gen: %s: %s out of date\n", m.size, wording.Count(len(c.Findings), "file"))
		differs, foreign = true, foreign || has(c.Findings, output.Foreign)
		if !m.Adopt {
			uncovered = cmp.Or(uncovered, c.Uncovered)
		}
	}
	if !differs {
		return nil
	}
	command := f.command()
	if foreign {
		fmt.Fprintf(stdout, "gen: %s\n", moveForeign)
	}
	if uncovered != nil {
		fmt.Fprintf(stdout, "gen: %v; %s\n", uncovered, uncoveredRemedy(uncovered))
		command += " --adopt"
	}
	fmt.Fprintf(stdout, "run: %s\n", command)
	return errFound
}
