package conformance

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

func number(text string) json.Number { return json.Number(text) }

func TestShownAnswers(t *testing.T) {
	server, _ := serve(t)
	client, err := insurance.NewClient(server.URL)
	require.NoError(t, err)

	created, err := client.Contacts.NewContact(t.Context(), &contacts.NewContactRequest{
		Name: "Ada", Addresses: []contacts.AddressEntry{address},
	})
	require.NoError(t, err)
	require.Equal(t, "c-1", created.ContactID)
	require.JSONEq(t, `{"contact_id":"c-1"}`, string(created.Raw))

	page, err := client.Contacts.ListAllContacts(t.Context(), &contacts.ListAllContactsRequest{Page: new(1)})
	require.NoError(t, err)
	require.Equal(t, []contacts.Contact{{Name: new("Ada Lovelace"), Extra: api.Object{"id": "c-1"}}}, page.Data)
}

func TestPages(t *testing.T) {
	server, seen := serve(t)
	client, err := insurance.NewClient(server.URL)
	require.NoError(t, err)
	var names []string
	for contact, err := range client.Contacts.ListAllContactsPages(t.Context(), nil) {
		require.NoError(t, err)
		names = append(names, *contact.Name)
	}
	require.Equal(t, []string{"Ada Lovelace"}, names)
	require.Equal(t, `{"page":1,"limit":100}`, seen.body)
}

func TestAnswersThatAreNotShown(t *testing.T) {
	server, _ := serve(t)
	client, err := insurance.NewClient(server.URL)
	require.NoError(t, err)
	res, err := client.Claims.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("c-1")})
	require.NoError(t, err)
	require.JSONEq(t, `{"claim_id":"c-1","further":[1.10]}`, string(res.Raw))

	var claim struct {
		ClaimID string `json:"claim_id"`
		Further []any
	}
	require.NoError(t, res.Decode(&claim))
	require.Equal(t, "c-1", claim.ClaimID)
	require.Equal(t, []any{number("1.10")}, claim.Further, "money stays exact")
}

// The responses of a foreign service, and what the client makes of them.
func TestAnswersOfOtherServices(t *testing.T) {
	for _, c := range []struct {
		name, path, body string
		status           int
		fails            bool
	}{
		{name: "the field that is needed is missing", path: "new_contact", body: `{}`, fails: true},
		{name: "it is null", path: "new_contact", body: `{"contact_id":null}`, fails: true},
		{name: "it is no string", path: "new_contact", body: `{"contact_id":7}`, fails: true},
		{name: "the answer is no object", path: "new_contact", body: `[]`, fails: true},
		{name: "there is no answer", path: "new_contact", body: ``, fails: true},
		{name: "unknown keys, one of them twice", path: "new_contact", body: `{"a":1,"contact_id":"c","a":2}`},
		{name: "the answer to a call without paging is not shown", path: "list_all_contacts", body: `[{"name":"Ada"}]`},
		{name: "a paged answer with something else in data", path: "list_all_contacts", body: `{"data":{}}`, fails: true},
		{name: "a proxy's page", path: "list_all_contacts", body: `<html>`, fails: true},
		{name: "an error", path: "list_all_contacts", body: `{}`, status: 503, fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if c.status != 0 {
					w.WriteHeader(c.status)
				}
				w.Write([]byte(c.body))
			}))
			defer server.Close()
			client, err := contacts.NewClient(server.URL)
			require.NoError(t, err)
			if c.path == "new_contact" {
				_, err = client.NewContact(t.Context(), &contacts.NewContactRequest{Name: "A", Addresses: []contacts.AddressEntry{{}}})
			} else {
				_, err = client.ListAllContacts(t.Context(), nil)
			}
			require.Equal(t, c.fails, err != nil, "%v", err)
			if err != nil {
				require.ErrorAs(t, err, new(*api.Error))
				require.NotContains(t, err.Error(), "html")
			}
		})
	}
}

// forwarding responds like another service.
type forwarding struct {
	contacts.UnimplementedService
	raw json.RawMessage
}

func (f forwarding) NewContact(context.Context, *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	return &contacts.NewContactResponse{ContactID: "c-1", Raw: f.raw}, nil
}

func (f forwarding) ListAllContacts(context.Context, *contacts.ListAllContactsRequest) (*contacts.ListAllContactsResponse, error) {
	return &contacts.ListAllContactsResponse{Raw: f.raw}, nil
}

func TestRawIsSentInPlaceOfTheFields(t *testing.T) {
	for _, c := range []struct {
		raw    string
		status int
		body   string
	}{
		{`{"contact_id":"7","data":[],"more":1}`, http.StatusOK, `{"contact_id":"7","data":[],"more":1}`},
		{`[{"name":"Ada"}]`, http.StatusOK, `[{"name":"Ada"}]`},
		{`{"contact_id":`, http.StatusInternalServerError, ""},
		{`not JSON`, http.StatusInternalServerError, ""},
	} {
		handler, err := contacts.NewHandler(forwarding{raw: json.RawMessage(c.raw)}, api.WithServerAnonymous(),
			api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
		require.NoError(t, err)
		for path, body := range map[string]string{
			"new_contact": `{"name":"Ada","addresses":[{}]}`, "list_all_contacts": `{}`,
		} {
			res := httptest.NewRecorder()
			handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/"+path, strings.NewReader(body)))
			require.Equal(t, c.status, res.Code, "%s %s", path, c.raw)
			if c.body != "" {
				require.Equal(t, c.body, res.Body.String())
			}
		}
	}
	empty := forwarding{raw: json.RawMessage{}}
	handler, err := contacts.NewHandler(empty, api.WithServerAnonymous())
	require.NoError(t, err)
	res := httptest.NewRecorder()
	handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/new_contact",
		strings.NewReader(`{"name":"Ada","addresses":[{}]}`)))
	require.Equal(t, `{"contact_id":"c-1"}`, res.Body.String())
}
