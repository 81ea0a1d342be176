package settings

import (
	"path"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/review/report"
)

// This file applies what people decided about findings: another level for a rule, or that a finding
// is accepted for some time, with a reason.

// Apply sets the levels of the findings of a report, drops those with the level none, and moves
// findings that are accepted on that day to r.Accepted. Notices report former ids, and acceptances
// that would apply but have ended, or have no target although there are several. Nil settings
// change nothing.
func (s *Settings) Apply(r *report.Report, today time.Time) {
	if s == nil {
		return
	}
	day := today.Format(time.DateOnly)
	var open []report.Finding
	for _, f := range r.Findings {
		for _, l := range s.Levels {
			if l.matches(f) && (l.Target == "" || l.Target == f.Target) {
				f.Level = l.Level
			}
		}
		if f.Level == report.None {
			continue
		}
		if a := s.acceptanceOf(f, day); a != nil {
			f.Reason = a.Reason + " (until " + a.Until + ")"
			r.Accepted = append(r.Accepted, f)
		} else {
			open = append(open, f)
		}
	}
	slices.SortStableFunc(open, func(a, b report.Finding) int { return a.Level.Compare(b.Level) })
	r.Findings = open
	for _, a := range s.Accept {
		if notice := a.failure(r, day); notice != "" {
			r.Notices = append(r.Notices, notice)
		}
	}
	hints := slices.Sorted(slices.Values(s.hints))
	r.Notices = append(r.Notices, slices.Compact(hints)...)
}

// acceptanceOf returns the first acceptance of a finding that has not ended, or nil.
func (s *Settings) acceptanceOf(f report.Finding, day string) *Acceptance {
	for i := range s.Accept {
		a := &s.Accept[i]
		if a.Target == f.Target && a.Until >= day && a.covers(f) {
			return a
		}
	}
	return nil
}

// failure says why an acceptance that covers an open finding does not accept it, or returns "".
func (a Acceptance) failure(r *report.Report, day string) string {
	for _, f := range r.Findings {
		if !a.covers(f) {
			continue
		}
		switch {
		case a.Target == "" && f.Target != "":
			return a.words() + " applies to none of several targets; add one, such as target: " +
				f.Target
		case a.Target == f.Target && a.Until < day:
			return a.words() + " ended on " + a.Until + ": " + a.Reason
		}
	}
	return ""
}

// isPattern reports whether a path may match several.
func isPattern(path string) bool { return path == "" || strings.ContainsAny(path, `*?[\`) }

// matches reports whether a decision is about a finding, in any target.
func (d Decision) matches(f report.Finding) bool {
	if d.Rule != f.Rule || d.Key != "" && d.Key != f.Aspect {
		return false
	}
	return d.matchesPath(f.Path)
}

// matchesPath reports whether a decision is about a path. The * of a pattern also matches dots.
func (d Decision) matchesPath(findingPath string) bool {
	matched, _ := path.Match(d.Path, findingPath) // the pattern has been checked
	return d.Path == "" || d.Path == findingPath || matched
}

// covers reports whether an acceptance is about a finding, on any day and in any target.
func (a Acceptance) covers(f report.Finding) bool {
	if !a.matches(f) {
		return false
	}
	if a.Changes == nil {
		return true
	}
	return slices.ContainsFunc(a.Changes, func(c Change) bool {
		return c.Path == f.Path && c.ID == f.ChangeID() // most have another path, and an id is a hash
	})
}
