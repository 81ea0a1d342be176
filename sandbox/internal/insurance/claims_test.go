package insurance

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/disputes"
)

func (f *flow) claim(id string) reply {
	return f.ok(f.Claims.GetClaim(f.ctx, &claims.GetClaimRequest{ClaimID: &id}))
}

func init() {
	flows["claims come and go"] = func(f *flow) {
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{ClaimNumber: new("CLM-1"), PolicyNumber: new("POL-1")})).is(`{"id":"claim-1"}`)
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{ClaimNumber: new("1"), PolicyNumber: new("POL-1")})).is(`{"id":"claim-2"}`)
		f.claim("claim-1").is(`{"claim":{"id":"claim-1","claim_number":"CLM-1","policy_number":"POL-1","active":true,"assigned":false,"contacts":[],"dates":[]}}`)
		f.claim("claim-2").is(`{"claim":{"id":"claim-2","claim_number":"1","policy_number":"POL-1","active":true,"assigned":false,"contacts":[],"dates":[]}}`)
		f.Equal("claim-2", f.ok(f.Claims.GetClaim(f.ctx, &claims.GetClaimRequest{ClaimNumber: new("1")})).at("/claim/id"))
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{ClaimNumber: new("CLM-1"), PolicyNumber: new("POL-2")})).is(`{"id":"claim-1"}`)
		f.Equal("POL-1", f.claim("claim-1").at("/claim/policy_number"))
		f.fails(409)(f.Claims.UpdateClaim(f.ctx, &claims.UpdateClaimRequest{ClaimID: new("claim-2"), Claim: api.Object{"claim_number": "CLM-1"}}))

		f.ok(f.Claims.UpdateClaim(f.ctx, &claims.UpdateClaimRequest{ClaimID: new("claim-1"), Claim: api.Object{"cause": "wind"}})).is(`{}`)
		f.Equal("wind", f.claim("claim-1").at("/claim/cause"))
		f.Equal("CLM-1", f.claim("claim-1").at("/claim/claim_number"))
		f.Empty(f.claim("claim-2").at("/claim/cause"))
		f.ok(f.Claims.SetClaimLossAddress(f.ctx, &claims.SetClaimLossAddressRequest{
			ClaimID: new("claim-1"), PropertyAddressID: new("address-1"), Address: api.Object{"city": "Exampleville"},
		})).has(`{"id":"claim-1","loss_address":{"city":"Exampleville"}}`)
		f.Equal("address-1", f.claim("claim-1").at("/claim/loss_address_id"))
		f.Equal("Exampleville", f.claim("claim-1").at("/claim/loss_address/city"))

		f.ok(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: new("claim-1")})).is(`{}`)
		f.ok(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: new("claim-2"), HardDelete: new(true)})).is(`{}`)
		f.Contains(f.claim("claim-1").text, `"active":false`)
		for _, gone := range []string{"claim-2", "claim-3"} {
			f.fails(404)(f.Claims.GetClaim(f.ctx, &claims.GetClaimRequest{ClaimID: &gone}))
			f.fails(404)(f.Claims.UpdateClaim(f.ctx, &claims.UpdateClaimRequest{ClaimID: &gone, Claim: api.Object{"cause": "fire"}}))
			f.fails(404)(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: &gone}))
			f.fails(404)(f.Claims.SetClaimLossAddress(f.ctx, &claims.SetClaimLossAddressRequest{ClaimID: &gone}))
			f.fails(404)(f.Claims.GetClaimDates(f.ctx, &claims.GetClaimDatesRequest{ClaimID: &gone}))
		}
	}

	flows["claims have dates, and are bifurcated"] = func(f *flow) {
		f.ok(f.Claims.CreateClaimDate(f.ctx, &claims.CreateClaimDateRequest{
			ClaimID: new("claim-a"), ClaimDateType: new("date_of_loss"), ClaimDate: new("2026-01-01"),
		})).is(`{"dateId":"claim_date-1","type":"date_of_loss","dateString":"01/01/2026"}`)
		f.ok(f.Claims.CreateClaimDate(f.ctx, &claims.CreateClaimDateRequest{ClaimID: new("claim-a"), ClaimDateType: new("date_closed"), ClaimDate: new("2026-02-01")}))
		const changed = `{"dateId":"claim_date-1","type":"date_reported","dateString":"01/02/2026"}`
		f.ok(f.Claims.UpdateClaimDate(f.ctx, &claims.UpdateClaimDateRequest{
			ClaimID: new("claim-a"), ClaimDateID: new("claim_date-1"), ClaimDateType: new("date_reported"), ClaimDate: new("2026-01-02"),
		})).is(changed)
		dates := `[` + changed + `,{"dateId":"claim_date-2","type":"date_closed","dateString":"02/01/2026"}]`
		f.ok(f.Claims.GetClaimDates(f.ctx, &claims.GetClaimDatesRequest{ClaimID: new("claim-a")})).is(dates)
		f.Contains(f.claim("claim-a").text,
			`{"claim_date":"2026-01-02","claim_date_type":"date_reported","id":"claim_date-1"}`)

		f.ok(f.Claims.BifurcateClaim(f.ctx, &claims.BifurcateClaimRequest{ClaimID: new("claim-a")})).is(`{"claim_id":"claim-1","claim_number":"1"}`)
		f.Equal("1", f.claim("claim-1").at("/claim/claim_number"))
		f.Equal("POL-1", f.claim("claim-1").at("/claim/policy_number"))
		f.Equal("date_closed", f.ok(f.Claims.GetClaimDates(f.ctx, &claims.GetClaimDatesRequest{ClaimID: new("claim-1")})).at("/1/type"))
		f.fails(404)(f.Claims.UpdateClaimDate(f.ctx, &claims.UpdateClaimDateRequest{ClaimID: new("claim-1"), ClaimDateID: new("claim_date-1")}))

		f.ok(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: new("claim-1"), HardDelete: new(true)}))
		f.ok(f.Claims.GetClaimDates(f.ctx, &claims.GetClaimDatesRequest{ClaimID: new("claim-a")})).is(dates)
		f.ok(f.Claims.GetClaimDateTypes(f.ctx, &claims.GetClaimDateTypesRequest{ClaimID: new("claim-a")})).
			is(`{"date_of_loss":"Date of loss","date_reported":"Date reported","date_closed":"Date closed"}`)
		f.ok(f.Claims.GetClaimsTabsVisibility(f.ctx, &claims.GetClaimsTabsVisibilityRequest{ClaimID: new("claim-a")})).
			has(`[{"label":"Summary","flagged":false},{"section":"payments","read":true},{"code_value_type":"litigation","write":false}]`)
	}

	flows["claims are assigned"] = func(f *flow) {
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{ClaimNumber: new("1")}))
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{})).is(`{"id":"claim-2"}`)
		f.ok(f.Claims.AutoAssignClaim(f.ctx, &claims.AutoAssignClaimRequest{ClaimID: new("claim-a")})).
			is(`{"assigned":true,"assigned_contact_id":"adjuster-1","assigned_supervisor_contact_id":"supervisor-1","is_external_adjuster":false}`)
		has := func(ids ...string) {
			for i, claim := range []string{"claim-a", "claim-1", "claim-2"} {
				f.Equal(ids[i], f.claim(claim).at("/claim/assigned_contact_id"))
			}
		}
		has("adjuster-1", "", "")
		f.ok(f.Claims.BulkReassign(f.ctx, &claims.BulkReassignRequest{})).is(`{"assigned":1}`)
		has("adjuster-2", "", "")
		f.ok(f.Claims.BulkAssign(f.ctx, &claims.BulkAssignRequest{})).is(`{"assigned":2}`)
		has("adjuster-2", "adjuster-1", "adjuster-1")
		f.ok(f.Claims.BulkAssign(f.ctx, &claims.BulkAssignRequest{})).is(`{"assigned":0}`)
		f.ok(f.Claims.BulkReassign(f.ctx, &claims.BulkReassignRequest{})).is(`{"assigned":3}`)
		f.ok(f.Claims.BulkUnassign(f.ctx, &claims.BulkUnassignRequest{})).is(`{"unassigned":3}`)
		has("", "", "")
		f.ok(f.Claims.BulkUnassign(f.ctx, &claims.BulkUnassignRequest{})).is(`{"unassigned":0}`)
		f.ok(f.Claims.BulkReassign(f.ctx, &claims.BulkReassignRequest{})).is(`{"assigned":0}`)
	}

	flows["claims have contacts"] = func(f *flow) {
		f.ok(f.Claims.GetClaimContacts(f.ctx, &claims.GetClaimContactsRequest{ClaimID: new("claim-a")})).has(`{"id":"claim-a","supervisors":[],
			"claimants":[{"contact_id":"insured-1","name":"Example One"}],
			"adjusters":[{"contact_id":"adjuster-1","name":"Example Adjuster One"},{"contact_id":"adjuster-2","name":"Example Adjuster Two"}]}`)
		f.ok(f.Claims.BifurcateClaim(f.ctx, &claims.BifurcateClaimRequest{ClaimID: new("claim-a")}))
		f.ok(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: new("claim-1")}))
		ids := func(active *bool, page *int, contacts ...string) (ids []string) {
			list := f.ok(f.Claims.GetContactsClaims(f.ctx, &claims.GetContactsClaimsRequest{Active: active, ContactIDs: contacts, Page: page, PageSize: page}))
			var of struct{ Claims []struct{ ID string } }
			f.NoError(json.Unmarshal([]byte(list.text), &of))
			for _, claim := range of.Claims {
				ids = append(ids, claim.ID)
			}
			count := f.ok(f.Claims.GetContactsClaimsCount(f.ctx, &claims.GetContactsClaimsCountRequest{Active: active, ContactIDs: contacts}))
			if page == nil {
				n, err := json.Marshal(map[string]int{"count": len(ids)})
				f.NoError(err)
				count.is(string(n))
			}
			return ids
		}
		f.Equal([]string{"claim-a"}, ids(nil, nil, "insured-1", "adjuster-1"))
		f.Equal([]string{"claim-a"}, ids(nil, new(1), "insured-1", "adjuster-1"))
		f.Equal([]string{"claim-a"}, ids(new(true), nil, "adjuster-2"))
		f.Equal([]string{"claim-1"}, ids(new(false), nil, "adjuster-2"))
		f.Empty(ids(nil, nil, "agent-1"))
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{}))
		refs := []string{"REF-0", "REF-1"}
		list := f.ok(f.Claims.GetContactsClaims(f.ctx, &claims.GetContactsClaimsRequest{ContactExternalRefs: refs}))
		list.has(`{"claims":[{"id":"claim-a"}]}`)
		f.ok(f.Claims.GetContactsClaimsCount(f.ctx, &claims.GetContactsClaimsCountRequest{ContactExternalRefs: refs})).is(`{"count":1}`)
	}

	flows["claims have payments and transactions"] = func(f *flow) {
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{}))
		of := func(id string) reply {
			return f.ok(f.Claims.GetClaimPayments(f.ctx, &claims.GetClaimPaymentsRequest{ClaimID: &id}))
		}
		all := func(voided, exported *bool) reply {
			return f.ok(f.Claims.RetrieveClaimPayments(f.ctx, &claims.RetrieveClaimPaymentsRequest{Voided: voided, Exported: exported}))
		}
		const one, two = `{"id":"claim-payment-1","claim_id":"claim-a"}`, `{"id":"claim-payment-2","claim_id":"claim-a"}`
		of("claim-a").has(`[{"id":"claim-payment-1","claim_id":"claim-a","claim_number":"CLM-A","exported":false,"voided":false}]`)
		of("claim-1").is(`[]`)
		all(nil, nil).has(`[` + one + `,` + two + `]`)
		all(new(true), nil).has(`[` + two + `]`)
		all(nil, new(true)).is(`[]`)
		between := func(from, to string) reply {
			return f.ok(f.Claims.RetrieveClaimPayments(f.ctx, &claims.RetrieveClaimPaymentsRequest{TransactionDateFrom: &from, TransactionDateTo: &to}))
		}
		between("2026-01-15", "2026-01-15").has(`[` + one + `]`)
		between("2026-01-15 10:30:00", "2026-01-15 10:30:00").has(`[` + one + `]`)
		between("2026-01-15t10:30:00z", "2026-01-15T11:30:00.000+01:00").has(`[` + one + `]`)
		between("2026-01-15 10:30:01", "2026-02-15").has(`[` + two + `]`)
		between("2026-01-16", "2026-02-14 23:59:59").is(`[]`)
		f.ok(f.Claims.RetrieveClaimPayments(f.ctx, &claims.RetrieveClaimPaymentsRequest{PolicyTypeIDs: []string{"type-0", "type-2"}})).has(`[` + two + `]`)
		export := func(ids ...string) (any, error) {
			return f.Claims.ExportClaimPayments(f.ctx, &claims.ExportClaimPaymentsRequest{ClaimIDs: ids})
		}
		f.ok(export("claim-1")).is(`[]`)
		f.fails(404)(export("claim-a", "nothing"))
		all(nil, new(true)).is(`[]`)
		f.ok(export("claim-a")).is(`[{"id":"claim-payment-1","check_date":"2026-01-15","check_number":1001,"status":"success","detail":null}]`)
		f.fails(409)(export("claim-a"))
		all(nil, new(true)).has(`[{"id":"claim-payment-1","date_exported":"2026-03-01 12:00:00"}]`)
		of("claim-a").is(`[]`)

		page := func(id string, page, size *int) reply {
			return f.ok(f.Claims.GetAllClaimTransactions(f.ctx, &claims.GetAllClaimTransactionsRequest{ClaimID: &id, Page: page, PageSize: size}))
		}
		f.Contains(page("claim-a", nil, nil).text, `"total_records":3`)
		page("claim-a", new(2), new(2)).has(`{"total_records":3,"transactions":[{"id":"transaction-1","transaction_type":"reserve","amount":500}]}`)
		page("claim-1", nil, nil).is(`{"total_records":0,"transactions":[]}`)
		f.ok(f.Claims.GetAllCatastrophes(f.ctx, &claims.GetAllCatastrophesRequest{})).has(`[{"id":"catastrophe-1","title":"Example Storm","pcs":1},{"id":"catastrophe-2"}]`)
		f.ok(f.Claims.GetAllPerils(f.ctx, &claims.GetAllPerilsRequest{})).has(`[{"id":"peril-1","name":"Fire","code":"FIRE"},{"id":"peril-2","name":"Wind"}]`)
	}

	flows["claims have disputes"] = func(f *flow) {
		f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{}))
		f.ok(f.Disputes.CreateDispute(f.ctx, &disputes.CreateDisputeRequest{Dispute: api.Object{"claim_id": "claim-a", "reason": "amount"}})).
			is(`{"id":"dispute-1","claim_id":"claim-a","reason":"amount","dispute_dates":[],"dispute_settlements":[]}`)
		f.ok(f.Disputes.CreateDispute(f.ctx, &disputes.CreateDisputeRequest{Dispute: api.Object{"claim_id": "claim-1"}}))
		f.ok(f.Disputes.UpdateDispute(f.ctx, &disputes.UpdateDisputeRequest{Dispute: api.Object{"id": "dispute-1", "reason": "cause"}}))
		f.fails(404)(f.Disputes.UpdateDispute(f.ctx, &disputes.UpdateDisputeRequest{Dispute: api.Object{"id": "dispute-1", "claim_id": "claim-1"}}))
		list := func(id string) reply {
			return f.ok(f.Disputes.ListDisputes(f.ctx, &disputes.ListDisputesRequest{ClaimID: &id}))
		}
		list("claim-a").has(`[{"id":"dispute-1","claim_id":"claim-a","reason":"cause"}]`)
		list("claim-1").has(`[{"id":"dispute-2","claim_id":"claim-1"}]`)
		f.ok(f.Claims.RemoveClaim(f.ctx, &claims.RemoveClaimRequest{ClaimID: new("claim-a"), HardDelete: new(true)}))
		f.fails(404)(f.Disputes.UpdateDispute(f.ctx, &disputes.UpdateDisputeRequest{Dispute: api.Object{"id": "dispute-1"}}))
		f.fails(404)(f.Disputes.CreateDispute(f.ctx, &disputes.CreateDisputeRequest{Dispute: api.Object{"claim_id": "claim-a"}}))
		f.ok(f.Claims.GetContactsClaims(f.ctx, &claims.GetContactsClaimsRequest{ContactIDs: []string{"insured-1"}})).is(`{"claims":[],"total_records":0}`)
		f.Equal("Example One", f.ok(f.Contacts.GetContact(f.ctx, &contacts.GetContactRequest{ContactID: "insured-1"})).at("/name"))
	}
}
