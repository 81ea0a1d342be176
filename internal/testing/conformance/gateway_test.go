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
	"example.com/opgen/gen/contacts"
)

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

func (g gateway) GetAspectData(ctx context.Context, req *contacts.GetAspectDataRequest) (*contacts.GetAspectDataResponse, error) {
	return g.to.GetAspectData(ctx, req)
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
		"get_aspect_data":   {`{}`, list},
	} {
		res := httptest.NewRecorder()
		handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/"+path, strings.NewReader(c.request)))
		require.Equal(t, http.StatusOK, res.Code, path)
		require.Equal(t, c.response, res.Body.String())
	}
}

// forwarding responds like another service.
type forwarding struct {
	contacts.UnimplementedService
	raw json.RawMessage
}

func (f forwarding) GetAspectData(context.Context, *contacts.GetAspectDataRequest) (*contacts.GetAspectDataResponse, error) {
	return &contacts.GetAspectDataResponse{Raw: f.raw}, nil
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
		handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/api/v2/contacts/get_aspect_data", strings.NewReader(`{}`)))
		require.Equal(t, c.status, res.Code, c.raw)
		if c.body != "" {
			require.Equal(t, c.body, res.Body.String())
		}
	}
}
