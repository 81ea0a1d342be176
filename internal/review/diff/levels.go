package diff

import (
	"slices"

	"example.com/opgen/internal/review/report"
)

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

// Circumstances, which take precedence over the verdicts.
var (
	announcedEnd  = Circumstance{"the sunset was announced, and its date has passed"}
	otherData     = Circumstance{"a call silently reads or writes data other than intended"}
	printedValues = Circumstance{"previously hidden values are printed"}
	openedUp      = Circumstance{"anyone may do what only some callers could do"}
	promisedDate  = Circumstance{"an announced date is withdrawn"}
	shortNotice   = Circumstance{"users get less notice than announced"}
	unguided      = Circumstance{"users are not told the replacement or the date"}
	unreadable    = Circumstance{"the base cannot be read, and the change fixes it"}
)

// Circumstance is a fact that determines a level regardless of the verdicts.
type Circumstance struct{ words string }

// String returns the circumstance in words, or "" if there is none.
func (c Circumstance) String() string { return c.words }

// LevelEntry is one line of [Levels].
type LevelEntry struct {
	When    string // in words
	Level   report.Level
	applies func(Case) bool
}

func circumstanceLevel(circumstance Circumstance, level report.Level) LevelEntry {
	return LevelEntry{circumstance.words, level, func(c Case) bool { return c.Because == circumstance }}
}

func verdictLevel(verdict report.Verdict, when string, level report.Level) LevelEntry {
	return LevelEntry{when, level, func(c Case) bool { return c.Verdicts.Worst() >= verdict }}
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
	{"the change breaks something, or this is undecided", report.Major,
		func(p surface) bool { return p.verdict > report.Shifts }},
	{"it shifts, and " + otherData.words, report.Major,
		func(p surface) bool { return p.verdict == report.Shifts && p.judgment.Because == otherData }},
	{"it shifts otherwise", report.Minor,
		func(p surface) bool { return p.verdict == report.Shifts }},
	{"it concerns only the other version", report.NoBump,
		func(p surface) bool { return p.verdict == report.NotApplicable || p.onWire && p.judgment.isGoOnly() }},
	{"only documentation changes", report.Patch,
		func(p surface) bool { return p.judgment.isTextOnly() }},
	{"a constraint or a rule changes, but the same values are accepted", report.Patch,
		func(p surface) bool {
			return p.judgment.Verdicts.Worst() <= report.Safe &&
				slices.Contains(equivalentSituations, p.judgment.When) && !p.judgment.exports()
		}},
	{"something is deprecated, or its sunset changes", report.Minor,
		func(p surface) bool { return slices.Contains(announcements, p.judgment.rule) }},
	{"on the wire, something is new, allowed or guaranteed", report.Minor,
		func(p surface) bool { return p.onWire }},
	{"in Go, the exported API grows", report.Minor,
		func(p surface) bool { return p.judgment.exports() }},
	{"in Go, the generated code changes", report.Patch,
		func(surface) bool { return true }},
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

// Distinctions that the verdict "safe" does not make.
var (
	goOnlyRules = []*Rule{goNameChanged, typeAdded, typeRemoved, typeRenamed, sensitivityAdded,
		sensitivityRemoved}
	equivalentSituations = []Situation{refusesNothing, admitsNothing, sameValues, noEffect}
	announcements        = []*Rule{deprecated, deprecationWithdrawn, deprecationChanged, deprecationShortened}
	exportingRules       = []*Rule{catalogAdded, operationAdded, fieldAdded, requiredFieldAdded, typeAdded, enumValueAdded, variantAdded}
)

// isGoOnly reports whether a change is not visible on the wire.
func (c *Case) isGoOnly() bool {
	return slices.Contains(goOnlyRules, c.rule) || slices.Contains([]Situation{itemsDeclared, itemsDropped, sameFields, fieldMoved, samePaths, sameJSON}, c.When)
}

// isTextOnly reports whether only readers of documents see a change.
func (c *Case) isTextOnly() bool {
	return c.rule == docOnly || slices.Contains([]Situation{stillAny, sameFields, fieldMoved}, c.When)
}

// exports reports whether a change adds to the exported API.
func (c *Case) exports() bool {
	return slices.Contains(exportingRules, c.rule) || c.When == itemsDeclared
}

func (c *Case) bumps() report.Bumps {
	v := c.Verdicts
	return report.Bumps{
		Wire: bumpOf(surface{max(v.Requests, v.Responses), c, true}),
		Go:   bumpOf(surface{max(v.Callers, v.Services), c, false}),
	}
}

func bumpOf(p surface) report.Bump {
	at := slices.IndexFunc(Versioning, func(r BumpEntry) bool { return r.applies(p) })
	return Versioning[at].Bump
}

// topic returns the section of a changelog for a change.
func (c *Change) topic() report.Topic {
	any := func(is func(*Case) bool) bool { return slices.ContainsFunc(c.cases, is) }
	switch {
	case any(func(of *Case) bool { return of.Because == announcedEnd }):
		return report.Removed
	case c.Kind == deprecationWithdrawn: // nothing that it is about is deprecated now
		return report.Changed
	case slices.Contains(announcements, c.Kind):
		return report.Deprecated
	case (c.Kind == docOnly || !any(func(of *Case) bool { return !of.isTextOnly() })) && c.Verdicts.Worst() <= report.Safe, *c.Bumps == report.Bumps{Wire: report.Patch, Go: report.Patch}:
		return report.Documented
	case slices.Contains(exportingRules, c.Kind), any((*Case).exports):
		return report.Added
	}
	return report.Changed
}
