package settings

import (
	"fmt"
	"slices"
	"time"

	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file finds acceptances that do nothing any more, or more than their authors saw. Nobody tidies
// a file of exceptions unasked.

// Compared is what a command looked at. Acceptances of other targets and of other commands'
// rules are not its business.
type Compared struct {
	Rules []report.Rule
	// Elements has the targets that were looked at; "" is the only one. A value is nil if the
	// command does not count what patterns cover.
	Elements map[string]Elements
}

// Elements returns the paths of everything in a target that a finding can be about. A path may
// be there twice. Few files have patterns, so the paths are made when one is met.
type Elements func() []string

// maxNotices is the largest number of notices about acceptances. A file that nobody tidies up must
// not hide the findings.
const maxNotices = 10

// ReportIdle adds a notice for each acceptance that does less or more than its author thinks: it
// has ended, it covers none of the findings, or it is a pattern, which also covers changes that
// nobody has seen. Call it after [Settings.Apply].
func (s *Settings) ReportIdle(r *report.Report, today time.Time, compared Compared) {
	if s == nil {
		return
	}
	day := today.Format(time.DateOnly)
	findings := slices.Concat(r.Findings, r.Accepted)
	var notices []string
	for _, a := range s.Accept {
		if !compared.concerns(a) || a.failure(r, day) != "" {
			continue
		}
		if notice := a.idle(findings, day); notice != "" {
			notices = append(notices, notice)
			continue
		}
		elements := compared.Elements[a.Target]
		if elements != nil && a.Changes == nil && isPattern(a.Path) {
			notices = append(notices, a.width(elements()))
		}
	}
	if rest := len(notices) - maxNotices; rest > 0 {
		more := fmt.Sprintf("%d more acceptances have ended, cover no finding, or are patterns", rest)
		notices = append(notices[:maxNotices], more)
	}
	r.Notices = append(r.Notices, notices...)
}

// concerns reports whether an acceptance is about something that was looked at.
func (c Compared) concerns(a Acceptance) bool {
	byID := func(rule report.Rule) bool { return rule.ID == a.Rule }
	if !slices.ContainsFunc(c.Rules, byID) {
		return false
	}
	if a.Target == "" {
		return len(c.Elements) > 0
	}
	_, isCompared := c.Elements[a.Target]
	return isCompared
}

// coversNothing ends the notice about an acceptance of something that is not found.
const coversNothing = " covers no finding; remove it unless what it accepts is still to come"

// idle says that an acceptance covers none of the findings, or not all that it lists, or
// returns "".
func (a Acceptance) idle(findings []report.Finding, day string) string {
	coversAny := slices.ContainsFunc(findings, a.covers)
	missing := a.missing(findings)
	switch {
	case coversAny && missing == nil:
		return ""
	case a.Until < day:
		return a.words() + " ended on " + a.Until + "; remove it"
	case a.Changes == nil:
		return a.words() + coversNothing
	}
	if notice := a.replaced(missing, findings); notice != "" {
		return notice
	}
	if !coversAny {
		return a.words() + coversNothing
	}
	changes := "1 change that is"
	if len(missing) > 1 {
		changes = fmt.Sprintf("%d changes that are", len(missing))
	}
	return fmt.Sprintf("%s lists %s not found, such as the one at %s; remove what is in the base",
		a.words(), changes, missing[0].Path)
}

// missing returns the listed changes that are not among the findings.
func (a Acceptance) missing(findings []report.Finding) []Change {
	var missing []Change
	for _, c := range a.Changes {
		single := a
		single.Changes = []Change{c}
		if !slices.ContainsFunc(findings, single.covers) {
			missing = append(missing, c)
		}
	}
	return missing
}

// replaced says that there is another change at the place of a missing one, or returns "". It
// needs a decision of its own.
func (a Acceptance) replaced(missing []Change, findings []report.Finding) string {
	for _, f := range findings {
		i := slices.IndexFunc(missing, func(c Change) bool { return c.Path == f.Path })
		accepted := f.Reason != ""
		if i < 0 || accepted || !a.matches(f) {
			continue
		}
		return fmt.Sprintf("%s is for the change %s at %s, not for this one: %s",
			a.words(), missing[i].ID, f.Path, f.Message)
	}
	return ""
}

// width says how many elements a pattern covers.
func (a Acceptance) width(elements []string) string {
	covered := map[string]bool{}
	for _, path := range elements {
		if a.matchesPath(path) {
			covered[path] = true
		}
	}
	const remedy = "list the changes instead, as reports propose them"
	return fmt.Sprintf("%s covers %s, whatever changes there; %s",
		a.words(), wording.Count(len(covered), "element"), remedy)
}

// words names an acceptance and its place.
func (a Acceptance) words() string {
	place := a.Path
	if a.Changes != nil {
		var paths []string
		for _, c := range a.Changes {
			paths = append(paths, c.Path)
		}
		place = report.JoinFirst(paths, 3, ", ")
	}
	return fmt.Sprintf("%s: the acceptance of %s at %s", a.Pos, a.Rule, place)
}
