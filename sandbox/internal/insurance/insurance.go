// Package insurance has the funcs of the insurance administration service.
package insurance

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/engine"
)

// Most of the service is described by steps in spec/resources.yaml. A func renders documents whose
// keys depend on other documents or on the reader, such as a masked date of birth, or it replaces the
// steps of an operation whose request has several forms or concerns several documents.

// Funcs returns the funcs that the resources of a catalog may name. It returns none unless the
// catalog is that of the service or an edited copy, which has the same Go package.
func Funcs(c *catalog.Catalog) map[string]engine.Func {
	if c.Package != "insurance" {
		return nil
	}
	return map[string]engine.Func{
		"new_contact":                renders(newContact),
		"contact_emails":             renders(contactEmails),
		"create_contact":             createContact,
		"update_contact":             updateContact,
		"modify_contact":             modifyContact,
		"stored_contact":             renders(storedContact),
		"found_contact":              renders(foundContact),
		"idp_contact":                renders(idpContact),
		"add_member_to_agency":       addMemberToAgency,
		"remove_contact_information": removeContactInformation,
		"remove_system_tags":         removeSystemTags,
		"contact_by_credentials":     contactByCredentials,
		"contact_for_migration":      contactForMigration,
		"create_credit_report":       createCreditReport,
		"listed_credit_report":       renders(listedCreditReport),

		"claim_contacts":        renders(claimContacts),
		"claim_date":            renders(claimDate),
		"claim_payment":         renders(claimPayment),
		"listed_claim_payment":  renders(listedClaimPayment),
		"export_claim_payments": exportClaimPayments,
		"contacts_claims":       contactsClaims,
		"contacts_claims_count": contactsClaimsCount,
		"dispute":               renders(dispute),

		"save_payment":            savePayment,
		"save_batch_payments":     saveBatchPayments,
		"save_batch_payments_csv": saveBatchPaymentsCSV,
		"commission_payment":      renders(commissionPayment),
		"unexported_commission":   renders(unexportedCommission),
		"export_payments":         exportPayments,
		"review_payments":         reviewPayments,
		"update_payment_methods":  updatePaymentMethods,
		"complete_payments":       completePayments,
		"installments_preview":    installmentsPreview,
		"rating_factors":          ratingFactors,
		"quote_flow":              renders(quoteFlow),
		"patch_flow_definition":   patchFlowDefinition,
		"update_flow_sections":    updateFlowSections,
		"update_inspection_dates": updateInspectionDates,
		"update_signatures":       updateSignatures,
		"signatures_of_revision":  signaturesOfRevision,
		"envelopes":               envelopes,
	}
}

// object is a document, or a part of one.
type object = map[string]any

// renders returns the func that renders a document.
func renders(f func(*engine.Tx, object) (any, error)) engine.Func {
	return func(tx *engine.Tx, document json.RawMessage) (any, error) {
		return f(tx, objectOf(document))
	}
}

// objectOf decodes an object, with numbers as they are written.
func objectOf(text []byte) object {
	from := object{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.Decode(&from) // a request or document, which is an object
	return from
}

// get returns the document of a kind with an id.
func get(tx *engine.Tx, kind string, id any) (object, error) {
	text, err := tx.Get(kind, id)
	if err != nil {
		return nil, err
	}
	return objectOf(text), nil
}

// first returns the first document with some values, nil if there is none.
func first(tx *engine.Tx, kind string, values object) (object, error) {
	documents, err := tx.Find(kind, values)
	if err != nil || len(documents) == 0 {
		return nil, err
	}
	return documents[0], nil
}

// text returns a member that is a string, "" otherwise.
func text(from object, name string) string {
	s, _ := from[name].(string)
	return s
}

// list returns a member that is a list, an empty one otherwise.
func list(from object, name string) []any {
	items, _ := from[name].([]any)
	if items == nil {
		items = []any{}
	}
	return items
}

// objects returns the objects of a list.
func objects(items []any) (all []object) {
	for _, item := range items {
		if from, ok := item.(object); ok {
			all = append(all, from)
		}
	}
	return all
}

// pick returns the members with some names, null for those that are missing.
func pick(from object, names ...string) object {
	picked := object{}
	for _, name := range names {
		picked[name] = from[name]
	}
	return picked
}

// without returns the members except some.
func without(from object, names ...string) object {
	kept := object{}
	for name, v := range from {
		if !slices.Contains(names, name) {
			kept[name] = v
		}
	}
	return kept
}

// orElse sets a member that is missing or null.
func orElse(from object, name string, v any) {
	if from[name] == nil {
		from[name] = v
	}
}

// isTrue reports whether a value is true, also as a text.
func isTrue(v any) bool { return v == true || v == "true" || v == "True" }

// stamp writes the time of a world as the service writes dates with times.
func stamp(tx *engine.Tx) string { return tx.Now.UTC().Format(time.DateTime) }

// today writes the day of a world.
func today(tx *engine.Tx) string { return tx.Now.UTC().Format(time.DateOnly) }

// dateLayouts are the forms of dates in requests and documents.
var dateLayouts = []string{time.RFC3339, time.DateTime, time.DateOnly, "01/02/2006"}

// redated writes a date, which may have a time or the form MM/DD/YYYY, in another layout. It returns
// other texts unchanged.
func redated(s, layout string) string {
	for _, form := range dateLayouts {
		date, err := time.Parse(form, s)
		if err == nil {
			return date.Format(layout)
		}
	}
	return s
}

// refused returns the problem of a request that cannot be executed because of a field.
func refused(field, detail string) error {
	return &api.Problem{
		Status: http.StatusUnprocessableEntity, Detail: detail,
		Errors: []api.Violation{{Field: field, Rule: api.RuleFormat, Message: detail}},
	}
}
