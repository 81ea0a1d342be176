package generator

import "example.com/opgen/internal/plan"

func Example_decodeRequest() {
	show(decodeRequest(getClaim))
	// Output:
	// func decodeGetClaimRequest(d *api.Decoder) *GetClaimRequest {
	// 	s, r := api.NewSlab[GetClaimRequest, [2]string]()
	// 	for d.Begin(s.Slots[:]); d.Next(); {
	// 		switch d.Key() {
	// 		case "claim_id":
	// 			r.ClaimID = d.OptString(0)
	// 		case "claim_number":
	// 			r.ClaimNumber = d.OptString(1)
	// 		}
	// 	}
	// 	r.validate(&d.Validator)
	// 	switch {
	// 	case api.Given(r.ClaimID):
	// 		r.ClaimNumber = nil
	// 	default:
	// 		r.ClaimID = nil
	// 	}
	// 	return r
	// }
}

func Example_decodeResponse() {
	show(decodeResponse(newContact))
	// Output:
	// func decodeNewContactResponse(d *api.Decoder) *NewContactResponse {
	// 	r := &NewContactResponse{Raw: d.Raw()}
	// 	for d.Begin(nil); d.Next(); {
	// 		switch d.Key() {
	// 		case "contact_id":
	// 			r.ContactID = d.String(0)
	// 		}
	// 	}
	// 	d.Require(0, "contact_id")
	// 	return r
	// }
}

func Example_decodeRecord() {
	show(decodeRecord(emailEntry))
	// Output:
	// func decodeEmailEntry(d *api.Decoder, r *EmailEntry) {
	// 	for d.Begin(nil); d.Next(); {
	// 		switch d.Key() {
	// 		case "type":
	// 			r.Type = d.OptString(0)
	// 		default:
	// 			d.Extra(&r.Extra)
	// 		}
	// 	}
	// }
}

func Example_decodeMember() {
	show(decodeMember(getClaim.Request.Fields[0], 0))
	// Output:
	// r.ClaimID = d.OptString(0)
}

func Example_settleFirst() {
	show(settleFirst(plan.Request(getClaim).Settle[0].(plan.First)))
	// Output:
	// switch {
	// case api.Given(r.ClaimID):
	// 	r.ClaimNumber = nil
	// default:
	// 	r.ClaimID = nil
	// }
}

func Example_fillIn() {
	show(fillIn(plan.Of(newContact.Request.Fields[2]))...)
	// Output:
	// r.Type = api.Default(r.Type, ContactTypeIndividual)
}
