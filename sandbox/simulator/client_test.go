package simulator_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
)

// The generated client of the insurance service works with the sandbox.
func TestGeneratedClient(t *testing.T) {
	s := open(t, "../../spec/operations.yaml", "../../spec/resources.yaml")
	server := httptest.NewServer(s)
	defer server.Close()
	client, err := insurance.NewClient(server.URL)
	require.NoError(t, err)
	ctx := t.Context()
	var ids []string
	for _, name := range []string{"Example One", "Example Two", "Example Three"} {
		made, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{Name: name, Addresses: []contacts.AddressEntry{{}}})
		require.NoError(t, err)
		ids = append(ids, made.ContactID)
	}
	require.Equal(t, []string{"contact-1", "contact-2", "contact-3"}, ids)

	var names []string
	for c, err := range client.Contacts.ListAllContactsPages(ctx, &contacts.ListAllContactsRequest{Limit: new(2)}) {
		require.NoError(t, err)
		names = append(names, *c.Name)
	}
	require.Equal(t, []string{"Example One", "Example Two", "Example Three"}, names)

	_, err = client.Contacts.AddContactToRole(ctx, &contacts.AddContactToRoleRequest{ContactID: ids[1]})
	require.NoError(t, err)
	found, err := client.Contacts.FindContactByParams(ctx, &contacts.FindContactByParamsRequest{RoleName: new("Named Insured")})
	require.NoError(t, err)
	require.Contains(t, string(found.Raw), ids[1])
	require.NotContains(t, string(found.Raw), ids[0])

	_, err = client.Contacts.GetContact(ctx, &contacts.GetContactRequest{ContactID: "contact-9"})
	failed, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Equal(t, 404, failed.Status)
	require.Equal(t, "there is no contact whose /id is /contact_id of the request", failed.Problem.Detail)
}
