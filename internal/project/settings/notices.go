package settings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Compared is what a command looked at. Acceptances of other targets and of other commands'
// rules are not its business.
type Compared struct {
	Rules    []report.Rule
	Elements map[string]Elements // by target, "" is the only one; a nil value if patterns are harmless
}

// Elements returns the paths of everything in a target that a finding can be about. A path may
// be there twice. Few files have patterns, so the paths are made when one is met.
type Elements func() []string

// ReportIdle adds a notice for each acceptance that does less or more than its author thinks: it
// has ended, it covers none of the findings, or it is a pattern, which also covers changes that
// nobody has seen. Call it after [Settings.Apply].
func (s *Settings) ReportIdle(r *report.Report, today time.Time, compared Compared) {
	if s == nil {
		return
	}
	day := today.Format(time.DateOnly)
	all := slices.Concat(r.Findings, r.Accepted)
	var notices []string
	for _, a := range s.Accept {
		if !compared.concerns(a) || a.failure(r, day) != "" {
			continue
		}
		if notice := a.idle(all, day); notice != "" {
			notices = append(notices, notice)
			continue
		}
		if elements := compared.Elements[a.Target]; elements != nil && a.Changes == nil && isPattern(a.Path) {
			notices = append(notices, a.width(elements()))
		}
	}
	if rest := len(notices) - maxNotices; rest > 0 {
		notices = append(notices[:maxNotices], fmt.Sprintf("%d more acceptances have ended, cover no finding, or are patterns", rest))
	}
	r.Notices = append(r.Notices, notices...)
}

// maxNotices is the largest number of notices about acceptances. A file that nobody tidies up must
// not hide the findings.
const maxNotices = 10

// concerns reports whether an acceptance is about something that was looked at.
func (c Compared) concerns(a Acceptance) bool {
	known := slices.ContainsFunc(c.Rules, func(rule report.Rule) bool { return rule.ID == a.Rule })
	if a.Target == "" {
		return known && len(c.Elements) > 0
	}
	_, looked := c.Elements[a.Target]
	return known && looked
}

// idle says that an acceptance covers none of the findings, or not all that it lists, or
// returns "".
func (a Acceptance) idle(all []report.Finding, day string) string {
	var missing []Change
	for _, c := range a.Changes {
		single := a
		single.Changes = []Change{c}
		if !slices.ContainsFunc(all, single.covers) {
			missing = append(missing, c)
		}
	}
	covers := slices.ContainsFunc(all, a.covers)
	switch {
	case covers && missing == nil:
		return ""
	case a.Until < day:
		return a.words() + " ended on " + a.Until + "; remove it"
	case a.Changes == nil:
		return a.words() + " covers no finding; remove it once what it accepts is in the base"
	}
	// Another change at one of the places needs a decision of its own.
	for _, f := range all {
		if i := slices.IndexFunc(missing, func(c Change) bool { return c.Path == f.Path }); i >= 0 && a.matches(f) && f.Reason == "" {
			return fmt.Sprintf("%s is for the change %s at %s, not for this one: %s", a.words(), missing[i].ID, f.Path, f.Message)
		}
	}
	if covers {
		return fmt.Sprintf("%s lists %s that %s not found, such as the one at %s; remove what is in the base", a.words(),
			wording.Count(len(missing), "change"), isOrAre(len(missing)), missing[0].Path)
	}
	return a.words() + " covers no finding; remove it once what it accepts is in the base"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// width says how many elements a pattern covers.
func (a Acceptance) width(elements []string) string {
	covered := map[string]bool{}
	for _, path := range elements {
		if a.matchesPath(path) {
			covered[path] = true
		}
	}
	return fmt.Sprintf("%s covers %s, whatever changes there; list the changes instead, as reports propose them",
		a.words(), wording.Count(len(covered), "element"))
}

// words names an acceptance and its place.
func (a Acceptance) words() string {
	at := a.Path
	if a.Changes != nil {
		var paths []string
		for _, c := range a.Changes {
			paths = append(paths, c.Path)
		}
		at = report.JoinFirst(paths, 3, ", ")
	}
	return strings.Join([]string{a.Pos.String(), "the acceptance of " + a.Rule + " at " + at}, ": ")
}
