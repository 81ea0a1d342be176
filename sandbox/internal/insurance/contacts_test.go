package insurance

import (
	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

func (f *flow) contact(id string) reply {
	return f.ok(f.Contacts.GetContact(f.ctx, &contacts.GetContactRequest{ContactID: id}))
}

// found finds contacts by the criteria that are not nil.
func (f *flow) found(name, role, dob *string) reply {
	return f.ok(f.Contacts.FindContactByParams(f.ctx, &contacts.FindContactByParamsRequest{Name: name, RoleName: role, DOB: dob}))
}

func init() {
	flows["contacts are made, found and changed"] = func(f *flow) {
		made, err := f.Contacts.NewContact(f.ctx, &contacts.NewContactRequest{
			Name: "Example Two",
			Addresses: []contacts.AddressEntry{{Type: new("Mailing"),
				Extra: api.Object{"city": "Exampleville"}}},
			Emails: []contacts.EmailEntry{{Extra: api.Object{"email": "two@example.com"}}},
			Phones: []contacts.PhoneEntry{{Extra: api.Object{"phone": "555-0102"}}},
		})
		f.NoError(err)
		f.Equal("contact-1", made.ContactID)
		const two = `{"id":"contact-1","name":"Example Two","type":"individual","roles":[],"system_tags":[],
			"addresses":[{"id":"address-1","type":"Mailing","city":"Exampleville"}],
			"emails":[{"id":"email-1","email":"two@example.com"}],"phones":[{"id":"phone-1","phone":"555-0102"}]}`
		f.contact("contact-1").has(two)

		f.ok(f.Contacts.CreateContact(f.ctx, &contacts.CreateContactRequest{
			Name: new("Example Three"), Username: new("example-three"), DateOfBirth: new("1980-01-01"),
			Roles: []api.Object{{"name": "Agent"}, {"name": "Vendor"}},
		})).has(`{"id":"contact-2","name":"Example Three","username":"example-three","date_of_birth":"xx-xx-1980",
			"roles":[{"id":"contact_role-1","name":"Agent"},{"id":"contact_role-2","name":"Vendor"}],
			"addresses":[],"emails":[],"phones":[],"system_tags":[]}`)

		f.ok(f.Contacts.GetContactsByIDs(f.ctx, &contacts.GetContactsByIDsRequest{ContactIDList: []string{"contact-1", "nobody", "agency-1"}})).
			has(`{"contacts":[` + two + `,` + f.contact("agency-1").text + `]}`)

		f.Equal("contact-1", f.found(new("Example Two"), nil, nil).at("/0/id"))
		f.Equal("contact-1", f.found(new("PLE tw"), nil, nil).at("/0/id"))
		f.Equal("contact-2", f.found(nil, new("Vendor"), nil).at("/0/id"))
		all, err := f.Contacts.ListAllContacts(f.ctx, &contacts.ListAllContactsRequest{})
		f.NoError(err)
		f.Len(all.Data, 9)
		f.found(new("Example Two"), new("Agent"), nil).is(`[]`)
		f.Equal("contact-2", f.found(nil, new("Vendor"), nil).at("/0/id"))
		for _, born := range []string{"1980-01-01", "01/01/1980"} {
			f.Equal("contact-2", f.found(nil, nil, &born).at("/0/id"))
		}
		f.found(nil, nil, new("01/02/1980")).is(`[]`)

		free := func(name string) reply {
			return f.ok(f.Contacts.CheckUsernameAvailability(f.ctx, &contacts.CheckUsernameAvailabilityRequest{Username: &name}))
		}
		free("example-three").is(`{"available":false}`)
		f.ok(f.Contacts.GetContactForMigration(f.ctx, &contacts.GetContactForMigrationRequest{SearchStr: "example-three"})).has(`{"contact":{"contactId":"contact-2","username":"example-three"}}`)
		free("example-four").is(`{"available":true}`)

		f.ok(f.Contacts.UpdateContact(f.ctx, &contacts.UpdateContactRequest{Contact: &contacts.Contact{
			Username: new("example-four"), Extra: api.Object{"id": "contact-1"},
		}}))
		f.ok(f.Contacts.UpdateContact(f.ctx, &contacts.UpdateContactRequest{Contact: &contacts.Contact{
			AgencyNumber: new("A-2"), AgencyGroupNumber: new("AG-2"), ProducerNumber: new("P-2"), Extra: api.Object{"id": "contact-2"},
		}}))
		for _, found := range []reply{
			f.ok(f.Contacts.GetContactByAgency(f.ctx, &contacts.GetContactByAgencyRequest{AgencyNumber: new("A-2")})),
			f.ok(f.Contacts.GetContactByAgencyGroup(f.ctx, &contacts.GetContactByAgencyGroupRequest{AgencyGroupNumber: new("AG-2")})),
			f.ok(f.Contacts.GetContactByAgent(f.ctx, &contacts.GetContactByAgentRequest{ProducerNumber: new("P-2")})),
		} {
			f.Equal("contact-2", found.at("/id"))
		}
		free("example-four").is(`{"available":false}`)
		f.Equal("Example Two", f.contact("contact-1").at("/name"))
		f.ok(f.Contacts.ModifyContact(f.ctx, &contacts.ModifyContactRequest{ID: new("contact-1"), Name: new("Example Five"), Phones: []api.Object{}}))
		f.contact("contact-1").has(`{"id":"contact-1","name":"Example Five","type":"individual","username":"example-four","roles":[],"system_tags":[],
			"addresses":[{"id":"address-1","type":"Mailing","city":"Exampleville"}],
			"emails":[{"id":"email-1","email":"two@example.com"}],"phones":[]}`)
		f.found(new("Example Two"), nil, nil).is(`[]`)

		f.ok(f.Contacts.EnableOrDisableContact(f.ctx, &contacts.EnableOrDisableContactRequest{ContactID: new("contact-1"), Active: new(false)})).
			is(`{"id":"contact-1","active":false}`)
		f.ok(f.Contacts.GenerateContactNumber(f.ctx, &contacts.GenerateContactNumberRequest{ContactID: new("contact-1")})).is(`{"contact_number":"1"}`)
		f.Equal("1", f.contact("contact-1").at("/contact_number"))
		f.fails(404)(f.Contacts.GetContact(f.ctx, &contacts.GetContactRequest{ContactID: "nobody"}))
	}

	flows["contacts have roles"] = func(f *flow) {
		add := &contacts.AddContactToRoleRequest{ContactID: "adjuster-1"}
		const role = `{"contact_id":"adjuster-1","role_id":"contact_role-1","role_name":"Named Insured"}`
		f.ok(f.Contacts.AddContactToRole(f.ctx, add)).is(role)
		f.Equal("Named Insured", f.contact("adjuster-1").at("/roles/1/name"))
		f.ok(f.Contacts.AddContactToRole(f.ctx, add)).is(role) // again
		found := f.found(nil, new("Named Insured"), nil)
		f.Equal([]string{"adjuster-1", "insured-1", ""},
			[]string{found.at("/0/id"), found.at("/1/id"), found.at("/2/id")})
		f.contact("adjuster-1").has(`{"id":"adjuster-1","name":"Example Adjuster One","type":"individual",
			"roles":[{"id":"role-2","name":"Adjuster"},{"id":"contact_role-1","name":"Named Insured"}],
			"addresses":[],"emails":[],"phones":[],"system_tags":[]}`)

		remove := &contacts.RemoveContactFromRoleRequest{ContactID: new("adjuster-1"), RoleName: new("Named Insured")}
		f.ok(f.Contacts.RemoveContactFromRole(f.ctx, remove)).is(`{"id":"contact_role-1"}`)
		found = f.found(nil, new("Named Insured"), nil)
		f.Equal([]string{"insured-1", ""}, []string{found.at("/0/id"), found.at("/1/id")})
		f.Equal("Adjuster", f.contact("adjuster-1").at("/roles/0/name"))
		f.fails(404)(f.Contacts.RemoveContactFromRole(f.ctx, remove))
	}

	flows["contacts are found by what identifies them"] = func(f *flow) {
		f.Equal("agency-1", f.ok(f.Contacts.GetContactByAgency(f.ctx, &contacts.GetContactByAgencyRequest{AgencyNumber: new("A-1")})).at("/id"))
		f.Equal("agency-group-1", f.ok(f.Contacts.GetContactByAgencyGroup(f.ctx, &contacts.GetContactByAgencyGroupRequest{AgencyGroupNumber: new("AG-1")})).at("/id"))
		f.Equal("agent-1", f.ok(f.Contacts.GetContactByAgent(f.ctx, &contacts.GetContactByAgentRequest{ProducerNumber: new("P-1")})).at("/id"))
		const one = `{"contact":{"contactId":"insured-1","name":"Example One","roles":["Named Insured"]}}`
		f.ok(f.Contacts.GetContactByIDPUsername(f.ctx, &contacts.GetContactByIDPUsernameRequest{IDPUsername: "example-one"})).has(one)
		f.ok(f.Contacts.GetContactForMigration(f.ctx, &contacts.GetContactForMigrationRequest{SearchStr: "one@example.com"})).has(one)
		f.fails(404)(f.Contacts.GetContactForMigration(f.ctx, &contacts.GetContactForMigrationRequest{SearchStr: "REF-1"}))
		f.ok(f.Contacts.GetContactByCredentials(f.ctx, &contacts.GetContactByCredentialsRequest{Username: new("example-one"), Password: "example"})).has(one)
		f.fails(404)(f.Contacts.GetContactByCredentials(f.ctx, &contacts.GetContactByCredentialsRequest{Username: new("example-one"), Password: "wrong"}))

		f.ok(f.Contacts.GetResourceProducerID(f.ctx, &contacts.GetResourceProducerIDRequest{PolicyID: new("policy-1")})).is(`{"producer_id":"agent-1"}`)
		f.ok(f.Contacts.GetResourceProducerID(f.ctx, &contacts.GetResourceProducerIDRequest{RevisionID: new("revision-1")})).is(`{"producer_id":"agent-1"}`)
		f.fails(404)(f.Contacts.GetResourceProducerID(f.ctx, &contacts.GetResourceProducerIDRequest{PolicyID: new("policy-1"), RevisionID: new("revision-2")}))
		f.ok(f.Contacts.GetPaymentMethods(f.ctx, &contacts.GetPaymentMethodsRequest{PaymentMethodIDs: new("method-2")})).has(`[{"id":"method-2","type":"transfer"}]`)
	}

	flows["agencies have members"] = func(f *flow) {
		f.ok(f.Contacts.AddMemberToAgency(f.ctx, &contacts.AddMemberToAgencyRequest{AgencyID: new("agency-1"), MemberID: new("insured-1")})).is(`{}`)
		f.Empty(f.contact("insured-1").at("/company_id"))
		f.ok(f.Contacts.AddMemberToAgency(f.ctx, &contacts.AddMemberToAgencyRequest{AgencyID: new("agency-1"), MemberID: new("adjuster-1"), SetMemberCompany: new("true")}))
		f.Equal("agency-1", f.contact("adjuster-1").at("/company_id"))
		f.ok(f.Contacts.GetContactByAgency(f.ctx, &contacts.GetContactByAgencyRequest{AgencyNumber: new("A-1")})).
			has(`{"agents":[{"id":"agent-1"},{"id":"insured-1"},{"id":"adjuster-1"}]}`)
		f.Equal("agency-1", f.contact("insured-1").at("/agency_id"))
	}

	flows["contacts lose emails, addresses, phones and tags"] = func(f *flow) {
		emails := &contacts.ListEmailsForContactRequest{ContactID: new("insured-1")}
		f.ok(f.Contacts.ListEmailsForContact(f.ctx, emails)).is(`[{"id":"email-a","contact_id":"insured-1","type":"Home","email":"one@example.com","is_preferred":true,"date_updated":"2026-01-01 00:00:00"}]`)
		other, err := f.Contacts.NewContact(f.ctx, &contacts.NewContactRequest{
			Name: "Example Two", Addresses: []contacts.AddressEntry{{}},
			Emails: []contacts.EmailEntry{{Extra: api.Object{"email": "two@example.com", "note": "kept"}}},
			Phones: []contacts.PhoneEntry{{Extra: api.Object{"phone": "555-0102"}}},
		})
		f.NoError(err)
		f.ok(f.Contacts.ListEmailsForContact(f.ctx, &contacts.ListEmailsForContactRequest{ContactID: &other.ContactID})).
			has(`[{"id":"email-1","type":"Home","email":"two@example.com"}]`)

		f.fails(404)(f.Contacts.RemoveContactInformation(f.ctx, &contacts.RemoveContactInformationRequest{ContactID: new("insured-1"), ContactEmails: []string{"email-1"}}))
		f.fails(404)(f.Contacts.RemoveContactInformation(f.ctx, &contacts.RemoveContactInformationRequest{ContactID: new("insured-1"), ContactAddresses: []string{"address-1"}}))
		f.fails(404)(f.Contacts.RemoveContactInformation(f.ctx, &contacts.RemoveContactInformationRequest{ContactID: new("insured-1"), ContactPhones: []string{"phone-1"}}))
		f.ok(f.Contacts.RemoveContactInformation(f.ctx, &contacts.RemoveContactInformationRequest{
			ContactID: new("insured-1"), ContactEmails: []string{"email-a"}, ContactAddresses: []string{"address-a"}, ContactPhones: []string{"phone-a"},
		})).is(`{}`)
		f.ok(f.Contacts.ListEmailsForContact(f.ctx, emails)).is(`[]`)
		f.ok(f.Contacts.RemoveContactSystemTags(f.ctx, &contacts.RemoveContactSystemTagsRequest{ContactID: new("insured-1"), SystemTags: []string{"vip"}})).is(`{}`)
		one := f.contact("insured-1")
		f.Equal([]string{"", "", "", "paperless", ""}, []string{one.at("/emails/0/id"), one.at("/addresses/0/id"), one.at("/phones/0/id"), one.at("/system_tags/0/name"), one.at("/system_tags/1/name")})
	}

	flows["contacts have credit reports"] = func(f *flow) {
		f.ok(f.Contacts.CreateCreditReportForContact(f.ctx, &contacts.CreateCreditReportForContactRequest{ContactID: new("insured-1"), PolicyTypeID: new("type-1")})).
			has(`{"id":"credit_report-1","contact_id":"insured-1","date_added":"2026-03-01 12:00:00","vendor_id":"vendor-1","error":null}`)
		list := func(id string) (any, error) {
			return f.Contacts.ListCreditReportsForContact(f.ctx,
				&contacts.ListCreditReportsForContactRequest{ContactID: &id})
		}
		f.ok(list("insured-1")).is(`[{"id":"credit_report-1","name":"700","score":"700","warning":"","date":"03-01-2026","has_content":false}]`)
		f.ok(list("agent-1")).is(`[]`)
	}

	flows["contacts page in a stable order"] = func(f *flow) {
		var names []string
		for contact, err := range f.Contacts.ListAllContactsItems(f.ctx, &contacts.ListAllContactsRequest{Limit: new(3)}) {
			f.NoError(err)
			names = append(names, contact.Extra["id"].(string))
		}
		f.Equal([]string{"agency-group-1", "agency-1", "agent-1", "adjuster-1", "adjuster-2", "supervisor-1", "insured-1"}, names)
		all, err := f.Contacts.ListAllContacts(f.ctx, &contacts.ListAllContactsRequest{})
		f.NoError(err)
		f.Len(all.Data, 7)
		second, err := f.Contacts.ListAllContacts(f.ctx,
			&contacts.ListAllContactsRequest{Page: new(2), Limit: new(5)})
		f.NoError(err)
		f.Len(second.Data, 2)
		f.Equal("supervisor-1", second.Data[0].Extra["id"])
	}

	flows["contacts are linked to policies, quotes and risks"] = func(f *flow) {
		id, role := new("insured-1"), "Mortgagee"
		links := map[string][2]func(resource, role string) (any, error){
			"policy": {func(of, role string) (any, error) {
				return f.Contacts.AssignPolicyContact(f.ctx,
					&contacts.AssignPolicyContactRequest{Role: role, ContactID: id, PolicyID: &of})
			}, func(of, role string) (any, error) {
				return f.Contacts.RemovePolicyContact(f.ctx,
					&contacts.RemovePolicyContactRequest{Role: role, ContactID: id, PolicyID: &of})
			}},
			"quote": {func(of, role string) (any, error) {
				return f.Contacts.AssignQuoteContact(f.ctx,
					&contacts.AssignQuoteContactRequest{Role: role, ContactID: id, QuoteID: &of})
			}, func(of, role string) (any, error) {
				return f.Contacts.RemoveQuoteContact(f.ctx,
					&contacts.RemoveQuoteContactRequest{Role: role, ContactID: id, QuoteID: &of})
			}},
			"risk": {func(of, role string) (any, error) {
				return f.Contacts.AssignRiskContact(f.ctx,
					&contacts.AssignRiskContactRequest{Role: role, ContactID: id, RiskID: &of})
			}, func(of, role string) (any, error) {
				return f.Contacts.RemoveRiskContact(f.ctx,
					&contacts.RemoveRiskContactRequest{Role: role, ContactID: id, RiskID: &of})
			}},
		}
		for of, do := range links {
			assign, remove := do[0], do[1]
			f.fails(404)(remove(of+"-1", role))
			want := `{"role":"Mortgagee","contact_id":"insured-1","` + of + `_id":"` + of + `-1"}`
			f.ok(assign(of+"-1", role)).is(want)
			f.ok(assign(of+"-1", role)).is(want) // again
			f.ok(assign(of+"-1", "Payor"))
			f.ok(assign(of+"-of-another-system", role)) // any id is accepted
			f.ok(remove(of+"-1", role)).is(`{}`)
			f.fails(404)(remove(of+"-1", role))
			f.ok(remove(of+"-of-another-system", role))
			f.ok(remove(of+"-1", "Payor"))
			f.ok(assign(of+"-1", role))
			*id = "agent-1"
			f.fails(404)(remove(of+"-1", role))
			*id = "nobody"
			f.fails(404)(assign(of+"-1", role))
			*id = "insured-1"
		}
	}
}
