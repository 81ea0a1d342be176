package settings

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/report"
)

// Apply gives the findings of a report their levels, and moves those that are
// accepted on that day to the accepted ones. If an acceptance would have applied that
// has ended, or that does not say for which of several targets it holds, a notice
// says so.
func (s *Settings) Apply(r *report.Report, today time.Time) {
	day := today.Format(time.DateOnly)
	levels := newIndex(len(s.Levels), func(i int) (rule, path string) { return s.Levels[i].Rule, s.Levels[i].Path })
	accept := newIndex(len(s.Accept), func(i int) (rule, path string) { return s.Accept[i].Rule, s.Accept[i].Path })
	ended, unnamed := map[int]bool{}, map[int]string{}
	var open []report.Finding
	for _, f := range r.Findings {
		for _, i := range levels.matching(f) {
			l := s.Levels[i]
			if (l.Target == "" || l.Target == f.Target) && (l.Key == "" || l.Key == f.Aspect) {
				f.Level = l.Level
			}
		}
		accepted := false
		for _, i := range accept.matching(f) {
			a := s.Accept[i]
			switch {
			case a.Key != "" && a.Key != f.Aspect:
				continue
			case a.Target == "" && f.Target != "":
				unnamed[i] = f.Target
				continue
			case a.Target != f.Target:
				continue
			case a.Until < day:
				ended[i] = true
				continue
			}
			accepted = true
			f.Reason = a.Reason + " (until " + a.Until + ")"
			r.Accepted = append(r.Accepted, f)
			break
		}
		if !accepted {
			open = append(open, f)
		}
	}
	for i := range ended {
		a := s.Accept[i]
		r.Notices = append(r.Notices, fmt.Sprintf("the acceptance of %s at %s ended on %s: %s", a.Rule, a.Path, a.Until, a.Reason))
	}
	for i, target := range unnamed {
		a := s.Accept[i]
		r.Notices = append(r.Notices, fmt.Sprintf("the acceptance of %s at %s holds for none of several targets; add the one that is meant, such as target: %s", a.Rule, a.Path, target))
	}
	slices.SortStableFunc(open, func(a, b report.Finding) int {
		return cmp.Compare(slices.Index(report.Levels, a.Level), slices.Index(report.Levels, b.Level))
	})
	r.Findings = open
	r.Notices = append(r.Notices, s.hints...)
	slices.Sort(r.Notices)
	r.Notices = slices.Compact(r.Notices)
}

// index finds the entries that a finding matches without asking each: settings may
// have many.
type index struct {
	exact    map[[2]string][]int // by rule and path
	patterns map[string][]pattern
}

type pattern struct {
	entry int
	path  string
}

// isPattern reports whether a path may stand for others.
func isPattern(path string) bool { return path == "" || strings.ContainsAny(path, `*?[\`) }

func newIndex(n int, of func(i int) (rule, path string)) index {
	x := index{map[[2]string][]int{}, map[string][]pattern{}}
	for i := range n {
		rule, path := of(i)
		if isPattern(path) {
			x.patterns[rule] = append(x.patterns[rule], pattern{i, path})
		} else {
			x.exact[[2]string{rule, path}] = append(x.exact[[2]string{rule, path}], i)
		}
	}
	return x
}

// matching returns the entries that a finding matches, in their order.
func (x index) matching(f report.Finding) []int {
	entries := slices.Clone(x.exact[[2]string{f.Rule, f.Path}])
	for _, p := range x.patterns[f.Rule] {
		matched, _ := path.Match(p.path, f.Path) // the pattern has been checked
		if matched || p.path == "" || p.path == f.Path {
			entries = append(entries, p.entry)
		}
	}
	slices.Sort(entries)
	return entries
}

// Entries are acceptances for the findings of at least a level, each once, ready to be
// completed and copied into settings. A bundle has one with a pattern, if there is a
// pattern that matches nothing else.
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
