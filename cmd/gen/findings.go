package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"example.com/opgen/internal/output"
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
		if f.Path != output.ManifestName && f.Have != nil && f.Want != nil && f.State != output.Foreign {
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
		fmt.Fprintf(w, "... %s more\n", count(rest-1, "line"))
	}
}

// visible makes carriage returns seen, which may be the whole difference.
func visible(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r"), []byte(`\r`))
}

// forced says whether only force repairs the findings.
func forced(findings []output.Finding) bool {
	return has(findings, output.Edited)
}

func has(findings []output.Finding, state output.State) bool {
	return slices.ContainsFunc(findings, func(f output.Finding) bool { return f.State == state })
}

// remedy says what a person must decide about files that gen does not simply
// overwrite. It is empty where there are none.
func remedy(findings []output.Finding) string {
	const (
		keep = "take the changes made by hand into the catalog; --force overwrites them"
		move = "move the foreign files out of the way; nothing makes gen overwrite them"
	)
	switch edited, foreign := has(findings, output.Edited), has(findings, output.Foreign); {
	case edited && foreign:
		return keep + "; " + move
	case edited:
		return keep
	case foreign:
		return move
	}
	return ""
}
