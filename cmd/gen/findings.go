package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"example.com/opgen/internal/output"
	"example.com/opgen/internal/settings"
	"example.com/opgen/internal/wording"
)

// diffLines is the number of lines of a difference that are shown. Whoever has
// more of them in one file reads them in version control, after generating.
const diffLines = 60

// printFindings prints each finding in a line, with the difference under it
// where there is something to compare.
func printFindings(w io.Writer, out string, findings []output.Finding) {
	for _, f := range findings {
		name := filepath.ToSlash(filepath.Join(out, filepath.FromSlash(f.Path)))
		fmt.Fprintf(w, "%s: %s: %s\n", name, f.State, f.Detail)
		if f.Have != nil && f.Want != nil && f.State != output.Foreign {
			printDiff(w, name, f.Have, f.Want)
		}
	}
}

// printDiff prints the beginning of the difference of two contents.
func printDiff(w io.Writer, name string, have, want []byte) {
	lines := bytes.SplitAfter(diff.Diff(name, visible(have), name+" (generated)", visible(want)), []byte("\n"))
	lines = lines[1:] // "diff old new" says what the next two lines say
	shown := min(len(lines), diffLines)
	w.Write(bytes.Join(lines[:shown], nil))
	if rest := len(lines) - shown; rest > 1 {
		fmt.Fprintf(w, "... %s more\n", wording.Count(rest-1, "line"))
	}
}

// visible makes carriage returns seen, which may be the whole difference.
func visible(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r"), []byte(`\r`))
}

func has(findings []output.Finding, state output.State) bool {
	return slices.ContainsFunc(findings, func(f output.Finding) bool { return f.State == state })
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
	return fmt.Sprintf("give --overlay for %s or name it in %s, or --adopt to do without", wording.List(missing, "and"), settings.Name)
}
