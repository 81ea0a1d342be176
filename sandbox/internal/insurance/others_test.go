package insurance

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/gen/billing"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/commissions"
	"example.com/opgen/gen/configurations"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/coverages"
	"example.com/opgen/gen/inspections"
	"example.com/opgen/gen/notifications"
	"example.com/opgen/gen/signatures"
)

func init() {
	flows["coverages"] = func(f *flow) {
		const one = `{"id":"coverage-1","property_id":"risk-1","quote_id":"quote-1","limit":1000}`
		const two = `{"id":"coverage-2","property_id":"risk-1","quote_id":"quote-2"}`
		f.ok(f.Coverages.AddCoverage(f.ctx, &coverages.AddCoverageRequest{Coverage: api.Object{"property_id": "risk-1", "quote_id": "quote-1", "limit": 1000}})).is(one)
		f.ok(f.Coverages.AddCoverages(f.ctx, &coverages.AddCoveragesRequest{Coverages: []any{
			map[string]any{"property_id": "risk-1", "quote_id": "quote-2"}, map[string]any{"property_id": "risk-2", "quote_id": "quote-1"},
		}})).is(`[` + two + `,{"id":"coverage-3","property_id":"risk-2","quote_id":"quote-1"}]`)
		list := func(property, quote *string) reply {
			return f.ok(f.Coverages.ListCoverages(f.ctx, &coverages.ListCoveragesRequest{PropertyID: property, QuoteID: quote}))
		}
		list(new("risk-1"), nil).is(`[` + one + `,` + two + `]`)
		list(new("risk-1"), new("quote-1")).is(`[` + one + `]`)
		f.ok(f.Coverages.UpdateCoverage(f.ctx, &coverages.UpdateCoverageRequest{Coverage: api.Object{"id": "coverage-1", "limit": 2000}})).
			is(`{"id":"coverage-1","property_id":"risk-1","quote_id":"quote-1","limit":2000}`)
		f.ok(f.Coverages.UpdateCoverages(f.ctx, &coverages.UpdateCoveragesRequest{Coverages: []any{
			map[string]any{"id": "coverage-2", "limit": 1}, map[string]any{"id": "coverage-3", "limit": 2},
		}})).is(`[{"id":"coverage-2","property_id":"risk-1","quote_id":"quote-2","limit":1},{"id":"coverage-3","property_id":"risk-2","quote_id":"quote-1","limit":2}]`)
		f.ok(f.Coverages.ListAllCoverages(f.ctx, &coverages.ListAllCoveragesRequest{})).is(`[{"id":"coverage-1","property_id":"risk-1","quote_id":"quote-1","limit":2000},
			{"id":"coverage-2","property_id":"risk-1","quote_id":"quote-2","limit":1},{"id":"coverage-3","property_id":"risk-2","quote_id":"quote-1","limit":2}]`)

		f.ok(f.Coverages.AddSubLines(f.ctx, &coverages.AddSubLinesRequest{Sublines: []any{
			map[string]any{"property_id": "risk-1", "quote_id": "quote-1"}, map[string]any{"property_id": "risk-2", "quote_id": "quote-1"}, map[string]any{"property_id": "risk-1"},
		}})).is(`[{"id":"sub_line-1","property_id":"risk-1","quote_id":"quote-1"},{"id":"sub_line-2","property_id":"risk-2","quote_id":"quote-1"},{"id":"sub_line-3","property_id":"risk-1"}]`)
		lines := func(property, quote *string) reply {
			return f.ok(f.Coverages.ListSubLines(f.ctx, &coverages.ListSubLinesRequest{PropertyID: property, QuoteID: quote}))
		}
		lines(new("risk-1"), new("quote-1")).is(`[{"id":"sub_line-1","property_id":"risk-1","quote_id":"quote-1"}]`)
		f.ok(f.Coverages.DeleteCoverage(f.ctx, &coverages.DeleteCoverageRequest{})).is(`{}`)
		list(nil, nil).is(`[]`)
		f.Equal("sub_line-1", lines(nil, nil).at("/0/id"))
		f.ok(f.Coverages.DeleteSubLine(f.ctx, &coverages.DeleteSubLineRequest{})).is(`{}`)
		lines(nil, nil).is(`[]`)
	}

	flows["custom error codes"] = func(f *flow) {
		create := func(code, module string) reply {
			return f.ok(f.Configurations.CreateCustomErrorCode(f.ctx, &configurations.CreateCustomErrorCodeRequest{CustomErrorCode: api.Object{"code": code, "module": module}}))
		}
		list := func(module *string) reply {
			return f.ok(f.Configurations.ListCustomErrorCodes(f.ctx, &configurations.ListCustomErrorCodesRequest{Module: module}))
		}
		create("E1", "claims").is(`{"id":"error_code-1","code":"E1","module":"claims"}`)
		create("E2", "quote")
		f.ok(f.Configurations.UpdateCustomErrorCode(f.ctx, &configurations.UpdateCustomErrorCodeRequest{CustomErrorCode: api.Object{"id": "error_code-1", "code": "E3"}}))
		list(new("claims")).is(`[{"id":"error_code-1","code":"E3","module":"claims"}]`)
		f.ok(f.Configurations.DeleteCustomErrorCode(f.ctx, &configurations.DeleteCustomErrorCodeRequest{ID: new("error_code-1")})).is(`{}`)
		list(nil).is(`[{"id":"error_code-2","code":"E2","module":"quote"}]`)
	}

	flows["inspection dates"] = func(f *flow) {
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PropertyID: new("risk-1"), NextInspectionDate: new("2030-01-31")})).
			is(`{"property_id":"risk-1","risk_id":"risk-1","policy_id":"policy-1","policy_number":"POL-1","next_inspection_date":"2030-01-31"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PropertyID: new("risk-1"), InspectionDateRequest: new("soon")})).
			is(`{"property_id":"risk-1","risk_id":"risk-1","policy_id":"policy-1","policy_number":"POL-1","next_inspection_date":"2030-01-31","inspection_request_date":"soon"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PolicyNumber: new("POL-1"), NextInspectionDate: new("2031-01-31")})).
			has(`{"policy_number":"POL-1","risk_id":"risk-1","next_inspection_date":"2031-01-31"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PolicyNumber: new("POL-1"), InspectionDateRequest: new("later")})).
			has(`{"policy_number":"POL-1","risk_id":"risk-1","next_inspection_date":"2031-01-31","inspection_request_date":"later"}`)
	}

	flows["notifications are acknowledged"] = func(f *flow) {
		current := func() reply { return f.ok(f.Notifications.Current(f.ctx, &notifications.CurrentRequest{})) }
		f.Equal("notification-1", current().at("/0/id"))
		f.Equal("notification-2", current().at("/1/id"))
		f.ok(f.Notifications.Acknowledge(f.ctx, &notifications.AcknowledgeRequest{})).is(`{}`)
		current().is(`[]`)
		f.ok(f.Notifications.Acknowledge(f.ctx, &notifications.AcknowledgeRequest{}))
	}

	flows["envelopes are signed, recreated and voided"] = func(f *flow) {
		get := func(envelope, revision *string) (any, error) {
			return f.Signatures.GetEnvelope(f.ctx,
				&signatures.GetEnvelopeRequest{EnvelopeID: envelope, RevisionID: revision})
		}
		revision := new("revision-1")
		f.ok(get(nil, revision)).has(`[{"id":"envelope-a","revision_id":"revision-1","status":"sent","signers":[{"name":"Example One"}]}]`)
		f.ok(f.Signatures.UpdateSignatures(f.ctx, &signatures.UpdateSignaturesRequest{EnvelopeID: new("envelope-a"), Signers: new("Example One, Example Two"), Status: new("signed")})).
			is(`{"envelope_id":"envelope-a","revision_id":"revision-1","status":"signed","signers":[{"name":"Example One"},{"name":"Example Two"}]}`)
		f.ok(get(new("envelope-a"), nil)).has(`{"id":"envelope-a","revision_id":"revision-1","status":"signed","signers":[{"name":"Example One"},{"name":"Example Two"}]}`)
		signed := func(revision string) reply {
			return f.ok(f.Signatures.GetSignatures(f.ctx, &signatures.GetSignaturesRequest{RevisionID: &revision}))
		}
		signed("revision-1").is(`[{"name":"Example One"},{"name":"Example Two"}]`)
		f.ok(f.Signatures.RecreateEnvelope(f.ctx, &signatures.RecreateEnvelopeRequest{RevisionID: new("revision-2")})).
			is(`{"id":"envelope-1","revision_id":"revision-2","status":"sent"}`)
		signed("revision-2").is(`[]`)
		f.ok(f.Signatures.RecreateEnvelope(f.ctx, &signatures.RecreateEnvelopeRequest{RevisionID: revision})).
			is(`{"id":"envelope-2","revision_id":"revision-1","status":"sent"}`)
		f.fails(404)(get(new("envelope-a"), nil))
		f.ok(f.Signatures.VoidEnvelope(f.ctx, &signatures.VoidEnvelopeRequest{RevisionID: revision, VoidReason: "late"})).
			is(`{"id":"envelope-2","revision_id":"revision-1","status":"voided","void_reason":"late"}`)
		f.ok(get(nil, revision)).has(`[{"id":"envelope-2","revision_id":"revision-1","status":"voided","void_reason":"late"}]`)
		f.ok(f.Signatures.VoidEnvelope(f.ctx, &signatures.VoidEnvelopeRequest{EnvelopeID: new("envelope-1")})).
			is(`{"id":"envelope-1","revision_id":"revision-2","status":"voided"}`)
		f.fails(404)(f.Signatures.VoidEnvelope(f.ctx, &signatures.VoidEnvelopeRequest{EnvelopeID: new("envelope-a")}))

		f.ok(f.Signatures.EsignConfig(f.ctx, &signatures.EsignConfigRequest{})).is(`{"enabled":true}`)
		f.ok(f.Signatures.EsignConfig(f.ctx, &signatures.EsignConfigRequest{Data: map[string]any{"enabled": false}})).is(`{"enabled":false}`)
		f.ok(f.Signatures.EsignConfig(f.ctx, &signatures.EsignConfigRequest{})).is(`{"enabled":false}`)
		f.Equal("Date of loss", f.ok(f.Claims.GetClaimDateTypes(f.ctx, &claims.GetClaimDateTypesRequest{ClaimID: new("claim-a")})).at("/date_of_loss"))
	}
}

func (f *flow) payment(id string) reply {
	return f.ok(f.Commissions.GetPayment(f.ctx, &commissions.GetPaymentRequest{CommissionPaymentID: &id}))
}

func (f *flow) saved(agency string, amount json.Number) reply {
	return f.ok(f.Commissions.SavePayment(f.ctx, &commissions.SavePaymentRequest{AgencyNumber: &agency, Amount: &amount}))
}

func init() {
	flows["payments are saved and deleted"] = func(f *flow) {
		f.saved("A-1", "1234567890123456789.10").is(`[{"commission_payment_id":"payment-1","payment_method_id":"method-1","agency_number":"A-1","amount":1234567890123456789.10}]`)
		f.Contains(f.payment("payment-1").text, "1234567890123456789.10")
		f.payment("payment-1").has(`{"id":"payment-1","payee_id":"A-1","reviewed":false,"exported":false,"date_exported":null}`)
		f.ok(f.Commissions.SaveBatchPayments(f.ctx, &commissions.SaveBatchPaymentsRequest{Payments: []api.Object{
			{"agency_number": "A-2", "amount": 1}, {"agency_number": "A-1", "amount": 2},
		}})).is(`[{"commission_payment_id":"payment-2","payment_method_id":"method-1","agency_id":"A-2","amount":1},
			{"commission_payment_id":"payment-3","payment_method_id":"method-1","agency_id":"agency-1","amount":2}]`)
		f.payment("payment-3").has(`{"payee_id":"agency-1","pay_amount":2}`)
		csv := func(data string) (any, error) {
			return f.Commissions.SaveBatchPaymentsCSV(f.ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: &data})
		}
		f.ok(csv("agency_number,amount,exported,note\nA-3, 0.10,yes,\"one, two\"\n")).has(`[{"commission_payment_id":"payment-4","agency_id":"A-3","amount":0.10}]`)
		f.payment("payment-4").has(`{"id":"payment-4","pay_amount":0.10,"exported":false}`)
		f.ok(csv("\ufeffamount,agency_number\n3,A-1\n")).has(`[{"agency_id":"agency-1","amount":3}]`)
		f.ok(csv("A-1,0\nA-1,5.5\n")).has(`[{"agency_id":"agency-1","amount":0},{"agency_id":"agency-1","amount":5.5}]`)
		f.ok(csv("")).is(`[]`)
		f.ok(f.Commissions.GetCommissionPayees(f.ctx, &commissions.GetCommissionPayeesRequest{})).is(`["A-1"]`)
		f.ok(f.Contacts.CreateContact(f.ctx, &contacts.CreateContactRequest{Name: new("Example Agency Two"), AgencyNumber: new("A-2")}))
		f.ok(f.Commissions.GetCommissionPayees(f.ctx, &commissions.GetCommissionPayeesRequest{})).is(`["A-1","A-2"]`)

		for _, wrong := range []string{"agency_number,amount\nA-1,x", "agency_number,amount\nA-1,null", "agency_number,amount\nA-1,", "agency_number,amount\nA-1", "amount\n1", "agency_number,amount,amount\nA-1,2,3", "\"", "agency_number,amount\nA-1,\"2\n", "A-1,x", "A-1"} {
			f.fails(422)(csv(wrong))
		}
		f.ok(f.Commissions.DeletePayment(f.ctx, &commissions.DeletePaymentRequest{PaymentID: new("payment-2")})).is(`{}`)
		f.fails(404)(f.Commissions.GetPayment(f.ctx, &commissions.GetPaymentRequest{CommissionPaymentID: new("payment-2")}))
		f.fails(404)(f.Commissions.DeletePayment(f.ctx, &commissions.DeletePaymentRequest{PaymentID: new("payment-2")}))
		f.fails(404)(f.Commissions.DeleteBatchPayments(f.ctx, &commissions.DeleteBatchPaymentsRequest{PaymentIDs: []string{"payment-1", "payment-2"}}))
		f.payment("payment-1").has(`{"id":"payment-1"}`) // all or none
		f.ok(f.Commissions.DeleteBatchPayments(f.ctx, &commissions.DeleteBatchPaymentsRequest{PaymentIDs: []string{"payment-1", "payment-3"}})).is(`{}`)
		f.fails(404)(f.Commissions.GetPayment(f.ctx, &commissions.GetPaymentRequest{CommissionPaymentID: new("payment-1")}))
	}

	flows["payments are exported, reviewed and complete"] = func(f *flow) {
		f.saved("A-1", "1")
		f.ok(f.Commissions.SaveBatchPayments(f.ctx, &commissions.SaveBatchPaymentsRequest{Payments: []api.Object{{"agency_number": "A-1", "amount": 2}}}))
		unexported := func() reply {
			return f.ok(f.Commissions.GetUnexportedCommissions(f.ctx, &commissions.GetUnexportedCommissionsRequest{}))
		}
		unexported().has(`[{"id":"payment-1","pay_amount":1,"payee":{"name":"Example Agency","agency_number":"A-1"},"payment_method":{"method":"check"},"composition":[]},
			{"id":"payment-2","payee":{"agency_number":"A-1"}}]`)
		ids := []string{"payment-2", "nothing"}
		f.ok(f.Commissions.BatchExportPayments(f.ctx, &commissions.BatchExportPaymentsRequest{CommissionPaymentIDs: ids})).
			is(`{"total_processed":2,"total_succeeded":1,"total_failed":1}`)
		unexported().has(`[{"id":"payment-1"}]`)
		f.ok(f.Commissions.BatchReviewPayments(f.ctx, &commissions.BatchReviewPaymentsRequest{CommissionPaymentIDs: ids[:1]})).
			is(`{"total_processed":1,"total_succeeded":1,"total_failed":0}`)
		f.ok(f.Commissions.BatchUpdatePaymentMethods(f.ctx, &commissions.BatchUpdatePaymentMethodsRequest{Operations: []any{
			map[string]any{"commission_payment_id": "payment-2", "is_electronic_payment": true},
		}})).is(`{"total_processed":1,"total_succeeded":1,"total_failed":0}`)
		f.payment("payment-2").is(`{"id":"payment-2","payee_id":"agency-1","payment_method_id":"method-1","pay_amount":2,"is_electronic_payment":true,
			"exported":true,"date_exported":"2026-03-01 12:00:00","reviewed":true,"date_reviewed":"2026-03-01 12:00:00",
			"transaction_date":"2026-03-01","date_added":"2026-03-01 12:00:00","date_updated":"2026-03-01 12:00:00"}`)
		queue := func() reply {
			return f.ok(f.Commissions.GetCommissionPayments(f.ctx, &commissions.GetCommissionPaymentsRequest{}))
		}
		queue().has(`{"total":2,"payments":[{"id":"payment-1"},{"id":"payment-2"}]}`)
		f.fails(404)(f.Commissions.UpdateCommissionPaymentsComplete(f.ctx, &commissions.UpdateCommissionPaymentsCompleteRequest{CommissionPaymentIDs: []string{"payment-1", "nothing"}}))
		f.ok(f.Commissions.UpdateCommissionPaymentsComplete(f.ctx, &commissions.UpdateCommissionPaymentsCompleteRequest{CommissionPaymentIDs: []string{"payment-1"}})).is(`{}`)
		f.payment("payment-1").has(`{"exported":true,"reviewed":true}`)
		queue().has(`{"total":1,"payments":[{"id":"payment-2"}]}`)
		unexported().is(`[]`)
		f.saved("A-1", "3")
		f.ok(f.Commissions.BatchExportPayments(f.ctx, &commissions.BatchExportPaymentsRequest{CommissionPaymentIDs: []string{"all"}})).
			is(`{"total_processed":1,"total_succeeded":1,"total_failed":0}`)
		unexported().is(`[]`)
	}

	flows["billing is previewed"] = func(f *flow) {
		schedules := []string{"schedule-1", "schedule-2"}
		const two = `[{"billing_schedule_id":"schedule-1","installments":[]},{"billing_schedule_id":"schedule-2","installments":[]}]`
		f.ok(f.Billing.GetInstallmentsPreview(f.ctx, &billing.GetInstallmentsPreviewRequest{BillingScheduleIDs: schedules})).is(two)
		f.ok(f.Billing.GetInstallmentsPreviewMidTerm(f.ctx, &billing.GetInstallmentsPreviewMidTermRequest{BillingScheduleIDs: schedules})).is(two)
		f.ok(f.Billing.GetRenewalInstallmentsPreview(f.ctx, &billing.GetRenewalInstallmentsPreviewRequest{BillingScheduleIDs: schedules})).is(two)
		f.ok(f.Billing.RatingFactors(f.ctx, &billing.RatingFactorsRequest{PolicyID: new("policy-1")})).
			is(`{"id":"policy-1","outstanding_balance":0,"terms":[]}`)
	}
}
