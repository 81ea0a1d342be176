package generator

import "example.com/opgen/internal/catalog"

func Example_requestType() {
	show(requestType(getClaim))
	// Output:
	// // GetClaimRequest is the body of get_claim.
	// //
	// // At least one of claim_id, claim_number is required; only the first that has a value is sent.
	// type GetClaimRequest struct {
	// 	ClaimID *string `json:"claim_id,omitzero"`
	//
	// 	ClaimNumber *string `json:"claim_number,omitzero"`
	// }
}

func Example_sharedTypes() {
	show(sharedTypes("The shape of these responses is unspecified.", "RawResponse", []*catalog.Operation{getClaim, flushCache}))
	// Output:
	// // The shape of these responses is unspecified.
	// type FlushCacheResponse = api.RawResponse
	// type GetClaimResponse = api.RawResponse
}

func Example_responseType() {
	show(responseType(newContact))
	// Output:
	// // NewContactResponse is the response to new_contact.
	// type NewContactResponse struct {
	// 	// Required.
	// 	ContactID string `json:"contact_id"`
	// 	// Received is what a client received. It is not sent.
	// 	Received api.Received `json:"-"`
	// }
}

func Example_recordType() {
	show(recordType(emailEntry))
	// Output:
	// // EmailEntry is an e-mail address of a contact.
	// type EmailEntry struct {
	// 	// A friendly name is sent as its code in the table email_type.
	// 	Type *string `json:"type,omitzero"`
	// 	// Extra holds the keys that the catalog does not name.
	// 	Extra api.Object `json:"-"`
	// }
}

func Example_enumType() {
	show(enumType(contactType))
	// Output:
	// // ContactType is an enum of the catalog.
	// type ContactType string
	//
	// // The values of [ContactType].
	// const (
	// 	// A person.
	// 	ContactTypeIndividual ContactType = "individual"
	//
	// 	ContactTypeOrganization ContactType = "organization"
	// )
}

func Example_printers() {
	show(printers(emailEntry))
	// Output:
	// // Format prints the fields that are given, the sensitive ones without their values.
	// func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
	// func (r EmailEntry) LogValue() slog.Value       { return wire.LogValue(r) }
}
