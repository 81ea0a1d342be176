package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/opgen/internal/review/report"
)

// reportFiles are the formats of reports by the endings of files, and how they begin.
var reportFiles = map[string]struct {
	format string
	head   *regexp.Regexp
}{
	".md":    {"markdown", regexp.MustCompile(`^### gen verify: `)},
	".json":  {"json", regexp.MustCompile(`^\{\s*"report": \d+,\s*"command": "gen verify",`)},
	".sarif": {"sarif", regexp.MustCompile(`^\{\s*"\$schema": "[^"]*",\s*"version": "[^"]*",\s*"runs": \[\s*\{\s*"tool": \{\s*"driver": \{\s*"name": "gen verify",`)},
	".txt":   {"text", regexp.MustCompile(`^\S+: \S+ of \S+ operations and \S+ of \S+ facts are known after `)},
}

// mayReport says why a report may not be written to a file. It replaces none but an empty
// file and a report of an earlier run.
func mayReport(name string) error {
	kind, ok := reportFiles[filepath.Ext(name)]
	if !ok {
		return errors.New("the name of a report ends in .md, .json, .sarif or .txt")
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return errors.New("there is no folder for it")
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is there, and no file")
	}
	text, err := os.ReadFile(name)
	if err == nil && len(text) > 0 && !kind.head.Match(text) {
		err = errors.New("it is there, and no report of gen verify; move it away, or choose another name")
	}
	return err
}

// writeReport writes a report to a file, at once or not at all.
func writeReport(name string, r *report.Report) error {
	if err := mayReport(name); err != nil { // also as it is after a long run
		return fmt.Errorf("--output %s: %w", name, err)
	}
	var text strings.Builder
	format := reportFiles[filepath.Ext(name)].format
	if err := report.Formats[format](in(format, newTerminal(&text)), r); err != nil {
		return err
	}
	if linked, err := filepath.EvalSymlinks(name); err == nil {
		name = linked
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".gen-verify-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text.String())
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
