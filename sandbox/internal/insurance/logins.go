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
	byType := func(name string) object {
		all := object{}
		for _, entry := range objects(list(contact, name)) {
			all[text(entry, "type")] = without(entry, postalKeys...)
		}
		return all
	}
	return object{
		"contactId": contact["id"],
		"name":      text(contact, "name"),
		"roles":     roleNames(contact),
		"addresses": byType("addresses"),
		"phones":    byType("phones"),
		"emails":    byType("emails"),
		"website":   text(contact, "website"),
		"dob":       redated(text(contact, "date_of_birth"), "xx-xx-2006"),
		"agencies":  agencies,
	}, nil
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

func contactForMigration(tx *engine.Tx, request json.RawMessage) (any, error) {
	contact, err := byLogin(tx, text(objectOf(request), "search_str"))
	if err != nil {
		return nil, err
	}
	return loginContact(contact), nil
}

func contactByCredentials(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	contact, err := byLogin(tx, text(fields, "username"))
	if err != nil {
		return nil, err
	}
	by := object{"/contact_id": contact["id"], "/password": fields["password"]}
	login, err := first(tx, "login", by)
	if err != nil {
		return nil, err
	}
	if login == nil {
		return nil, noContact("there is no contact with these credentials")
	}
	return loginContact(contact), nil
}
