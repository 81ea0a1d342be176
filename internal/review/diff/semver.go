package diff

import (
	"slices"

	"example.com/opgen/internal/review/report"
)

// Versioning says which part of a version a change raises. It is asked twice: of the
// wire, with the verdicts on requests and responses, and of the Go module, with those
// on callers and services. The first entry that applies decides. Nothing else does:
// not the level, which a date or a setting can lower while as much breaks, and not an
// acceptance.
var Versioning = []Raise{
	{"it breaks, or it is undecided whether it does", report.Major,
		func(p party) bool { return p.verdict > report.Shifts }},
	{"it shifts, and " + otherData.words, report.Major,
		func(p party) bool { return p.verdict == report.Shifts && p.by.Because == otherData }},
	{"it shifts: what was accepted still is, and what compiled still does", report.Minor,
		func(p party) bool { return p.verdict == report.Shifts }},
	{"nobody meets it there, such as a name in Go on the wire", report.NoBump,
		func(p party) bool { return p.verdict == report.NotApplicable || p.onWire && p.by.inGo() }},
	{"only texts change", report.Patch,
		func(p party) bool { return p.by.of(inTexts) }},
	{"a constraint or a rule changes, and the same is accepted", report.Patch,
		func(p party) bool {
			return p.by.Verdicts.Worst() <= report.Safe && slices.Contains(sayingTheSame, p.by.When) && !p.by.exports()
		}},
	{"something is deprecated, or a date for its end changes", report.Minor,
		func(p party) bool { return p.by.of(announcements) }},
	{"on the wire, something is new, allowed or promised", report.Minor,
		func(p party) bool { return p.onWire }},
	{"in Go, the exported API grows", report.Minor,
		func(p party) bool { return p.by.exports() }},
	{"in Go, the generated code is another one", report.Patch,
		func(party) bool { return true }},
}

// Raise is one line of [Versioning].
type Raise struct {
	When    string // in words
	Bump    report.Bump
	applies func(party) bool
}

// party is what a case says of the wire, or of Go.
type party struct {
	verdict report.Verdict // the worse one
	by      *Case
	onWire  bool
}

// What the verdict "safe" does not tell.
var (
	inGoAlone = []*Rule{
		areaRenamed, rootPackageRenamed, operationGoNameChanged, fieldGoNameChanged, typeAdded, typeRemoved, typeRenamed,
		enumValueGoNameChanged, variantGoNameChanged, fieldsExtractedToRecord, sensitivityAdded, sensitivityRemoved,
	}
	inTexts       = []*Rule{docOnly, evidenceChanged, versionChanged, fieldTypeDeclared, fieldTypeUndeclared, fieldsExtractedToRecord}
	sayingTheSame = []Situation{refusesNothing, admitsNothing, sameValues, noEffect}
	announcements = []*Rule{deprecated, deprecationWithdrawn, deprecationChanged, deprecationShortened}
	exporting     = []*Rule{
		catalogAdded, areaAdded, operationAdded, fieldAdded, requiredFieldAdded, oneofMemberAdded, typeAdded, enumValueAdded, variantAdded,
	}
)

// inGo reports whether a case is of a change that nobody meets on the wire.
func (c *Case) inGo() bool {
	return c.of(inGoAlone) || c.When == itemsDeclared || c.When == itemsDropped
}

// exports reports whether a case is of a change that adds to the exported API.
func (c *Case) exports() bool { return c.of(exporting) || c.When == itemsDeclared }

// of tells whether a case is one of these rules.
func (c *Case) of(rules []*Rule) bool {
	for _, r := range rules {
		for i := range r.Cases {
			if c == &r.Cases[i] {
				return true
			}
		}
	}
	return false
}

// raises returns what a case raises.
func (c *Case) raises() report.Bumps {
	v := c.Verdicts
	return report.Bumps{
		Wire: raised(party{max(v.Requests, v.Answers), c, true}),
		Go:   raised(party{max(v.Callers, v.Services), c, false}),
	}
}

func raised(p party) report.Bump {
	at := slices.IndexFunc(Versioning, func(r Raise) bool { return r.applies(p) })
	return Versioning[at].Bump
}

// topic returns what the change is in a changelog.
func (c *Change) topic() report.Topic {
	is := func(rules []*Rule) bool { return slices.Contains(rules, c.Kind) }
	switch {
	case slices.ContainsFunc(c.cases, func(of *Case) bool { return of.Because == announcedEnd }):
		return report.Removed
	case is(announcements):
		return report.Deprecated
	case is(inTexts) && c.Verdicts.Worst() <= report.Safe, c.Bumps == report.Bumps{Wire: report.Patch, Go: report.Patch}:
		return report.Documented
	case is(exporting), slices.ContainsFunc(c.cases, (*Case).exports):
		return report.Added
	}
	return report.Changed
}
