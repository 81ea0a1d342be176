// Calls the sandbox and reads fields of responses, each of a type that was learned.
//
// Usage: learned BASE_URL SECRET
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	insurance "example.com/integrator/gen"
	"example.com/integrator/gen/claims"
	"example.com/integrator/gen/commissions"
	"example.com/integrator/gen/contacts"
	"example.com/integrator/gen/inspections"
	"example.com/integrator/gen/notifications"
	"example.com/integrator/gen/quote"
	"example.com/integrator/gen/signatures"
	"example.com/opgen/api"
)

var (
	ctx  = context.Background()
	read = map[string]bool{} // the operations whose responses were read
)

// is compares a field of a response.
func is[T comparable](operation string, got *T, want T) {
	if got == nil || *got != want {
		log.Fatalf("%s: got %v, want %v", operation, got, want)
	}
	read[operation] = true
}

// id reads a field that has some value.
func id(operation string, got *string) *string {
	if got == nil || *got == "" {
		log.Fatalf("%s has no identifier", operation)
	}
	read[operation] = true
	return got
}

// ok returns the response to a call that succeeds.
func ok[T any](res T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return res
}

// item returns an item of a list.
func item[T any](list []T, i int) *T {
	if i >= len(list) {
		log.Fatalf("a list has %d items", len(list))
	}
	return &list[i]
}

func main() {
	log.SetFlags(log.Lshortfile)
	c := ok(insurance.NewClient(os.Args[1], api.WithBodyField("api_key", os.Args[2])))
	people(c.Contacts)
	losses(c.Claims)
	flows(c.Quote)
	payments(c.Commissions)
	is("notifications.current", item(ok(c.Notifications.Current(ctx, &notifications.CurrentRequest{})).Items, 0).ID, "notification-1")
	is("inspections.update_inspection_dates", ok(c.Inspections.UpdateInspectionDates(ctx, &inspections.UpdateInspectionDatesRequest{
		PropertyID: new("risk-1"), NextInspectionDate: new("2030-01-31"),
	})).NextInspectionDate, "2030-01-31")
	is("signatures.get_signatures", item(ok(c.Signatures.GetSignatures(ctx, &signatures.GetSignaturesRequest{RevisionID: new("revision-1")})).Items, 0).Name, "Example One")
	fmt.Println("typed fields of", len(read), "operations")
}

func people(c *contacts.Client) {
	made := &ok(c.NewContact(ctx, &contacts.NewContactRequest{
		Name:      "Example Two",
		Addresses: []contacts.AddressEntry{{Extra: api.Object{"city": "Exampleville"}}},
		Emails:    []contacts.EmailEntry{{Extra: api.Object{"email": "two@example.com"}}},
	})).ContactID
	id("contacts.new_contact", made)
	is("contacts.get_contact", ok(c.GetContact(ctx, &contacts.GetContactRequest{ContactID: *made})).Name, "Example Two")
	is("contacts.add_contact_to_role", ok(c.AddContactToRole(ctx, &contacts.AddContactToRoleRequest{ContactID: *made})).RoleName, "Named Insured")
	found := ok(c.FindContactByParams(ctx, &contacts.FindContactByParamsRequest{Name: new("Example Two")}))
	is("contacts.find_contact_by_params", item(found.Items, 0).ID, *made)
	several := ok(c.GetContactsByIDs(ctx, &contacts.GetContactsByIDsRequest{ContactIDList: []string{*made, "agency-1"}}))
	is("contacts.get_contacts_by_ids", item(several.Contacts, 1).Name, "Example Agency")
	is("contacts.check_username_availability", ok(c.CheckUsernameAvailability(ctx, &contacts.CheckUsernameAvailabilityRequest{Username: new("nobody")})).Available, true)
	is("contacts.list_emails_for_contact", item(ok(c.ListEmailsForContact(ctx, &contacts.ListEmailsForContactRequest{ContactID: made})).Items, 0).Email, "two@example.com")

	other := id("contacts.create_contact", ok(c.CreateContact(ctx, &contacts.CreateContactRequest{Name: new("Example Three")})).ID)
	is("contacts.modify_contact", ok(c.ModifyContact(ctx, &contacts.ModifyContactRequest{ID: other, DBA: new("Three")})).Name, "Example Three")
	is("contacts.enable_or_disable_contact", ok(c.EnableOrDisableContact(ctx, &contacts.EnableOrDisableContactRequest{ContactID: other, Active: new(false)})).Active, false)
	id("contacts.create_credit_report_for_contact", ok(c.CreateCreditReportForContact(ctx, &contacts.CreateCreditReportForContactRequest{ContactID: other})).ID)
	is("contacts.list_credit_reports_for_contact", item(ok(c.ListCreditReportsForContact(ctx, &contacts.ListCreditReportsForContactRequest{ContactID: other})).Items, 0).HasContent, false)

	is("contacts.get_contact_by_agency", ok(c.GetContactByAgency(ctx, &contacts.GetContactByAgencyRequest{AgencyNumber: new("A-1")})).ID, "agency-1")
	is("contacts.get_contact_by_agency_group", ok(c.GetContactByAgencyGroup(ctx, &contacts.GetContactByAgencyGroupRequest{AgencyGroupNumber: new("AG-1")})).ID, "agency-group-1")
	is("contacts.get_contact_by_agent", ok(c.GetContactByAgent(ctx, &contacts.GetContactByAgentRequest{ProducerNumber: new("P-1")})).ID, "agent-1")
	is("contacts.get_payment_methods", item(ok(c.GetPaymentMethods(ctx, &contacts.GetPaymentMethodsRequest{PaymentMethodIDs: new("method-1")})).Items, 0).Type, "check")
	is("contacts.get_resource_producer_id", ok(c.GetResourceProducerID(ctx, &contacts.GetResourceProducerIDRequest{PolicyID: new("policy-1")})).ProducerID, "agent-1")
	is("contacts.list_all_contacts", item(ok(c.ListAllContacts(ctx, &contacts.ListAllContactsRequest{})).Data, 0).Name, "Example Agency Group")
}

func losses(c *claims.Client) {
	made := ok(c.NewClaim(ctx, &claims.NewClaimRequest{ClaimNumber: new("CLM-2"), PolicyNumber: new("POL-1")})).ID
	id("claims.new_claim", made)
	is("claims.get_claim", ok(c.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: made})).Claim.ClaimNumber, "CLM-2")
	is("claims.create_claim_date", ok(c.CreateClaimDate(ctx, &claims.CreateClaimDateRequest{
		ClaimID: made, ClaimDateType: new("date_of_loss"), ClaimDate: new("2026-01-01"),
	})).DateString, "01/01/2026")
	is("claims.get_claim_dates", item(ok(c.GetClaimDates(ctx, &claims.GetClaimDatesRequest{ClaimID: made})).Items, 0).Type, "date_of_loss")
	is("claims.auto_assign_claim", ok(c.AutoAssignClaim(ctx, &claims.AutoAssignClaimRequest{ClaimID: made})).Assigned, true)
	id("claims.bifurcate_claim", ok(c.BifurcateClaim(ctx, &claims.BifurcateClaimRequest{ClaimID: made})).ClaimID)
	is("claims.get_all_perils", item(ok(c.GetAllPerils(ctx, &claims.GetAllPerilsRequest{})).Items, 0).Name, "Fire")
	is("claims.get_all_catastrophes", item(ok(c.GetAllCatastrophes(ctx, &claims.GetAllCatastrophesRequest{})).Items, 1).Title, "Example Flood")
	transactions := ok(c.GetAllClaimTransactions(ctx, &claims.GetAllClaimTransactionsRequest{ClaimID: new("claim-a"), Page: new(1), PageSize: new(2)}))
	is("claims.get_all_claim_transactions", transactions.TotalRecords, 3)
	is("claims.get_all_claim_transactions", item(transactions.Transactions, 0).Voided, true)
	paid := item(ok(c.GetClaimPayments(ctx, &claims.GetClaimPaymentsRequest{ClaimID: new("claim-a")})).Items, 0)
	is("claims.get_claim_payments", paid.Amount, json.Number("100.50"))
	is("claims.get_claim_payments", paid.CheckNumber, 1001)
	is("claims.get_claim_contacts", item(ok(c.GetClaimContacts(ctx, &claims.GetClaimContactsRequest{ClaimID: new("claim-a")})).Claimants, 0).ContactID, "insured-1")
	is("claims.get_contacts_claims_count", ok(c.GetContactsClaimsCount(ctx, &claims.GetContactsClaimsCountRequest{ContactIDs: []string{"insured-1"}})).Count, 1)
}

func flows(c *quote.Client) {
	flow := id("quote.add_quote_wizard_flow", ok(c.AddQuoteWizardFlow(ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-1")})).ID)
	placeholder := id("quote.add_flow_placeholder", ok(c.AddFlowPlaceholder(ctx, &quote.AddFlowPlaceholderRequest{FlowID: flow})).ID)
	is("quote.get_flow_placeholders", item(ok(c.GetFlowPlaceholders(ctx, &quote.GetFlowPlaceholdersRequest{FlowID: flow})).Items, 0).ID, *placeholder)
	is("quote.get_quote_wizard_flow", ok(c.GetQuoteWizardFlow(ctx, &quote.GetQuoteWizardFlowRequest{PolicyTypeID: new("type-1")})).Version, "1")
}

func payments(c *commissions.Client) {
	made := item(ok(c.SavePayment(ctx, &commissions.SavePaymentRequest{Amount: new(json.Number("12.5")), AgencyNumber: new("A-1")})).Items, 0)
	is("commissions.save_payment", made.AgencyNumber, "A-1")
	is("commissions.get_payment", ok(c.GetPayment(ctx, &commissions.GetPaymentRequest{CommissionPaymentID: made.CommissionPaymentID})).PayAmount, json.Number("12.5"))
	lines := ok(c.SaveBatchPaymentsCSV(ctx, &commissions.SaveBatchPaymentsCSVRequest{Data: new("agency_number,amount\nA-3,2.50\n")}))
	is("commissions.save_batch_payments_csv", item(lines.Items, 0).AgencyID, "A-3")
	is("commissions.get_commission_payees", item(ok(c.GetCommissionPayees(ctx, &commissions.GetCommissionPayeesRequest{})).Items, 0), "A-1")
	is("commissions.get_unexported_commissions", item(ok(c.GetUnexportedCommissions(ctx, &commissions.GetUnexportedCommissionsRequest{})).Items, 0).PayAmount, json.Number("12.5"))
	is("commissions.get_commission_payments", ok(c.GetCommissionPayments(ctx, &commissions.GetCommissionPaymentsRequest{})).Total, 2)
	is("commissions.batch_export_payments", ok(c.BatchExportPayments(ctx, &commissions.BatchExportPaymentsRequest{CommissionPaymentIDs: []string{*made.CommissionPaymentID}})).TotalSucceeded, 1)
}
