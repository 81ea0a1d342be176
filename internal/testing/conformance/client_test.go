// Package conformance tests the generated bindings against the interface
// specification, where spec/vectors cannot: Go types, options, and several
// operations together.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
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

// requestOf returns a new request of an operation.
func requestOf(t *testing.T, op *catalog.Operation) reflect.Value {
	area, ok := reflect.TypeFor[insurance.Client]().FieldByName(op.Area.GoName)
	require.True(t, ok)
	method, ok := area.Type.MethodByName(op.GoName)
	require.True(t, ok)
	return reflect.New(method.Type.In(2).Elem())
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
		{name: "a further key cannot replace a field", call: func(ctx context.Context, client *insurance.Client) error {
			_, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{Name: "Ada",
				Addresses: []contacts.AddressEntry{{Extra: api.Object{"type": "Mailing"}}}})
			return err
		}, refused: []string{"/addresses/0/type duplicate-field"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			service := &exchanged{response: `{}`}
			client, err := insurance.NewClient("http://host", service.option())
			require.NoError(t, err)
			require.Equal(t, c.refused, violations(t, c.call(t.Context(), client)))
			require.Equal(t, c.body, service.request)
		})
	}
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
