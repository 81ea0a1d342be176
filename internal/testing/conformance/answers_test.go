package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
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
	require.JSONEq(t, `{"contact_id":"c-1"}`, string(created.Received.Raw()))
	require.Equal(t, http.StatusOK, created.Received.Status())
	require.Equal(t, "application/json", created.Received.Header().Get("Content-Type"))
	require.NotEmpty(t, created.Received.RequestID())
	require.Equal(t, created.Received.Header().Get("X-Request-Id"), created.Received.RequestID())

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
	require.Equal(t, `{"page":2,"limit":100}`, seen.body, "a short first page may be cut short by the service, so that the next one is asked for too")
}

func TestAnswersThatAreNotShown(t *testing.T) {
	server, _ := serve(t)
	client, err := insurance.NewClient(server.URL)
	require.NoError(t, err)
	res, err := client.Claims.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("c-1")})
	require.NoError(t, err)
	require.JSONEq(t, `{"claim_id":"c-1","further":[1.10]}`, string(res.Raw))
	require.Equal(t, res.Raw, res.Received.Raw())
	require.Equal(t, http.StatusOK, res.Received.Status())

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
		{name: "an answer of another shape is not an empty one", path: "list_all_contacts", body: `[{"name":"Ada"}]`, fails: true},
		{name: "nothing is needed", path: "list_all_contacts", body: ``},
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

// gateway responds as another service does, but without social security numbers.
type gateway struct {
	contacts.UnimplementedService
	to *contacts.Client
}

func (g gateway) ListAllContacts(ctx context.Context, req *contacts.ListAllContactsRequest) (*contacts.ListAllContactsResponse, error) {
	res, err := g.to.ListAllContacts(ctx, req)
	if err != nil {
		return nil, err
	}
	for i := range res.Data {
		res.Data[i].SSN = nil
	}
	return res, nil
}

func (g gateway) NewContact(ctx context.Context, req *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	return g.to.NewContact(ctx, req)
}

func (g gateway) GetContact(ctx context.Context, req *contacts.GetContactRequest) (*contacts.GetContactResponse, error) {
	return g.to.GetContact(ctx, req)
}

// The fields of a response are what is sent, whatever was received with them. A
// response whose shape is not shown is sent as it was received.
func TestGatewaySendsWhatItEdits(t *testing.T) {
	const list = `{"data":[{"name":"Ada","ssn":"078-05-1120","id":"c-1"}],"total":1}`
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := list
		if strings.HasSuffix(r.URL.Path, "/new_contact") {
			body = `{"contact_id":"c-1","secret":"s"}`
		}
		w.Write([]byte(body))
	}))
	defer upstream.Close()
	client, err := contacts.NewClient(upstream.URL)
	require.NoError(t, err)
	handler, err := contacts.NewHandler(gateway{to: client}, api.WithServerAnonymous())
	require.NoError(t, err)
	for path, c := range map[string]struct{ request, response string }{
		"list_all_contacts": {`{}`, `{"data":[{"name":"Ada","id":"c-1"}]}`},
		"new_contact":       {`{"name":"Ada","addresses":[{}]}`, `{"contact_id":"c-1"}`},
		"get_contact":       {`{"contact_id":"c-1"}`, list},
	} {
		res := httptest.NewRecorder()
		handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/"+path, strings.NewReader(c.request)))
		require.Equal(t, http.StatusOK, res.Code, path)
		require.Equal(t, c.response, res.Body.String())
	}
}

// Nothing that prints or encodes a response shows what was received with it.
func TestReceivedIsNotShown(t *testing.T) {
	const secret = "SECRET"
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Token", secret)
		w.Write([]byte(`{"contact_id":"c-1","token":"SECRET","data":[]}`))
	}))
	defer upstream.Close()
	client, err := contacts.NewClient(upstream.URL)
	require.NoError(t, err)
	created, err := client.NewContact(t.Context(), &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}}})
	require.NoError(t, err)
	page, err := client.ListAllContacts(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, secret, created.Received.Header().Get("X-Token"))
	require.Contains(t, string(page.Received.Raw()), secret)

	var shown strings.Builder
	for _, v := range []any{created, *created, page, *page, created.Received, &created.Received} {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		shown.Write(text)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
			fmt.Fprintf(&shown, verb, v)
		}
		slog.New(slog.NewTextHandler(&shown, nil)).Info("", "v", v)
		slog.New(slog.NewJSONHandler(&shown, nil)).Info("", "v", v)
	}
	for _, hidden := range []string{secret, fmt.Sprintf("%x", secret), strings.Trim(fmt.Sprint([]byte(secret)), "[]")} {
		require.NotContains(t, shown.String(), hidden)
	}
}

// forwarding responds like another service.
type forwarding struct {
	contacts.UnimplementedService
	raw json.RawMessage
}

func (f forwarding) GetContact(context.Context, *contacts.GetContactRequest) (*contacts.GetContactResponse, error) {
	return &contacts.GetContactResponse{Raw: f.raw}, nil
}

func TestRawIsSent(t *testing.T) {
	for _, c := range []struct {
		raw    string
		status int
		body   string
	}{
		{`{"contact_id":"7","data":[],"more":1}`, http.StatusOK, `{"contact_id":"7","data":[],"more":1}`},
		{`[{"name":"Ada"}]`, http.StatusOK, `[{"name":"Ada"}]`},
		{``, http.StatusOK, `{}`},
		{`{"contact_id":`, http.StatusInternalServerError, ""},
		{`not JSON`, http.StatusInternalServerError, ""},
	} {
		handler, err := contacts.NewHandler(forwarding{raw: json.RawMessage(c.raw)}, api.WithServerAnonymous(),
			api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
		require.NoError(t, err)
		res := httptest.NewRecorder()
		handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/get_contact", strings.NewReader(`{"contact_id":"c-1"}`)))
		require.Equal(t, c.status, res.Code, c.raw)
		if c.body != "" {
			require.Equal(t, c.body, res.Body.String())
		}
	}
}
