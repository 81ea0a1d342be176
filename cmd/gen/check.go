package main

import (
	"bytes"
	"cmp"
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

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
	f.add(cmd, "spec", "overlay", "out", "target")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show each difference in full")
	return cmd
}

// check compares the output of every target. It returns errFound if one differs.
func check(f *flags, stdout io.Writer, verbose bool) error {
	all, err := makeOutputs(f)
	if err != nil {
		return err
	}
	defer closeAll(all)
	var refused error
	differs := false
	for _, m := range all {
		c, err := m.Compare(m.target)
		if err != nil {
			return err
		}
		if len(c.Findings) == 0 {
			if err := say(stdout, "gen: %s: %s up to date", m.size, wording.Count(len(m.target.Files), "file")); err != nil {
				return err
			}
			continue
		}
		printFindings(stdout, m.out, c.Findings, verbose)
		say(stdout, "gen: %s: %s out of date", m.size, wording.Count(len(c.Findings), "file"))
		differs = true
		refused = cmp.Or(refused, c.Refused)
	}
	if !differs {
		return nil
	}
	command := f.command()
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

// diffLines is the number of lines of a difference that are shown without --verbose.
const diffLines = 20

// printFindings prints each finding in a line, with the difference under it if there are
// two texts to compare.
func printFindings(w io.Writer, out string, findings []output.Finding, verbose bool) {
	for _, f := range findings {
		name := filepath.ToSlash(filepath.Join(out, filepath.FromSlash(f.Path)))
		say(w, "%s: %s: %s", name, f.State, f.Detail)
		if f.Have != nil && f.Want != nil && f.State != output.Foreign {
			printDiff(w, name, f.Have, f.Want, verbose)
		}
	}
}

// printDiff prints the difference of two contents, or the beginning of a long one.
func printDiff(w io.Writer, name string, have, want []byte, verbose bool) {
	lines := bytes.SplitAfter(diff.Diff(wording.OneLine(name), visible(have), wording.OneLine(name)+" (generated)", visible(want)), []byte("\n"))
	lines = lines[1:] // "diff old new" repeats the next two lines
	shown := len(lines)
	if !verbose {
		shown = min(shown, diffLines)
	}
	w.Write(bytes.Join(lines[:shown], nil))
	if rest := len(lines) - shown; rest > 1 {
		say(w, "... %s more; see gen check --verbose", wording.Count(rest-1, "line"))
	}
}

// visible makes carriage returns visible, which may be the only difference.
func visible(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r"), []byte(`\r`))
}

// The remedies for files that gen does not replace.
const (
	moveForeign  = "move the foreign files out of the way; gen never overwrites them"
	coverOrAdopt = "name the same catalog and overlays, or another folder with --out, or set --adopt to replace the files"
)
