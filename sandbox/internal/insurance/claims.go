package insurance

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/engine"
)

// A claim stores its contacts in one list, each with a role, and is shown with a list for each role.
// Its payments are documents of their own, and the operations about them show the same payment with
// different keys.

// claimRoles are the lists of contacts that a claim always has.
var claimRoles = []string{
	"additionalInterests", "adjusters", "agents", "claimants", "contractors", "defendantAttorneys",
	"fireDepartments", "medicalProviders", "mortgagees", "namedInsureds", "plaintiffAttorneys",
	"policeDepartments", "publicAdjusters", "publicClaimsAdjusters", "reinsurers", "supervisors",
}

// claimContacts shows the contacts of a claim by their roles.
func claimContacts(_ *engine.Tx, claim object) (any, error) {
	shown := object{"id": claim["id"], "selectedCoverage": text(claim, "selected_coverage")}
	for _, role := range claimRoles {
		shown[role] = []any{}
	}
	for _, contact := range objects(list(claim, "contacts")) {
		role := text(contact, "role")
		inRole := without(contact, "role", "external_ref")
		shown[role] = append(list(shown, role), inRole)
	}
	return shown, nil
}

// claimDate shows a date of a claim.
func claimDate(_ *engine.Tx, date object) (any, error) {
	return object{
		"dateId":     date["id"],
		"type":       date["claim_date_type"],
		"dateString": redated(text(date, "claim_date"), "01/02/2006"),
	}, nil
}

// claimPayment shows a payment in the list of its claim, with its payees and amounts.
func claimPayment(tx *engine.Tx, payment object) (any, error) {
	claim, err := get(tx, "claim", payment["claim"])
	if err != nil {
		return nil, err
	}
	shown := pick(payment,
		"id", "type", "amount", "deductible", "description", "memo", "classification_type",
		"recovery_category", "reinsurance_contract_contact_id", "payment_method_id", "address",
		"check_date", "check_display", "check_number", "transaction_date", "date_updated", "exported",
		"historical", "voided", "voided_date")
	shown["claim_id"] = claim["id"]
	shown["claim_number"] = claim["claim_number"]
	shown["policy_number"] = claim["policy_number"]
	shown["selected_payees"] = []any{}
	for _, payee := range objects(list(payment, "payees")) {
		shown["selected_payees"] = append(list(shown, "selected_payees"), pick(payee, "name", "addresses"))
	}
	shown["item_amounts"] = list(payment, "item_amounts")
	return shown, nil
}

// listedClaimPayment shows a payment in a list by date, with the ids of what belongs to it.
func listedClaimPayment(_ *engine.Tx, payment object) (any, error) {
	shown := pick(payment,
		"id", "type", "amount", "deductible", "exported", "historical", "voided", "date_updated",
		"claim_item_id", "contact_id", "address_id", "payment_method_id",
		"reinsurance_contract_contact_id", "recovery_category", "description", "memo", "check_date",
		"check_display", "check_number", "transaction_date", "date_exported", "voided_date",
		"cleared_date")
	shown["claim_id"] = payment["claim"]
	amounts := object{}
	for _, item := range objects(list(payment, "item_amounts")) {
		amounts[text(item, "claimItemId")] = item
	}
	payees := []any{}
	for _, payee := range objects(list(payment, "payees")) {
		payees = append(payees, payee["id"])
	}
	shown["item_amounts"], shown["selected_payees"] = amounts, payees
	shown["system_tags"] = list(payment, "system_tags")
	return shown, nil
}

// exportClaimPayments exports the payments of claims, except voided ones. If all were exported
// before, it fails, because success means that the whole export succeeded.
func exportClaimPayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	exported := []any{}
	exportedBefore := 0
	for i, id := range list(objectOf(request), "claim_ids") {
		if _, err := get(tx, "claim", id); err != nil {
			return nil, withItem(err, i)
		}
		payments, err := tx.Find("claim_payment", object{"claim": id, "/voided": false})
		if err != nil {
			return nil, err
		}
		for _, payment := range payments {
			if payment["exported"] == true {
				exportedBefore++
				continue
			}
			outcome, err := exportClaimPayment(tx, payment)
			if err != nil {
				return nil, err
			}
			exported = append(exported, outcome)
		}
	}
	if exportedBefore > 0 && len(exported) == 0 {
		const form = "the status of each payment is error: %d were exported before"
		return nil, &api.Problem{
			Status: http.StatusConflict,
			Detail: fmt.Sprintf(form, exportedBefore),
		}
	}
	return exported, nil
}

// exportClaimPayment marks a payment as exported, and returns its entry in the response.
func exportClaimPayment(tx *engine.Tx, payment object) (outcome object, err error) {
	payment["exported"] = true
	payment["date_exported"] = stamp(tx)
	orElse(payment, "check_date", today(tx))
	if err := tx.Update("claim_payment", payment["id"], payment); err != nil {
		return nil, err
	}
	outcome = pick(payment, "id", "check_date", "check_number", "detail")
	outcome["status"] = "success"
	return outcome, nil
}

// withItem says which of the claims is missing.
func withItem(err error, i int) error {
	if p, ok := errors.AsType[*api.Problem](err); ok {
		p.Detail += fmt.Sprintf(" (item %d of claim_ids)", i+1)
	}
	return err
}

// claimsOf returns the claims of contacts, the active ones unless the request says otherwise.
func claimsOf(tx *engine.Tx, fields object) ([]any, error) {
	orElse(fields, "active", true)
	claims, err := tx.Find("claim", object{"/active": fields["active"]})
	if err != nil {
		return nil, err
	}
	matches := []any{}
	for _, claim := range claims {
		hasOneOf := func(member, key string) bool {
			return fields[key] == nil || hasContact(claim, member, list(fields, key))
		}
		if hasOneOf("contact_id", "contact_ids") && hasOneOf("external_ref", "contact_external_refs") {
			matches = append(matches, claim)
		}
	}
	return matches, nil
}

// hasContact reports whether a claim has a contact with one of some values in a member.
func hasContact(claim object, member string, values []any) bool {
	isOneOf := func(contact object) bool { return slices.Contains(values, contact[member]) }
	return slices.ContainsFunc(objects(list(claim, "contacts")), isOneOf)
}

// contactsClaimsCount counts the claims of contacts.
func contactsClaimsCount(tx *engine.Tx, request json.RawMessage) (any, error) {
	claims, err := claimsOf(tx, objectOf(request))
	return object{"count": len(claims)}, err
}

// contactsClaims returns a page of claims, the first 20 by default.
func contactsClaims(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	claims, err := claimsOf(tx, fields)
	if err != nil {
		return nil, err
	}
	page := number(fields, "page", 1)
	size := number(fields, "page_size", 20)
	start := min(max(page-1, 0)*max(size, 0), len(claims))
	end := min(start+max(size, 0), len(claims))
	return object{"claims": claims[start:end], "total_records": len(claims)}, nil
}

// number returns a member that is an integer, or its default.
func number(from object, name string, otherwise int) int {
	n, isNumber := from[name].(json.Number)
	i, err := strconv.Atoi(n.String())
	if !isNumber || err != nil {
		return otherwise
	}
	return i
}

// dispute shows a dispute, whose lists are always there.
func dispute(_ *engine.Tx, document object) (any, error) {
	shown := without(document, "claim")
	orElse(shown, "claim_id", document["claim"])
	orElse(shown, "dispute_dates", []any{})
	orElse(shown, "dispute_settlements", []any{})
	return shown, nil
}
