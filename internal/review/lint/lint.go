// Package lint finds what a catalog may say but what is probably a mistake: a
// personal field that is not marked sensitive, a name that says read beside an
// effect that says write, a rule that never refuses anything.
//
// Each rule is a variable that holds its id, level, purpose, rationale and the
// function that looks. [Rules] lists them.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Rule is a kind of mistake.
type Rule struct {
	report.Rule
	Level report.Level
	Bad   string // lines of a catalog with a finding
	Good  string // and lines without
	look  func(*linter)
}

type example struct{ bad, good string }

// rule declares a rule; rules has to list it.
func rule(id string, level report.Level, purpose, rationale string, of example, look func(*linter)) *Rule {
	declared++
	return &Rule{report.Rule{ID: id, Purpose: purpose, Rationale: rationale}, level, of.bad, of.good, look}
}

var declared int

// rules are all rules, sorted by id.
var rules = slices.SortedFunc(slices.Values([]*Rule{
	missingSummary, summaryForm, missingDescription, emptyWords, assumedWithoutEvidence,
	deprecatedWithoutReplacement, deprecatedWithoutSunset, sunsetOver,
	nameStyle, fieldNameStyle, typeNameStyle, pluralType, inconsistentType,
	likelySensitive, inconsistentSensitivity, sensitiveExample,
	readNameWriteEffect, writeNameReadEffect, createIdempotentEffect, pagingWithoutItems, pagingUnsaid,
	ruleNeverFires, ruleForbidsFields, constraintNeverFires, enumValueRefused, requiredButBlank,
	unusedRecord, unusedEnum, unusedUnion, sameRecord, sameEnum, enumOfOne, overlayNearName,
	badIgnore, unusedIgnore,
}), func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })

// Rules returns all rules, sorted by id.
func Rules() []*Rule { return slices.Clone(rules) }

// Catalog returns what the rules find in a catalog, in the order of its files: the
// catalog and its overlays. Findings that a comment in these files ignores are
// returned as ignored, with the reason. Sunsets are compared with today.
func Catalog(c *catalog.Catalog, today time.Time) (found, ignored []report.Finding) {
	l := &linter{catalog: c, rules: rules, today: today.Format(time.DateOnly)}
	order := map[string]int{}
	for i, file := range c.Sources() {
		l.comments = append(l.comments, commentsIn(file)...)
		order[file.Name] = i
	}
	for _, rule := range rules {
		if rule != unusedIgnore {
			l.run(rule)
		}
	}
	all := l.findings
	l.findings = nil
	for _, f := range all {
		if comment := l.ignoring(f); comment != nil {
			f.Reason = comment.reason
			ignored = append(ignored, f)
		} else {
			found = append(found, f)
		}
	}
	l.run(unusedIgnore)
	found = append(found, l.findings...)
	for _, list := range [][]report.Finding{found, ignored} {
		slices.SortStableFunc(list, func(a, b report.Finding) int {
			return cmp.Or(cmp.Compare(order[a.Pos.File], order[b.Pos.File]), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Rule, b.Rule))
		})
	}
	return found, ignored
}

// linter is one run of all rules.
type linter struct {
	catalog  *catalog.Catalog
	rules    []*Rule
	today    string // YYYY-MM-DD
	comments []*comment
	rule     *Rule // the one that runs
	findings []report.Finding
}

func (l *linter) run(rule *Rule) {
	l.rule = rule
	rule.look(l)
}

func (l *linter) known(id string) bool {
	return slices.ContainsFunc(l.rules, func(r *Rule) bool { return r.ID == id })
}

// find adds a finding of the rule that runs.
func (l *linter) find(pos catalog.Position, path, format string, args ...any) {
	l.findings = append(l.findings, report.Finding{
		Rule: l.rule.ID, Level: l.rule.Level, Path: path, Pos: pos, Message: fmt.Sprintf(format, args...),
	})
}

// eachOperation looks at every operation.
func eachOperation(look func(l *linter, path string, op *catalog.Operation)) func(*linter) {
	return func(l *linter) {
		for op := range l.catalog.Operations() {
			look(l, op.String(), op)
		}
	}
}

// eachField looks at every field where it is written.
func eachField(look func(l *linter, path string, f *catalog.Field)) func(*linter) {
	return func(l *linter) {
		l.fields(func(path string, f *catalog.Field) { look(l, path, f) })
	}
}

// types calls f with every record, enum and union.
func (l *linter) types(f func(name string, pos catalog.Position)) {
	for _, s := range l.catalog.Records {
		f(s.Name, s.Pos)
	}
	for _, e := range l.catalog.Enums {
		f(e.Name, e.Pos)
	}
	for _, u := range l.catalog.Unions {
		f(u.Name, u.Pos)
	}
}

// shapes calls f with every record, request and response.
func (l *linter) shapes(f func(path string, s *catalog.Shape)) {
	for _, s := range l.catalog.Records {
		f(s.Name, s)
	}
	for op := range l.catalog.Operations() {
		f(op.String(), op.Request)
		f(op.String()+".response", op.Response.Shape)
	}
}

// fields calls f with every field where it is written: included fields are visited
// in their record.
func (l *linter) fields(f func(path string, field *catalog.Field)) {
	l.shapes(func(path string, s *catalog.Shape) {
		for _, field := range s.Own() {
			if !field.Whole { // a whole response has no name
				f(path+"."+field.Name, field)
			}
		}
	})
}
