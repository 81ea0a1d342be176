package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"example.com/opgen/report"
)

// reportFlags are the flags of the commands that report findings.
type reportFlags struct {
	format choice
	failOn choice
}

func newReportFlags(fail report.Level) *reportFlags {
	return &reportFlags{
		format: choice{"text", []string{"text", "markdown", "json", "github", "sarif"}},
		failOn: choice{string(fail), []string{string(report.Error), string(report.Warning), string(report.Info), failOnNone}},
	}
}

func (f *reportFlags) add(cmd *cobra.Command) {
	cmd.Flags().Var(&f.format, "format", "`text`, markdown, json, github or sarif")
	cmd.Flags().Var(&f.failOn, "fail-on", "exit with 1 at findings of this `level` or above it: error, warning, info or none")
}

// least is the level from which findings are to be dealt with.
func (f *reportFlags) least() report.Level {
	if f.failOn.value == failOnNone {
		return report.Error
	}
	return report.Level(f.failOn.value)
}

// print prints a report, and returns errFound where the command is to fail.
func (f *reportFlags) print(w io.Writer, r *report.Report) error {
	format := f.format.value
	if format == "text" && isTerminal(w) {
		format = "color"
	}
	if err := report.Formats[format](w, r); err != nil {
		return err
	}
	if f.failOn.value != failOnNone && r.Worst(f.least()) {
		return errFound
	}
	return nil
}

// isTerminal reports whether a person reads the output, and wants it colored
// (https://no-color.org).
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

const failOnNone = "none"
