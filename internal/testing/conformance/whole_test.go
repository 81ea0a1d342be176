package conformance

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/spec"
)

func shipped(t *testing.T) *catalog.Catalog {
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	return c
}

// Every operation of the catalog has a client method, a route of the handler, and a
// sample with which generated code is tested.
func TestNoOperationIsForgotten(t *testing.T) {
	handler, err := insurance.NewHandler(insurance.Services{}, api.WithServerAnonymous())
	require.NoError(t, err)
	client := reflect.TypeFor[insurance.Client]()
	for _, area := range shipped(t).Areas {
		field, ok := client.FieldByName(area.GoName)
		require.True(t, ok, area.Name)
		for _, op := range area.Operations {
			_, ok := field.Type.MethodByName(op.GoName)
			require.True(t, ok, op.GoName)
			_, ok = sample.Request(op, sample.Full)
			require.True(t, ok, op.GoName)

			res := httptest.NewRecorder()
			handler.ServeHTTP(res, httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(`{}`)))
			if res.Code != http.StatusUnprocessableEntity { // it has a required field
				require.Equal(t, http.StatusNotImplemented, res.Code, op.Path)
			}
		}
	}
}
