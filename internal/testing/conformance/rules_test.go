package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/signatures"
)

// spec/vectors holds the rules of the specification; tests beside the bindings run
// them. The tests here cover what vectors cannot describe, because it concerns Go.

var address = contacts.AddressEntry{Type: new("Mailing"), Extra: api.Object{"city": "London"}}

// At the client: nil is a request without fields, and values that only Go can hold
// are refused.
func TestClient(t *testing.T) {
	for _, c := range []struct {
		name    string
		call    func(context.Context, *insurance.Client) error
		body    string   // as sent
		refused []string // or the violations, if nothing is sent
	}{
		{name: "no request, where nothing is needed", call: func(ctx context.Context, client *insurance.Client) error {
			_, err := client.Contacts.ListAllContacts(ctx, nil)
			return err
		}, body: `{}`},
		{name: "no request, where something is", call: func(ctx context.Context, client *insurance.Client) error {
			_, err := client.Claims.GetClaim(ctx, nil)
			return err
		}, refused: []string{" first-of"}},
		{name: "a required string that is not set is an empty one", call: func(ctx context.Context, client *insurance.Client) error {
			_, err := client.Contacts.NewContact(ctx, new(contacts.NewContactRequest))
			return err
		}, refused: []string{"/name non-blank", "/addresses required"}},
		{name: "a further key cannot stand in for a field", call: func(ctx context.Context, client *insurance.Client) error {
			_, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{Name: "Ada",
				Addresses: []contacts.AddressEntry{{Extra: api.Object{"type": "Mailing"}}}})
			return err
		}, refused: []string{"/addresses/0/type duplicate-field"}},
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

// At the server: a body becomes exactly this request.
func TestServer(t *testing.T) {
	const (
		newContact = "/api/v2/contacts/new_contact"
		getClaim   = "/api/v2/claims/get_claim"
		getByIDs   = "/api/v2/contacts/get_contacts_by_ids"
		void       = "/api/v2/signatures/void_envelope"
		update     = "/api/v2/contacts/update_contact"
	)
	for _, c := range []struct {
		name, path, body string
		arrives          any // the request that the service gets
	}{
		{"a contact, its type filled in", newContact, `{"name":"Ada","addresses":[{"type":"Mailing","city":"London"}]}`,
			&contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{address},
				Type: new(contacts.ContactTypeIndividual)}},
		{"what is not sent on is nil", getClaim, `{"claim_number":"N","claim_id":"1"}`,
			&claims.GetClaimRequest{ClaimID: new("1")}},
		{"identifiers arrive as a list", getByIDs, `{"contact_id_list":"a,b,c"}`,
			&contacts.GetContactsByIDsRequest{ContactIDList: []string{"a", "b", "c"}}},
		{"no identifiers", getByIDs, `{"contact_id_list":""}`,
			&contacts.GetContactsByIDsRequest{ContactIDList: []string{}}},
		{"numbers of any type keep their text", void, `{"envelopeId":"e","revisionId":"r","voidReason":{"code":1.10}}`,
			&signatures.VoidEnvelopeRequest{EnvelopeID: new("e"), RevisionID: new("r"),
				VoidReason: map[string]any{"code": number("1.10")}}},
		{"further keys of a contact are kept", update, `{"contact":{"name":"Ada","id":"c-1"}}`,
			&contacts.UpdateContactRequest{Contact: &contacts.Contact{Name: new("Ada"), Extra: api.Object{"id": "c-1"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, seen := serve(t)
			post(t, server, c.path, c.body)
			require.Equal(t, c.arrives, seen.request)
		})
	}
}
