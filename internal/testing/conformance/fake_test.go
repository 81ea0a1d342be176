package conformance

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
)

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
