package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/output"
)

func newCheck(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Compare the generated code with the catalog, writing nothing",
		Long: `check generates in memory and compares the result with the output folder, by
its hashes alone where this gen has made it before. Each difference is a line
with its state and the difference in unified form:

  stale     as gen wrote it, which is not what it would write now
  missing   generated, but not there
  orphaned  as gen wrote it, and no longer generated
  edited    generated, then changed by hand
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
	var findings []output.Finding
	if m.held == 0 {
		if findings, err = output.Compare(f.out, m.files); err != nil {
			return err
		}
		m.held = len(m.files) + 1
	}
	if len(findings) == 0 {
		_, err = fmt.Fprintf(stdout, "gen: %s: %s up to date\n", m.size, count(m.held, "file"))
		return err
	}
	printFindings(stdout, f.out, findings)
	fmt.Fprintf(stdout, "gen: %s: %s out of date\n", m.size, count(len(findings), "file"))
	if advice := remedy(findings); advice != "" {
		fmt.Fprintf(stdout, "gen: %s\n", advice)
	}
	fmt.Fprintf(stdout, "run: %s\n", f.command(forced(findings)))
	return errFound
}
