package diff

import (
	"cmp"
	"slices"
)

// Rule is a kind of change. Rules are data: what dispatches on them, lists them
// or explains them reads [Rules].
type Rule struct {
	ID        string // never renamed, and never used again for something else
	Purpose   string // what changed, in a sentence
	Rationale string // why the verdicts are what they are
	Cases     []Case // of a context, or of any; special ones beside the general one
	Security  bool   // the change exposes something, and asks for an approval of its own
	Before    string // an example: lines of the catalog before the change
	After     string // and after it; "" where they are gone
}

// Case is what a rule says of one situation.
type Case struct {
	Context  Context
	When     string // what is special about the situation, "" in general
	Verdicts Verdicts
	Level    Level  // zero: what the law says of the verdicts
	Reason   string // why the level departs from the law
}

// Context is where the thing that changed is used. A record can be in both.
type Context string

// The contexts.
const (
	Anywhere  Context = ""        // it makes no difference
	InRequest Context = "request" // a body, or a record in one
	InAnswer  Context = "answer"  // an answer, or a record in one
	Unused    Context = "unused"  // nobody meets it
)

// unusedCase is that of every rule, where the change is in a record or an enum
// that nothing uses: no code is generated of it, and nobody meets it.
var unusedCase = &Case{Context: Unused, When: "nobody meets it", Verdicts: verdicts("––––")}

// level returns how loudly the case is reported.
func (c *Case) level() Level { return cmp.Or(c.Level, c.Verdicts.Level()) }

// Rules returns the registry, sorted by id.
func Rules() []*Rule { return slices.Clone(registry) }

// RuleByID returns the rule of an id, nil where there is none.
func RuleByID(id string) *Rule { return byID[id] }

// Chapter is the rules about one subject.
type Chapter struct {
	Title string
	Rules []*Rule // in an order in which they can be read
}

// Chapters returns the registry by subject, from the whole to its parts.
func Chapters() []Chapter { return slices.Clone(chapters) }

var chapters = []Chapter{
	{"The catalog and its areas", rulesIn(areaRules)},
	{"Operations", rulesIn(operationRules)},
	{"Fields", rulesIn(fieldRules)},
	{"Types of fields", rulesIn(typeRules)},
	{"Constraints", rulesIn(constraintRules)},
	{"Defaults, and what is sent", rulesIn(sendingRules)},
	{"Enums", rulesIn(enumRules)},
	{"Records", rulesIn(recordRules)},
	{"Rules over several fields", rulesIn(groupRules)},
	{"Paging", rulesIn(pageRules)},
	{"Deprecation and documentation", rulesIn(docRules)},
}

func rulesIn(subject []Rule) []*Rule {
	rules := make([]*Rule, len(subject))
	for i := range subject {
		rules[i] = &subject[i]
	}
	return rules
}

var registry, byID = func() ([]*Rule, map[string]*Rule) {
	rules, ids := []*Rule{}, map[string]*Rule{}
	for _, chapter := range chapters {
		for _, rule := range chapter.Rules {
			rules = append(rules, rule)
			ids[rule.ID] = rule
		}
	}
	slices.SortFunc(rules, func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })
	return rules, ids
}()

// in returns the case of a rule for a situation: the special one in this
// context, the special one anywhere, the general ones in this order.
func (r *Rule) in(context Context, when string) *Case {
	if context == Unused {
		return unusedCase
	}
	for _, w := range []string{when, ""} {
		for _, ctx := range []Context{context, Anywhere} {
			for i := range r.Cases {
				if c := &r.Cases[i]; c.Context == ctx && c.When == w {
					return c
				}
			}
		}
	}
	panic("diff: rule " + r.ID + " has no case for " + string(context) + " " + when)
}
