package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/billing"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/commissions"
	"example.com/opgen/gen/configurations"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/coverages"
	"example.com/opgen/gen/disputes"
	"example.com/opgen/gen/inspections"
	"example.com/opgen/gen/notifications"
	"example.com/opgen/gen/quote"
	"example.com/opgen/gen/signatures"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// serve starts a server of the shipped catalog and returns its URL. Each operation
// responds with the example of the reference, or with its name if the catalog does
// not show a response.
func serve(t *testing.T) string {
	fakes := insurance.Services{
		Billing: new(billing.Fake), Claims: new(claims.Fake), Commissions: new(commissions.Fake), Configurations: new(configurations.Fake),
		Contacts: new(contacts.Fake), Coverages: new(coverages.Fake), Disputes: new(disputes.Fake), Inspections: new(inspections.Fake),
		Notifications: new(notifications.Fake), Quote: new(quote.Fake), Signatures: new(signatures.Fake),
	}
	c, err := catalog.Load("../"+shipped, "../spec/overlays/published.yaml")
	require.NoError(t, err)
	for op := range c.Operations() {
		fake := reflect.ValueOf(fakes).FieldByName(op.Area.GoName).Elem().Elem()
		function := fake.FieldByName(op.GoName + "Func")
		require.True(t, function.IsValid(), "%s", op)
		response := reflect.New(function.Type().Out(0).Elem())
		if op.String() == "claims.get_claim" {
			response.Interface().(*claims.GetClaimResponse).Claim = api.Object{"operation": op.String()}
		} else if r, ok := sample.ShownResponse(op); ok {
			require.NoError(t, json.Unmarshal([]byte(r.JSON()), response.Interface()), "%s", op)
		} else if unshown, ok := response.Interface().(*api.RawResponse); ok {
			unshown.Raw = []byte(`{"operation":"` + op.String() + `"}`)
		}
		function.Set(reflect.MakeFunc(function.Type(), func([]reflect.Value) []reflect.Value {
			return []reflect.Value{response, reflect.Zero(function.Type().Out(1))}
		}))
	}
	handler, err := insurance.NewHandler(fakes, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	require.True(t, strings.HasPrefix(server.URL, "http://127.0.0.1:"))
	return server.URL
}
