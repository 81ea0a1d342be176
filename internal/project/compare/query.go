package compare

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// This file reads the question: which two sides are compared, and which settings decide about the
// findings.

// Query is what to compare, and how.
type Query struct {
	Base, Head string // files or revisions
	Policy     string // a settings file or REVISION:FILE in place of the settings of the base, or ""
	Targets    *targets.Selection
	Calls      *Calls // nil if all changes concern the reader
	Releasing  bool   // the report is about a release, not a review
	Today      time.Time
	FailLevel  report.Level
}

// sides are the sources that are compared.
type sides struct {
	before, after gitfile.Source
}

// parseSides returns the sources that the arguments name. In main...topic, topic is the head, as
// in git.
func parseSides(base, head string) (s sides, err error) {
	s.before, err = gitfile.Parse(base)
	if err != nil {
		return s, err
	}
	_, afterDots, _ := strings.Cut(base, "...")
	namesHead := afterDots != "" && !strings.HasPrefix(afterDots, ":")
	if s.before.Revision != "" && namesHead {
		if head != "" {
			return s, fmt.Errorf("%s names both sides; remove %q", base, head)
		}
		head, _, _ = strings.Cut(afterDots, ":")
	}
	if head != "" {
		s.after, err = gitfile.Parse(head)
	}
	return s, err
}

// decisions reads what the repository has decided about the findings: a named file, or the
// settings, nil for none. Own are the settings of the base, which decide unless what was decided
// later counts.
func (s sides) decisions(q Query, baseDecisions *settings.Settings, r *report.Report) (*settings.Settings, error) {
	if q.Policy != "" {
		source, err := gitfile.Parse(q.Policy)
		if err != nil {
			return nil, err
		}
		return targets.ParseSettings(source.Beside(cmp.Or(source.Path, targets.SettingsName())))
	}
	switch {
	case q.Releasing: // what is in a release has been reviewed
		if s.after == s.before {
			return baseDecisions, nil
		}
		return baseSettings(s.after, r, "")
	case s.before.Tip != "": // what was accepted since head left the base counts
		return baseSettings(gitfile.Source{Revision: s.before.Tip}, r, "")
	}
	return baseDecisions, nil
}

// baseSettings reads a settings file of the base, which may not exist. Invalid settings in a
// revision become a finding and decide nothing, not even by the entries that can be read: the
// others could have been about the same findings. Otherwise says what else is done without them.
func baseSettings(base gitfile.Source, r *report.Report, otherwise string) (*settings.Settings, error) {
	s, err := targets.ReadSettings(base)
	problems, isInvalid := errors.AsType[yamldoc.Problems](err)
	if !isInvalid || base.Revision == "" {
		return s, err
	}
	name := targets.SettingsName()
	follows := "no acceptance, level or notice period applies" + otherwise
	unreadable := diff.UnreadableBase("settings", name, base.Beside(name).String(), follows, problems)
	r.Findings = append(r.Findings, unreadable)
	return nil, nil
}
