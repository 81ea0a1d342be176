package catalog

import (
	"fmt"
	"strings"
)

// RuleKind is the kind of a Rule, and its key.
type RuleKind string

// The rules over several fields of a body. A field counts if it carries a
// value: it is present, not null, and not an empty string, array or object.
const (
	FirstOf      RuleKind = "first_of"        // one is required, only the first is sent
	AtLeastOneOf RuleKind = "at_least_one_of" // one is required
	AtMostOneOf  RuleKind = "at_most_one_of"  // two are refused
	AllOrNoneOf  RuleKind = "all_or_none_of"  // some without the others are refused
)

// Demand describes a kind of rule: how many of its fields must carry a value. The grammar,
// the check of a catalog, plans and the importer read this description.
type Demand struct {
	Kind     RuleKind
	Min, Max int    // of the fields that carry a value
	OrNone   bool   // none is also allowed
	Priority bool   // of the fields that carry a value, only the first is sent
	words    string // a sentence about the fields
}

// every is the number of fields of a rule in a Demand.
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
	Fields []*Field // in the order given, which is the priority if the rule has one
	Pos    Position
}

// Demand returns how many fields of the rule must carry a value.
func (r *Rule) Demand() Demand { return r.Kind.demand(len(r.Fields)) }

// Allows reports whether a body passes in which n fields carry a value.
func (d Demand) Allows(n int) bool { return d.Min <= n && n <= d.Max || d.OrNone && n == 0 }

// Words describes the rule in a sentence.
func (r *Rule) Words() string {
	return fmt.Sprintf(r.Demand().words, strings.Join(Names(r.Fields), ", "))
}
