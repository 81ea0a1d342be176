package catalog

import (
	"fmt"
	"strings"
)

// RuleKind is the kind of a Rule, and its key.
type RuleKind string

// The rules over several fields of a body. A field carries a value if it is present, not null, and not
// an empty string, array or object.
const (
	FirstOf      RuleKind = "first_of"        // one is required, only the first is sent
	AtLeastOneOf RuleKind = "at_least_one_of" // one is required
	AtMostOneOf  RuleKind = "at_most_one_of"  // two are refused
	AllOrNoneOf  RuleKind = "all_or_none_of"  // some without the others are refused
)

// RuleKinds are all kinds of rules.
var RuleKinds = []RuleKind{FirstOf, AtLeastOneOf, AtMostOneOf, AllOrNoneOf}

// ruleWords describe the kinds of rules in sentences about the fields.
var ruleWords = map[RuleKind]string{
	FirstOf:      "At least one of %s is required; only the first that has a value is sent.",
	AtLeastOneOf: "At least one of %s is required.",
	AtMostOneOf:  "At most one of %s is allowed.",
	AllOrNoneOf:  "Either all of %s are required, or none.",
}

// Rule is a rule over two or more optional fields of a body.
type Rule struct {
	Kind   RuleKind
	Fields []*Field // in the order of the catalog, which is the priority if the rule has one
	Pos    Position
}

// ID returns the id of violations of the rule: "first-of".
func (r *Rule) ID() string { return strings.ReplaceAll(string(r.Kind), "_", "-") }

// Allows reports whether n fields with a value satisfy the rule.
func (r *Rule) Allows(n int) bool {
	switch r.Kind {
	case FirstOf, AtLeastOneOf:
		return n > 0
	case AtMostOneOf:
		return n <= 1
	case AllOrNoneOf:
		return n == 0 || n == len(r.Fields)
	}
	panic("no counts of rule " + r.Kind)
}

// IsFirstOf reports whether only the first field with a value is sent. It is what packages ask that
// treat first_of in a special way.
func (r *Rule) IsFirstOf() bool { return r.Kind == FirstOf }

// String writes a rule as a catalog does: "first_of: [a, b]".
func (r *Rule) String() string {
	return fmt.Sprintf("%s: [%s]", r.Kind, strings.Join(Names(r.Fields), ", "))
}

// Words describes the rule in a sentence.
func (r *Rule) Words() string {
	return fmt.Sprintf(ruleWords[r.Kind], strings.Join(Names(r.Fields), ", "))
}
