package insurance

import (
	"cmp"
	"encoding/json"

	"example.com/opgen/sandbox/internal/engine"
)

// This file finds contacts by how they log in: by a username, an email address, or the username at an
// identity provider.

// idpContact shows a contact as the search by the username at an identity provider does.
func idpContact(tx *engine.Tx, contact object) (any, error) {
	agencies := []any{}
	if agency, err := get(tx, "contact", contact["agency_id"]); err == nil {
		agencies = append(agencies, pick(agency, "id", "name", "agency_number"))
	}
	return object{
		"contactId": contact["id"],
		"name":      text(contact, "name"),
		"roles":     roleNames(contact),
		"addresses": entriesByType(contact, "addresses"),
		"phones":    entriesByType(contact, "phones"),
		"emails":    entriesByType(contact, "emails"),
		"website":   text(contact, "website"),
		"dob":       redated(text(contact, "date_of_birth"), "xx-xx-2006"),
		"agencies":  agencies,
	}, nil
}

// entriesByType shows the entries of a list of a contact as an object: {"Home": {...}}. Of several
// with the same type, it shows the last one.
func entriesByType(contact object, name string) object {
	byType := object{}
	for _, entry := range objects(list(contact, name)) {
		byType[text(entry, "type")] = without(entry, postalKeys...)
	}
	return byType
}

// loginContact shows a contact to someone who logs in.
func loginContact(contact object) any {
	number := ""
	for _, phone := range objects(list(contact, "phones")) {
		number = cmp.Or(number, text(phone, "phone"))
	}
	return object{"contact": object{
		"contactId":         contact["id"],
		"name":              text(contact, "name"),
		"roles":             roleNames(contact),
		"confirmationEmail": text(contact, "confirmation_email"),
		"phoneNumber":       number,
		"timezone":          cmp.Or(text(contact, "timezone"), "America/New_York"),
		"photoId":           text(contact, "photo_id"),
		"username":          text(contact, "username"),
	}}
}

// byLogin returns the contact with a username or a confirmation email.
func byLogin(tx *engine.Tx, name string) (object, error) {
	for _, member := range []string{"/username", "/confirmation_email"} {
		found, err := first(tx, "contact", object{member: name})
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, noContact("there is no contact with this username or email")
}

// contactForMigration finds a contact by a username or an email, without a password.
func contactForMigration(tx *engine.Tx, request json.RawMessage) (any, error) {
	contact, err := byLogin(tx, text(objectOf(request), "search_str"))
	if err != nil {
		return nil, err
	}
	return loginContact(contact), nil
}

// contactByCredentials finds a contact by a username or an email, and a password. Whoever lacks
// either gets the status of a contact that does not exist.
func contactByCredentials(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	contact, err := byLogin(tx, text(fields, "username"))
	if err != nil {
		return nil, err
	}
	credentials := object{"/contact_id": contact["id"], "/password": fields["password"]}
	login, err := first(tx, "login", credentials)
	if err != nil {
		return nil, err
	}
	if login == nil {
		return nil, noContact("there is no contact with these credentials")
	}
	return loginContact(contact), nil
}
