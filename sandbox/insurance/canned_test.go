package insurance

import (
	"example.com/opgen/api"
	"example.com/opgen/gen/billing"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/commissions"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/coverages"
	"example.com/opgen/gen/disputes"
	"example.com/opgen/gen/inspections"
	"example.com/opgen/gen/quote"
	"example.com/opgen/gen/signatures"
)

func init() {
	flows["canned"] = func(f *flow) {
		f.ok(f.Contacts.CreditScoreThresholdDetails(f.ctx, &contacts.CreditScoreThresholdDetailsRequest{})).is(`{"success":true,"warnings":[]}`)
		f.ok(f.Contacts.GetAspectData(f.ctx, &contacts.GetAspectDataRequest{})).is(`{}`)
		f.ok(f.Contacts.GetAspectDataSettings(f.ctx, &contacts.GetAspectDataSettingsRequest{})).is(`{}`)
		f.ok(f.Contacts.GetContactAssociations(f.ctx, &contacts.GetContactAssociationsRequest{})).is(`{"associations":[]}`)

		f.ok(f.Claims.GetAllAssociatedClaimsParties(f.ctx, &claims.GetAllAssociatedClaimsPartiesRequest{})).is(`[]`)
		f.ok(f.Claims.ExportBatchClaims(f.ctx, &claims.ExportBatchClaimsRequest{})).is(`{}`)
		f.ok(f.Claims.GetClaimChangeLogs(f.ctx, &claims.GetClaimChangeLogsRequest{})).is(`{"change_logs":[]}`)
		f.ok(f.Claims.RetrieveClaimChangeLogs(f.ctx, &claims.RetrieveClaimChangeLogsRequest{})).is(`{"change_logs":[]}`)

		f.ok(f.Quote.GetPropertyQuoteIntegrationDependencies(f.ctx, &quote.GetPropertyQuoteIntegrationDependenciesRequest{})).is(`{"dependencies":[]}`)

		f.ok(f.Commissions.CreateAdjustment(f.ctx, &commissions.CreateAdjustmentRequest{})).is(`{}`)
		f.ok(f.Commissions.DownloadCommissionReport(f.ctx, &commissions.DownloadCommissionReportRequest{})).is(`"https://sandbox.invalid/commission-report.csv"`)
		f.ok(f.Commissions.EmailCommissionReport(f.ctx, &commissions.EmailCommissionReportRequest{})).is(`{}`)
		f.ok(f.Commissions.GetCommissionAccountingEntries(f.ctx, &commissions.GetCommissionAccountingEntriesRequest{})).is(`{"entries":[]}`)
		f.ok(f.Commissions.GetCommissionPaymentComposition(f.ctx, &commissions.GetCommissionPaymentCompositionRequest{})).is(`{"entries":[]}`)
		f.ok(f.Commissions.GetDelayedCommissionAccountingEntries(f.ctx, &commissions.GetDelayedCommissionAccountingEntriesRequest{})).is(`{"entries":[]}`)
		f.ok(f.Commissions.GetDelayedCommissionEntriesSummary(f.ctx, &commissions.GetDelayedCommissionEntriesSummaryRequest{})).is(`{"count":0}`)
		f.ok(f.Commissions.WriteOffNegativeAmount(f.ctx, &commissions.WriteOffNegativeAmountRequest{})).is(`{}`)

		f.ok(f.Coverages.UpdateRevisionBillingSchedule(f.ctx, &coverages.UpdateRevisionBillingScheduleRequest{})).is(`{}`)
		f.ok(f.Disputes.DeleteDispute(f.ctx, &disputes.DeleteDisputeRequest{})).is(`{}`)

		f.ok(f.Billing.GetInstallmentsPreview(f.ctx, &billing.GetInstallmentsPreviewRequest{})).is(`[]`)
		f.ok(f.Billing.GetInstallmentsPreviewMidTerm(f.ctx, &billing.GetInstallmentsPreviewMidTermRequest{})).is(`[]`)
		f.ok(f.Billing.GetRenewalInstallmentsPreview(f.ctx, &billing.GetRenewalInstallmentsPreviewRequest{})).is(`[]`)
		f.ok(f.Billing.RatingFactors(f.ctx, &billing.RatingFactorsRequest{})).is(`{}`)

		f.ok(f.Inspections.InitiatePropertyInspection(f.ctx, &inspections.InitiatePropertyInspectionRequest{})).
			is(`{"start_url":"https://sandbox.invalid/inspection","optimal_width_px":1024,"optimal_height_px":768}`)
		f.ok(f.Inspections.UpdatePropertyInspectionData(f.ctx, &inspections.UpdatePropertyInspectionDataRequest{})).is(`{}`)

		f.ok(f.Signatures.EsignAuth(f.ctx, &signatures.EsignAuthRequest{Action: api.Object{"do": "connect"}})).is(`[]`)
		f.ok(f.Signatures.FlushCache(f.ctx, &signatures.FlushCacheRequest{})).is(`{}`)
	}
}
