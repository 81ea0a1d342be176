// Package policy reads what a repository has decided about the findings of gen
// diff: levels other than those of the rules, and findings that are accepted,
// each with a reason and, for acceptances, a date on which it ends.
//
//	levels:
//	  - {rule: doc-only, level: warning, reason: the reference is printed and sold}
//	accept:
//	  - rule: request-field-became-required
//	    path: claims.get_claim.claim_id
//	    reason: every caller has sent it since May
//	    until: 2026-12-31
package policy

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"example.com/opgen/internal/yamldoc"
	"example.com/opgen/report"
)

// Name is the name of the file that holds a policy.
const Name = ".gen-diff.yaml"

// Policy is what was decided. The zero value decides nothing.
type Policy struct {
	Levels []Level      `yaml:"levels"`
	Accept []Acceptance `yaml:"accept"`
}

// Level gives the findings of a rule another level.
type Level struct {
	Rule   string       `yaml:"rule"`
	Path   string       `yaml:"path"` // as [path.Match] has it; "" is everywhere
	Level  report.Level `yaml:"level"`
	Reason string       `yaml:"reason"`
}

// Acceptance accepts a finding for a while.
type Acceptance struct {
	Rule   string `yaml:"rule"`
	Path   string `yaml:"path"` // as [path.Match] has it
	Reason string `yaml:"reason"`
	Until  string `yaml:"until"` // the last day, YYYY-MM-DD
}

// Parse reads a policy. The error lists everything that is wrong with it; rules
// are those that there are.
func Parse(name string, text []byte, rules []report.Rule) (Policy, error) {
	var p Policy
	if err := checkYAML(name, text); err != nil {
		return Policy{}, err
	}
	err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&p)
	if err != nil && !errors.Is(err, io.EOF) {
		return Policy{}, fmt.Errorf("%s: %s", name, yaml.FormatError(err, false, true))
	}
	var wrong []error
	say := func(list string, i int, format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("%s: %s[%d]: %s", name, list, i, fmt.Sprintf(format, args...)))
	}
	for i, l := range p.Levels {
		checkEntry(rules, l.Rule, l.Path, l.Reason, func(format string, args ...any) { say("levels", i, format, args...) })
		if !slices.Contains(levels, l.Level) {
			say("levels", i, "level: %q is none of error, warning, info", l.Level)
		}
	}
	for i, a := range p.Accept {
		checkEntry(rules, a.Rule, a.Path, a.Reason, func(format string, args ...any) { say("accept", i, format, args...) })
		if a.Path == "" {
			say("accept", i, "path: missing; say which finding is accepted, such as claims.get_claim.claim_id")
		}
		if _, err := time.Parse(time.DateOnly, a.Until); err != nil {
			say("accept", i, "until: %q is not a date YYYY-MM-DD; every acceptance ends", a.Until)
		}
	}
	return p, errors.Join(wrong...)
}

// checkYAML reports what catalogs do without, too: go-yaml goes down at tags, and
// follows an alias in its own anchor without end.
func checkYAML(name string, text []byte) error {
	c := yamldoc.NewChecker(nil)
	c.Parse(yamldoc.Source{Name: name, Text: text}, yamldoc.Format{Name: "policy", Empty: true})
	problems := c.Problems()
	if problems == nil {
		return nil
	}
	return errors.New(strings.TrimSuffix(problems.Error(), "\n"))
}

var levels = report.Levels

// checkEntry reports what is wrong with what both kinds of entries have.
func checkEntry(rules []report.Rule, rule, pattern, reason string, say func(string, ...any)) {
	known := slices.IndexFunc(rules, func(r report.Rule) bool { return r.ID == rule })
	switch {
	case known < 0:
		say("rule: there is no %q; gen diff --rules lists them", rule)
	case rules[known].Security && (pattern == "" || strings.ContainsAny(pattern, `*?[\`)):
		say("path: a finding of %s is decided one by one; name the one, without * and the like", rule)
	}
	if _, err := path.Match(pattern, ""); err != nil {
		say("path: %q is no pattern", pattern)
	}
	if strings.TrimSpace(reason) == "" {
		say("reason: missing; say why, for whoever reads it in a year")
	}
}

// Apply gives the findings of a report their levels, and moves those that are
// accepted on that day among the accepted ones. An acceptance that has ended is
// said aloud where it would have applied.
func (p Policy) Apply(r *report.Report, today time.Time) {
	day := today.Format(time.DateOnly)
	var open []report.Finding
	for _, f := range r.Findings {
		for _, l := range p.Levels {
			if matches(l.Rule, l.Path, f) {
				f.Level = l.Level
			}
		}
		accepted := false
		for _, a := range p.Accept {
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
		return cmp.Compare(slices.Index(levels, a.Level), slices.Index(levels, b.Level))
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
// completed and copied into a policy.
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
