package main

import (
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

// check compares the output. It returns errFound where it differs.
func check(f *flags, stdout io.Writer) error {
	m, err := pipeline(f)
	if err != nil {
		return err
	}
	c, err := output.Compare(m.Target)
	if err != nil {
		return err
	}
	if len(c.Findings) == 0 {
		_, err = fmt.Fprintf(stdout, "gen: %s: %s up to date\n", m.size, wording.Count(len(m.Files), "file"))
		return err
	}
	printFindings(stdout, f.out, c.Findings)
	fmt.Fprintf(stdout, "gen: %s: %s out of date\n", m.size, wording.Count(len(c.Findings), "file"))
	command := f.command()
	if foreign := has(c.Findings, output.Foreign); foreign {
		fmt.Fprintf(stdout, "gen: %s\n", moveForeign)
	}
	if c.Uncovered != nil {
		fmt.Fprintf(stdout, "gen: %v; %s\n", c.Uncovered, uncoveredRemedy(c.Uncovered))
		command += " --adopt"
	}
	fmt.Fprintf(stdout, "run: %s\n", command)
	return errFound
}
