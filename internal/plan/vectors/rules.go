package vectors

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Each rule of a catalog should have a vector that breaks it and one that obeys it. This file lists
// the rules of an operation that vectors can show, so that a test finds those that none shows.

// Rule is a rule of the catalog that a vector can show.
type Rule struct {
	Owner     string // "contacts.new_contact", or "contacts.AddressEntry" for a rule of a record
	Name      string // "name.non_blank", "first_of.claim_id.claim_number", "AddressEntry.open"
	Field     string // its wire name, "" for a rule of a whole body or record
	Violation string // the id of its violations, "" if it cannot be broken
}

// violationRules are the ids of all violations.
var violationRules = plan.ViolationIDs(plan.FieldViolations, plan.NameViolations,
	plan.TextViolations)

// Rules returns the rules of the body of an operation, and of the records in it.
func Rules(op *catalog.Operation) []Rule {
	owner := op.String()
	rules := fieldRules(op.Request, owner, "")
	if op.Request.Open {
		rules = append(rules, Rule{Owner: owner, Name: "open"})
	}
	for _, r := range op.Rules {
		name := string(r.Kind) + "." + strings.Join(catalog.Names(r.Fields), ".")
		rules = append(rules, Rule{Owner: owner, Name: name, Violation: r.ID()})
	}
	if p := op.Pagination; p != nil && p.First != nil {
		rules = append(rules, Rule{Owner: owner, Name: "pagination.first"})
	}
	if p := op.Pagination; p != nil && p.DefaultSize != nil {
		rules = append(rules, Rule{Owner: owner, Name: "pagination.default_size"})
	}
	return append(rules, typeRules(op)...)
}

// typeRules returns the rules of the records and unions in the body of an operation.
func typeRules(op *catalog.Operation) []Rule {
	var rules []Rule
	reached := catalog.Reached(op.Request)
	for _, r := range op.Area.Records {
		if !reached.Records[r] {
			continue
		}
		owner := op.Area.Name + "." + r.Name
		if r.Open {
			rules = append(rules, Rule{Owner: owner, Name: r.Name + ".open"})
		}
		rules = append(rules, fieldRules(r, owner, r.Name+".")...)
	}
	for _, u := range op.Area.Unions {
		if !reached.Unions[u] {
			continue
		}
		owner := op.Area.Name + "." + u.Name
		rules = append(rules,
			Rule{Owner: owner, Name: u.Name + ".by", Field: u.By, Violation: "variant"})
		if u.Open {
			rules = append(rules, Rule{Owner: owner, Name: u.Name + ".open"})
		}
	}
	return rules
}

// fieldRules returns the rules of the fields of a body or record: first the checks, then the
// rules of sending.
func fieldRules(s *catalog.Shape, owner, prefix string) []Rule {
	var rules []Rule
	for _, f := range s.Fields {
		add := func(key, violation string) {
			rules = append(rules,
				Rule{Owner: owner, Name: prefix + f.Name + "." + key, Field: f.Name, Violation: violation})
		}
		for _, c := range plan.Checks(f) {
			if c.Requirement != plan.Number && c.Requirement != plan.Nested {
				add(strings.ReplaceAll(string(c.Requirement), "-", "_"), string(c.Requirement))
			}
		}
		m := plan.FieldStep(f)
		if m.Default != nil {
			add("default", "")
		}
		switch m.When.(type) {
		case plan.FirstItemGiven:
			add("send_if", "")
		case plan.Given:
			add("omit_empty", "")
		}
	}
	return rules
}
