package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/catalog"
)

const canary = "canary-4711"

// The generated tests for sensitive values cover every sensitive field of the
// catalog.
func TestNoSensitiveFieldIsForgotten(t *testing.T) {
	fields := 0
	for _, area := range shipped(t).Areas {
		test, _ := os.ReadFile(filepath.Join("../../../gen", area.Package, "sensitive_test.go"))
		require.NotContains(t, string(test), "t.Skip")
		for _, op := range area.Operations {
			for _, shape := range []*catalog.Shape{op.Request, op.Response.Shape} {
				for _, place := range sensitiveIn(shape, "", false) {
					fields++
					require.Contains(t, string(test), "apitest.Hide(t, w, op"+op.GoName+", ", op.Path)
					require.Contains(t, string(test), strconv.Quote(place), op.Path)
				}
			}
		}
	}
	require.Greater(t, fields, 40)
}

// sensitiveIn returns JSON pointers to the sensitive values of a shape.
func sensitiveIn(s *catalog.Shape, at string, sensitive bool) (places []string) {
	for _, f := range s.Fields {
		place, inner := at+"/"+f.Name, f.Type
		if sensitive || f.Sensitive {
			places = append(places, place)
		}
		if inner.Elem != nil {
			place, inner = place+"/0", inner.Elem
		}
		if inner.Record != nil {
			places = append(places, sensitiveIn(inner.Record, place, sensitive || f.Sensitive)...)
		}
	}
	return places
}

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
