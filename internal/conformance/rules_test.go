package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/inspections"
	"example.com/opgen/gen/signatures"
)

var (
	address = contacts.AddressEntry{Type: new("Mailing"), Extra: api.Object{"city": "London"}}
	email   = contacts.EmailEntry{Extra: api.Object{"email": "ada@example.com"}}
)

// At the client: a request becomes exactly this body, or it is not sent.
func TestClient(t *testing.T) {
	type ctx = context.Context
	newContact := func(r contacts.NewContactRequest) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.NewContact(c, &r)
			return err
		}
	}
	getClaim := func(r *claims.GetClaimRequest) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Claims.GetClaim(c, r)
			return err
		}
	}
	updateDates := func(r inspections.UpdateInspectionDatesRequest) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Inspections.UpdateInspectionDates(c, &r)
			return err
		}
	}
	getByIDs := func(ids []string) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.GetContactsByIDs(c, &contacts.GetContactsByIDsRequest{ContactIDList: ids})
			return err
		}
	}
	addToRole := func(r contacts.AddContactToRoleRequest) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.AddContactToRole(c, &r)
			return err
		}
	}
	listAll := func(r *contacts.ListAllContactsRequest) func(ctx, *insurance.Client) error {
		return func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.ListAllContacts(c, r)
			return err
		}
	}
	for _, c := range []struct {
		name    string
		call    func(ctx, *insurance.Client) error
		body    string   // as sent
		refused []string // or what is wrong, and nothing is sent
	}{
		{name: "name is required and non-blank, addresses hold at least one",
			call: newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{address}}),
			body: `{"name":"Ada","addresses":[{"type":"Mailing","city":"London"}],"type":"individual"}`},
		{name: "all that is missing is said at once",
			call:    newContact(contacts.NewContactRequest{Name: " \t"}),
			refused: []string{"/name non-blank", "/addresses required"}},
		{name: "no address",
			call:    newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{}}),
			refused: []string{"/addresses min-items"}},
		{name: "type is one of two",
			call: newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}},
				Type: new(contacts.ContactTypeOrganization)}),
			body: `{"name":"Ada","addresses":[{}],"type":"organization"}`},
		{name: "type is none of the two",
			call: newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}},
				Type: new(contacts.ContactType("company"))}),
			refused: []string{"/type enum"}},
		{name: "emails and phones are sent where the first entry is not empty",
			call: newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}},
				Emails: []contacts.EmailEntry{email, {}}, Phones: []contacts.PhoneEntry{{Type: new("")}}}),
			body: `{"name":"Ada","addresses":[{}],"emails":[{"email":"ada@example.com"},{}],"phones":[{"type":""}],"type":"individual"}`},
		{name: "emails and phones are not sent where the first entry is empty or missing",
			call: newContact(contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}},
				Emails: []contacts.EmailEntry{{}, email}, Phones: []contacts.PhoneEntry{}}),
			body: `{"name":"Ada","addresses":[{}],"type":"individual"}`},
		{name: "a further key cannot stand in for a field",
			call: newContact(contacts.NewContactRequest{Name: "Ada",
				Addresses: []contacts.AddressEntry{{Extra: api.Object{"type": "Mailing"}}}}),
			refused: []string{"/addresses/0/type duplicate-field"}},

		{name: "the claim's identifier alone", call: getClaim(&claims.GetClaimRequest{ClaimID: new("1")}),
			body: `{"claim_id":"1"}`},
		{name: "the claim's number alone", call: getClaim(&claims.GetClaimRequest{ClaimNumber: new("N")}),
			body: `{"claim_number":"N"}`},
		{name: "the identifier comes first, and only one is sent",
			call: getClaim(&claims.GetClaimRequest{ClaimID: new("1"), ClaimNumber: new("N")}),
			body: `{"claim_id":"1"}`},
		{name: "an empty identifier is none",
			call: getClaim(&claims.GetClaimRequest{ClaimID: new(""), ClaimNumber: new("N")}),
			body: `{"claim_number":"N"}`},
		{name: "neither identifier nor number", call: getClaim(nil), refused: []string{" first-of"}},

		{name: "the property comes first", call: updateDates(inspections.UpdateInspectionDatesRequest{
			PropertyID: new("p"), PolicyNumber: new("n"), NextInspectionDate: new("2030-01-31"), InspectionDateRequest: new("soon")}),
			body: `{"property_id":"p","next_inspection_date":"2030-01-31","inspection_date_request":"soon"}`},
		{name: "further fields without a value are not sent", call: updateDates(inspections.UpdateInspectionDatesRequest{
			PolicyNumber: new("n"), NextInspectionDate: new("")}),
			body: `{"policy_number":"n"}`},
		{name: "neither property nor policy", call: updateDates(inspections.UpdateInspectionDatesRequest{
			NextInspectionDate: new("2030-01-31")}),
			refused: []string{" first-of"}},

		{name: "identifiers travel as one string", call: getByIDs([]string{"a", "b", "c"}),
			body: `{"contact_id_list":"a,b,c"}`},
		{name: "an identifier with a comma", call: getByIDs([]string{"a,b"}), refused: []string{"/contact_id_list join"}},
		{name: "identifiers are required", call: getByIDs(nil), refused: []string{"/contact_id_list required"}},

		{name: "the default role", call: addToRole(contacts.AddContactToRoleRequest{ContactID: "c"}),
			body: `{"contact_id":"c","role_name":"Named Insured"}`},
		{name: "another role", call: addToRole(contacts.AddContactToRoleRequest{ContactID: "c", RoleName: new("Agent")}),
			body: `{"contact_id":"c","role_name":"Agent"}`},
		{name: "a blank contact", call: addToRole(contacts.AddContactToRoleRequest{}),
			refused: []string{"/contact_id non-blank"}},

		{name: "no paging", call: listAll(nil), body: `{}`},
		{name: "a page brings the limit", call: listAll(&contacts.ListAllContactsRequest{Page: new(2)}),
			body: `{"page":2,"limit":100}`},
		{name: "a limit brings the page", call: listAll(&contacts.ListAllContactsRequest{Limit: new(5)}),
			body: `{"page":1,"limit":5}`},

		{name: "keys in camel case", call: func(c ctx, client *insurance.Client) error {
			_, err := client.Signatures.VoidEnvelope(c, &signatures.VoidEnvelopeRequest{
				EnvelopeID: new("e"), RevisionID: new("r"), VoidReason: "signed twice"})
			return err
		}, body: `{"envelopeId":"e","revisionId":"r","voidReason":"signed twice"}`},
		{name: "false, zero and the empty string are sent", call: func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.UpdateContact(c, &contacts.UpdateContactRequest{Contact: &contacts.Contact{
				Name: new(""), FollowAgencyQuotingRestriction: new(false), AgentIDs: []string{}, Extra: api.Object{"zero": 0}}})
			return err
		}, body: `{"contact":{"name":"","follow_agency_quoting_restriction":false,"agent_ids":[],"zero":0}}`},
		{name: "fields of the contact, and its identifier", call: func(c ctx, client *insurance.Client) error {
			_, err := client.Contacts.ModifyContact(c, &contacts.ModifyContactRequest{Name: new("Ada"), ID: new("c-1")})
			return err
		}, body: `{"name":"Ada","id":"c-1"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, seen := serve(t)
			client, err := insurance.NewClient(server.URL)
			require.NoError(t, err)
			err = c.call(t.Context(), client)
			require.Equal(t, c.refused, violations(t, err))
			require.Equal(t, c.body, seen.body)
		})
	}
}

// At the server: a body becomes exactly this request, or it is refused.
func TestServer(t *testing.T) {
	const (
		newContact  = "/api/v2/contacts/new_contact"
		getClaim    = "/api/v2/claims/get_claim"
		updateDates = "/api/v2/inspections/update_inspection_dates"
		getByIDs    = "/api/v2/contacts/get_contacts_by_ids"
		addToRole   = "/api/v2/contacts/add_contact_to_role"
		listAll     = "/api/v2/contacts/list_all_contacts"
		void        = "/api/v2/signatures/void_envelope"
		update      = "/api/v2/contacts/update_contact"
	)
	for _, c := range []struct {
		name, path, body string
		arrives          any      // what the service is given
		refused          []string // or what is wrong
	}{
		{name: "a contact, its type filled in", path: newContact, body: `{"name":"Ada","addresses":[{"type":"Mailing","city":"London"}]}`,
			arrives: &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{address},
				Type: new(contacts.ContactTypeIndividual)}},
		{name: "everything wrong at once", path: newContact,
			body: `{"addresses":[{"type":1},2],"type":"company","nmae":"Ada","emails":{},"phones":null}`,
			refused: []string{"/addresses/0/type type", "/addresses/1 type", "/nmae unknown-field", "/emails type",
				"/name required", "/type enum"}},
		{name: "null is absent", path: newContact, body: `{"name":null,"addresses":null,"type":null}`,
			refused: []string{"/name required", "/addresses required"}},
		{name: "blank name, no address", path: newContact, body: `{"name":" ","addresses":[]}`,
			refused: []string{"/name non-blank", "/addresses min-items"}},
		{name: "a key twice", path: newContact, body: `{"name":"Ada","name":"Bob","addresses":[{"city":1,"city":2}]}`,
			refused: []string{"/name duplicate-field", "/addresses/0/city duplicate-field"}},

		{name: "the identifier comes first", path: getClaim, body: `{"claim_number":"N","claim_id":"1"}`,
			arrives: &claims.GetClaimRequest{ClaimID: new("1")}},
		{name: "an empty identifier is none", path: getClaim, body: `{"claim_number":"N","claim_id":""}`,
			arrives: &claims.GetClaimRequest{ClaimNumber: new("N")}},
		{name: "neither identifier nor number", path: getClaim, body: `{}`, refused: []string{" first-of"}},
		{name: "an empty body is an empty object", path: getClaim, body: ``, refused: []string{" first-of"}},
		{name: "a wrong type explains what is missing", path: getClaim, body: `{"claim_id":7}`,
			refused: []string{"/claim_id type"}},
		{name: "not an object", path: getClaim, body: `["claim_id"]`, refused: []string{" type"}},

		{name: "the property comes first, what is empty is absent", path: updateDates,
			body:    `{"property_id":"p","policy_number":"n","next_inspection_date":"","inspection_date_request":"soon"}`,
			arrives: &inspections.UpdateInspectionDatesRequest{PropertyID: new("p"), InspectionDateRequest: new("soon")}},
		{name: "neither property nor policy", path: updateDates, body: `{"next_inspection_date":"2030-01-31"}`,
			refused: []string{" first-of"}},

		{name: "identifiers arrive as a list", path: getByIDs, body: `{"contact_id_list":"a,b,c"}`,
			arrives: &contacts.GetContactsByIDsRequest{ContactIDList: []string{"a", "b", "c"}}},
		{name: "no identifiers", path: getByIDs, body: `{"contact_id_list":""}`,
			arrives: &contacts.GetContactsByIDsRequest{ContactIDList: []string{}}},
		{name: "an array is not a joined list", path: getByIDs, body: `{"contact_id_list":["a"]}`,
			refused: []string{"/contact_id_list type"}},
		{name: "identifiers are required", path: getByIDs, body: `{}`, refused: []string{"/contact_id_list required"}},

		{name: "the default role", path: addToRole, body: `{"contact_id":"c"}`,
			arrives: &contacts.AddContactToRoleRequest{ContactID: "c", RoleName: new("Named Insured")}},
		{name: "a blank contact", path: addToRole, body: `{"contact_id":"\t"}`, refused: []string{"/contact_id non-blank"}},

		{name: "no paging", path: listAll, body: `{}`, arrives: &contacts.ListAllContactsRequest{}},
		{name: "a page brings the limit", path: listAll, body: `{"page":2}`,
			arrives: &contacts.ListAllContactsRequest{Page: new(2), Limit: new(100)}},
		{name: "a limit brings the page", path: listAll, body: `{"limit":5.0}`,
			arrives: &contacts.ListAllContactsRequest{Page: new(1), Limit: new(5)}},
		{name: "a page is an integer", path: listAll, body: `{"page":1.5}`, refused: []string{"/page type"}},

		{name: "keys in camel case", path: void, body: `{"envelopeId":"e","revisionId":"r","voidReason":{"code":1.10}}`,
			arrives: &signatures.VoidEnvelopeRequest{EnvelopeID: new("e"), RevisionID: new("r"),
				VoidReason: map[string]any{"code": number("1.10")}}},
		{name: "keys in another case", path: void, body: `{"envelope_id":"e"}`, refused: []string{"/envelope_id unknown-field"}},
		{name: "further keys of a contact are kept", path: update, body: `{"contact":{"name":"Ada","id":"c-1"}}`,
			arrives: &contacts.UpdateContactRequest{Contact: &contacts.Contact{Name: new("Ada"), Extra: api.Object{"id": "c-1"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, seen := serve(t)
			require.Equal(t, c.refused, post(t, server, c.path, c.body))
			require.Equal(t, c.arrives, seen.request)
		})
	}
}
