package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

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

func newDiff(f *flags) *cobra.Command {
	var named string
	var release releaseFlags
	var recordings []string
	out := newReportFlags(report.Error)
	cmd := &cobra.Command{
		Use:     "diff BASE [HEAD]",
		Short:   "Compare two catalogs, and report who breaks",
		Long:    diffLong,
		Example: diffExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the base: a file or a revision, such as main... for the merge base of this branch")
			}
			return cobra.MaximumNArgs(2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := release.setFormat(cmd, out); err != nil {
				return err
			}
			calls, err := readCalls(recordings)
			if err != nil {
				return err
			}
			r, err := compare(cmd, f, args[0], strings.Join(args[1:], ""), named, calls, out)
			if err != nil {
				return err
			}
			return out.print(cmd.OutOrStdout(), r)
		},
	}
	f.add(cmd, "spec", "overlay", "target")
	out.add(cmd)
	out.addNow(cmd)
	release.add(cmd)
	addUsed(cmd, &recordings)
	cmd.Flags().StringVar(&named, "policy", "", "the settings `file`, or REVISION:FILE, in place of "+settings.Name+" in BASE")
	addRules(cmd, diffRules(), "rules.md.tmpl",
		map[string]any{"Levels": diff.Levels, "Versioning": diff.Versioning, "Chapters": diff.Chapters()})
	_ = cmd.MarkFlagFilename("policy", "yaml", "yml")
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

// compare reads the catalogs and the settings, compares each pair of catalogs, and applies the
// settings to the findings.
func compare(cmd *cobra.Command, f *flags, base, head, named string, calls *recordedCalls, out *reportFlags) (*report.Report, error) {
	if err := f.requireFile("diff takes the standard input as BASE or HEAD, such as gen diff main -"); err != nil {
		return nil, err
	}
	before, after, err := sides(base, head)
	if err != nil {
		return nil, err
	}
	r := &report.Report{Command: "gen diff", Rules: diffRules(), Decided: "the base's " + settings.Name, Release: &report.Release{}}
	if before.Note != "" {
		r.Notices = append(r.Notices, before.Note)
	}
	own, err := baseSettings(before, r, ", and the targets come from the working tree")
	if err != nil {
		return nil, err
	}
	decided, err := decisions(before, after, own, named, releasing(cmd), r)
	if err != nil {
		return nil, err
	}
	current, err := readSettings(after)
	if err != nil {
		return nil, err
	}
	pairs, err := f.pairs(before, after, own, current)
	if err != nil {
		return nil, err
	}
	files := &renameFinder{base: before, head: after}
	compared, err := comparePairs(r, pairs, files, datesOf(decided, out.today), calls)
	if err != nil {
		return nil, err
	}
	moves, err := importMoves(pairs, goSide{before, own}, goSide{after, current})
	if err != nil {
		return nil, err
	}
	r.Findings = append(moves, r.Findings...)
	decided.Apply(r, out.today)
	if !releasing(cmd) { // a review is the time to tidy up
		decided.ReportIdle(r, out.today, settings.Compared{Rules: r.Rules, Elements: compared})
	}
	if err := calls.apply(r); err != nil {
		return nil, err
	}
	completeRelease(r.Release, cmp.Or(before.Tip, before.Revision), after.Revision, r.Bumps().Go, out.today)
	r.Remedies = settings.Entries(r, out.failLevel(), out.today.AddDate(0, 3, 0))
	return r, nil
}

// comparePairs adds the changes in each pair of catalogs to a report. It returns the
// elements of the catalogs that were compared, by target.
func comparePairs(
	r *report.Report, pairs []pair, files *renameFinder, dates diff.Dates, calls *recordedCalls,
) (map[string]settings.Elements, error) {
	compared := map[string]settings.Elements{}
	for _, p := range pairs {
		if !p.left {
			files.compared = append(files.compared, p.before.String())
		}
	}
	var subjects []string
	for i := range pairs {
		p := &pairs[i]
		if p.left && slices.Contains(files.taken, p.before.String()) {
			p.hasMovedTo(pairs)
			continue
		}
		found, err := p.compare(r, files, dates, calls)
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].Target = p.target
		}
		if p.elements != nil {
			compared[p.target] = p.elements
		}
		r.Findings = append(r.Findings, found...)
		r.Release.Targets = append(r.Release.Targets, p.target)
		subjects = append(subjects, p.String())
		if !p.gone {
			r.Head = cmp.Or(r.Head, p.after.Path)
		}
		if p.before.Outdated(files.head) {
			r.Notices = append(r.Notices, fmt.Sprintf("%s has changes that are not in HEAD, which look reverted here; gen diff %s... leaves them out", p.before, p.before.Short()))
		}
	}
	r.Subject = strings.Join(subjects, ", ")
	return compared, nil
}

// sides returns the sources that the arguments name. In main...topic, topic is the head, as in
// git.
func sides(base, head string) (before, after gitfile.Source, err error) {
	before, err = gitfile.Parse(base)
	if err != nil {
		return before, after, err
	}
	_, other, _ := strings.Cut(base, "...")
	namesHead := other != "" && !strings.HasPrefix(other, ":")
	if before.Revision != "" && namesHead {
		if head != "" {
			return before, after, fmt.Errorf("%s names both sides; remove %q", base, head)
		}
		head, _, _ = strings.Cut(other, ":")
	}
	if head != "" {
		after, err = gitfile.Parse(head)
	}
	return before, after, err
}

// decisions reads what the repository has decided about the findings of a comparison: the
// named file, or the settings, nil for none. own are the settings of the base.
func decisions(before, after gitfile.Source, own *settings.Settings, named string, release bool, r *report.Report) (*settings.Settings, error) {
	if named != "" {
		source, err := gitfile.Parse(named)
		if err != nil {
			return nil, err
		}
		return parseSettings(source.Beside(cmp.Or(source.Path, settingsName())))
	}
	base := before
	switch {
	case release: // what is in a release has been reviewed
		base = after
	case before.Tip != "": // what was accepted since head left the base counts
		base = gitfile.Source{Revision: before.Tip}
	}
	if base == before {
		return own, nil
	}
	return baseSettings(base, r, "")
}

// baseSettings reads a settings file of the base, which may not exist. Invalid settings in a
// revision become a finding and decide nothing, not even by the entries that can be read: the
// others could have been about the same findings. Otherwise says what else is done without them.
func baseSettings(base gitfile.Source, r *report.Report, otherwise string) (*settings.Settings, error) {
	s, err := readSettings(base)
	problems, ok := errors.AsType[yamldoc.Problems](err)
	if !ok || base.Revision == "" {
		return s, err
	}
	name := settingsName()
	follows := "no acceptance, level or notice period applies" + otherwise
	r.Findings = append(r.Findings, diff.UnreadableBase("settings", name, base.Beside(name).String(), follows, problems))
	return nil, nil
}
