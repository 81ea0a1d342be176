package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

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
		if contact.Validate() != nil {
			t.Fatal("not valid")
		}
		buffer = contact.AppendJSON(buffer[:0])

		claim := &claims.GetClaimRequest{ClaimID: new("1"), ClaimNumber: new("2")}
		if claim.Validate() != nil {
			t.Fatal("not valid")
		}
		buffer = claim.AppendJSON(buffer[:0])
	})
	require.Zero(t, allocations)
}
