package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"example.com/opgen/report"
)

// reportFlags are the flags of the commands that report findings.
type reportFlags struct {
	format reportFormat
	failOn failOn
}

func newReportFlags(fail report.Level) *reportFlags {
	return &reportFlags{format: "text", failOn: failOn(fail)}
}

func (f *reportFlags) add(cmd *cobra.Command) {
	cmd.Flags().Var(&f.format, "format", "`text`, markdown, json, github or sarif")
	cmd.Flags().Var(&f.failOn, "fail-on", "exit with 1 at findings of this `level` or above it: error, warning, info or none")
}

// least is the level from which findings are to be dealt with.
func (f *reportFlags) least() report.Level {
	if f.failOn == failOnNone {
		return report.Error
	}
	return report.Level(f.failOn)
}

// print prints a report, and returns errFound where the command is to fail.
func (f *reportFlags) print(w io.Writer, r *report.Report) error {
	format := string(f.format)
	if format == "text" && isTerminal(w) {
		format = "color"
	}
	if err := report.Formats[format](w, r); err != nil {
		return err
	}
	if f.failOn != failOnNone && r.Worst(report.Level(f.failOn)) {
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

// reportFormat is the value of --format. It is checked with the other flags, so
// that a wrong one is an error of the command line.
type reportFormat string

func (f *reportFormat) String() string { return string(*f) }
func (f *reportFormat) Type() string   { return "format" }

func (f *reportFormat) Set(s string) error {
	if _, ok := report.Formats[s]; !ok {
		return errors.New("want text, markdown, json, github or sarif")
	}
	*f = reportFormat(s)
	return nil
}

// failOn is the value of --fail-on.
type failOn string

const failOnNone failOn = "none"

func (f *failOn) String() string { return string(*f) }
func (f *failOn) Type() string   { return "level" }

func (f *failOn) Set(s string) error {
	switch failOn(s) {
	case failOnNone, failOn(report.Error), failOn(report.Warning), failOn(report.Info):
		*f = failOn(s)
		return nil
	default:
		return fmt.Errorf("want error, warning, info or none")
	}
}
