package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/plan"
)

func Example_validateRequest() {
	show(validateRequest(getClaim, requestChecks(plan.Request(getClaim))))
	// Output:
	// // Validate returns nil, or an [api.ValidationError] with every violation.
	// func (r *GetClaimRequest) Validate() error {
	// 	var v wire.Validator
	// 	r.validate(&v)
	// 	return v.Err()
	// }
	//
	// func (r *GetClaimRequest) validate(v *wire.Validator) {
	// 	v.AtLeastOne(api.RuleFirstOf, wire.Given(r.ClaimID) || wire.Given(r.ClaimNumber), "claim_id", "claim_number")
	// }
}

func Example_validateNothing() {
	show(validateNothing(flushCache))
	// Output:
	// func (r *FlushCacheRequest) Validate() error { return nil }
}

func Example_validateRecord() {
	show(validateRecord(emailEntry))
	// Output:
	// func (r *EmailEntry) validate(v *wire.Validator) {
	// 	v.Extra(r.Extra, fieldsOfEmailEntry.Of(r)...)
	// }
}

func Example_ruleChecks() {
	show(ruleChecks(plan.Rules(getClaim)[0])...)
	// Output:
	// v.AtLeastOne(api.RuleFirstOf, wire.Given(r.ClaimID) || wire.Given(r.ClaimNumber), "claim_id", "claim_number")
}

func Example_fieldChecks() {
	show(fieldChecks(newContact.Request, plan.Checks(newContact.Request.Fields[2]))...)
	// Output:
	// if r.Type != nil {
	// 	v.OneOf("type", string(*r.Type), valuesOfContactType...)
	// }
}

func Example_itemsCheck() {
	show(itemsCheck(plan.Checks(newContact.Request.Fields[1])[0]))
	// Output:
	// for i := range r.Emails {
	// 	v.Enter("emails", i)
	// 	r.Emails[i].validate(v)
	// 	v.Leave()
	// }
}

func Example_enter() {
	show(enter(newContact.Request.Fields[1], jen.Id("i"), on(newContact.Request.Fields[1]).Index(jen.Id("i")))...)
	// Output:
	// v.Enter("emails", i)
	// r.Emails[i].validate(v)
	// v.Leave()
}

func Example_pattern() {
	show(pattern(newContact.Request, newContact.Request.Fields[0]))
	// Output:
	// var patternOfNewContactRequest_Name = wire.NewPattern("^[A-Z]")
}

func Example_enumValues() {
	show(enumValues(contactType))
	// Output:
	// var valuesOfContactType = []string{
	// 	"individual",
	// 	"organization",
	// }
}
