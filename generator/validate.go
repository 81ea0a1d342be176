package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// validators is the file of what checks requests, and the patterns and values
// that the checks need.
func validators(a *catalog.Area) []jen.Code {
	var named []declaration
	add := func(name string, code jen.Code) { named = append(named, declaration{name, code}) }
	var free []declaration
	for _, op := range a.Operations {
		if checks := requestChecks(op); len(checks) > 0 {
			add(op.Request.GoName, validateRequest(op, checks))
		} else {
			free = append(free, declaration{op.Request.GoName, validateNothing(op)})
		}
		for _, f := range op.Request.Fields {
			if f.Pattern != "" {
				add(patternVar(op.Request, f), pattern(op.Request, f))
			}
		}
	}
	for _, r := range a.Records {
		add(r.GoName, validateRecord(r))
		for _, f := range r.Fields {
			if f.Pattern != "" {
				add(patternVar(r, f), pattern(r, f))
			}
		}
	}
	for _, e := range a.Enums {
		if !e.Open {
			add(e.GoName, enumValues(e))
		}
	}
	code := sorted(named)
	if free != nil {
		code = append(code, doc("Validate returns nil: any of these requests may be sent.").Add(together(free)))
	}
	return code
}

// validateNothing emits the check of a body without any rule:
//
//	func (r *FlushCacheRequest) Validate() error { return nil }
func validateNothing(op *catalog.Operation) jen.Code {
	return method(op.Request.GoName, "Validate").Params().Error().Add(braces(jen.Return(jen.Nil())))
}

// validateRequest emits the check of a body, which the server makes while it
// reads, and the client before it sends:
//
//	// Validate returns nil, or an [api.ValidationError] with every violation.
//	func (r *GetClaimRequest) Validate() error {
//		var v api.Validator
//		r.validate(&v)
//		return v.Err()
//	}
//
//	func (r *GetClaimRequest) validate(v *api.Validator) {
//		v.AtLeastOne(api.RuleFirstOf, api.Given(r.ClaimID) || api.Given(r.ClaimNumber), "claim_id", "claim_number")
//	}
func validateRequest(op *catalog.Operation, checks []jen.Code) jen.Code {
	name := op.Request.GoName
	return doc("Validate returns nil, or an [api.ValidationError] with every violation.").
		Add(method(name, "Validate")).Params().Error().Block(
		jen.Var().Id("v").Add(rt("Validator")),
		jen.Id("r").Dot("validate").Call(jen.Op("&").Id("v")),
		jen.Return(jen.Id("v").Dot("Err").Call()),
	).Line().Line().Add(method(name, "validate")).Params(validatorParam()).Block(checks...)
}

// validateRecord emits the check of a record within a request:
//
//	func (r *EmailEntry) validate(v *api.Validator) {
//		v.Extra(r.Extra, "type")
//	}
func validateRecord(r *catalog.Shape) jen.Code {
	checks := shapeChecks(r)
	if r.Open {
		checks = append(checks,
			jen.Id("v").Dot("Extra").Call(append([]jen.Code{jen.Id("r").Dot("Extra")}, text(r.Fields)...)...))
	}
	return method(r.GoName, "validate").Params(validatorParam()).Block(checks...)
}

func validatorParam() jen.Code { return jen.Id("v").Op("*").Add(rt("Validator")) }

// requestChecks emits the checks of a body: those of its fields, then those of
// its rules over several fields.
func requestChecks(op *catalog.Operation) []jen.Code {
	checks := shapeChecks(op.Request)
	for _, rule := range op.Rules {
		checks = append(checks, ruleCheck(rule))
	}
	return checks
}

// ruleCheck emits the check of a rule over several fields:
//
//	v.AtLeastOne(api.RuleFirstOf, api.Given(r.ClaimID) || api.Given(r.ClaimNumber), "claim_id", "claim_number")
func ruleCheck(rule *catalog.Rule) jen.Code {
	var conditions []jen.Code
	for _, f := range rule.Fields {
		condition := given(f)
		if f.Type.Kind == catalog.Record {
			condition = jen.Parens(condition)
		}
		conditions = append(conditions, condition)
	}
	check := func(name string, args ...jen.Code) jen.Code {
		return jen.Id("v").Dot(name).Call(append(args, text(rule.Fields)...)...)
	}
	count := rt("CountGiven").Call(conditions...)
	switch rule.Kind {
	case catalog.FirstOf:
		return check("AtLeastOne", rt("RuleFirstOf"), infix("||", conditions))
	case catalog.AtLeastOneOf:
		return check("AtLeastOne", rt("RuleAtLeastOne"), infix("||", conditions))
	case catalog.AtMostOneOf:
		return check("AtMostOne", count)
	default:
		return check("AllOrNone", count)
	}
}

// shapeChecks emits the checks of the fields of a body or record.
func shapeChecks(s *catalog.Shape) []jen.Code {
	var checks []jen.Code
	for _, f := range s.Fields {
		checks = append(checks, fieldChecks(s, f)...)
	}
	return checks
}

// fieldChecks emits the checks of a field. Those of an optional one are made
// where it is given:
//
//	if r.Type != nil {
//		v.OneOf("type", string(*r.Type), valuesOfContactType...)
//	}
func fieldChecks(s *catalog.Shape, f *catalog.Field) []jen.Code {
	var checks []jen.Code
	if f.Required && nilable(f) {
		checks = append(checks, check(f, "Required", on(f).Op("!=").Nil()))
	}
	checks = append(checks, itemChecks(f)...)
	if !pointed(f) {
		return append(checks, valueChecks(s, f, on(f))...)
	}
	if f.Type.Kind == catalog.Record {
		return []jen.Code{when(on(f).Op("!=").Nil(), valueChecks(s, f, on(f))...)}
	}
	inner := valueChecks(s, f, deref(f))
	if inner == nil {
		return checks
	}
	condition := on(f).Op("!=").Nil()
	if f.OmitEmpty {
		condition = rt("Given").Call(on(f))
	}
	return append(checks, when(condition, inner...))
}

// check emits a call of the validator about a field: v.NonBlank("name", r.Name).
func check(f *catalog.Field, name string, args ...jen.Code) jen.Code {
	return jen.Id("v").Dot(name).Call(append([]jen.Code{jen.Lit(f.Name)}, args...)...)
}

// valueChecks emits the checks of a value that is given.
func valueChecks(s *catalog.Shape, f *catalog.Field, value *jen.Statement) []jen.Code {
	var checks []jen.Code
	add := func(when bool, name string, args ...jen.Code) {
		if when {
			checks = append(checks, check(f, name, args...))
		}
	}
	asString := value
	if f.Type.Kind == catalog.Enumeration {
		asString = jen.String().Call(value)
	}
	switch f.Type.Kind {
	case catalog.Enumeration:
		add(!f.Type.Enum.Open, "OneOf", asString, valuesVar(f.Type.Enum).Op("..."))
	case catalog.Integer:
		add(f.Minimum != "", "Minimum", value, jen.Id(string(f.Minimum)))
		add(f.Maximum != "", "Maximum", value, jen.Id(string(f.Maximum)))
	case catalog.Number:
		add(true, "Number", value, jen.Lit(string(f.Minimum)), jen.Lit(string(f.Maximum)))
	case catalog.Object, catalog.Any, catalog.Unspecified:
		add(true, "Value", value)
	case catalog.Record:
		checks = append(checks, enter(f, jen.Lit(-1), value)...)
	}
	add(f.NonBlank, "NonBlank", asString)
	add(len(f.Enum) > 0, "OneOf", append([]jen.Code{asString}, literals(f.Enum)...)...)
	if f.MinLength != nil {
		add(true, "MinLength", asString, jen.Lit(*f.MinLength))
	}
	if f.MaxLength != nil {
		add(true, "MaxLength", asString, jen.Lit(*f.MaxLength))
	}
	add(f.Pattern != "", "Pattern", asString, jen.Id(patternVar(s, f)))
	return checks
}

// itemChecks emits the checks of an array and its items.
func itemChecks(f *catalog.Field) []jen.Code {
	if f.Type.Kind != catalog.Array {
		return nil
	}
	var checks []jen.Code
	if f.MinItems != nil {
		checks = append(checks, ifGiven(f, check(f, "MinItems", jen.Len(on(f)), jen.Lit(*f.MinItems))))
	}
	if f.MaxItems != nil {
		checks = append(checks, check(f, "MaxItems", jen.Len(on(f)), jen.Lit(*f.MaxItems)))
	}
	if f.Join != "" {
		checks = append(checks, check(f, "Joined", on(f), jen.Lit(f.Join)))
	}
	each := jen.For(jen.Id("i").Op(":=").Range().Add(on(f)))
	item := on(f).Index(jen.Id("i"))
	switch e := f.Type.Elem; {
	case e.Kind == catalog.Record:
		checks = append(checks, each.Block(enter(f, jen.Id("i"), item)...))
	case e.Kind == catalog.Enumeration && !e.Enum.Open:
		checks = append(checks, each.Block(
			check(f, "OneOfItem", jen.Id("i"), jen.String().Call(item), valuesVar(e.Enum).Op("..."))))
	case e.Kind == catalog.Number:
		checks = append(checks, each.Block(check(f, "NumberItem", jen.Id("i"), item)))
	case e.Kind == catalog.Object, e.Kind == catalog.Any, e.Kind == catalog.Unspecified:
		checks = append(checks, each.Block(check(f, "ValueItem", jen.Id("i"), item)))
	}
	return checks
}

// ifGiven makes a check of an optional array depend on its being given.
func ifGiven(f *catalog.Field, code jen.Code) jen.Code {
	if f.Required {
		return code
	}
	return when(on(f).Op("!=").Nil(), code)
}

// enter emits the check of a record at its place:
//
//	v.Enter("emails", i)
//	r.Emails[i].validate(v)
//	v.Leave()
func enter(f *catalog.Field, index jen.Code, value *jen.Statement) []jen.Code {
	return []jen.Code{
		check(f, "Enter", index),
		value.Clone().Dot("validate").Call(jen.Id("v")),
		jen.Id("v").Dot("Leave").Call(),
	}
}

// pattern emits the regular expression of a field:
//
//	var patternOfNewContactRequest_Name = api.NewPattern("^[A-Z]")
func pattern(s *catalog.Shape, f *catalog.Field) jen.Code {
	return jen.Var().Id(patternVar(s, f)).Op("=").Add(rt("NewPattern")).Call(jen.Lit(f.Pattern))
}

// patternVar is the name of a pattern's variable. Underscores of its parts are
// doubled, so that no two pairs of a shape and a field have one name.
func patternVar(s *catalog.Shape, f *catalog.Field) string {
	double := func(name string) string { return strings.ReplaceAll(name, "_", "__") }
	return "patternOf" + double(s.GoName) + "_" + double(f.GoName)
}

// enumValues emits the values of an enum that takes no others:
//
//	var valuesOfContactType = []string{"individual", "organization"}
func enumValues(e *catalog.Enum) jen.Code {
	var values []string
	for _, v := range e.Values {
		values = append(values, v.Value)
	}
	slices.Sort(values)
	return jen.Var().Add(valuesVar(e)).Op("=").Index().String().Values(literals(values)...)
}

func valuesVar(e *catalog.Enum) *jen.Statement { return jen.Id("valuesOf" + e.GoName) }
