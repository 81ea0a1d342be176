package reference

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// Refusals returns the rules that requests of the operation can violate, except for those of
// every operation, in the order of the list.
func (o operation) Refusals() string {
	broken := map[string]bool{}
	fields := slices.Clone(o.Request.Fields)
	all := catalog.Reached(o.Request)
	for r := range all.Records {
		fields = append(fields, r.Fields...)
	}
	if len(all.Unions) > 0 {
		broken["variant"] = true
	}
	for _, f := range fields {
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
	return strings.Join(slices.DeleteFunc(ids, func(id string) bool { return !broken[id] }), ", ")
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

// FailureWords explains envelopes and failures of operations, "" if there are none.
func (v *view) FailureWords() string {
	for op := range v.Operations() {
		if (operation{Operation: op}).Outcomes() != "" {
			return "An operation may describe an envelope around its responses, or its failures. Its failures then have the status and the shape that it says, in place of the problem below. In Go, each is an api.Error too, and api.FailureOf returns a failure that has a type."
		}
	}
	return ""
}

// Refused returns an example of a problem: the response to an empty body for the first
// operation that requires a field, or nil if there is none.
func (v *view) Refused() *refused {
	for _, a := range v.Areas {
		for _, o := range a.Operations {
			var violations []string
			for _, f := range o.Request.Fields {
				if f.Required {
					violations = append(violations, fmt.Sprintf(`{"field":%s,"rule":"required","message":"is required"}`, wording.Literal("/"+jsonpointer.Escape(f.Name))))
				}
			}
			if violations != nil && len(violations) <= 3 && len(o.Rules) == 0 {
				return &refused{o, sample.Indented(fmt.Sprintf(
					`{"title":"Unprocessable Entity","status":422,"detail":"the request body breaks rules of the operation","errors":[%s]}`,
					strings.Join(violations, ",")))}
			}
		}
	}
	return nil
}

type refused struct {
	operation
	Problem string // JSON
}

// Failures returns the data of the section about failures.
func (v *view) Failures() failures {
	return failures{openapi.Statuses, openapi.ProblemMembers, openapi.ViolationMembers, plan.FieldViolations, slices.Concat(plan.NameViolations, plan.TextViolations)}
}

type failures struct {
	Statuses                         []openapi.Status
	ProblemMembers, ViolationMembers []openapi.Member
	Rules, Everywhere                []plan.Violation
}
