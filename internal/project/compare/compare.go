// Package compare compares the catalogs of two revisions or files: it pairs the targets of both
// sides, finds the changes of each pair and of the import paths of their code, and applies what
// the settings decide.
package compare

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// acceptancePeriod is the number of months for which a proposed acceptance is valid.
const acceptancePeriod = 3

// Catalogs compares the catalogs. The settings of the base decide about the findings, so that a
// change cannot accept itself. Its error is about what cannot be read; what breaks is a finding.
func Catalogs(q Query) (*report.Report, error) {
	s, err := parseSides(q.Base, q.Head)
	if err != nil {
		return nil, err
	}
	r := &report.Report{
		Command: "gen diff",
		Rules:   targets.DiffRules(),
		Decided: "the base's " + settings.Name,
		Release: &report.Release{},
	}
	if s.before.Note != "" {
		r.Notices = append(r.Notices, s.before.Note)
	}
	baseDecisions, err := baseSettings(s.before, r, ", and the targets come from the working tree")
	if err != nil {
		return nil, err
	}
	decided, err := s.decisions(q, baseDecisions, r)
	if err != nil {
		return nil, err
	}
	c := &comparer{
		report: r,
		files:  &renameFinder{base: s.before, head: s.after},
		dates:  datesOf(decided, q.Today),
		calls:  q.Calls,
	}
	results, err := c.compareSides(s, baseDecisions, q.Targets)
	if err != nil {
		return nil, err
	}
	decided.Apply(r, q.Today)
	if !q.Releasing { // a review is the time to tidy up
		compared := settings.Compared{Rules: r.Rules, Elements: elementsOf(results)}
		decided.ReportIdle(r, q.Today, compared)
	}
	if err := q.Calls.apply(r); err != nil {
		return nil, err
	}
	completeRelease(r.Release, revisions{
		base: cmp.Or(s.before.Tip, s.before.Revision),
		head: s.after.Revision,
	}, r.Bumps().Go, q.Today)
	r.Remedies = settings.Entries(r, q.FailLevel, q.Today.AddDate(0, acceptancePeriod, 0))
	return r, nil
}

// compareSides adds the changes between all catalogs of both sides to the report, those of import
// paths first. The settings of the base have been read; those of the head name its targets.
func (c *comparer) compareSides(
	s sides, baseDecisions *settings.Settings, selected *targets.Selection,
) ([]*result, error) {
	headSettings, err := targets.ReadSettings(s.after)
	if err != nil {
		return nil, err
	}
	before, err := newSide(s.before, baseDecisions, selected)
	if err != nil {
		return nil, err
	}
	after, err := newSide(s.after, headSettings, selected)
	if err != nil {
		return nil, err
	}
	paired, err := pairs(before, after, selected.Overlays)
	if err != nil {
		return nil, err
	}
	results, err := c.comparePairs(paired)
	if err != nil {
		return nil, err
	}
	moves, err := importMoves(results, before, after)
	if err != nil {
		return nil, err
	}
	c.report.Findings = append(moves, c.report.Findings...)
	return results, nil
}

// datesOf returns the dates of a comparison, with the notice period of the settings.
func datesOf(decided *settings.Settings, today time.Time) diff.Dates {
	dates := diff.Dates{Today: today}
	if decided != nil && decided.Notice != (settings.Period{}) {
		dates.Notice = decided.Notice.After(today)
	}
	return dates
}

// comparePairs adds the changes in each pair of catalogs to the report. If the catalog of a
// target that is gone from the settings was found under a new name, that pair has its results.
func (c *comparer) comparePairs(paired []pair) ([]*result, error) {
	for _, p := range paired {
		if !p.isLeftover {
			c.files.compared = append(c.files.compared, p.before.String())
		}
	}
	var results []*result
	var subjects []string
	for _, p := range paired {
		if p.isLeftover && slices.Contains(c.files.foundFiles, p.before.String()) {
			moveTarget(p, results)
			continue
		}
		r, err := c.compare(p)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
		subjects = append(subjects, r.String())
		c.add(r)
	}
	c.report.Subject = strings.Join(subjects, ", ")
	return results, nil
}

// moveTarget makes the target of a pair the old target of the result that has its catalog.
func moveTarget(p pair, results []*result) {
	for _, r := range results {
		if !r.isLeftover && r.before.String() == p.before.String() {
			r.oldTarget = p.oldTarget
			return
		}
	}
}

// add adds the result of a pair to the report.
func (c *comparer) add(r *result) {
	for i := range r.findings {
		r.findings[i].Target = r.target
	}
	c.report.Findings = append(c.report.Findings, r.findings...)
	c.report.Release.Targets = append(c.report.Release.Targets, r.target)
	if !r.isGone {
		c.report.Head = cmp.Or(c.report.Head, r.after.Path)
	}
	if r.before.Outdated(c.files.head) {
		c.notice("%s has changes that are not in HEAD, which look reverted here; "+
			"gen diff %s... leaves them out", r.before, r.before.Short())
	}
}

// elementsOf returns the elements of the catalogs that were compared, by target.
func elementsOf(results []*result) map[string]settings.Elements {
	compared := map[string]settings.Elements{}
	for _, r := range results {
		if r.elements != nil {
			compared[r.target] = r.elements
		}
	}
	return compared
}
