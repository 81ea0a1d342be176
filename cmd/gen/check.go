package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

func newCheck(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare the generated code with the catalog, writing nothing",
		Long: `check generates in memory and compares the result with the output folder. Each
difference is a line with its state, and the difference in unified form:

  stale     generated, and different from what the catalog gives now
  missing   it should be there, and is not
  orphaned  generated once, and not any more
  foreign   not generated, where gen must write

The exit code is then 1, and the last line is the command that repairs it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return check(f, cmd.OutOrStdout())
		},
	}
	f.add(cmd, "spec", "overlay", "out", "target")
	return cmd
}

// check compares the output of every target. It returns errFound if one differs.
func check(f *flags, stdout io.Writer) error {
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
		printFindings(stdout, m.out, c.Findings)
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

// diffLines is the number of lines of a difference that are shown. Whoever has
// more of them in one file reads them in version control, after generating.
const diffLines = 60

// printFindings prints each finding in a line, with the difference under it
// if there are two texts to compare.
func printFindings(w io.Writer, out string, findings []output.Finding) {
	for _, f := range findings {
		name := filepath.ToSlash(filepath.Join(out, filepath.FromSlash(f.Path)))
		say(w, "%s: %s: %s", name, f.State, f.Detail)
		if f.Have != nil && f.Want != nil && f.State != output.Foreign {
			printDiff(w, name, f.Have, f.Want)
		}
	}
}

// printDiff prints the beginning of the difference of two contents.
func printDiff(w io.Writer, name string, have, want []byte) {
	lines := bytes.SplitAfter(diff.Diff(wording.OneLine(name), visible(have), wording.OneLine(name)+" (generated)", visible(want)), []byte("\n"))
	lines = lines[1:] // "diff old new" says what the next two lines say
	shown := min(len(lines), diffLines)
	w.Write(bytes.Join(lines[:shown], nil))
	if rest := len(lines) - shown; rest > 1 {
		say(w, "... %s more", wording.Count(rest-1, "line"))
	}
}

// visible makes carriage returns seen, which may be the whole difference.
func visible(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r"), []byte(`\r`))
}

// moveForeign is what to do about files that gen did not generate.
const moveForeign = "move the foreign files out of the way; nothing makes gen overwrite them"

// uncoveredRemedy says how to proceed if files were generated from more than a run
// has.
func uncoveredRemedy(e *output.UncoveredError) string {
	if e.Have[0] != e.Source[0] {
		return fmt.Sprintf("give --out another folder, or --adopt to replace what is there by what %s gives", e.Source[0])
	}
	var missing []string
	for _, name := range e.Have[1:] {
		if !slices.Contains(e.Source[1:], name) {
			missing = append(missing, name)
		}
	}
	return fmt.Sprintf("give --overlay for %s or name it in %s, or --adopt to do without", wording.List(missing, "and"), settingsName())
}
