package diff

import (
	"slices"

	"example.com/opgen/internal/review/report"
)

// This file turns verdicts into levels and versions. Both are tables whose first entry that applies
// decides, and --rules prints them, so that nobody has to guess why a finding is an error. A rule
// does not choose its level: that would be another opinion for each of them.

// Levels determines the level of a change: the first entry that applies decides. So equal
// verdicts have equal levels, unless a case names a circumstance.
var Levels = []LevelEntry{
	circumstanceLevel(announcedEnd, report.Info),
	circumstanceLevel(otherData, report.Error),
	circumstanceLevel(printedValues, report.Error),
	circumstanceLevel(openedUp, report.Error),
	circumstanceLevel(promisedDate, report.Error),
	circumstanceLevel(shortNotice, report.Error),
	circumstanceLevel(unguided, report.Warning),
	circumstanceLevel(unreadable, report.Warning),
	verdictLevel(report.Breaks, "requests, responses or Go source break", report.Error),
	verdictLevel(report.Undecided, "it is undecided whether something breaks", report.Error),
	verdictLevel(report.Shifts, "something shifts", report.Warning),
	verdictLevel(report.NotApplicable, "nothing breaks or shifts", report.Info),
}

// LevelEntry is one line of [Levels].
type LevelEntry struct {
	When    string // in words
	Level   report.Level
	applies func(Case) bool
}

// circumstanceLevel returns an entry that applies whatever the verdicts are.
func circumstanceLevel(circumstance Circumstance, level report.Level) LevelEntry {
	applies := func(c Case) bool { return c.Because == circumstance }
	return LevelEntry{circumstance.words, level, applies}
}

// verdictLevel returns an entry for the worst verdict of all parties, or a worse one.
func verdictLevel(verdict report.Verdict, when string, level report.Level) LevelEntry {
	applies := func(c Case) bool { return c.Verdicts.Worst() >= verdict }
	return LevelEntry{when, level, applies}
}

// withLevel returns the case with its level by [Levels].
func (c Case) withLevel() Case {
	for _, entry := range Levels {
		if entry.applies(c) {
			c.Level = entry.Level
			break
		}
	}
	return c
}

// Versioning determines which part of a version a change raises, once for the wire by the
// verdicts on requests and responses, and once for the Go module by those on callers and
// services. The first entry that applies decides. Levels and acceptances do not matter,
// because they do not change what breaks.
var Versioning = []BumpEntry{
	{"the change breaks something, or this is undecided", report.Major, surface.breaks},
	{"it shifts, and " + otherData.words, report.Major, surface.shiftsData},
	{"it shifts otherwise", report.Minor, surface.shifts},
	{"it concerns only the other version", report.NoBump, surface.isUntouched},
	{"only documentation changes", report.Patch, surface.isTextOnly},
	{"a constraint or a rule changes, but the same values are accepted", report.Patch,
		surface.isEquivalent},
	{"something is deprecated, or its sunset changes", report.Minor, surface.announces},
	{"on the wire, something is new, allowed or guaranteed", report.Minor,
		func(p surface) bool { return p.onWire }},
	{"in Go, the exported API grows", report.Minor, surface.isExporting},
	{"in Go, the generated code changes", report.Patch, func(surface) bool { return true }},
}

// BumpEntry is one line of [Versioning].
type BumpEntry struct {
	When    string // in words
	Bump    report.Bump
	applies func(surface) bool
}

// surface is the wire or Go, with the verdict of a case on it.
type surface struct {
	verdict  report.Verdict // the worse one
	judgment *Case
	onWire   bool
}

// The methods of surface are what [Versioning] asks. Undecided counts as a break: a version that
// says less would promise what nobody checked.
func (s surface) breaks() bool { return s.verdict > report.Shifts }

// The others ask whether something shifts, and for the marks of the case.
func (s surface) shifts() bool      { return s.verdict == report.Shifts }
func (s surface) shiftsData() bool  { return s.shifts() && s.judgment.Because == otherData }
func (s surface) isTextOnly() bool  { return s.judgment.marks().isTextOnly }
func (s surface) isExporting() bool { return s.judgment.marks().isExporting }
func (s surface) announces() bool   { return s.judgment.announces() }

// isUntouched reports whether the change concerns only the other surface.
func (s surface) isUntouched() bool {
	return s.verdict == report.NotApplicable || s.onWire && s.judgment.marks().isGoOnly
}

// isEquivalent reports whether the same values are accepted as before, only otherwise declared.
func (s surface) isEquivalent() bool {
	marks := s.judgment.marks()
	return marks.isEquivalent && !marks.isExporting && s.judgment.Verdicts.Worst() <= report.Safe
}

// bumps returns the parts of both versions that a case raises, by [Versioning].
func (c *Case) bumps() report.Bumps {
	v := c.Verdicts
	return report.Bumps{
		Wire: bumpOf(surface{max(v.Requests, v.Responses), c, true}),
		Go:   bumpOf(surface{max(v.Callers, v.Services), c, false}),
	}
}

// bumpOf returns the bump of the first entry that applies. The last one always does.
func bumpOf(s surface) report.Bump {
	i := slices.IndexFunc(Versioning, func(r BumpEntry) bool { return r.applies(s) })
	return Versioning[i].Bump
}
