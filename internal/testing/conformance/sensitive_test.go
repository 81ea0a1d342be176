package conformance

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/catalog"
)

const canary = "canary-4711"

// requestOf returns a new request of an operation.
func requestOf(t *testing.T, op *catalog.Operation) reflect.Value {
	area, ok := reflect.TypeFor[insurance.Client]().FieldByName(op.Area.GoName)
	require.True(t, ok)
	method, ok := area.Type.MethodByName(op.GoName)
	require.True(t, ok)
	return reflect.New(method.Type.In(2).Elem())
}

func TestPrintingShowsWhatIsNotSensitive(t *testing.T) {
	request := contacts.ModifyContactRequest{ID: new("c-1"), SSN: new(canary), FollowAgencyQuotingRestriction: new(true),
		AgentIDs: []string{"a"}, Roles: []api.Object{{"role": canary}}}
	require.Equal(t,
		`contacts.ModifyContactRequest{SSN: [redacted], FollowAgencyQuotingRestriction: true, AgentIDs: ["a"], Roles: [[1 key]], ID: "c-1"}`,
		fmt.Sprint(request))
	require.Equal(t, `contacts.AddressEntry{Type: [redacted], Extra: [redacted]}`, fmt.Sprint(address))
	require.Contains(t, string(request.AppendJSON(nil)), canary, "the encoder is the exception")
}
