package settings

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"time"

	"example.com/opgen/internal/yamldoc"
	"example.com/opgen/report"
)

// Apply gives the findings of a report their levels, and moves those that are
// accepted on that day to the accepted ones. If an acceptance that has ended would
// have applied, a notice says so.
func (s *Settings) Apply(r *report.Report, today time.Time) {
	day := today.Format(time.DateOnly)
	var open []report.Finding
	for _, f := range r.Findings {
		for _, l := range s.Levels {
			if matches(l.Rule, l.Path, f) {
				f.Level = l.Level
			}
		}
		accepted := false
		for _, a := range s.Accept {
			switch {
			case accepted || !matches(a.Rule, a.Path, f):
			case a.Until < day:
				r.Notices = append(r.Notices, fmt.Sprintf("the acceptance of %s at %s ended on %s: %s", a.Rule, a.Path, a.Until, a.Reason))
			default:
				accepted = true
				f.Reason = a.Reason + " (until " + a.Until + ")"
				r.Accepted = append(r.Accepted, f)
			}
		}
		if !accepted {
			open = append(open, f)
		}
	}
	slices.SortStableFunc(open, func(a, b report.Finding) int {
		return cmp.Compare(slices.Index(report.Levels, a.Level), slices.Index(report.Levels, b.Level))
	})
	r.Findings = open
	slices.Sort(r.Notices)
	r.Notices = slices.Compact(r.Notices)
}

func matches(rule, pattern string, f report.Finding) bool {
	if rule != f.Rule {
		return false
	}
	matched, _ := path.Match(pattern, f.Path) // the pattern has been checked
	return matched || pattern == "" || pattern == f.Path
}

// Entries are acceptances for the findings of at least a level, ready to be
// completed and copied into settings.
func Entries(findings []report.Finding, least report.Level, until time.Time) []string {
	var entries []string
	for _, f := range findings {
		if f.Level.AtLeast(least) {
			entries = append(entries, fmt.Sprintf("- {rule: %s, path: %s, until: %s, reason: \"\"}\n",
				f.Rule, yamldoc.Scalar(f.Path), until.Format(time.DateOnly)))
		}
	}
	return entries
}
