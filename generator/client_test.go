package generator

func Example_generation() {
	show(generation())
	// Output:
	// // If this does not compile, the runtime is too old for this package. Update it:
	// //
	// //	go get example.com/opgen
	// const _ = wire.Generation1
}

func Example_operationVars() {
	show(operationVars(contacts))
	// Output:
	// var opFlushCache = &api.Operation{Area: "contacts", Name: "flush_cache", Path: "/api/v2/contacts/flush_cache", Effect: api.Write}
	// var opListAllContacts = &api.Operation{Area: "contacts", Name: "list_all_contacts", Path: "/api/v2/contacts/list_all_contacts", Effect: api.Read}
	// var opNewContact = &api.Operation{Area: "contacts", Name: "new_contact", Path: "/api/v2/contacts/new_contact", Effect: api.Write}
}

func Example_clientType() {
	show(clientType(claims))
	// Output:
	// // Client calls the operations of claims. It is safe for concurrent use.
	// type Client struct{ caller *api.Caller }
}

func Example_newClient() {
	show(newClient(nil, ""))
	// Output:
	// // NewClient returns a client of the service at baseURL, such as "https://host".
	// func NewClient(baseURL string, opts ...api.ClientOption) (*Client, error) {
	// 	caller, err := api.NewCaller(baseURL, opts...)
	// 	if err != nil {
	// 		return nil, err
	// 	}
	// 	return FromCaller(caller), nil
	// }
}

func Example_fromCaller() {
	show(fromCaller())
	// Output:
	// // FromCaller returns a client that calls by way of caller.
	// func FromCaller(caller *api.Caller) *Client { return &Client{caller: caller} }
}

func Example_clientMethod() {
	show(clientMethod(newContact, true))
	// Output:
	// // NewContact creates a contact.
	// func (c *Client) NewContact(ctx context.Context, req *NewContactRequest, opts ...api.CallOption) (*NewContactResponse, error) {
	// 	call := wire.Begin(c.caller, opNewContact, opts)
	// 	return wire.Do(ctx, call, wire.Coded(call, req, NewContactRequest.withCodes), decodeNewContactResponse)
	// }
}

func Example_clientMethod_raw() {
	show(clientMethod(getClaim, false))
	// Output:
	// // GetClaim reads one claim, by identifier or by number.
	// //
	// // At least one of claim_id, claim_number is required; only the first that has a value is sent.
	// func (c *Client) GetClaim(ctx context.Context, req *GetClaimRequest, opts ...api.CallOption) (*GetClaimResponse, error) {
	// 	return wire.DoRaw(ctx, wire.Begin(c.caller, opGetClaim, opts), req)
	// }
}
