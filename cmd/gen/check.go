package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

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
	all, err := pipelines(f)
	if err != nil {
		return err
	}
	defer closeAll(all)
	var uncovered *output.UncoveredError
	differs, foreign := false, false
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
		foreign = foreign || slices.ContainsFunc(c.Findings, func(f output.Finding) bool { return f.State == output.Foreign })
		if !m.target.Adopt {
			uncovered = cmp.Or(uncovered, c.Uncovered)
		}
	}
	if !differs {
		return nil
	}
	command := f.command()
	if foreign {
		say(stdout, "gen: %s", moveForeign)
	}
	if uncovered != nil {
		say(stdout, "gen: %v; %s", uncovered, uncoveredRemedy(uncovered))
		command += " --adopt"
	}
	say(stdout, "run: %s", command)
	return errFound
}

// diffLines is the number of lines of a difference that are shown without --verbose.
const diffLines = 20

// printFindings prints each finding in a line, with the difference under it if there are
// two texts to compare. A header that changes in every file is shown once.
func printFindings(w io.Writer, out string, findings []output.Finding, verbose bool) {
	before, after := commonHeader(findings)
	if before != "" && !verbose {
		say(w, "another header in every file that differs:")
		say(w, "-%s", before)
		say(w, "+%s", after)
	}
	for _, f := range findings {
		name := filepath.ToSlash(filepath.Join(out, filepath.FromSlash(f.Path)))
		say(w, "%s: %s: %s", name, f.State, f.Detail)
		if f.Have == nil || f.Want == nil || f.State == output.Foreign {
			continue
		}
		if before != "" && !verbose {
			f.Have = bytes.Replace(f.Have, []byte(before), []byte(after), 1)
		}
		if !bytes.Equal(f.Have, f.Want) {
			printDiff(w, name, f.Have, f.Want, verbose)
		}
	}
}

// commonHeader returns the first lines of generated files before and after, if several
// files differ in them and all in the same way, and otherwise "".
func commonHeader(findings []output.Finding) (before, after string) {
	files := 0
	for _, f := range findings {
		if f.Have == nil || f.Want == nil || f.State == output.Foreign {
			continue
		}
		have, _, _ := strings.Cut(string(f.Have), "\n")
		want, _, _ := strings.Cut(string(f.Want), "\n")
		if have == want || files > 0 && (have != before || want != after) {
			return "", ""
		}
		before, after = have, want
		files++
	}
	if files < 2 {
		return "", ""
	}
	return before, after
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

// moveForeign is the remedy for foreign files.
const moveForeign = "move the foreign files out of the way; gen never overwrites them"

// uncoveredRemedy returns the remedy if files were generated from another catalog or more
// overlays.
func uncoveredRemedy(e *output.UncoveredError) string {
	if e.Have[0] != e.Source[0] {
		return fmt.Sprintf("set --out to another folder, or --adopt to replace the files by those of %s", e.Source[0])
	}
	covered := func(name string) bool { return slices.Contains(e.Source[1:], name) }
	missing := slices.DeleteFunc(slices.Clone(e.Have[1:]), covered)
	return fmt.Sprintf("set --overlay for %s or name it in %s, or set --adopt to generate without it", wording.List(missing, "and"), settingsName())
}
