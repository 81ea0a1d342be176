package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/compare"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// diffLong is the help of gen diff. What is compared with what, and which settings decide, is its
// subject: a reviewer must be able to tell why something was not reported.
const diffLong = `diff compares two catalogs. For each change, it reports what breaks (requests of old
clients, responses to them, Go callers or Go services), with an example that used to
work and now fails.

BASE and HEAD are files, "-" for the standard input, or git revisions: "main" for
the catalog at this revision, "main:spec/operations.yaml" for another path. Without
HEAD, BASE is compared with the working tree.

"main" is the tip of main, including later merges. "main..." is the merge base of
main and HEAD; use it for reviews.

Revisions are compared target by target, with the ` + settings.Name + ` and the overlays of
each side. An overlay may be missing on one side. A renamed catalog is looked for
among the files of BASE that HEAD lacks.

Levels and acceptances are read from ` + settings.Name + ` in BASE (for "main...", at the tip
of main), so that a change cannot accept itself. The report ends with acceptances
to copy. With --semver and --changelog, levels and acceptances are read from HEAD.

With --used, only findings that concern the calls in recordings of gen record and
api.WithRecorder are reported and count; the others are only counted.

Exit codes: 0 if there are no findings at or above the --fail-on level, 1 if there
are, 2 if a catalog, a recording or the settings of the working tree cannot be read.
With --semver and --changelog, findings count only with --fail-on.`

const diffExample = `  gen diff main...
  gen diff main... --format markdown
  gen diff v1.4.0:spec/operations.yaml spec/operations.yaml --fail-on warning
  gen diff old.yaml new.yaml --used calls.jsonl.gz
  gen diff v1.4.0 --semver
  gen diff v1.4.0 --changelog
  gen diff --rules
  gen diff --explain field-became-required`

// diffFlags are the flags of gen diff.
type diffFlags struct {
	*flags
	policy            string
	recordings        []string
	semver, changelog bool
	report            *reportFlags
}

// newDiff returns gen diff. It only has flags and printing; package compare reads both sides and
// finds the changes.
func newDiff(f *flags) *cobra.Command {
	d := &diffFlags{flags: f, report: newReportFlags(report.Error)}
	cmd := &cobra.Command{
		Use:     "diff BASE [HEAD]",
		Short:   "Compare two catalogs, and report who breaks",
		Long:    diffLong,
		Example: diffExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the base: a file or a revision, " +
					"such as main... for the merge base of this branch")
			}
			return cobra.MaximumNArgs(2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := d.setFormat(cmd); err != nil {
				return err
			}
			r, err := d.compare(args[0], strings.Join(args[1:], ""))
			if err != nil {
				return err
			}
			return d.report.print(cmd.OutOrStdout(), r)
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	d.report.addFlags(cmd)
	d.report.addNow(cmd)
	d.addFlags(cmd)
	addRules(cmd, targets.DiffRules(), "rules.md.tmpl", map[string]any{
		"Levels": diff.Levels, "Versioning": diff.Versioning, "Chapters": diff.Chapters(),
	})
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

// addFlags adds the flags of gen diff alone. A release is for all users, so it cannot be only
// about recorded calls.
func (d *diffFlags) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.BoolVar(&d.semver, "semver", false,
		"print the version increase that a release requires, for the wire and for the Go module, and why")
	set.BoolVar(&d.changelog, "changelog", false,
		"print the changes for users of the service, as Markdown")
	set.StringArrayVar(&d.recordings, "used", nil, "report only what concerns the calls "+
		"in a recording, a `file` that may be compressed with gzip; repeatable")
	set.StringVar(&d.policy, "policy", "",
		"the settings `file`, or REVISION:FILE, in place of "+settings.Name+" in BASE")
	_ = cmd.MarkFlagFilename("used", "jsonl", "gz")
	_ = cmd.MarkFlagFilename("policy", "yaml", "yml")
	cmd.MarkFlagsMutuallyExclusive("semver", "changelog")
	cmd.MarkFlagsMutuallyExclusive("changelog", "format")
	cmd.MarkFlagsMutuallyExclusive("changelog", "level")
	cmd.MarkFlagsMutuallyExclusive("used", "semver")
	cmd.MarkFlagsMutuallyExclusive("used", "changelog")
}

// isRelease reports whether the report is about a release.
func (d *diffFlags) isRelease() bool { return d.semver || d.changelog }

// setFormat sets the format. JSON always has the version. For a release, findings do not fail
// the command unless --fail-on is set.
func (d *diffFlags) setFormat(cmd *cobra.Command) error {
	format := &d.report.format.value
	switch {
	case d.changelog:
		*format = "changelog"
	case d.semver && *format == "text":
		*format = "semver"
	case d.semver && *format != "json":
		return fmt.Errorf("--semver is text or json: leave --format %s out", *format)
	}
	if d.isRelease() && !cmd.Flags().Changed("fail-on") {
		d.report.failOn.value = failOnNone
	}
	return nil
}

// compare compares the catalogs that the arguments name.
func (d *diffFlags) compare(base, head string) (*report.Report, error) {
	calls, err := compare.ReadCalls(d.recordings)
	if err != nil {
		return nil, err
	}
	const reason = "diff takes the standard input as BASE or HEAD, such as gen diff main -"
	if err := d.RequireFile(reason); err != nil {
		return nil, err
	}
	return compare.Catalogs(compare.Query{
		Base:      base,
		Head:      head,
		Policy:    d.policy,
		Targets:   &d.Selection,
		Calls:     calls,
		Releasing: d.isRelease(),
		Today:     d.report.today,
		FailLevel: d.report.failLevel(),
	})
}
