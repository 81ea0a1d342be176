package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/review/report"
)

// This file declares what a rule is. A rule is data: its texts, its cases, and marks for what a
// table of cases cannot say. Each is a variable beside the code that reports it, in the words that
// --explain prints, so that the explanation is read whenever the code is changed.

// Rule is a kind of change. Each is a variable beside the code that detects it;
// [Chapters] lists them. The methods that return a *Rule mark it, where it is declared.
type Rule struct {
	report.Rule
	Before string // an example: lines of the catalog before the change
	After  string // and after it; "" if they are gone
	Cases  []Case // of a context, or of any; special ones beside the general one

	// How a body shows the change, for package proof.
	violation    string // the rule of the violations that it leads to; "" if there can be several
	keyViolation bool   // the violations have the key of the change as their rule
	MayRequire   bool   // it can make something required among other things
	Invisible    bool   // neither a body nor a line of Go shows it

	// The key of its findings.
	sideKey    bool
	subjectKey bool

	marks
	deprecation report.Topic // of a changelog, for changes of deprecations; "" for all others
}

// example has lines of a catalog before and after a change.
type example struct{ before, after string }

// ruleCount counts the declared rules, so that a test can find those that no chapter lists.
var ruleCount int

// rule declares a rule; [Chapters] has to list it.
func rule(id, purpose, rationale string, lines example, cases ...Case) *Rule {
	ruleCount++
	r := &Rule{
		Rule:   report.Rule{ID: id, Purpose: purpose, Rationale: rationale},
		Before: lines.before,
		After:  lines.after,
		Cases:  slices.Clone(cases),
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n%s\n%s\n\n", id, purpose, rationale)
	fmt.Fprintf(&text, "before:  %s\n", cmp.Or(lines.before, "(nothing)"))
	fmt.Fprintf(&text, "after:   %s\n\n", cmp.Or(lines.after, "(gone)"))
	text.WriteString("requests, responses, Go callers, Go services (gen diff --rules explains the signs):\n")
	for i := range r.Cases {
		c := &r.Cases[i]
		c.rule = r
		fmt.Fprintf(&text, "%s  %-7s  %s\n", c.Verdicts, c.Level, c.Condition())
	}
	r.Text = text.String()
	return r
}

// replaces names former ids that settings may use for the rule, each with the key of its
// findings now: "enum-added:enum".
func (r *Rule) replaces(ids ...string) *Rule {
	r.Formerly = map[string]string{}
	for _, former := range ids {
		id, key, _ := strings.Cut(former, ":")
		r.Formerly[id] = key
	}
	return r
}

// security marks a rule whose changes expose something.
func (r *Rule) security() *Rule {
	r.Security = true
	return r
}

// violates sets the rule, as api names it, of the violations that a change leads to.
func (r *Rule) violates(rule string) *Rule {
	r.violation = rule
	return r
}

// violatesKey marks a rule whose changes lead to violations of the rule that is their key.
func (r *Rule) violatesKey() *Rule {
	r.keyViolation = true
	return r
}

// mayRequire marks a rule whose changes may be violated by a missing member, as one among other
// causes.
func (r *Rule) mayRequire() *Rule {
	r.MayRequire = true
	return r
}

// invisible marks a rule that no example can show: how often a client calls is in no body.
func (r *Rule) invisible() *Rule {
	r.Invisible = true
	return r
}

// keyedBySide marks a rule whose findings have the key "request" or "response", after the
// gravest use.
func (r *Rule) keyedBySide() *Rule {
	r.sideKey = true
	return r
}

// keyedBySubject marks a rule whose findings have the kind of their subject as their key, such as
// "field", unless they have another key.
func (r *Rule) keyedBySubject() *Rule {
	r.subjectKey = true
	return r
}

// announces marks a rule about deprecations, whose changes are in a section of a changelog.
func (r *Rule) announces(section report.Topic) *Rule {
	r.deprecation = section
	return r
}

// goOnly marks all cases of a rule: nothing changes on the wire.
func (r *Rule) goOnly() *Rule {
	r.isGoOnly = true
	return r
}

// textOnly marks all cases of a rule: only readers of documents see the change.
func (r *Rule) textOnly() *Rule {
	r.isTextOnly = true
	return r
}

// exports marks all cases of a rule: the exported API grows.
func (r *Rule) exports() *Rule {
	r.isExporting = true
	return r
}

// Case is the judgment of a rule on one situation.
type Case struct {
	Context  Context
	When     Situation
	Verdicts report.Verdicts
	Level    report.Level // that of [Levels]
	Because  Circumstance // takes precedence over the verdicts
	rule     *Rule        // nil for [unused]
	shared   bool         // from [typeCases]
}

// verdicts returns a case with verdicts such as "B–S·": one sign each for requests, responses, Go
// callers and Go services, where B breaks, S shifts, ? is undecided, · is safe and – does not apply.
func (c Context) verdicts(symbols string) Case {
	return Case{Context: c, Verdicts: report.ParseVerdicts(symbols)}.withLevel()
}

// when returns the case for a situation.
func (c Case) when(s Situation) Case {
	c.When = s
	return c
}

// because returns the case for a circumstance, which decides the level.
func (c Case) because(circumstance Circumstance) Case {
	c.Because = circumstance
	return c.withLevel()
}

// marks returns the marks of the rule and of the situation.
func (c *Case) marks() marks {
	combined := c.When.marks
	if r := c.rule; r != nil {
		combined.isGoOnly = combined.isGoOnly || r.isGoOnly
		combined.isTextOnly = combined.isTextOnly || r.isTextOnly
		combined.isExporting = combined.isExporting || r.isExporting
	}
	return combined
}

// announces reports whether a case is about a deprecation.
func (c *Case) announces() bool { return c.rule != nil && c.rule.deprecation != "" }

// Condition returns the context and the situation in words.
func (c Case) Condition() string {
	switch {
	case c.Context == Anywhere:
		return cmp.Or(c.When.words, "anywhere")
	case c.When == general:
		return c.Context.String()
	}
	return c.Context.String() + ", " + c.When.words
}

// unused is the case of every rule for an unused record, enum or union, for which no code
// is generated.
var unused = new(Unused.verdicts("––––"))

// caseFor returns the case of a rule for a situation in this context or anywhere, or else the
// general case. A special case of any context precedes the general one of this context.
func (r *Rule) caseFor(context Context, when Situation) *Case {
	if context == Unused {
		return unused
	}
	for _, w := range []Situation{when, general} {
		for _, ctx := range []Context{context, Anywhere} {
			isWanted := func(c Case) bool { return c.Context == ctx && c.When == w }
			if i := slices.IndexFunc(r.Cases, isWanted); i >= 0 {
				return &r.Cases[i]
			}
		}
	}
	panic("diff: rule " + r.ID + " has no case for " + context.String() + " " + when.words)
}

// UsualVerdicts lists the verdicts of the rule in general.
func (r *Rule) UsualVerdicts() string {
	var verdicts []string
	for _, c := range r.Cases {
		if c.When == general {
			verdicts = append(verdicts, strings.TrimSpace(c.Context.String()+" "+c.Verdicts.String()))
		}
	}
	return strings.Join(verdicts, ", ")
}
