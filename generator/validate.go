package generator

import (
	"encoding/json"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// validators emits the file of the validation of requests, with the patterns and values
// that it needs.
func validators(p pkg) []jen.Code {
	v := validationFile{vars: declarations{}, methods: declarations{}, checked: newChecked()}
	for _, op := range p.operations {
		request := plan.Request(op)
		v.patterns(request)
		v.methods[op.Request.GoName] = validateMethod(op, v.checked.request(request))
	}
	v.types(p)
	for _, e := range p.enums {
		v.enum(e)
	}
	return append(v.vars.group("The patterns of fields, and the values of enums."), v.methods.sorted()...)
}

// validationFile collects the declarations of the file.
type validationFile struct {
	vars    declarations
	methods declarations
	checked *checked
}

// types adds the validation of the records and unions that requests may contain. Those that only
// responses contain have none.
func (v *validationFile) types(p pkg) {
	var requests []*catalog.Shape
	for _, op := range p.users {
		requests = append(requests, op.Request)
	}
	sent := catalog.Reached(requests...)
	for r := range sent.Records {
		if !p.declares(r) {
			continue
		}
		v.patterns(plan.Record(r))
		if v.checked.record(r) {
			v.methods[r.GoName] = validateRecord(r, v.checked)
		}
	}
	for u := range sent.Unions {
		if p.declares(u) && v.checked.union(u) {
			v.methods[u.GoName] = validateUnion(u, v.checked)
		}
	}
}

// patterns adds the variables of the patterns of a body or record, each of them a call of
// wire.NewPattern. A pattern is compiled when it is first needed.
func (v *validationFile) patterns(p *plan.Plan) {
	for _, check := range p.Checks {
		if check.Requirement == plan.Pattern {
			name := patternVar(p.Shape, check.Field)
			v.vars[name] = jen.Var().Id(name).Op("=").Add(wireName("NewPattern")).Call(jen.Lit(check.Field.Pattern))
		}
	}
}

// enum adds the values of an enum and its methods. The variable of a shared one has a comment, so that
// it is not grouped with the others.
func (v *validationFile) enum(e *catalog.Enum) {
	if e.IsShared() {
		v.methods[e.GoName] = enumValues(e)
	} else {
		v.vars[e.GoName] = enumValues(e)
	}
	v.methods[e.GoName+" listed"] = listedMethod(e)
	v.methods[e.GoName+" values"] = valuesMethod(e)
}

// checked tells the records and unions whose values are checked beyond what decoding them requires.
// The others have no method validate, and nobody calls it.
type checked struct {
	records map[*catalog.Shape]bool // what was found out; recursive ones are not in it
}

// newChecked returns a checked that has found out nothing.
func newChecked() *checked { return &checked{map[*catalog.Shape]bool{}} }

// record reports whether a record is checked. A recursive one is, because its values may be endless.
func (c *checked) record(r *catalog.Shape) bool {
	if r.Recursive() {
		return true
	}
	isChecked, isKnown := c.records[r]
	if !isKnown {
		isChecked = len(c.fields(r, plan.Record(r).Checks)) > 0
		c.records[r] = isChecked
	}
	return isChecked
}

// union reports whether the record of a variant is checked.
func (c *checked) union(u *catalog.TaggedUnion) bool {
	return slices.ContainsFunc(u.Records(), c.record)
}

// nested reports whether the innermost values of a type are checked by a method validate.
func (c *checked) nested(t *catalog.Type) bool {
	return slices.ContainsFunc(t.Item().Records(), c.record)
}

// validateMethod emits the method that returns the violations of a request, and the one that collects
// them, if there may be any:
//
//	// Validate returns nil or an [api.ValidationError] with every violation.
//	func (r *GetClaimRequest) Validate() error { return r.validate(new(wire.Validator)).Err() }
//
//	func (r *GetClaimRequest) validate(v *wire.Validator) *wire.Validator {
//		v.AtLeastOne(api.RuleFirstOf, wire.Given(r.ClaimID) || wire.Given(r.ClaimNumber), "claim_id", "claim_number")
//		return v
//	}
func validateMethod(op *catalog.Operation, checks []jen.Code) jen.Code {
	emit := func(about string, result jen.Code) jen.Code {
		return doc(about).attach(method(op.Request.GoName, "Validate").Params().Error().Add(braces(jen.Return(result))))
	}
	if len(checks) == 0 {
		return emit("Validate returns nil, because the catalog does not constrain the body of "+op.Name+".",
			jen.Nil())
	}
	result := jen.Id("r").Dot("validate").Call(jen.New(wireName("Validator"))).Dot("Err").Call()
	return stacked("\n\n",
		emit("Validate returns nil or an [api.ValidationError] with every violation.", result),
		validateRequest(op, checks))
}

// validateRequest emits the method that validates a body: in a server during decoding, in a
// client before sending. Because it returns the validator, that does not escape to the heap:
//
//	func (r *GetClaimRequest) validate(v *wire.Validator) *wire.Validator {
//		v.AtLeastOne(api.RuleFirstOf, wire.Given(r.ClaimID) || wire.Given(r.ClaimNumber), "claim_id", "claim_number")
//		return v
//	}
func validateRequest(op *catalog.Operation, checks []jen.Code) jen.Code {
	return method(op.Request.GoName, "validate").Params(param("v",
		wireName("Validator"))).Op("*").Add(wireName("Validator")).
		Block(append(checks, jen.Return(jen.Id("v")))...)
}

// validateRecord emits the validation of a record in a request:
//
//	func (r *FileMetadata) validate(v *wire.Validator) {
//		v.NonBlank("name", r.Name)
//	}
func validateRecord(r *catalog.Shape, c *checked) jen.Code {
	checks := c.fields(r, plan.Record(r).Checks)
	if r.Recursive() {
		checks = append([]jen.Code{jen.If(jen.Id("v").Dot("Endless").Call()).Block(jen.Return())},
			checks...)
	}
	return nestedMethod(r, r.GoName, "validate", catalog.ValidateVerb, param("v", wireName("Validator"))).
		Block(checks...)
}

// validateUnion emits the validation of a union in a request:
//
//	func (r *Metadata) validate(check *wire.Validator) {
//		switch v := wire.Variant(r.Variant).(type) {
//		case MetadataFile:
//			(*FileMetadata)(&v).validate(check)
//		}
//	}
func validateUnion(u *catalog.TaggedUnion, c *checked) jen.Code {
	var cases []jen.Code
	for _, v := range variants(u) {
		if v.Record != nil && c.record(v.Record) {
			cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(
				callNested(v.Record, asRecord(v), true, "validate", catalog.ValidateVerb, jen.Id("check"))))
		}
	}
	return nestedMethod(u, u.GoName, "validate", catalog.ValidateVerb, param("check", wireName("Validator"))).
		Block(variantSwitch(u, cases))
}

// request emits the checks of a body: first of its fields, then of its rules over several
// fields.
func (c *checked) request(p *plan.Plan) []jen.Code {
	checks := c.fields(p.Shape, p.Checks)
	for _, rule := range p.Rules {
		checks = append(checks, ruleCheck(rule))
	}
	return checks
}

// ruleCheck emits the check of a rule over several fields, as in validateRequest.
func ruleCheck(rule *catalog.Rule) jen.Code {
	var conditions []jen.Code
	for _, f := range rule.Fields {
		condition := givenCondition(f)
		if f.Type.Kind == catalog.Record {
			condition = jen.Parens(condition)
		}
		conditions = append(conditions, condition)
	}
	names := literals(catalog.Names(rule.Fields))
	check := func(name string, args ...jen.Code) jen.Code {
		args = append(args, names...)
		return jen.Id("v").Dot(name).Add(inParentheses("\tv."+name, textOf(args), "", args...))
	}
	switch plan.BreachOf(rule) {
	case plan.TwoGiven:
		return check("AtMostOne", wireName("CountGiven").Call(conditions...))
	case plan.SomeGiven:
		return check("AllOrNone", wireName("CountGiven").Call(conditions...))
	case plan.NoneGiven:
		id := "RuleAtLeastOne"
		if rule.IsFirstOf() {
			id = "RuleFirstOf"
		}
		return check("AtLeastOne", apiName(id), chain("\t\t", "||", conditions))
	}
	panic("no check of rule " + rule.Kind)
}

// fields emits the checks of the fields of a body or record. Consecutive checks with
// the same condition share an if:
//
//	if r.Type != nil {
//		v.OneOf("type", string(*r.Type), valuesOfContactType...)
//	}
func (c *checked) fields(s *catalog.Shape, checks []plan.Check) []jen.Code {
	var code []jen.Code
	for rest := checks; len(rest) > 0; {
		when := rest[0].When
		n := 1
		for n < len(rest) && rest[n].When == when {
			n++
		}
		var together []jen.Code
		for _, check := range rest[:n] {
			isNeedless := check.Requirement == plan.Nested && !c.nested(check.Field.Type)
			if code := fieldCheck(s, check); code != nil && !isNeedless {
				together = append(together, code)
			}
		}
		if when != nil && together != nil {
			together = []jen.Code{ifThen(condition(when), together...)}
		}
		code = append(code, together...)
		rest = rest[n:]
	}
	return code
}

// check emits a call of the validator for a field: v.NonBlank("name", r.Name).
func check(f *catalog.Field, name string, args ...jen.Code) jen.Code {
	return jen.Id("v").Dot(name).Call(append([]jen.Code{jen.Lit(f.Name)}, args...)...)
}

// fieldCheck emits a check, or returns nil if the decoder or another check makes it.
func fieldCheck(s *catalog.Shape, c plan.Check) jen.Code {
	if c.Items {
		return itemsCheck(c)
	}
	f, value := c.Field, checkedValue(c.Field)
	switch c.Requirement {
	case plan.Required:
		if f.Go().Nilable() { // the decoder notices the others
			return check(f, "Required", condition(plan.NotNil{Field: f}))
		}
		return nil
	case plan.MinItems:
		return check(f, "MinItems", jen.Len(value), jen.Lit(*f.MinItems))
	case plan.MaxItems:
		return check(f, "MaxItems", jen.Len(value), jen.Lit(*f.MaxItems))
	case plan.Join:
		return check(f, "Joined", value, jen.Lit(f.Join))
	case plan.Enum:
		return enumCheck(f, value)
	case plan.Number:
		return check(f, "Number", value, jen.Lit(string(f.Minimum)), jen.Lit(string(f.Maximum)))
	case plan.Minimum:
		return boundCheck(f, "Minimum", value, f.Minimum)
	case plan.Maximum:
		return boundCheck(f, "Maximum", value, f.Maximum)
	case plan.Nested:
		isAddress := f.Type.Nullable || isPointer(f)
		return nestedCheck(f, jen.Lit(-1), shareableOf(f.Type), value, isAddress)
	case plan.NonBlank:
		return check(f, "NonBlank", value)
	case plan.MinLength:
		return check(f, "MinLength", value, jen.Lit(*f.MinLength))
	case plan.MaxLength:
		return check(f, "MaxLength", value, jen.Lit(*f.MaxLength))
	case plan.Pattern:
		return check(f, "Pattern", value, jen.Id(patternVar(s, f)))
	case plan.Format:
		return check(f, "Format", value, wireName(f.Format.Description().Go))
	default:
		return nil
	}
}

// checkedValue returns the expression of the value that a check gets. The condition around the check
// of a nullable field declares x, a pointer to the value.
func checkedValue(f *catalog.Field) *jen.Statement {
	switch {
	case f.Type.Nullable && appendsItself(f.Type):
		return jen.Id("x")
	case f.Type.Nullable:
		return jen.Op("*").Id("x")
	case isPointer(f) && f.Type.Kind != catalog.Record:
		return deref(f)
	default:
		return fieldExpr(f)
	}
}

// enumCheck emits the check of a value of an enum, whose values are in a variable, or of a string whose
// field lists its values.
func enumCheck(f *catalog.Field, value *jen.Statement) jen.Code {
	if f.Type.Kind == catalog.Enumeration {
		return check(f, "OneOf", jen.String().Call(value), valuesVar(f.Type.Enum).Op("..."))
	}
	args := append([]jen.Code{jen.Lit(f.Name), value}, literals(f.Enum)...)
	return jen.Id("v").Dot("OneOf").Add(inParentheses("\t\tv.OneOf", textOf(args), "", args...))
}

// boundCheck emits the check of a bound of an integer. The bounds of other numbers are arguments of
// the check of the number.
func boundCheck(f *catalog.Field, name string, value jen.Code, bound json.Number) jen.Code {
	if f.Type.Kind != catalog.Integer {
		return nil
	}
	return check(f, name, value, jen.Id(string(bound)))
}

// itemsCheck emits a check of each item:
//
//	for i := range r.Emails {
//		v.Enter("emails", i)
//		r.Emails[i].validate(v)
//		v.Leave()
//	}
func itemsCheck(c plan.Check) jen.Code {
	f := c.Field
	i := jen.Id("i")
	list := fieldExpr(c.Field)
	if f.Type.Nullable {
		list = jen.Parens(jen.Op("*").Id("x"))
	}
	if f.Type.Kind == catalog.Map || f.Type.Elem.Holder() || f.Type.Elem.Nullable {
		return composedCheck(f, list)
	}
	item := list.Clone().Index(i)
	loop := jen.For(jen.Id("i").Op(":=").Range().Add(list))
	switch {
	case c.Requirement == plan.Nested:
		return loop.Block(nestedCheck(f, i, shareableOf(f.Type.Elem), item, false))
	case c.Requirement == plan.Enum:
		return loop.Block(check(f, "OneOfItem", i, jen.String().Call(item),
			valuesVar(f.Type.Elem.Enum).Op("...")))
	default:
		return loop.Block(check(f, "NumberItem", i, item))
	}
}

// nestedCheck emits the validation of a record, or of what a pointer to one points to, at its place:
//
//	v.Enter("emails", i)
//	r.Emails[i].validate(v)
//	v.Leave()
func nestedCheck(f *catalog.Field, index jen.Code, t shareable, value *jen.Statement, pointer bool) jen.Code {
	return stacked("\n",
		check(f, "Enter", index),
		callNested(t, value, pointer, "validate", catalog.ValidateVerb, jen.Id("v")),
		jen.Id("v").Dot("Leave").Call())
}

// valuesMethod emits the method that lists the values of an enum:
//
//	// Values returns the values that the catalog lists, sorted.
//	func (ContactType) Values() []ContactType { return wire.EnumValues[ContactType](valuesOfContactType) }
func valuesMethod(e *catalog.Enum) jen.Code {
	return doc("Values returns the values that the catalog lists, sorted.").attach(
		jen.Func().Params(jen.Id(e.GoName)).Id("Values").Params().Index().Id(e.GoName).
			Add(braces(jen.Return(wireName("EnumValues").Index(jen.Id(e.GoName)).Call(valuesVar(e))))))
}

// listedMethod emits the method by which callers check an enum value, and errors decide whether to
// print it:
//
//	// IsListed reports whether the catalog lists t.
//	func (t ContactType) IsListed() bool { return slices.Contains(valuesOfContactType, string(t)) }
func listedMethod(e *catalog.Enum) jen.Code {
	return doc("IsListed reports whether the catalog lists t.").attach(
		jen.Func().Params(jen.Id("t").Id(e.GoName)).Id("IsListed").Params().Bool().
			Add(braces(jen.Return(jen.Qual("slices", "Contains").Call(valuesVar(e),
				jen.String().Call(jen.Id("t")))))))
}

// enumValues emits the values of an enum:
//
//	var valuesOfContactType = []string{
//		"individual",
//		"organization",
//	}
func enumValues(e *catalog.Enum) jen.Code {
	values := e.Texts()
	slices.Sort(values)
	start := jen.Var().Add(valuesVar(e))
	if e.IsShared() {
		start = sharedDecl(e, catalog.ValuesVerb, jen.Var())
	}
	return start.Op("=").Index().String().Add(lines("{}", literals(values)))
}
