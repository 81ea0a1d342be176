// Package lint finds probable mistakes in a valid catalog: a personal field that is not
// marked sensitive, a name that suggests reading with the effect write, a rule that never
// refuses anything.
//
// Each rule is declared in one place, with its id, level, purpose, rationale and the
// function that looks. [Rules] lists them.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Rule is a kind of mistake.
type Rule struct {
	report.Rule
	Bad  string // lines of a catalog that have a finding
	Good string // lines that have none
	look func(*linter)
}

// example has lines of a catalog, with a finding and without one.
type example struct{ bad, good string }

// formerIDs are the current ids of rules by former ones, which settings and comments may use.
var formerIDs = map[string]string{
	"paging-unsaid":        "pagination-missing",
	"paging-without-items": "pagination-without-items",
}

// rules are all rules in the order of their declaration.
var rules []*Rule

// rule declares a rule, which looks at a catalog and adds findings.
func rule(
	id string, level report.Level, purpose, rationale string, lines example, look func(*linter),
) *Rule {
	described := report.Rule{ID: id, Purpose: purpose, Rationale: rationale, Level: level}
	described.Text = fmt.Sprintf("%s (%s)\n\n%s\n%s\n\nfound in:  %s\nnot in:    %s\n",
		id, level, purpose, rationale, lines.bad, lines.good)
	for former, current := range formerIDs {
		if current == id {
			described.Formerly = map[string]string{former: ""}
		}
	}
	r := &Rule{described, lines.bad, lines.good, look}
	rules = append(rules, r)
	return r
}

// Rules returns all rules, sorted by id.
func Rules() []*Rule {
	byID := func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) }
	return slices.SortedFunc(slices.Values(rules), byID)
}

// Catalog checks a catalog with all rules and returns the findings in the order of its
// files: the catalog and its overlays. Findings that a comment in these files ignores are
// in ignored, with the reason. Sunsets are compared with today.
func Catalog(c *catalog.Catalog, today time.Time) (findings, ignored []report.Finding) {
	l := &linter{catalog: c, today: today.Format(time.DateOnly)}
	l.collect()
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
	unfiltered := l.findings
	l.findings = nil
	for _, f := range unfiltered {
		if comment := l.ignoringComment(f); comment != nil {
			f.Reason = comment.reason
			ignored = append(ignored, f)
		} else {
			findings = append(findings, f)
		}
	}
	l.run(unusedIgnore)
	findings = append(findings, l.findings...)
	byPlace := func(a, b report.Finding) int {
		return cmp.Or(
			cmp.Compare(order[a.Pos.File], order[b.Pos.File]),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Rule, b.Rule),
		)
	}
	slices.SortStableFunc(findings, byPlace)
	slices.SortStableFunc(ignored, byPlace)
	return findings, ignored
}

// linter is one run of all rules.
type linter struct {
	catalog    *catalog.Catalog
	today      string // YYYY-MM-DD
	comments   []*comment
	rule       *Rule // the running rule
	everything []element
	findings   []report.Finding
}

// run runs a rule. Findings take their id and level from it.
func (l *linter) run(rule *Rule) {
	l.rule = rule
	rule.look(l)
}

// isRule reports whether there is a rule with an id.
func isRule(id string) bool {
	return slices.ContainsFunc(rules, func(r *Rule) bool { return r.ID == id })
}

// findIf adds a finding about an element of the catalog if a condition holds.
func (l *linter) findIf(holds bool, e element, format string, args ...any) {
	if holds {
		l.find(e.pos, e.path, format, args...)
	}
}

// find adds a finding of the running rule.
func (l *linter) find(pos catalog.Position, path, format string, args ...any) {
	l.findings = append(l.findings, report.Finding{
		Rule:    l.rule.ID,
		Level:   l.rule.Level,
		Path:    path,
		Pos:     report.Place{Position: pos},
		Message: fmt.Sprintf(format, args...),
	})
}

// element is a named part of a catalog, or a body.
type element struct {
	kind, parent, path, name string // a body has no name
	pos                      catalog.Position
	description, assumed     string
	deprecated               *catalog.Deprecation

	shape     *catalog.Shape // of a record or body
	operation *catalog.Operation
	field     *catalog.Field // where it is declared: included fields are in their record
	enum      *catalog.Enum
	union     *catalog.TaggedUnion
}

// checkElements looks at the elements of some kinds.
func checkElements(kinds string, look func(l *linter, e element)) func(*linter) {
	return func(l *linter) {
		for _, e := range l.elements(kinds) {
			look(l, e)
		}
	}
}

// elements returns the elements of some kinds, in the order of the catalog.
func (l *linter) elements(kinds string) []element {
	wanted := strings.Fields(kinds)
	isUnwanted := func(e element) bool { return !slices.Contains(wanted, e.kind) }
	return slices.DeleteFunc(slices.Clone(l.everything), isUnwanted)
}

// collect lists all elements of the catalog: areas, then records, operations with their bodies,
// enums and unions, each before what it contains.
func (l *linter) collect() {
	for _, a := range l.catalog.Areas {
		l.add(element{kind: "area", name: a.Name, pos: a.Pos, description: a.Description})
	}
	for _, s := range l.catalog.Records {
		l.add(element{
			kind: "record", name: s.Name, pos: s.Pos, shape: s,
			description: s.Description, assumed: s.Assumed,
		})
		l.addFields(s.Name, s)
	}
	for op := range l.catalog.Operations() {
		l.add(element{
			kind: "operation", parent: op.Area.Name, name: op.Name, pos: op.Pos, operation: op,
			description: op.Description, deprecated: op.Deprecated,
		})
		l.addBody(op.String(), op.Request)
		l.addBody(op.String()+".response", op.Response.Shape)
	}
	for _, e := range l.catalog.Enums {
		l.add(element{kind: "enum", name: e.Name, pos: e.Pos, description: e.Description, enum: e})
		for _, v := range e.Values {
			l.add(element{kind: "value", parent: e.Name, name: v.Value, pos: v.Pos})
		}
	}
	for _, u := range l.catalog.Unions {
		l.add(element{kind: "union", name: u.Name, pos: u.Pos, description: u.Description, union: u})
		for _, v := range u.Variants {
			l.add(element{kind: "variant", parent: u.Name, name: v.Tag, pos: v.Pos})
		}
	}
}

// add adds an element, whose path follows from its parent and its name.
func (l *linter) add(e element) {
	e.path = strings.TrimPrefix(e.parent+"."+e.name, ".")
	l.everything = append(l.everything, e)
}

// addBody adds a request or a response, which has a path and no name, and its fields.
func (l *linter) addBody(path string, s *catalog.Shape) {
	body := element{kind: "body", path: path, pos: s.Pos, assumed: s.Assumed, shape: s}
	l.everything = append(l.everything, body)
	l.addFields(path, s)
}

// addFields adds the fields that a shape declares itself. A response of one type is no field.
func (l *linter) addFields(path string, s *catalog.Shape) {
	for _, f := range s.Own() {
		if f.Whole {
			continue
		}
		l.add(element{
			kind: "field", parent: path, name: f.Name, pos: f.Pos, field: f,
			description: f.Description, assumed: f.Assumed, deprecated: f.Deprecated,
		})
	}
}
