package generator

import "example.com/opgen/internal/plan"

func Example_decodeRequest() {
	show(decodeRequest(getClaim))
	// Output:
	// func decodeGetClaimRequest(d *wire.Decoder) *GetClaimRequest {
	// 	const (
	// 		nClaimID = iota
	// 		nClaimNumber
	// 		slots // for the strings above
	// 	)
	// 	s, r := wire.NewSlab[GetClaimRequest, [slots]string]()
	// 	for d.Begin(s.Slots[:]); d.Next(); {
	// 		switch d.Key() {
	// 		case "claim_id":
	// 			r.ClaimID = d.OptString(nClaimID)
	// 		case "claim_number":
	// 			r.ClaimNumber = d.OptString(nClaimNumber)
	// 		}
	// 	}
	// 	r.validate(&d.Validator)
	// 	switch {
	// 	case wire.Given(r.ClaimID):
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
	// func decodeNewContactResponse(d *wire.Decoder) *NewContactResponse {
	// 	const (
	// 		nContactID = iota
	// 	)
	// 	r := &NewContactResponse{Received: d.Received()}
	// 	for d.Begin(nil); d.Next(); {
	// 		switch d.Key() {
	// 		case "contact_id":
	// 			r.ContactID = d.String(nContactID)
	// 		}
	// 	}
	// 	d.Require(nContactID, "contact_id")
	// 	return r
	// }
}

func Example_decodeRecord() {
	show(decodeRecord(emailEntry))
	// Output:
	// func decodeEmailEntry(d *wire.Decoder, r *EmailEntry) {
	// 	const (
	// 		nType = iota
	// 	)
	// 	for d.Begin(nil); d.Next(); {
	// 		switch d.Key() {
	// 		case "type":
	// 			r.Type = d.OptString(nType)
	// 		default:
	// 			d.Extra(&r.Extra)
	// 		}
	// 	}
	// }
}

func Example_memberNumbers() {
	show(memberNumbers(slotted(getClaim.Request)))
	// Output:
	// const (
	// 	nClaimID = iota
	// 	nClaimNumber
	// 	slots // for the strings above
	// )
}

func Example_decodeMember() {
	show(decodeMember(getClaim.Request.Fields[0]))
	// Output:
	// r.ClaimID = d.OptString(nClaimID)
}

func Example_settleFirst() {
	show(settleFirst(plan.Request(getClaim).Settle[0].(plan.First)))
	// Output:
	// switch {
	// case wire.Given(r.ClaimID):
	// 	r.ClaimNumber = nil
	// default:
	// 	r.ClaimID = nil
	// }
}

func Example_fillIn() {
	show(fillIn(plan.Lower(newContact.Request.Fields[2]))...)
	// Output:
	// r.Type = wire.Default(r.Type, ContactTypeIndividual)
}
