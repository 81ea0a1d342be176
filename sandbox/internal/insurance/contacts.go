package insurance

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/engine"
)

// Addresses travel with two sets of keys: new_contact takes and sends address_line1, and the other
// operations street. A stored address has what was sent, and each response shows one of the sets.

// addressKeys are the keys of a stored address by those that start with address.
var addressKeys = map[string]string{
	"address_line1":  "street",
	"address_line2":  "line2",
	"address_city":   "city",
	"address_county": "county",
	"address_state":  "state",
	"address_zip":    "zipcode",
}

// postalKeys are the keys of an address that only postal addresses have.
var postalKeys = []string{
	"address_line1", "address_line2", "address_city", "address_county", "address_state", "address_zip",
	"address_country", "attention", "type_label",
}

// entryTypes are the types of entries that a request gives none.
var entryTypes = map[string]string{"phones": "Home", "emails": "Home", "addresses": "Mailing/Billing"}

// primaryIDs are the lists whose preferred entry a contact names, by the member that names it.
var primaryIDs = map[string]string{
	"primary_phone_id":   "phones",
	"primary_email_id":   "emails",
	"primary_address_id": "addresses",
}

// contactLists are the members of a contact that list entries with a type.
var contactLists = slices.Sorted(maps.Keys(entryTypes))

// newContact shows a contact as new_contact does.
func newContact(_ *engine.Tx, contact object) (any, error) {
	addresses := []any{}
	for _, address := range objects(list(contact, "addresses")) {
		addresses = append(addresses, postalAddress(address))
	}
	return object{
		"contact_id":        contact["id"],
		"addresses":         addresses,
		"phones":            entries(contact, "phones", "phone"),
		"emails":            entries(contact, "emails", "email"),
		"dates_to_remember": list(contact, "dates_to_remember"),
	}, nil
}

// createContact creates a contact, and shows it as it is stored.
func createContact(tx *engine.Tx, request json.RawMessage) (any, error) {
	contact, err := madeContact(tx, objectOf(request))
	if err != nil {
		return nil, err
	}
	return storedContact(tx, contact)
}

// madeContact stores a new contact, links it with its agency and agents, and returns it.
func madeContact(tx *engine.Tx, contact object) (object, error) {
	contact["date_added"] = stamp(tx)
	if err := tx.Create("contact", contact); err != nil {
		return nil, err
	}
	id := text(contact, "id")
	if agency := text(contact, "agency_id"); agency != "" {
		if err := addAgent(tx, agency, id); err != nil {
			return nil, err
		}
	}
	for _, agent := range list(contact, "agent_ids") {
		stored, err := get(tx, "contact", agent)
		if err != nil {
			continue // an agent of another system
		}
		stored["agency_id"] = id
		if err := tx.Update("contact", agent, stored); err != nil {
			return nil, err
		}
	}
	return get(tx, "contact", id)
}

// addAgent adds an agent to those of an agency, which may be one of another system.
func addAgent(tx *engine.Tx, agency, agent string) error {
	contact, err := get(tx, "contact", agency)
	if err != nil {
		return nil
	}
	agents := list(contact, "agent_ids")
	if slices.Contains(agents, any(agent)) {
		return nil
	}
	contact["agent_ids"] = append(agents, agent)
	return tx.Update("contact", agency, contact)
}

// updateContact changes the keys that are given: an empty one is cleared, and entries of lists are
// changed by their id or added.
func updateContact(tx *engine.Tx, request json.RawMessage) (any, error) {
	changes, _ := objectOf(request)["contact"].(object)
	contact, err := givenContact(tx, changes, "/contact/id")
	if err != nil {
		return nil, err
	}
	for name, v := range changes {
		entries, isList := v.([]any)
		switch {
		case isList && len(entries) > 0 && entryTypes[name] != "":
			contact[name] = merged(list(contact, name), entries)
		case v == "":
			delete(contact, name)
		default:
			contact[name] = v
		}
	}
	return changedContact(tx, contact)
}

// merged returns the entries of a list with changes: a change that has the id of an entry changes
// it, any other one is added.
func merged(before, changes []any) []any {
	entries := slices.Clone(before)
	for _, change := range objects(changes) {
		isSame := func(entry any) bool {
			fields, _ := entry.(object)
			return change["id"] != nil && fields["id"] == change["id"]
		}
		i := slices.IndexFunc(entries, isSame)
		if i < 0 {
			entries = append(entries, change)
			continue
		}
		entries[i] = changedEntry(entries[i].(object), change)
	}
	return entries
}

// changedEntry returns an entry with changes. An address has two keys for the same thing.
// postalAddress and shownContact prefer the postal one, so a change of the other one removes it.
func changedEntry(entry, change object) object {
	entry = maps.Clone(entry)
	for postal, key := range addressKeys {
		if change[key] != nil {
			delete(entry, postal)
		}
	}
	maps.Copy(entry, change)
	return entry
}

// modifyContact changes the keys that are given. A list takes the place of the former one.
func modifyContact(tx *engine.Tx, request json.RawMessage) (any, error) {
	changes := objectOf(request)
	contact, err := givenContact(tx, changes, "/id")
	if err != nil {
		return nil, err
	}
	maps.Copy(contact, changes)
	return changedContact(tx, contact)
}

// givenContact returns the contact that changes name.
func givenContact(tx *engine.Tx, changes object, field string) (object, error) {
	id := text(changes, "id")
	if id == "" {
		return nil, refused(field, "the id of the contact is missing")
	}
	return get(tx, "contact", id)
}

// changedContact stores and shows a changed contact.
func changedContact(tx *engine.Tx, contact object) (any, error) {
	if err := tx.Update("contact", contact["id"], contact); err != nil {
		return nil, err
	}
	changed, err := get(tx, "contact", contact["id"])
	if err != nil {
		return nil, err
	}
	return storedContact(tx, changed)
}

// storedContact shows a contact with its agents, agency and agency group.
func storedContact(tx *engine.Tx, contact object) (any, error) {
	shown := shownContact(contact)
	agents := []any{}
	for _, id := range list(contact, "agent_ids") {
		if agent, err := get(tx, "contact", id); err == nil {
			agents = append(agents, shownContact(agent))
		}
	}
	shown["agents"], shown["agencies"] = agents, []any{}
	if agency, err := get(tx, "contact", contact["agency_id"]); err == nil {
		shown["agency"], shown["agencies"] = shownContact(agency), []any{shownContact(agency)}
	}
	if group, err := get(tx, "contact", contact["agency_group_id"]); err == nil {
		shown["agency_group"] = shownContact(group)
	}
	return shown, nil
}

// contactEmails lists the emails of a contact.
func contactEmails(_ *engine.Tx, contact object) (any, error) {
	return entries(contact, "emails", "email"), nil
}

// shownContact shows a contact without others. Its date of birth is masked.
func shownContact(contact object) object {
	shown := without(contact, "date_added")
	if born := text(contact, "date_of_birth"); born != "" {
		shown["date_of_birth"] = redated(born, "xx-xx-2006")
	}
	shown["phones"] = entries(contact, "phones", "phone")
	shown["emails"] = entries(contact, "emails", "email")
	addresses := []any{}
	for _, address := range objects(list(contact, "addresses")) {
		addresses = append(addresses, shownAddress(address))
	}
	shown["addresses"] = addresses
	for _, role := range objects(list(contact, "roles")) {
		orElse(role, "name", "")
	}
	for member, name := range primaryIDs {
		if id := primary(contact, name); id != nil {
			shown[member] = id
		}
	}
	return shown
}

// entries returns the phones or emails of a contact, whose value has a key: "phone" or "email".
func entries(contact object, name, key string) []any {
	shown := []any{}
	added := redated(text(contact, "date_added"), time.DateTime)
	for _, entry := range objects(list(contact, name)) {
		entry = maps.Clone(entry)
		entry["contact_id"] = contact["id"]
		orElse(entry, "type", entryTypes[name])
		orElse(entry, "is_preferred", false)
		orElse(entry, key, "")
		orElse(entry, "date_updated", added)
		shown = append(shown, entry)
	}
	return shown
}

// primary returns the id of the preferred entry of a list, or else of the first, nil without one.
func primary(contact object, name string) any {
	all := objects(list(contact, name))
	isPreferred := func(entry object) bool { return entry["is_preferred"] == true }
	preferred := slices.IndexFunc(all, isPreferred)
	switch {
	case preferred >= 0:
		return all[preferred]["id"]
	case len(all) > 0:
		return all[0]["id"]
	}
	return nil
}

// shownAddress shows an address with the keys of all operations but new_contact: street, city.
func shownAddress(address object) object {
	shown := without(address, postalKeys...)
	for postal, key := range addressKeys {
		if address[postal] != nil {
			shown[key] = address[postal]
		}
	}
	orElse(shown, "type", entryTypes["addresses"])
	for _, name := range []string{"street", "city", "state", "zipcode"} {
		orElse(shown, name, "")
	}
	orElse(shown, "is_preferred", false)
	return shown
}

// postalAddress shows an address with the keys of new_contact: address_line1, address_city.
func postalAddress(address object) object {
	shown := pick(address, append([]string{"id", "type"}, postalKeys...)...)
	orElse(shown, "type", entryTypes["addresses"])
	for postal, key := range addressKeys {
		orElse(shown, postal, address[key])
	}
	orElse(shown, "address_country", "USA")
	return shown
}

// foundContact shows a contact as a search does.
func foundContact(_ *engine.Tx, contact object) (any, error) {
	return object{
		"id":        contact["id"],
		"name":      text(contact, "name"),
		"ssn_exist": text(contact, "ssn") != "",
		"roles":     roleNames(contact),
		"phones":    entries(contact, "phones", "phone"),
		"emails":    entries(contact, "emails", "email"),
	}, nil
}

// roleNames returns the names of the roles of a contact.
func roleNames(contact object) []any {
	names := []any{}
	for _, role := range objects(list(contact, "roles")) {
		names = append(names, text(role, "name"))
	}
	return names
}

// addMemberToAgency makes a contact an agent of an agency, and the agency its company if that is
// asked for.
func addMemberToAgency(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	agency := text(fields, "agency_id")
	if _, err := get(tx, "contact", agency); err != nil {
		return nil, err
	}
	member, err := get(tx, "contact", fields["member_id"])
	if err != nil {
		return nil, err
	}
	member["agency_id"] = agency
	if isTrue(fields["set_member_company"]) {
		member["company_id"] = agency
	}
	if err := tx.Update("contact", member["id"], member); err != nil {
		return nil, err
	}
	return nil, addAgent(tx, agency, text(member, "id"))
}

// removeContactInformation removes entries of a contact, each given as an id or an object with one.
func removeContactInformation(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	contact, err := get(tx, "contact", fields["contact_id"])
	if err != nil {
		return nil, err
	}
	for _, name := range contactLists {
		for _, id := range list(fields, "contact_"+name) {
			if entry, isObject := id.(object); isObject {
				id = entry["id"]
			}
			if err := removeEntry(contact, name, id, "id"); err != nil {
				return nil, err
			}
		}
	}
	return nil, tx.Update("contact", contact["id"], contact)
}

// removeSystemTags removes tags of a contact by their names or ids.
func removeSystemTags(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	contact, err := get(tx, "contact", fields["contact_id"])
	if err != nil {
		return nil, err
	}
	for _, tag := range list(fields, "system_tags") {
		if err := removeEntry(contact, "system_tags", tag, "id", "name"); err != nil {
			return nil, err
		}
	}
	return nil, tx.Update("contact", contact["id"], contact)
}

// removeEntry removes the entry of a list of a contact that has a value in one of some keys. It does
// not store the contact.
func removeEntry(contact object, name string, value any, keys ...string) error {
	before := list(contact, name)
	isNamed := func(entry any) bool {
		fields, _ := entry.(object)
		hasValue := func(key string) bool { return fields[key] == value }
		return slices.ContainsFunc(keys, hasValue)
	}
	after := slices.DeleteFunc(slices.Clone(before), isNamed)
	if len(after) == len(before) {
		what := strings.ReplaceAll(name, "_", " ")
		return noContact("there is no such entry among the " + what + " of the contact")
	}
	contact[name] = after
	return nil
}

// noContact is the problem of a contact that is not found.
func noContact(detail string) error {
	return &api.Problem{Status: http.StatusNotFound, Detail: detail}
}

// creditVendor is the setting with the id of the vendor of credit reports.
const creditVendor = "credit_vendor"

// createCreditReport makes a report with a made-up score. Without a vendor, there is none.
func createCreditReport(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	contact, err := get(tx, "contact", fields["contact_id"])
	if err != nil {
		return nil, err
	}
	vendor, err := get(tx, "setting", creditVendor)
	if err != nil {
		return nil, refused("/contact_id", "no vendor of credit reports is configured")
	}
	number, err := tx.Number("credit_report", "/report_number")
	if err != nil {
		return nil, err
	}
	report := object{
		"contact":        contact["id"],
		"contact_id":     contact["id"],
		"policy_type_id": fields["policy_type_id"],
		"content":        "",
		"date_added":     stamp(tx),
		"report_number":  number,
		"score":          "700",
		"warning":        "",
		"vendor_id":      vendor["value"],
	}
	if err := tx.Create("credit_report", report); err != nil {
		return nil, err
	}
	return pick(report,
		"id", "contact_id", "content", "date_added", "report_number", "score", "warning", "error",
		"vendor_id"), nil
}

// listedCreditReport shows a credit report in the list of its contact.
func listedCreditReport(_ *engine.Tx, report object) (any, error) {
	return object{
		"id":          report["id"],
		"name":        report["score"],
		"score":       report["score"],
		"warning":     report["warning"],
		"date":        redated(text(report, "date_added"), "01-02-2006"),
		"has_content": text(report, "content") != "",
	}, nil
}
