// Package lint finds what is allowed in a catalog and yet likely a mistake: a
// field that looks personal and is not marked, a name that says read and an
// effect that says write, a rule that can never fire.
//
// Each rule is a row of a table: id, level, purpose, rationale and the function
// that looks. What dispatches on rules, lists them or explains them reads
// [Rules].
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// Rule is something that lint looks for.
type Rule struct {
	ID        string // kebab-case, never renamed
	Level     report.Level
	Purpose   string // what it finds, in a sentence
	Rationale string // why that matters
	Bad       string // lines of a catalog in which it finds something
	Good      string // and lines that it likes
	look      func(*linter)
}

// Rules returns all rules, sorted by id.
func Rules() []*Rule { return slices.Clone(registry) }

// RuleByID returns the rule of an id, nil where there is none.
func RuleByID(id string) *Rule {
	i := slices.IndexFunc(registry, func(r *Rule) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return registry[i]
}

var registry []*Rule

func init() { // the rules about comments look the others up
	for _, subject := range [][]Rule{wordRules, nameRules, privacyRules, effectRules, useRules, deadRules, pageRules, overlayRules, commentRules} {
		for i := range subject {
			registry = append(registry, &subject[i])
		}
	}
	slices.SortFunc(registry, func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })
}

// Catalog returns what the rules find in a catalog, in the order of its files.
// These are the catalog and its overlays, whose comments may say that a finding
// is meant: such findings are returned as ignored, with the reason. What is
// deprecated is compared with today.
func Catalog(c *catalog.Catalog, files []catalog.Source, today time.Time) (found, ignored []report.Finding) {
	l := &linter{catalog: c, today: today.Format(time.DateOnly)}
	order := map[string]int{}
	for i, file := range files {
		l.comments = append(l.comments, commentsIn(file)...)
		order[file.Name] = i
	}
	for _, rule := range registry {
		l.rule = rule
		rule.look(l)
	}
	for _, f := range l.findings {
		if comment := l.ignoring(f); comment != nil {
			f.Reason = comment.reason
			ignored = append(ignored, f)
		} else {
			found = append(found, f)
		}
	}
	found = append(found, l.unused()...)
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
	today    string // YYYY-MM-DD
	comments []*comment
	rule     *Rule
	findings []report.Finding
}

// find reports something that the rule looks for.
func (l *linter) find(pos catalog.Position, path, format string, args ...any) {
	l.findings = append(l.findings, l.finding(l.rule, pos, path, fmt.Sprintf(format, args...)))
}

func (l *linter) finding(rule *Rule, pos catalog.Position, path, message string) report.Finding {
	return report.Finding{Rule: rule.ID, Level: rule.Level, Path: path, Pos: pos, Message: message}
}

// operations calls f with every operation.
func (l *linter) operations(f func(path string, op *catalog.Operation)) {
	for _, a := range l.catalog.Areas {
		for _, op := range a.Operations {
			f(a.Name+"."+op.Name, op)
		}
	}
}

// shapes calls f with every record, body and answer.
func (l *linter) shapes(f func(path string, s *catalog.Shape)) {
	for _, s := range l.catalog.Records {
		f(s.Name, s)
	}
	l.operations(func(path string, op *catalog.Operation) {
		f(path, op.Request)
		f(path+".response", op.Response.Shape)
	})
}

// fields calls f with every field where it is written: those that a body takes
// over from a record are met in the record.
func (l *linter) fields(f func(path string, field *catalog.Field)) {
	l.shapes(func(path string, s *catalog.Shape) {
		for _, field := range ownFields(s) {
			f(path+"."+field.Name, field)
		}
	})
}

// ownFields are the fields of a shape but those that it takes over.
func ownFields(s *catalog.Shape) []*catalog.Field {
	if s.Include == nil {
		return s.Fields
	}
	return s.Fields[len(s.Include.Fields):]
}
