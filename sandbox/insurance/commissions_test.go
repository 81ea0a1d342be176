package insurance

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/gen/commissions"
)

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

		for _, wrong := range []string{"agency_number,amount\nA-1,x", "agency_number,amount\nA-1,null", "agency_number,amount\nA-1,", "agency_number,amount\nA-1", "amount\n1", "\"", "agency_number,amount\nA-1,\"2\n"} {
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
		f.ok(f.Commissions.SaveBatchPaymentsCSV(f.ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: new("amount,agency_number\n3,A-3\n")}))
		f.Equal("payment-3", f.ok(f.Commissions.GetCommissionPayments(f.ctx, &commissions.GetCommissionPaymentsRequest{})).at("/payments/1/id"))
		f.Equal("payment-3", f.ok(f.Commissions.GetUnexportedCommissions(f.ctx, &commissions.GetUnexportedCommissionsRequest{})).at("/1/payment/id"))
	}
}
