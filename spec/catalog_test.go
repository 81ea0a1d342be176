package spec_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// The schemas have the same keys as the reader of catalogs and overlays, kind by
// kind.
func TestSchemaHasTheKeysOfTheCatalog(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	overlays, err := os.ReadFile("overlay.schema.json")
	require.NoError(t, err)
	for _, text := range [][]byte{overlays, spec.Schema} {
		require.NoError(t, json.Unmarshal(text, &schema)) // the shared definitions are the same
	}

	known := catalog.Keys()
	for kind, keys := range known {
		for _, key := range keys {
			require.Contains(t, schema.Defs[kind].Properties, key, "the schema lacks the key %q of %s", key, kind)
		}
	}
	for kind, def := range schema.Defs {
		for key := range def.Properties {
			require.Contains(t, known[kind], key, "the schema has a key %q of %s that the catalog does not know", key, kind)
		}
	}
}

func TestCatalogIsWhole(t *testing.T) {
	c := resolve(t)
	require.Equal(t, []int{11, 139}, []int{len(c.Areas), len(operations(c))},
		"the number of areas or operations changed: edit this line and README.md")
	for _, op := range operations(c) {
		require.NotEmpty(t, op.Summary, op.Name)
		require.True(t, strings.HasPrefix(op.Path, "/api/v2/"+op.Area.Name+"/"), op.Path)
	}
}

// These facts of the interface specification could be lost in a careless edit of
// the catalog.
func TestCatalogStates(t *testing.T) {
	said := map[string]string{}
	c := resolve(t)
	for _, record := range c.Records {
		said[record.Name] = shapeFact(record)
		addFields(said, record.Name, record.Fields)
	}
	for _, op := range operations(c) {
		name := op.Area.Name + "." + op.Name
		said[name] = operationFact(op)
		addFields(said, name, op.Request.Fields)
		addFields(said, name+".response", op.Response.Fields)
	}

	for _, fact := range []struct{ of, is string }{
		// Contacts.
		{"Contact", "fields: 39, open, assumed"},
		{"Contact.ssn", "string, sensitive"},
		{"Contact.follow_agency_quoting_restriction", "boolean"},
		{"Contact.agent_ids", "[string]"},
		{"Contact.roles", "[object]"},
		{"AddressEntry", "fields: 1, open"},
		{"AddressEntry.type", "string, codes address_type"},
		{"contacts.new_contact", "fields: 5, write, answers contact_id"},
		{"contacts.new_contact.name", "string, required, non-blank, sensitive"},
		{"contacts.new_contact.addresses", "[AddressEntry], required, at least 1, sensitive"},
		{"contacts.new_contact.emails", "[EmailEntry], send if first_item_non_empty, sensitive"},
		{"contacts.new_contact.phones", "[PhoneEntry], send if first_item_non_empty, sensitive"},
		{"contacts.new_contact.type", "ContactType, default individual"},
		{"contacts.new_contact.response.contact_id", "string, required"},
		{"contacts.add_contact_to_role.contact_id", "string, required, non-blank"},
		{"contacts.add_contact_to_role.role_name", "string, default Named Insured, assumed"},
		{"contacts.update_contact.contact", "Contact"},
		{"contacts.create_contact", "fields: 39, write"},
		{"contacts.modify_contact", "fields: 40, write"},
		{"contacts.modify_contact.id", "string, assumed"},
		{"contacts.get_contact.contact_id", "string, required, non-blank"},
		{"contacts.get_contacts_by_ids.contact_id_list", `[string], required, joined by ","`},
		{"contacts.get_contact_by_idp_username.idp_username", "unspecified, sensitive"},
		{"contacts.get_contact_by_credentials", "fields: 2, write"},
		{"contacts.get_contact_by_credentials.password", "unspecified, sensitive"},
		{"contacts.list_all_contacts", "fields: 2, read, pages page limit from 1 by 100 items data, answers data"},
		{"contacts.list_all_contacts.page", "integer"},
		{"contacts.list_all_contacts.response.data", "[Contact]"},
		{"contacts.assign_risk_contact.role", "unspecified"},

		// Claims.
		{"claims.get_claim", "fields: 2, read, first_of claim_id claim_number"},
		{"claims.get_claim.claim_id", "string"},
		{"claims.get_all_claim_transactions", "fields: 3, read, pages page page_size"},
		{"claims.get_contacts_claims", "fields: 5, read, pages page page_size"},
		{"claims.update_claim.claim", "object"},
		{"claims.remove_claim.hard_delete", "boolean"},
		{"claims.bulk_assign", "fields: 0, write"},
		{"claims.export_claim_payments", "fields: 1, write"},

		// The other areas.
		{"quote.patch_placeholder.placeholder_dict", "object"},
		{"quote.patch_flow_features.feature_dict", "unspecified"},
		{"commissions.save_payment.amount", "number"},
		{"commissions.save_batch_payments.payments", "[object]"},
		{"commissions.batch_export_payments.commission_payment_ids", "[string], assumed"},
		{"commissions.get_commission_payees", "fields: 0, read"},
		{"billing.get_installments_preview.premium", "number"},
		{"billing.rating_factors", "fields: 1, write"},
		{"inspections.update_inspection_dates", "fields: 4, write, first_of property_id policy_number"},
		{"inspections.update_inspection_dates.next_inspection_date", "string, omit empty"},
		{"notifications.acknowledge", "fields: 0, write"},
		{"notifications.current", "fields: 0, read"},
		{"signatures.esign_auth.action", "any"},
		{"signatures.esign_config", "fields: 1, write"},
		{"signatures.update_signatures.signers", "string, sensitive"},
		{"signatures.void_envelope.envelopeId", "string, assumed"},
		{"signatures.void_envelope.voidReason", "unspecified"},
	} {
		require.Contains(t, said, fact.of)
		require.Equal(t, fact.is, said[fact.of], fact.of)
	}
}

func resolve(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	for _, problem := range problems {
		t.Error(problem)
	}
	if t.Failed() {
		t.FailNow()
	}
	return c
}

func operations(c *catalog.Catalog) []*catalog.Operation {
	var all []*catalog.Operation
	for _, area := range c.Areas {
		all = append(all, area.Operations...)
	}
	return all
}

func addFields(said map[string]string, of string, fields []*catalog.Field) {
	for _, field := range fields {
		said[of+"."+field.Name] = fieldFact(field)
	}
}

func shapeFact(s *catalog.Shape) string {
	var f facts
	f.add(true, "fields: %d", len(s.Fields))
	f.add(s.Open, "open")
	f.add(s.Assumed != "", "assumed")
	return f.String()
}

func operationFact(op *catalog.Operation) string {
	var f facts
	f.add(true, "%s, %s", shapeFact(op.Request), op.Effect)
	for _, rule := range op.Rules {
		f.add(true, "%s %s", rule.Kind, names(rule.Fields))
	}
	if p := op.Pagination; p != nil {
		pages := "pages " + p.Page.Name + " " + p.Size.Name
		if p.First != nil && p.DefaultSize != nil {
			pages += fmt.Sprintf(" from %d by %d", *p.First, *p.DefaultSize)
		}
		if p.Items != nil {
			pages += " items " + p.Items.Name
		}
		f.add(true, "%s", pages)
	}
	f.add(op.Response.Shown, "answers %s", names(op.Response.Fields))
	return f.String()
}

func fieldFact(field *catalog.Field) string {
	var f facts
	f.add(true, "%s", typeFact(field.Type))
	f.add(field.Required, "required")
	f.add(field.NonBlank, "non-blank")
	if field.MinItems != nil {
		f.add(true, "at least %d", *field.MinItems)
	}
	f.add(field.Default != nil, "default %v", field.Default)
	f.add(field.Join != "", "joined by %q", field.Join)
	f.add(field.SendIf != "", "send if %s", field.SendIf)
	f.add(field.OmitEmpty, "omit empty")
	f.add(field.Codes != "", "codes %s", field.Codes)
	f.add(field.Sensitive, "sensitive")
	f.add(field.Assumed != "", "assumed")
	return f.String()
}

func typeFact(t *catalog.Type) string {
	switch t.Kind {
	case catalog.Array:
		return "[" + typeFact(t.Elem) + "]"
	case catalog.Map:
		return "{string: " + typeFact(t.Elem) + "}"
	case catalog.Record:
		return t.Record.Name
	case catalog.Enumeration:
		return t.Enum.Name
	}
	return map[catalog.Kind]string{
		catalog.String: "string", catalog.Boolean: "boolean", catalog.Integer: "integer", catalog.Number: "number",
		catalog.Object: "object", catalog.Any: "any", catalog.Unspecified: "unspecified",
	}[t.Kind]
}

func names(fields []*catalog.Field) string {
	var all []string
	for _, field := range fields {
		all = append(all, field.Name)
	}
	return strings.Join(all, " ")
}

// facts returns a list in words, separated by commas.
type facts []string

func (f *facts) add(holds bool, format string, args ...any) {
	if holds {
		*f = append(*f, fmt.Sprintf(format, args...))
	}
}

func (f facts) String() string { return strings.Join(f, ", ") }

// A client may retry read-only operations, so this test holds the whole set.
func TestOperationsThatOnlyRead(t *testing.T) {
	others := []string{"check_username_availability", "current"}
	for _, op := range operations(resolve(t)) {
		verb, _, _ := strings.Cut(op.Name, "_")
		reads := slices.Contains([]string{"get", "list", "find", "retrieve"}, verb) && op.Name != "get_contact_by_credentials"
		require.Equal(t, reads || slices.Contains(others, op.Name), op.Effect == catalog.Read, op.Name)
		require.NotEqual(t, catalog.Idempotent, op.Effect, op.Name)
	}
}

// Each kind of entry has its own table of codes.
func TestTablesOfCodes(t *testing.T) {
	tables := map[string]string{}
	for _, r := range resolve(t).Records {
		for _, f := range r.Fields {
			if f.Codes != "" {
				tables[r.Name+"."+f.Name] = f.Codes
			}
		}
	}
	require.Equal(t, map[string]string{
		"AddressEntry.type": "address_type",
		"PhoneEntry.type":   "phone_type",
		"EmailEntry.type":   "email_type",
	}, tables)
}
