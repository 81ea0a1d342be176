package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/live/verify/findings"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/wording"
)

// verifyFlags are the flags of gen verify.
type verifyFlags struct {
	options     verify.Options
	baseline    string
	update      bool
	fixtures    string
	credentials string
	outputs     []string
	quiet       bool
	report      *reportFlags
}

// newVerify returns gen verify. The report is printed even if the run was cut short, and the exit
// code then says that it is not complete.
func newVerify(f *flags) *cobra.Command {
	v := verifyFlags{report: newReportFlags(report.Error)}
	cmd := &cobra.Command{
		Use:   "verify URL",
		Short: "Check a running service against the catalog",
		Long: `verify calls the service at URL with valid requests, and with requests that break
exactly one rule. For each operation, it reports whether the service conforms,
contradicts the catalog or does not enforce some rules, or why this is unknown.

Only operations with effect: read are called, unless --writes is set. Others get broken
requests only with --break-writes, because the service executes those that it does not
refuse. Allow hosts other than this machine with --host.

Credentials are read from the environment variable ` + credentials.Variable + `, or from
the --credentials file. Each line is a kind and its secret: bearer SECRET, basic
NAME:SECRET, header:NAME SECRET, body:NAME SECRET, oauth2 NAME:SECRET. Neither secrets
nor values of the service are printed.

A rule that is not enforced is a contradiction only if a baseline lists it as enforced.
gen verify URL --baseline FILE --update records which rules the service enforces, and
later runs with --baseline compare with it. Levels and acceptances in ` + settings.Name + ` apply.

The same seed sends the same requests in the same order. Ctrl-C ends the run and prints
what is known by then.

Exit codes: 0 if there are no findings at or above the --fail-on level, 1 if there are,
2 if the service could not be verified or the run was cut short.`,
		Example: `  gen verify http://127.0.0.1:8080
  gen verify https://staging.example.com --host staging.example.com --baseline verify.yaml
  gen verify http://127.0.0.1:8080 --baseline verify.yaml --update
  gen verify http://127.0.0.1:8080 --only claims --format markdown
  gen verify --explain no-longer-enforced`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the service by its URL, such as http://127.0.0.1:8080")
			}
			return cmp.Or(cobra.MaximumNArgs(1)(cmd, args), v.check())
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return v.run(cmd, f, args[0])
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	v.addFlags(cmd)
	addRules(cmd, findings.Rules(), "verify.md.tmpl", findings.Rules())
	return cmd
}

// addFlags adds the flags of gen verify alone.
func (v *verifyFlags) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	o := &v.options
	set.Uint64Var(&o.Seed, "seed", 1, "the `number` that selects the requests and their order")
	set.BoolVar(&o.Writes, "writes", false, "also call operations that write")
	set.BoolVar(&o.BreakWrites, "break-writes", false, "with --writes, send broken requests too; "+
		"the service executes those that it does not refuse")
	set.Float64Var(&o.Rate, "rate", 0,
		"the maximum `number` of calls per second; calls are sent one at a time")
	set.DurationVar(&o.Timeout, "timeout", 10*time.Second, "the `time` limit of each response")
	set.DurationVar(&o.Limit, "limit", time.Hour, "stop after this `time` and print what is known")
	set.StringArrayVar(&o.Hosts, "host", nil,
		"a `host` that may be called besides this machine; repeatable")
	set.StringArrayVar(&o.Only, "only", nil,
		"an `area` or operation to call, by default all; repeatable")
	set.StringVar(&v.fixtures, "fixtures", "",
		"a `file` with values for requests, such as identifiers that the service knows")
	set.StringVar(&v.baseline, "baseline", "",
		"the `file` with the rules that the service enforced before")
	set.BoolVar(&v.update, "update", false,
		"update the --baseline file, except facts that are unknown this time")
	set.StringVar(&v.credentials, "credentials", "",
		"a `file` with credentials, in place of "+credentials.Variable)
	set.StringArrayVar(&v.outputs, "output", nil, "also write the report to a `file`, "+
		"in the format of its suffix: .md, .json, .sarif or .txt; repeatable")
	set.BoolVar(&v.quiet, "quiet", false, "do not show progress")
	v.report.addFlags(cmd)
	v.report.addNow(cmd)
	for _, name := range []string{"fixtures", "baseline"} {
		_ = cmd.MarkFlagFilename(name, "yaml", "yml")
	}
}

// check returns an error that names all flags that contradict each other.
func (v *verifyFlags) check() error {
	var problems []string
	refuseIf := func(isWrong bool, format string, args ...any) {
		if isWrong {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	refuseIf(v.update && v.baseline == "", "--update writes the --baseline file, which is missing")
	refuseIf(v.options.BreakWrites && !v.options.Writes, "--break-writes needs --writes")
	refuseIf(v.options.Rate < 0, "--rate must not be negative")
	refuseIf(v.options.Timeout <= 0 || v.options.Limit <= 0,
		"--timeout and --limit must be positive times, such as 10s")
	for _, name := range v.outputs {
		refuseIf(reportFiles[filepath.Ext(name)] == "",
			"--output %s: the name of a report ends in .md, .json, .sarif or .txt", name)
	}
	if v.update && v.baseline != "" {
		_, err := os.Stat(filepath.Dir(v.baseline))
		refuseIf(err != nil, "--baseline %s: its folder does not exist", v.baseline)
	}
	if problems != nil {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

// errNothingKnown is the error of a complete run that says nothing about the service.
var errNothingKnown = errors.New("the service could not be verified: " +
	"nothing is known of any operation; the report says why")

// run verifies a service and prints the report. An incomplete run is an error after its report.
func (v *verifyFlags) run(cmd *cobra.Command, f *flags, service string) error {
	target, c, err := f.loadTarget()
	if err != nil {
		return err
	}
	if err := v.read(service, c); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	result, incomplete := v.send(ctx, cmd, c)
	if result == nil {
		return incomplete
	}
	r := v.newReport(f, target, findings.Report(findings.Run{
		Catalog:  c,
		Service:  v.options.Base.String(),
		Result:   result,
		Baseline: v.options.Baseline,
		Complete: incomplete == nil,
	}))
	if incomplete == nil && slices.ContainsFunc(r.Findings, saysNothingKnown) {
		incomplete = errNothingKnown
	}
	printed := v.print(cmd, r, c, result)
	if incomplete != nil && errors.Is(printed, errFound) {
		return incomplete
	}
	return cmp.Or(printed, incomplete)
}

// newReport completes a report with its subject, and applies the settings.
func (v *verifyFlags) newReport(f *flags, target *targets.Target, r *report.Report) *report.Report {
	r.Subject = v.options.Base.String() + " against " + wording.List(target.Files(), "and")
	for i := range r.Findings {
		r.Findings[i].Target = target.NameIfSeveral()
	}
	f.settings.Apply(r, v.report.today)
	r.Decided = settings.Name
	acceptable := &report.Report{Findings: findings.Acceptable(r.Findings)}
	until := v.report.today.AddDate(0, acceptanceMonths, 0)
	r.Remedies = settings.Entries(acceptable, v.report.failLevel(), until)
	return r
}

// acceptanceMonths is the number of months for which a proposed acceptance is valid.
const acceptanceMonths = 3

// saysNothingKnown reports whether settings have not lowered the finding that nothing is known.
func saysNothingKnown(f report.Finding) bool {
	return f.Rule == findings.NothingKnown.ID && f.Level == report.Error
}

// read parses the URL, and reads the files that the flags name. There is no baseline without the
// flag, or if the file is yet to be written.
func (v *verifyFlags) read(service string, c *catalog.Catalog) error {
	var err error
	v.options.Base, err = credentials.ServiceURL("the URL", service,
		"put them into "+credentials.Variable+" instead, as basic NAME:SECRET")
	if err != nil {
		return err
	}
	var errFixtures, errBaseline error
	if v.fixtures != "" {
		v.options.Fixtures, errFixtures = verify.LoadFixtures(v.fixtures, c)
	}
	if v.baseline != "" {
		_, missing := os.Stat(v.baseline)
		v.options.Baseline, errBaseline = baseline.Read(v.baseline)
		if v.update && errors.Is(missing, os.ErrNotExist) {
			errBaseline = nil
		}
	}
	return yamldoc.Join(errFixtures, errBaseline)
}

// send verifies the service. If the run is incomplete, it returns both a result and an error.
func (v *verifyFlags) send(
	ctx context.Context, cmd *cobra.Command, c *catalog.Catalog,
) (*verify.Result, error) {
	secrets, err := credentials.Read(v.credentials)
	if err != nil {
		return nil, err
	}
	v.options.Auth, err = secrets.CallOptions(ctx, credentials.Service{
		URL:     v.options.Base,
		Catalog: c,
		Hosts:   v.options.Hosts,
	})
	if err != nil {
		return nil, err
	}
	meter := progress.New(unwrap(cmd.ErrOrStderr()), "operations", 0, v.quiet)
	v.options.Progress = meter.Set
	began := time.Now()
	result, err := verify.Run(ctx, c, v.options)
	meter.Done()
	switch {
	case result == nil:
	case ctx.Err() != nil:
		err = errors.New("the run was interrupted, so the report is incomplete")
	case time.Since(began) >= v.options.Limit:
		err = errors.New("the time of --limit is over, so the report is incomplete")
	}
	return result, err
}

// reportFiles are the formats of reports by the extensions of files.
var reportFiles = map[string]string{
	".md":    "markdown",
	".json":  "json",
	".sarif": "sarif",
	".txt":   "text",
}

// writeReport writes a report to a file.
func writeReport(name string, r *report.Report) error {
	var text bytes.Buffer
	format := reportFiles[filepath.Ext(name)]
	if err := report.Formats[format](escapeFor(format, newTerminal(&text)), r); err != nil {
		return err
	}
	return output.WriteDocument(name, text.Bytes())
}

// print prints the report and writes the files. Errors of writing take precedence over
// findings.
func (v *verifyFlags) print(
	cmd *cobra.Command, r *report.Report, c *catalog.Catalog, result *verify.Result,
) error {
	var problems []error
	for _, name := range v.outputs {
		if err := writeReport(name, r); err != nil { // as text, because a refused file is not a finding
			problems = append(problems, fmt.Errorf("--output %s: %v", name, err))
		}
	}
	if v.update {
		notice, err := v.updateBaseline(c, result)
		if err != nil {
			problems = append(problems, err)
		} else {
			r.Notices = append(r.Notices, notice)
		}
	}
	verdict := v.report.print(cmd.OutOrStdout(), r)
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return verdict
}

// updateBaseline writes what is known now, and returns a notice about it.
func (v *verifyFlags) updateBaseline(
	c *catalog.Catalog, result *verify.Result,
) (notice string, err error) {
	updated, changed := findings.Update(c, result, v.options.Baseline)
	if err := output.WriteDocument(v.baseline, updated.Text()); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %s changed, of %d",
		v.baseline, wording.Count(changed, "line"), len(updated.Lines)), nil
}
