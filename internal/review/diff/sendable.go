package diff

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/text/pattern"
)

// Rules over several fields decide more than which fields come together: they may force a field to
// carry a value, or never let it carry one. A change of a field breaks no request if the rules of the
// base refuse all requests that would show it. So each change says which ways to send its field show
// it, and this file searches requests that send a field in such a way.

// isShown reports whether some request that the base accepts may show a change, and notes such
// requests: with any other partners, rules may refuse the field.
func (c *comparison) isShown(change *Change) bool {
	if change.shownBy == (relation.Ways{}) { // it is not about a field
		return true
	}
	sent, requests := c.waysOf(change.Base, change.shownBy)
	change.Combinations = requests
	return sent != relation.Ways{}
}

// waysOf returns which of some ways to send a field the rules over several fields let requests of the
// base use, and such requests. What the field itself allows is known elsewhere.
func (c *comparison) waysOf(field Subject, wanted relation.Ways) (relation.Ways, []Combination) {
	var sent relation.Ways
	var requests []Combination
	for _, rules := range c.ruleLists(field) {
		if rules == nil {
			return wanted, nil
		}
		fieldStates := states{field.Field: c.statesOf(field.Field)}
		var conditions []condition
		for _, r := range rules {
			conditions = append(conditions, condition{r.Fields, givenOn(pairing.Base), r.Allows})
			for _, member := range r.Fields {
				fieldStates[member] = c.statesOf(member)
			}
		}
		accepted := fieldStates.acceptedBy(pairing.Base)
		for _, way := range wanted.Each() {
			wantedConditions := append([]condition{one(way.Include, field.Field)}, conditions...)
			request, result := accepted.find(wantedConditions...)
			if result != pattern.None {
				sent = sent.Or(way)
			}
			if result == pattern.Found {
				requests = append(requests, request)
			}
		}
	}
	return sent, requests
}

// statesOf returns the ways to send a field of the base, which are found once: several changes of a
// field, and those of its neighbors, ask for them.
func (c *comparison) statesOf(f *catalog.Field) []relation.State {
	if c.states[f] == nil {
		c.states[f] = relation.States(f, f)
	}
	return c.states[f]
}

// ruleLists returns the rules over several fields that apply to a field in requests: those of its
// operation, or of all operations whose request includes its record. None apply where the record is
// nested.
func (c *comparison) ruleLists(field Subject) [][]*catalog.Rule {
	if field.Operation != nil {
		return [][]*catalog.Rule{field.Operation.Rules}
	}
	var lists [][]*catalog.Rule
	for _, by := range c.uses[field.Shape] {
		switch {
		case by.Context != InRequest:
		case by.body == nil:
			return [][]*catalog.Rule{nil}
		default:
			lists = append(lists, by.operation.Rules)
		}
	}
	if lists == nil { // no request has it
		return [][]*catalog.Rule{nil}
	}
	return lists
}

// limitsOf returns the constraints on the texts of a field in requests of the base: its own, and
// those that rules over several fields amount to.
func (c *comparison) limitsOf(field Subject) []edge.Limit {
	limits := edge.Limits(field.Field)
	sent, _ := c.waysOf(field, relation.AnyWay)
	if !sent.Given {
		limits = append(limits, edge.Limit{Constraint: pattern.Length(0, 0)})
	}
	if !sent.Absent && !sent.Empty {
		limits = append(limits, edge.Limit{Constraint: pattern.Length(1, pattern.Unbounded)})
	}
	return limits
}
