// Package conformance tests the generated bindings against the interface
// specification, where spec/vectors cannot: Go types, options, and several
// operations together.
package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/commissions"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

// exchanged is a transport that keeps the last request and has one response.
type exchanged struct{ request, response string }

func (e *exchanged) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	e.request = string(body)
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(e.response))}, err
}

func (e *exchanged) option() api.ClientOption {
	return api.WithHTTPClient(&http.Client{Transport: e})
}

func shipped(t *testing.T) *catalog.Catalog {
	published, err := spec.Files.ReadFile("overlays/published.yaml")
	require.NoError(t, err)
	c, problems := catalog.Parse("operations.yaml", spec.Operations, catalog.Source{Name: "published.yaml", Text: published})
	require.Empty(t, problems)
	return c
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

func TestPrintingShowsWhatIsNotSensitive(t *testing.T) {
	const canary = "canary-4711"
	request := contacts.ModifyContactRequest{ID: new("c-1"), SSN: new(canary), FollowAgencyQuotingRestriction: new(true),
		AgentIDs: []string{"a"}, Roles: []api.Object{{"role": canary}}}
	const shown = `contacts.ModifyContactRequest{SSN: [redacted], FollowAgencyQuotingRestriction: true, AgentIDs: ["a"], Roles: [[1 key]], ID: "c-1"}`
	require.Equal(t, shown, fmt.Sprint(request))
	address := contacts.AddressEntry{Type: new("Mailing"), Extra: api.Object{"city": "London"}}
	require.Equal(t, `contacts.AddressEntry{Type: [redacted], Extra: [redacted]}`, fmt.Sprint(address))
	require.Contains(t, string(request.AppendJSON(nil)), canary, "the encoder is the exception")
}

// Building, checking and encoding a request allocates nothing: results of new stay
// on the stack, and no interface is involved.
func TestEncodingAllocatesNothing(t *testing.T) {
	buffer := make([]byte, 0, 1024)
	allocations := testing.AllocsPerRun(100, func() {
		contact := &contacts.ModifyContactRequest{
			ID: new("c-1"), Name: new("Ada Lovelace"), Type: new("individual"), Username: new("ada"),
			Website: new("https://example.com"), Position: new("Countess"), LicenseState: new("NY"),
			DateOfBirth: new("1815-12-10"), CompanyID: new("1"), AgencyID: new("2"), AgencyNumber: new("3"),
			FollowAgencyQuotingRestriction: new(true), AgentIDs: []string{"4", "5"},
		}
		claim := &claims.GetClaimRequest{ClaimID: new("1"), ClaimNumber: new("2")}
		if contact.Validate() != nil || claim.Validate() != nil {
			t.Fatal("not valid")
		}
		buffer = claim.AppendJSON(contact.AppendJSON(buffer[:0]))
	})
	require.Zero(t, allocations)
}

// The caller reads which func is missing, with and without a network between.
func TestACallOfAFakeWithoutAFuncSaysWhichToSet(t *testing.T) {
	fake := new(claims.Fake)
	inProcess, err := claims.NewFakeClient(fake)
	require.NoError(t, err)
	handler, err := claims.NewHandler(fake, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	defer server.Close()
	remote, err := claims.NewClient(server.URL)
	require.NoError(t, err)
	for _, client := range []*claims.Client{inProcess, remote} {
		_, err := client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("c-1")}, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		require.ErrorContains(t, err, "claims.get_claim: 501 Not Implemented: the fake has no func for it; set GetClaimFunc of claims.Fake (request ")
	}
}

// A request is marshaled as it is sent, also if its items are nil.
func TestNilItemsAreMarshaledAsTheyAreSent(t *testing.T) {
	r := &commissions.SaveBatchPaymentsRequest{Payments: []api.Object{nil, {"a": nil}}}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, string(r.AppendJSON(nil)), string(text))
	require.Contains(t, string(text), "[{},")
}
