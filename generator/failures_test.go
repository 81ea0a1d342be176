package generator

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/paths"
)

// A service that fails with no variant, or with another type than the catalog gives the
// operation, has a mistake. Its caller gets status 500 and no failure with a type.
func TestFailuresThatTheCatalogDoesNotHave(t *testing.T) {
	for _, failure := range []error{
		api.Fail(&paths.LookupError{}), api.Fail(&paths.WriteError{Variant: paths.WriteErrorConflict{}}),
	} {
		client, err := paths.NewFakeClient(&paths.Fake{
			LookUpFunc: func(context.Context, *paths.LookUpRequest) (*paths.LookUpResponse, error) { return nil, failure },
		})
		require.NoError(t, err)
		_, err = client.LookUp(t.Context(), &paths.LookUpRequest{Path: "/a"}, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		failed, ok := errors.AsType[*api.Error](err)
		require.True(t, ok)
		require.Equal(t, 500, failed.Status)
		_, ok = api.FailureOf[paths.LookupError](err)
		require.False(t, ok)
	}
}
