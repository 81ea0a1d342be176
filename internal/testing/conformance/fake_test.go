package conformance

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
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
)

func fakes() insurance.Services {
	return insurance.Services{
		Billing:        new(billing.Fake),
		Claims:         new(claims.Fake),
		Commissions:    new(commissions.Fake),
		Configurations: new(configurations.Fake),
		Contacts:       new(contacts.Fake),
		Coverages:      new(coverages.Fake),
		Disputes:       new(disputes.Fake),
		Inspections:    new(inspections.Fake),
		Notifications:  new(notifications.Fake),
		Quote:          new(quote.Fake),
		Signatures:     new(signatures.Fake),
	}
}

// A fake records every operation under its own name, and its own func responds.
func TestEveryOperationOfAFake(t *testing.T) {
	services := reflect.ValueOf(fakes())
	for _, area := range shipped(t).Areas {
		fake := services.FieldByName(area.GoName).Elem()
		for i, op := range area.Operations {
			f := fake.Elem().FieldByName(op.GoName + "Func")
			requireNamesTheFunc(t, fake, area, op)
			answer := reflect.New(f.Type().Out(0).Elem())
			f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value {
				return []reflect.Value{answer, reflect.Zero(reflect.TypeFor[error]())}
			}))
			request := requestOf(t, op)
			got := fake.MethodByName(op.GoName).Call([]reflect.Value{reflect.ValueOf(t.Context()), request})
			require.Same(t, answer.Interface(), got[0].Interface(), op.Path)
			require.True(t, got[1].IsNil())

			calls := fake.Interface().(interface{ Calls() []api.FakeCall }).Calls()
			require.Len(t, calls, 2*(i+1))
			require.Equal(t, area.Name+"."+op.Name, calls[2*i+1].Operation.String())
			require.Same(t, request.Interface(), calls[2*i+1].Request)
		}
	}
}

// requireNamesTheFunc calls an operation that has no func, which says which one to set.
func requireNamesTheFunc(t *testing.T, fake reflect.Value, area *catalog.Area, op *catalog.Operation) {
	t.Helper()
	out := fake.MethodByName(op.GoName).Call([]reflect.Value{reflect.ValueOf(t.Context()), requestOf(t, op)})
	problem, ok := errors.AsType[*api.Problem](out[1].Interface().(error))
	require.True(t, ok)
	require.Equal(t, http.StatusNotImplemented, problem.Status)
	require.Equal(t, fmt.Sprintf("the fake has no func for %s.%s; set %sFunc of %s.Fake", area.Name, op.Name, op.GoName, area.Package), problem.Detail)
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
		_, err := client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("c-1")}, once)
		require.ErrorContains(t, err, "claims.get_claim: 501 Not Implemented: the fake has no func for it; set GetClaimFunc of claims.Fake (request ")
	}
}

var once = api.WithRetry(api.RetryPolicy{MaxAttempts: 1})
