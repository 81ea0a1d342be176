// Package conformance tests the generated bindings against the interface
// specification, where spec/vectors cannot: Go types, responses, and several
// operations together. It also tests that the vectors notice a lost rule.
package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/signatures"
)

// seen is the last request: its body on the wire, and the request that the service
// got.
type seen struct {
	body    string
	request any
}

type claimsService struct {
	claims.UnimplementedService
	*seen
}

func (s claimsService) GetClaim(_ context.Context, r *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	s.request = r
	return &claims.GetClaimResponse{Raw: json.RawMessage(`{"claim_id":"c-1","further":[1.10]}`)}, nil
}

type signaturesService struct {
	signatures.UnimplementedService
	*seen
}

func (s signaturesService) VoidEnvelope(_ context.Context, r *signatures.VoidEnvelopeRequest) (*signatures.VoidEnvelopeResponse, error) {
	s.request = r
	return new(signatures.VoidEnvelopeResponse), nil
}

type contactsService struct {
	contacts.UnimplementedService
	*seen
}

func (s contactsService) NewContact(_ context.Context, r *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	s.request = r
	return &contacts.NewContactResponse{ContactID: "c-1"}, nil
}

func (s contactsService) GetContactsByIDs(_ context.Context, r *contacts.GetContactsByIDsRequest) (*contacts.GetContactsByIDsResponse, error) {
	s.request = r
	return new(contacts.GetContactsByIDsResponse), nil
}

func (s contactsService) ListAllContacts(_ context.Context, r *contacts.ListAllContactsRequest) (*contacts.ListAllContactsResponse, error) {
	s.request = r
	return &contacts.ListAllContactsResponse{Data: []contacts.Contact{{
		Name: new("Ada Lovelace"), Extra: api.Object{"id": "c-1"},
	}}}, nil
}

func (s contactsService) UpdateContact(_ context.Context, r *contacts.UpdateContactRequest) (*contacts.UpdateContactResponse, error) {
	s.request = r
	return new(contacts.UpdateContactResponse), nil
}

// serve serves the services above over HTTP until the test ends.
func serve(t *testing.T) (*httptest.Server, *seen) {
	s := new(seen)
	handler, err := insurance.NewHandler(insurance.Services{
		Claims:     claimsService{seen: s},
		Contacts:   contactsService{seen: s},
		Signatures: signaturesService{seen: s},
	}, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.body, s.request = string(body), nil
		r.Body = io.NopCloser(strings.NewReader(s.body))
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server, s
}

// post sends a body that the service accepts.
func post(t *testing.T, server *httptest.Server, path, body string) {
	t.Helper()
	res, err := http.Post(server.URL+path, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
}

// violations returns the violations that a client found in a request, or nil if it
// sent the request.
func violations(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	invalid, ok := errors.AsType[*api.ValidationError](err)
	require.True(t, ok, "%v", err)
	var lines []string
	for _, v := range invalid.Violations {
		lines = append(lines, v.Field+" "+v.Rule)
	}
	return lines
}
