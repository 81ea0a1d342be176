package settings

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/report"
)

// Apply sets the levels of the findings of a report, and moves findings that are accepted on
// that day to r.Accepted. A notice reports an acceptance that would apply but has ended, or
// that has no target although there are several. Nil settings change nothing.
func (s *Settings) Apply(r *report.Report, today time.Time) {
	if s == nil {
		return
	}
	day := today.Format(time.DateOnly)
	unnamed := map[int]string{}
	var open []report.Finding
findings:
	for _, f := range r.Findings {
		for _, l := range s.Levels {
			if l.matches(f) && (l.Target == "" || l.Target == f.Target) {
				f.Level = l.Level
			}
		}
		for i, a := range s.Accept {
			switch {
			case !a.matches(f):
				continue
			case a.Target == "" && f.Target != "":
				unnamed[i] = f.Target
				continue
			case a.Target != f.Target:
				continue
			case a.Until < day:
				r.Notices = append(r.Notices, fmt.Sprintf("the acceptance of %s at %s ended on %s: %s", a.Rule, a.Path, a.Until, a.Reason))
				continue
			}
			f.Reason = a.Reason + " (until " + a.Until + ")"
			r.Accepted = append(r.Accepted, f)
			continue findings
		}
		open = append(open, f)
	}
	for i, target := range unnamed {
		a := s.Accept[i]
		r.Notices = append(r.Notices, fmt.Sprintf("the acceptance of %s at %s applies to none of several targets; add one, such as target: %s", a.Rule, a.Path, target))
	}
	slices.SortStableFunc(open, func(a, b report.Finding) int { return a.Level.Compare(b.Level) })
	r.Findings = open
	r.Notices = append(r.Notices, s.hints...)
	slices.Sort(r.Notices)
	r.Notices = slices.Compact(r.Notices)
}

// isPattern reports whether a path may match several.
func isPattern(path string) bool { return path == "" || strings.ContainsAny(path, `*?[\`) }

// matches reports whether a decision is about a finding, in any target.
func (d Decision) matches(f report.Finding) bool {
	if d.Rule != f.Rule || d.Key != "" && d.Key != f.Aspect {
		return false
	}
	matched, _ := path.Match(d.Path, f.Path) // the pattern has been checked
	return d.Path == "" || d.Path == f.Path || matched
}

// Entries returns acceptances for the findings of at least a level, each once, to complete and
// copy into settings. A bundle has one with a pattern, if a pattern matches nothing else.
func Entries(r *report.Report, least report.Level, until time.Time) []string {
	var entries []string
	seen := map[string]bool{} // several findings of a rule may be at one path
	for _, f := range r.Decisions() {
		if f.Level.AtLeast(least) {
			key, target := "", ""
			if f.Aspect != "" {
				key = "key: " + yamldoc.Scalar(f.Aspect) + ", "
			}
			if f.Target != "" {
				target = "target: " + yamldoc.Scalar(f.Target) + ", "
			}
			entry := fmt.Sprintf("- {rule: %s, %s%spath: %s, until: %s, reason: \"\"}\n",
				f.Rule, key, target, yamldoc.Scalar(f.Path), until.Format(time.DateOnly))
			if !seen[entry] {
				entries = append(entries, entry)
			}
			seen[entry] = true
		}
	}
	return entries
}
