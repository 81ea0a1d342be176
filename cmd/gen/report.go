package main

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/progress"
)

// This file has what gen diff, gen lint, gen learn and gen verify share: how findings are printed,
// and which of them fail the command.

// reportFlags are the flags of the commands that report findings.
type reportFlags struct {
	format choice
	failOn choice
	level  choice    // the lowest level of the findings that are printed; "" if there is none
	today  time.Time // the day on which dates are judged
}

// newReportFlags returns the defaults: text, and findings at the level fail the command.
func newReportFlags(fail report.Level) *reportFlags {
	levels := []string{string(report.Error), string(report.Warning), string(report.Info)}
	return &reportFlags{
		format: choice{"text", []string{"text", "markdown", "json", "github", "sarif"}},
		failOn: choice{string(fail), append(levels, failOnNone)},
		level:  choice{"", levels},
	}
}

// addFlags adds the flags of every report to a command.
func (f *reportFlags) addFlags(cmd *cobra.Command) {
	f.format.addFlag(cmd, "format", "`text`, markdown, json, github or sarif")
	f.failOn.addFlag(cmd, "fail-on",
		"exit with 1 if there are findings at or above this `level`: error, warning, info or none")
	f.level.addFlag(cmd, "level", "leave out findings below this `level`: error, warning or info")
}

// failLevel returns the lowest level of findings that fail.
func (f *reportFlags) failLevel() report.Level {
	if f.failOn.value == failOnNone {
		return report.Error
	}
	return report.Level(f.failOn.value)
}

// print prints a report, and returns errFound if the command fails.
func (f *reportFlags) print(w io.Writer, r *report.Report) error {
	format := f.format.value
	out := escapeFor(format, w)
	// See https://no-color.org.
	if format == "text" && os.Getenv("NO_COLOR") == "" && progress.IsTerminal(unwrap(w)) {
		format = "color"
		out = unwrap(w)
	}
	if f.level.value != "" {
		r.KeepLevel(report.Level(f.level.value))
	}
	if err := report.Formats[format](out, r); err != nil {
		return err
	}
	if f.failOn.value != failOnNone && r.HasAtLeast(f.failLevel()) {
		return errFound
	}
	return nil
}

// failOnNone is the value of --fail-on with which findings do not fail a command.
const failOnNone = "none"

// addNow adds the flag for the day as of which dates are judged: sunsets, the end of
// acceptances, and notice.
func (f *reportFlags) addNow(cmd *cobra.Command) {
	f.today = time.Now()
	const usage = "judge dates as of this `date`, YYYY-MM-DD; by default today"
	cmd.Flags().Func("now", usage, func(text string) (err error) {
		f.today, err = time.Parse(time.DateOnly, text)
		if err != nil {
			return errors.New("want a date YYYY-MM-DD")
		}
		return nil
	})
}
