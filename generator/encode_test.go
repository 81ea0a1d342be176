package generator

import "example.com/opgen/internal/plan"

func Example_appendRequest() {
	show(appendRequest(getClaim))
	// Output:
	// // AppendJSON appends the body of get_claim.
	// func (r *GetClaimRequest) AppendJSON(b []byte) []byte {
	// 	b = append(b, '{')
	// 	if wire.Given(r.ClaimID) {
	// 		b = wire.AppendString(b, `"claim_id":`, *r.ClaimID)
	// 	} else if wire.Given(r.ClaimNumber) {
	// 		b = wire.AppendString(b, `"claim_number":`, *r.ClaimNumber)
	// 	}
	// 	return wire.CloseObject(b)
	// }
}

func Example_appendRequest_withoutFields() {
	show(appendRequest(flushCache))
	// Output:
	// // AppendJSON appends the body of flush_cache.
	// func (r *FlushCacheRequest) AppendJSON(b []byte) []byte { return append(b, "{}"...) }
}

func Example_appendRecord() {
	show(appendRecord(emailEntry))
	// Output:
	// var fieldsOfEmailEntry wire.FieldNames
	//
	// // AppendJSON appends the record.
	// func (r *EmailEntry) AppendJSON(b []byte) []byte {
	// 	b = append(b, '{')
	// 	b = wire.AppendOptString(b, `"type":`, r.Type)
	// 	b = wire.AppendExtra(b, r.Extra, fieldsOfEmailEntry.Of(r)...)
	// 	return wire.CloseObject(b)
	// }
}

func Example_appendResponse() {
	show(appendResponse(newContact))
	// Output:
	// // AppendJSON appends the response to new_contact.
	// func (r *NewContactResponse) AppendJSON(b []byte) []byte {
	// 	b = append(b, '{')
	// 	b = wire.AppendString(b, `"contact_id":`, r.ContactID)
	// 	return wire.CloseObject(b)
	// }
}

func Example_appendFirst() {
	show(appendFirst(plan.Request(getClaim).Send[0].(plan.First)))
	// Output:
	// if wire.Given(r.ClaimID) {
	// 	b = wire.AppendString(b, `"claim_id":`, *r.ClaimID)
	// } else if wire.Given(r.ClaimNumber) {
	// 	b = wire.AppendString(b, `"claim_number":`, *r.ClaimNumber)
	// }
}

func Example_appendGroup() {
	show(appendGroup(plan.Request(listContacts).Send[0].(plan.Group)))
	// Output:
	// if r.Page != nil || r.Limit != nil {
	// 	b = wire.AppendInt(b, `"page":`, wire.Or(r.Page, 1))
	// 	b = wire.AppendInt(b, `"limit":`, wire.Or(r.Limit, 100))
	// }
}

func Example_appendMember() {
	show(appendMember(plan.Lower(emailEntry.Fields[0])))
	// Output:
	// b = wire.AppendOptString(b, `"type":`, r.Type)
}

func Example_appendRecords() {
	show(appendRecords(newContact.Request.Fields[1])...)
	// Output:
	// b = append(b, `"emails":[`...)
	// for i := range r.Emails {
	// 	b = append(r.Emails[i].AppendJSON(b), ',')
	// }
	// b = wire.CloseArray(b)
}
