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
	id string, level report.Level, purpose, rationale string, of example, look func(*linter),
) *Rule {
	described := report.Rule{ID: id, Purpose: purpose, Rationale: rationale, Level: level}
	described.Text = fmt.Sprintf("%s (%s)\n\n%s\n%s\n\nfound in:  %s\nnot in:    %s\n",
		id, level, purpose, rationale, of.bad, of.good)
	for former, current := range formerIDs {
		if current == id {
			described.Formerly = map[string]string{former: ""}
		}
	}
	r := &Rule{described, of.bad, of.good, look}
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
func Catalog(c *catalog.Catalog, today time.Time) (found, ignored []report.Finding) {
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
	all := l.findings
	l.findings = nil
	for _, f := range all {
		if comment := l.ignoringComment(f); comment != nil {
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
			return cmp.Or(
				cmp.Compare(order[a.Pos.File], order[b.Pos.File]),
				cmp.Compare(a.Pos.Line, b.Pos.Line),
				cmp.Compare(a.Pos.Col, b.Pos.Col),
				cmp.Compare(a.Rule, b.Rule),
			)
		})
	}
	return found, ignored
}

// linter is one run of all rules.
type linter struct {
	catalog  *catalog.Catalog
	today    string // YYYY-MM-DD
	comments []*comment
	rule     *Rule // the running rule
	all      []element
	findings []report.Finding
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
	return slices.DeleteFunc(slices.Clone(l.all), isUnwanted)
}

// collect lists all elements of the catalog.
func (l *linter) collect() {
	add := func(e element) {
		e.path = strings.TrimPrefix(e.parent+"."+e.name, ".")
		l.all = append(l.all, e)
	}
	fields := func(path string, s *catalog.Shape) {
		for _, f := range s.Own() {
			if f.Whole {
				continue
			}
			add(element{
				kind: "field", parent: path, name: f.Name, pos: f.Pos, field: f,
				description: f.Description, assumed: f.Assumed, deprecated: f.Deprecated,
			})
		}
	}
	body := func(path string, s *catalog.Shape) {
		body := element{kind: "body", path: path, pos: s.Pos, assumed: s.Assumed, shape: s}
		l.all = append(l.all, body)
		fields(path, s)
	}
	for _, a := range l.catalog.Areas {
		add(element{kind: "area", name: a.Name, pos: a.Pos, description: a.Description})
	}
	for _, s := range l.catalog.Records {
		add(element{
			kind: "record", name: s.Name, pos: s.Pos, shape: s,
			description: s.Description, assumed: s.Assumed,
		})
		fields(s.Name, s)
	}
	for op := range l.catalog.Operations() {
		add(element{
			kind: "operation", parent: op.Area.Name, name: op.Name, pos: op.Pos, operation: op,
			description: op.Description, deprecated: op.Deprecated,
		})
		body(op.String(), op.Request)
		body(op.String()+".response", op.Response.Shape)
	}
	for _, e := range l.catalog.Enums {
		add(element{kind: "enum", name: e.Name, pos: e.Pos, description: e.Description, enum: e})
		for _, v := range e.Values {
			add(element{kind: "value", parent: e.Name, name: v.Value, pos: v.Pos})
		}
	}
	for _, u := range l.catalog.Unions {
		add(element{kind: "union", name: u.Name, pos: u.Pos, description: u.Description, union: u})
		for _, v := range u.Variants {
			add(element{kind: "variant", parent: u.Name, name: v.Tag, pos: v.Pos})
		}
	}
}
