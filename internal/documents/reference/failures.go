package reference

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// What pages say about the failures of one operation, and about the rules behind them.

// Refusals returns the rules that requests of the operation can violate, except for those of
// every operation, in the order of the list.
func (o operation) Refusals() string {
	broken := map[string]bool{}
	if len(catalog.Reached(o.Request).Unions) > 0 {
		broken["variant"] = true
	}
	for _, f := range requestFields(o.Operation) {
		if k := f.Type.Kind; k != catalog.Any && k != catalog.Unspecified {
			broken["type"] = true
		}
		for _, c := range plan.Checks(f) {
			broken[string(c.Requirement)] = true
		}
	}
	for _, r := range o.Rules {
		broken[r.ID()] = true
	}
	ids := plan.ViolationIDs(plan.FieldViolations)
	isKept := func(id string) bool { return !broken[id] }
	return strings.Join(slices.DeleteFunc(ids, isKept), ", ")
}

// RefusedStatus returns the status of a response to a request that breaks a rule.
func (o operation) RefusedStatus() int { return o.Envelope.StatusOf(422) }

// Outcomes describes the envelope around the response, and the failures, in words.
func (o operation) Outcomes() string {
	var words []string
	if o.Envelope != nil {
		words = o.Envelope.Words()
	}
	if o.Failure != nil {
		words = append(words, o.Failure.Words())
	}
	return strings.Join(words, " ")
}

// Rules are the rules about fields that requests can break.
func (v *view) Rules() []plan.Violation { return plan.FieldViolations }

// Everywhere are the rules that a handler checks of every body.
func (v *view) Everywhere() []plan.Violation {
	return slices.Concat(plan.NameViolations, plan.TextViolations)
}
