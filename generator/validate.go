package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// validators emits the file of the validation of requests, with the patterns and values
// that it needs.
func validators(a *catalog.Area) []string {
	var named []declaration
	add := func(name string, code string) { named = append(named, declaration{name, code}) }
	var checked, free []declaration
	patterns := func(p *plan.Plan) {
		for _, c := range p.Checks {
			if c.Requirement == plan.Pattern {
				name := patternVar(p.Shape, c.Field)
				add(name, fmt.Sprintf("var %s = wire.NewPattern(%q)", name, c.Field.Pattern))
			}
		}
	}
	var requests, failures []*catalog.Shape
	for _, op := range a.Operations {
		requests = append(requests, op.Request)
		if op.Failure != nil {
			failures = append(failures, op.Failure.Shape())
		}
		p := plan.Request(op)
		name := op.Request.GoName
		public := "func (r *" + name + ") Validate() error { return "
		if checks := requestChecks(p); len(checks) > 0 {
			checked = append(checked, declaration{name, public + "r.validate(new(wire.Validator)).Err() }"})
			add(name, validateRequest(op, checks))
		} else {
			free = append(free, declaration{name, public + "nil }"})
		}
		patterns(p)
	}
	sent := catalog.Reached(requests...)
	for r := range sent.Records {
		add(r.GoName, validateRecord(r))
		patterns(plan.Record(r))
	}
	for u := range sent.Unions {
		add(u.GoName, validateUnion(u))
	}
	failed := catalog.Reached(failures...).Enums
	for _, e := range a.Enums {
		if !e.Open || failed[e] {
			add(e.GoName, enumValues(e))
		}
		if failed[e] {
			add(e.GoName+" listed", listedMethod(e))
		}
	}
	return slices.Concat(sorted(named),
		documented("Validate returns nil or an [api.ValidationError] with every violation.", checked),
		documented("Validate returns nil, because the catalog does not constrain these requests.", free))
}

// validateRequest emits the method that validates a body: in a server during decoding, in a
// client before sending. Because it returns the validator, that does not escape to the heap.
func validateRequest(op *catalog.Operation, checks []string) string {
	return "func (r *" + op.Request.GoName + ") validate(v *wire.Validator) *wire.Validator " +
		block(append(checks, "return v")...)
}

// validateRecord emits the validation of a record in a request.
func validateRecord(r *catalog.Shape) string {
	endless := ""
	if r.Recursive() {
		endless = when("v.Endless()", "return")
	}
	checks := fieldChecks(r, plan.Record(r).Checks)
	return "func (r *" + r.GoName + ") validate(v *wire.Validator) " + block(append([]string{endless}, checks...)...)
}

// requestChecks emits the checks of a body: first of its fields, then of its rules over
// several fields.
func requestChecks(p *plan.Plan) []string {
	checks := fieldChecks(p.Shape, p.Checks)
	for _, rule := range p.Rules {
		checks = append(checks, ruleChecks(rule)...)
	}
	return checks
}

// ruleChecks emits the checks of a rule over several fields.
func ruleChecks(rule plan.Rule) []string {
	var conditions []string
	for _, f := range rule.Fields {
		condition := given(f)
		if f.Type.Kind == catalog.Record {
			condition = "(" + condition + ")"
		}
		conditions = append(conditions, condition)
	}
	var checks []string
	names := list(literals(catalog.Names(rule.Fields))...)
	for _, breach := range rule.Breaches {
		check := ""
		switch breach {
		case plan.NoneGiven:
			id := "AtLeastOne"
			if rule.Priority {
				id = "FirstOf"
			}
			check = fmt.Sprintf("v.AtLeastOne(api.Rule%s, %s, %s)", id, strings.Join(conditions, " || "), names)
		case plan.TwoGiven:
			check = fmt.Sprintf("v.AtMostOne(wire.CountGiven(%s), %s)", list(conditions...), names)
		case plan.SomeGiven:
			check = fmt.Sprintf("v.AllOrNone(wire.CountGiven(%s), %s)", list(conditions...), names)
		default:
			panic(fmt.Sprintf("no check for breach %v of %v", breach, rule))
		}
		checks = append(checks, check)
	}
	return checks
}

// fieldChecks emits the checks of the fields of a body or record. Consecutive checks with
// the same condition share an if.
func fieldChecks(s *catalog.Shape, checks []plan.Check) []string {
	var code []string
	for rest := checks; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].When == rest[0].When {
			n++
		}
		var together []string
		for _, c := range rest[:n] {
			if check := checkOf(s, c); check != "" {
				together = append(together, check)
			}
		}
		if rest[0].When != nil {
			together = []string{when(condition(rest[0].When), together...)}
		}
		code, rest = append(code, together...), rest[n:]
	}
	return code
}

// check emits a call of the validator for a field: v.NonBlank("name", r.Name).
func check(f *catalog.Field, name string, args ...string) string {
	return fmt.Sprintf("v.%s(%q, %s)", name, f.Name, list(args...))
}

// checkOf emits a check, "" if the decoder or another check makes it.
func checkOf(s *catalog.Shape, c plan.Check) string {
	if c.Items {
		return itemsCheck(c)
	}
	f, value := c.Field, on(c.Field)
	switch {
	case f.Type.Nullable && appendsItself(f.Type):
		value = "x"
	case f.Type.Nullable:
		value = "*x"
	case pointed(f) && f.Type.Kind != catalog.Record:
		value = "*" + value
	}
	switch c.Requirement {
	case plan.Required:
		if f.Go().Nilable() { // the decoder notices the others
			return check(f, "Required", condition(plan.NotNil{Field: f}))
		}
	case plan.MinItems:
		return check(f, "MinItems", "len("+value+")", strconv.Itoa(*f.MinItems))
	case plan.MaxItems:
		return check(f, "MaxItems", "len("+value+")", strconv.Itoa(*f.MaxItems))
	case plan.Join:
		return check(f, "Joined", value, strconv.Quote(f.Join))
	case plan.Enum:
		if f.Type.Kind == catalog.Enumeration {
			return check(f, "OneOf", "string("+value+")", valuesVar(f.Type.Enum)+"...")
		}
		return check(f, "OneOf", append([]string{value}, literals(f.Enum)...)...)
	case plan.Number:
		return check(f, "Number", value, strconv.Quote(string(f.Minimum)), strconv.Quote(string(f.Maximum)))
	case plan.Minimum, plan.Maximum:
		name, bound := "Minimum", f.Minimum
		if c.Requirement == plan.Maximum {
			name, bound = "Maximum", f.Maximum
		}
		if f.Type.Kind == catalog.Integer { // Number knows its bounds
			return check(f, name, value, string(bound))
		}
	case plan.Nested:
		return enter(f, "-1", value)
	case plan.NonBlank:
		return check(f, "NonBlank", value)
	case plan.MinLength:
		return check(f, "MinLength", value, strconv.Itoa(*f.MinLength))
	case plan.MaxLength:
		return check(f, "MaxLength", value, strconv.Itoa(*f.MaxLength))
	case plan.Pattern:
		return check(f, "Pattern", value, patternVar(s, f))
	case plan.Format:
		return check(f, "Format", value, "wire."+f.Format.Description().Go)
	}
	return ""
}

// itemsCheck emits a check of each item.
func itemsCheck(c plan.Check) string {
	f, list := c.Field, on(c.Field)
	if f.Type.Nullable {
		list = "(*x)"
	}
	if f.Type.Kind == catalog.Map || f.Type.Elem.Holder() || f.Type.Elem.Nullable {
		return composedCheck(f, list)
	}
	item := list + "[i]"
	ask := check(f, "NumberItem", "i", item)
	switch c.Requirement {
	case plan.Nested:
		ask = enter(f, "i", item)
	case plan.Enum:
		ask = check(f, "OneOfItem", "i", "string("+item+")", valuesVar(f.Type.Elem.Enum)+"...")
	}
	return "for i := range " + list + " " + block(ask)
}

// enter emits the validation of a record at its place.
func enter(f *catalog.Field, index, value string) string {
	return fmt.Sprintf("v.Enter(%q, %s)\n%s.validate(v)\nv.Leave()", f.Name, index, value)
}

// patternVar returns the name of a pattern's variable. It doubles the underscores in its
// parts, so that each pair of a shape and a field has another name.
func patternVar(s *catalog.Shape, f *catalog.Field) string {
	double := func(name string) string { return strings.ReplaceAll(name, "_", "__") }
	return "patternOf" + double(s.GoName) + "_" + double(f.GoName)
}

// listedMethod emits the method by which errors decide whether to print an enum value.
func listedMethod(e *catalog.Enum) string {
	return doc("IsListed reports whether the catalog lists t.") +
		fmt.Sprintf("func (t %s) IsListed() bool { return slices.Contains(%s, string(t)) }", e.GoName, valuesVar(e))
}

// enumValues emits the values of an enum.
func enumValues(e *catalog.Enum) string {
	values := e.Texts()
	slices.Sort(values)
	return "var " + valuesVar(e) + " = []string" + lines("{}", literals(values))
}

func valuesVar(e *catalog.Enum) string { return "valuesOf" + e.GoName }
