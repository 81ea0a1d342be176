package insurance

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/commissions"
	"example.com/opgen/gen/configurations"
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
			is(`{"property_id":"risk-1","next_inspection_date":"2030-01-31"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PropertyID: new("risk-1"), InspectionDateRequest: new("soon")})).
			is(`{"property_id":"risk-1","next_inspection_date":"2030-01-31","inspection_date_request":"soon"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PolicyNumber: new("POL-1"), NextInspectionDate: new("2031-01-31")})).
			is(`{"policy_number":"POL-1","next_inspection_date":"2031-01-31"}`)
		f.ok(f.Inspections.UpdateInspectionDates(f.ctx, &inspections.UpdateInspectionDatesRequest{PolicyNumber: new("POL-1"), InspectionDateRequest: new("later")})).
			is(`{"policy_number":"POL-1","next_inspection_date":"2031-01-31","inspection_date_request":"later"}`)
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
		f.ok(get(nil, revision)).is(`{"id":"envelope-a","revision_id":"revision-1","status":"sent","signers":"Example One"}`)
		f.ok(f.Signatures.UpdateSignatures(f.ctx, &signatures.UpdateSignaturesRequest{EnvelopeID: new("envelope-a"), Signers: new("Example One, Example Two"), Status: new("signed")})).
			is(`{"envelope_id":"envelope-a","revision_id":"revision-1","status":"signed","signers":"Example One, Example Two"}`)
		f.ok(get(new("envelope-a"), nil)).is(`{"id":"envelope-a","revision_id":"revision-1","status":"signed","signers":"Example One, Example Two"}`)
		signed := func(revision string) reply {
			return f.ok(f.Signatures.GetSignatures(f.ctx, &signatures.GetSignaturesRequest{RevisionID: &revision}))
		}
		signed("revision-1").is(`["Example One, Example Two"]`)
		f.ok(f.Signatures.RecreateEnvelope(f.ctx, &signatures.RecreateEnvelopeRequest{RevisionID: new("revision-2")})).
			is(`{"id":"envelope-1","revision_id":"revision-2","status":"created"}`)
		signed("revision-2").is(`[]`)
		f.ok(f.Signatures.RecreateEnvelope(f.ctx, &signatures.RecreateEnvelopeRequest{RevisionID: revision})).
			is(`{"id":"envelope-2","revision_id":"revision-1","status":"created"}`)
		f.fails(404)(get(new("envelope-a"), nil))
		f.ok(f.Signatures.VoidEnvelope(f.ctx, &signatures.VoidEnvelopeRequest{RevisionID: revision, VoidReason: "late"})).
			is(`{"id":"envelope-2","revision_id":"revision-1","status":"voided","void_reason":"late"}`)
		f.ok(get(nil, revision)).is(`{"id":"envelope-2","revision_id":"revision-1","status":"voided","void_reason":"late"}`)
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
		const one = `{"id":"payment-1","agency_number":"A-1","amount":1234567890123456789.10,"exported":false,"complete":false}`
		f.saved("A-1", "1234567890123456789.10").is(`[{"id":"payment-1","agency_number":"A-1","amount":1234567890123456789.10,"exported":false}]`)
		f.Contains(f.payment("payment-1").text, "1234567890123456789.10")
		f.ok(f.Commissions.SaveBatchPayments(f.ctx, &commissions.SaveBatchPaymentsRequest{Payments: []api.Object{
			{"agency_number": "A-2", "amount": 1}, {"agency_number": "A-1", "amount": 2},
		}})).is(`[{"id":"payment-2","agency_number":"A-2","amount":1,"exported":false},
			{"id":"payment-3","agency_number":"A-1","amount":2,"exported":false}]`)
		f.ok(f.Commissions.SaveBatchPaymentsCSV(f.ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: new("agency_number,amount,exported,note\nA-3, 0.10,yes,\"one, two\"\n")})).
			is(`[{"id":"payment-4","agency_number":"A-3","amount":0.10,"exported":false}]`)
		f.payment("payment-4").is(`{"id":"payment-4","agency_number":"A-3","amount":0.10,"note":"one, two","exported":false,"complete":false}`)
		f.ok(f.Commissions.GetCommissionPayees(f.ctx, &commissions.GetCommissionPayeesRequest{})).is(`["A-1","A-2","A-3"]`)

		for _, wrong := range []string{"agency_number,amount\nA-1,x", "agency_number,amount\nA-1,null", "agency_number,amount\nA-1,", "agency_number,amount\nA-1", "amount\n1", "agency_number,amount,amount\nA-1,2,3", "\"", "agency_number,amount\nA-1,\"2\n"} {
			f.fails(422)(f.Commissions.SaveBatchPaymentsCSV(f.ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: &wrong}))
		}
		f.ok(f.Commissions.DeletePayment(f.ctx, &commissions.DeletePaymentRequest{PaymentID: new("payment-2")})).is(`{}`)
		f.ok(f.Commissions.GetCommissionPayees(f.ctx, &commissions.GetCommissionPayeesRequest{})).is(`["A-1","A-3"]`)
		f.fails(404)(f.Commissions.DeletePayment(f.ctx, &commissions.DeletePaymentRequest{PaymentID: new("payment-2")}))
		f.fails(404)(f.Commissions.GetPayment(f.ctx, &commissions.GetPaymentRequest{CommissionPaymentID: new("payment-2")}))
		f.fails(404)(f.Commissions.DeleteBatchPayments(f.ctx, &commissions.DeleteBatchPaymentsRequest{PaymentIDs: []string{"payment-1", "payment-2"}}))
		f.payment("payment-1").is(one) // all or none
		f.ok(f.Commissions.DeleteBatchPayments(f.ctx, &commissions.DeleteBatchPaymentsRequest{PaymentIDs: []string{"payment-1", "payment-3"}})).is(`{}`)
		f.ok(f.Commissions.GetCommissionPayees(f.ctx, &commissions.GetCommissionPayeesRequest{})).is(`["A-3"]`)
	}

	flows["payments are exported, reviewed and complete"] = func(f *flow) {
		f.saved("A-1", "1")
		f.ok(f.Commissions.SaveBatchPayments(f.ctx, &commissions.SaveBatchPaymentsRequest{Payments: []api.Object{{"agency_number": "A-2", "amount": 2}}}))
		ids := []string{"payment-2"}
		f.ok(f.Commissions.BatchExportPayments(f.ctx, &commissions.BatchExportPaymentsRequest{CommissionPaymentIDs: ids})).
			is(`[{"id":"payment-2","agency_number":"A-2","amount":2,"exported":true,"complete":false}]`)
		f.ok(f.Commissions.GetUnexportedCommissions(f.ctx, &commissions.GetUnexportedCommissionsRequest{})).
			is(`[{"agency_number":"A-1","payment":{"id":"payment-1","complete":false,"commission":{"amount":1,"exported":false}}}]`)
		f.ok(f.Commissions.BatchReviewPayments(f.ctx, &commissions.BatchReviewPaymentsRequest{CommissionPaymentIDs: ids})).
			is(`[{"id":"payment-2","agency_number":"A-2","amount":2,"exported":true,"reviewed":true,"complete":false}]`)
		f.ok(f.Commissions.BatchUpdatePaymentMethods(f.ctx, &commissions.BatchUpdatePaymentMethodsRequest{Operations: []any{
			map[string]any{"commission_payment_id": "payment-2", "payment_method": "check"},
		}}))
		const two = `{"id":"payment-2","agency_number":"A-2","amount":2,"exported":true,"reviewed":true,"payment_method":"check","complete":false}`
		f.payment("payment-2").is(two)
		f.ok(f.Commissions.GetCommissionPayments(f.ctx, &commissions.GetCommissionPaymentsRequest{})).
			is(`{"total":2,"payments":[{"id":"payment-1","agency_number":"A-1","amount":1,"exported":false,"complete":false},` + two + `]}`)
		f.ok(f.Commissions.UpdateCommissionPaymentsComplete(f.ctx, &commissions.UpdateCommissionPaymentsCompleteRequest{CommissionPaymentIDs: []string{"payment-1"}})).is(`{}`)
		f.ok(f.Commissions.GetCommissionPayments(f.ctx, &commissions.GetCommissionPaymentsRequest{})).is(`{"total":1,"payments":[` + two + `]}`)
		f.ok(f.Commissions.SaveBatchPaymentsCSV(f.ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: new("\ufeffamount,agency_number\n3,A-3\n")}))
		f.Equal("payment-3", f.ok(f.Commissions.GetCommissionPayments(f.ctx, &commissions.GetCommissionPaymentsRequest{})).at("/payments/1/id"))
		f.Equal("payment-3", f.ok(f.Commissions.GetUnexportedCommissions(f.ctx, &commissions.GetUnexportedCommissionsRequest{})).at("/1/payment/id"))
	}
}
