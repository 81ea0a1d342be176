package conformance

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
)

// A caller may give a friendly type name. The client replaces it with the code that
// the service accepts.
func TestFriendlyNamesOfTypes(t *testing.T) {
	server, seen := serve(t)
	client, err := insurance.NewClient(server.URL,
		contacts.WithCodes("address_type", map[string]string{"Mailing": "M", "": "D"}),
		contacts.WithCodes("email_type", map[string]string{"Work": "W", "": "P"}))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		emails []contacts.EmailEntry
		opts   []api.CallOption
		want   string
	}{
		"mapped": {
			emails: []contacts.EmailEntry{{Type: new("Work"), Extra: api.Object{"email": "Work"}}},
			want: `"addresses":[{"type":"M"},{"type":"Office"},{"type":"D","address_city":"Mailing"},{"type":"D"},{"type":"D"}],` +
				`"emails":[{"type":"W","email":"Work"}],"phones":[{"type":"Mailing"}]`,
		},
		"another table for the call": {
			emails: []contacts.EmailEntry{{}, {Type: new("Work")}},
			opts:   []api.CallOption{contacts.WithCodes("address_type", map[string]string{"Office": "O"})},
			want: `"addresses":[{"type":"Mailing"},{"type":"O"},{"address_city":"Mailing"},{"type":""},{}],` +
				`"phones":[{"type":"Mailing"}]`,
		},
		"another table beside those of the client": {
			emails: []contacts.EmailEntry{{Extra: api.Object{"email": "a@b"}}, {}},
			opts:   []api.CallOption{contacts.WithCodes("phone_type", map[string]string{"Mailing": "X"}), contacts.WithCodes("address_type", nil)},
			want: `"addresses":[{"type":"Mailing"},{"type":"Office"},{"address_city":"Mailing"},{"type":""},{}],` +
				`"emails":[{"type":"P","email":"a@b"},{"type":"P"}],"phones":[{"type":"X"}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			request := func() *contacts.NewContactRequest {
				return &contacts.NewContactRequest{
					Name: "Mailing",
					Addresses: []contacts.AddressEntry{
						{Type: new("Mailing")}, {Type: new("Office")}, {Extra: api.Object{"address_city": "Mailing"}}, {Type: new("")}, {},
					},
					Emails: slices.Clone(c.emails),
					Phones: []contacts.PhoneEntry{{Type: new("Mailing")}},
				}
			}
			req := request()
			_, err := client.Contacts.NewContact(t.Context(), req, c.opts...)
			require.NoError(t, err)
			require.Equal(t, `{"name":"Mailing",`+c.want+`,"type":"individual"}`, seen.body)
			require.Equal(t, request(), req, "the caller keeps its request")
		})
	}
}

func TestATableThatContactsDoNotHave(t *testing.T) {
	const want = `WithCodes: unknown table "address_types" of contacts; expected one of address_type, email_type, phone_type`
	unknown := contacts.WithCodes("address_types", map[string]string{"Mailing": "M"})
	_, err := insurance.NewClient("https://host", unknown)
	require.EqualError(t, err, want)
	_, err = contacts.NewClient("https://host", unknown)
	require.EqualError(t, err, want)

	server, seen := serve(t)
	client, err := contacts.NewClient(server.URL)
	require.NoError(t, err)
	_, err = client.NewContact(t.Context(), &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}}}, unknown)
	require.EqualError(t, err, "contacts.new_contact: "+want)
	require.Empty(t, seen.body)
}

// Concurrent calls may share a request and have different tables.
func TestARequestIsSharedWhileNamesAreMapped(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		json.NewEncoder(w).Encode(map[string]string{"contact_id": string(body)})
	}))
	defer server.Close()
	client, err := contacts.NewClient(server.URL, contacts.WithCodes("address_type", map[string]string{"Mailing": "M"}))
	require.NoError(t, err)
	req := &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{Type: new("Mailing")}, {}}}
	call := contacts.WithCodes("address_type", map[string]string{"Mailing": "call", "": "D"})
	var calls sync.WaitGroup
	defer calls.Wait()
	for range 20 {
		for want, opts := range map[string][]api.CallOption{`{"type":"M"},{}`: nil, `{"type":"call"},{"type":"D"}`: {call}} {
			calls.Go(func() {
				res, err := client.NewContact(t.Context(), req, opts...)
				if err != nil {
					t.Error(err)
					return
				}
				if want := `{"name":"Ada","addresses":[` + want + `],"type":"individual"}`; res.ContactID != want {
					t.Errorf("sent %s, expected %s", res.ContactID, want)
				}
			})
		}
	}
}
