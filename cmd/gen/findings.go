package main

import (
	"bytes"
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// This file prints how the files of an output folder differ from what would be generated.

// The remedies for files that gen does not replace.
const (
	moveForeign  = "move the foreign files out of the way; gen never overwrites them"
	coverOrAdopt = "name the same catalog and overlays, or another folder with --out, " +
		"or set --adopt to replace the files"
)

// diffLines is the number of lines of a difference that are shown without --verbose.
const diffLines = 20

// printFindings prints the files of an output folder that differ: each in a line, with the
// difference under it if there are two texts to compare.
func printFindings(w io.Writer, folder string, findings []output.Finding, verbose bool) {
	for _, f := range findings {
		name := filepath.ToSlash(filepath.Join(folder, filepath.FromSlash(f.Path)))
		say(w, "%s: %s: %s", name, f.State, f.Detail)
		if f.Have != nil && f.Want != nil && f.State != output.Foreign {
			printDiff(w, name, f, verbose)
		}
	}
}

// printDiff prints the difference of two contents, or the beginning of a long one.
func printDiff(w io.Writer, name string, f output.Finding, verbose bool) {
	name = wording.OneLine(name)
	text := diff.Diff(name, visible(f.Have), name+" (generated)", visible(f.Want))
	lines := bytes.SplitAfter(text, []byte("\n"))
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
