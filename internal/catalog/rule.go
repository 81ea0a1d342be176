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

// Demand describes a kind of rule: how many of its fields must carry a value.
type Demand struct {
	Kind     RuleKind
	Min, Max int    // number of fields with a value
	OrNone   bool   // zero is also allowed
	Priority bool   // only the first field with a value is sent
	words    string // a sentence about the fields
}

// every in a Demand is the number of fields of the rule.
const every = -1

// Demands are all kinds of rules.
var Demands = []Demand{
	{FirstOf, 1, every, false, true, "At least one of %s is required; only the first that has a value is sent."},
	{AtLeastOneOf, 1, every, false, false, "At least one of %s is required."},
	{AtMostOneOf, 0, 1, false, false, "At most one of %s is allowed."},
	{AllOrNoneOf, every, every, true, false, "Either all of %s are required, or none."},
}

// demand returns the description of a kind, for a rule over n fields.
func (k RuleKind) demand(n int) Demand {
	for _, d := range Demands {
		if d.Kind != k {
			continue
		}
		if d.Min == every {
			d.Min = n
		}
		if d.Max == every {
			d.Max = n
		}
		return d
	}
	panic("no rule over several fields is called " + string(k))
}

// Rule is a rule over two or more optional fields of a body.
type Rule struct {
	Kind   RuleKind
	Fields []*Field // in the order of the catalog, which is the priority if the rule has one
	Pos    Position
}

// Demand returns how many fields of the rule must carry a value.
func (r *Rule) Demand() Demand { return r.Kind.demand(len(r.Fields)) }

// Allows reports whether n fields with a value satisfy the rule.
func (d Demand) Allows(n int) bool { return d.Min <= n && n <= d.Max || d.OrNone && n == 0 }

// Words describes the rule in a sentence.
func (r *Rule) Words() string {
	return fmt.Sprintf(r.Demand().words, strings.Join(Names(r.Fields), ", "))
}
