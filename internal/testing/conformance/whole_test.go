package conformance

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

func shipped(t *testing.T) *catalog.Catalog {
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	return c
}

// Every operation of the catalog has a client method, a route of the handler, and a
// round trip with every field in a generated test.
func TestNoOperationIsForgotten(t *testing.T) {
	handler, err := insurance.NewHandler(insurance.Services{}, api.WithServerAnonymous())
	require.NoError(t, err)
	client := reflect.TypeFor[insurance.Client]()
	for _, area := range shipped(t).Areas {
		field, ok := client.FieldByName(area.GoName)
		require.True(t, ok, area.Name)
		test, err := os.ReadFile(filepath.Join("../../../gen", area.Package, "operations_test.go"))
		require.NoError(t, err)
		require.NotContains(t, string(test), "t.Skip", "an operation of %s is not tried", area.Name)
		for _, op := range area.Operations {
			_, ok := field.Type.MethodByName(op.GoName)
			require.True(t, ok, op.GoName)
			require.Contains(t, string(test), `apitest.RoundTrip(t, "`+op.Name+`", `)

			res := httptest.NewRecorder()
			handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(`{}`)))
			if res.Code != http.StatusUnprocessableEntity { // it has a required field
				require.Equal(t, http.StatusNotImplemented, res.Code, op.Path)
			}
		}
	}
}
