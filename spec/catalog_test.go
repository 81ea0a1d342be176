package spec_test

import (
	"encoding/json"
	"maps"
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

// Vectors show the rules of the specification, and not what is sensitive.
func TestWhatIsSensitive(t *testing.T) {
	of := map[string][]string{}
	add := func(name string, s *catalog.Shape) {
		for _, f := range s.Fields {
			if f.Sensitive {
				of[name] = append(of[name], f.Name)
			}
		}
	}
	c := resolve(t)
	for _, record := range c.Records {
		add(record.Name, record)
	}
	for op := range c.Operations() {
		if op.Request.Include == nil {
			add(op.String(), op.Request)
		}
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		lines = append(lines, name+": "+strings.Join(of[name], " "))
	}
	require.Equal(t, []string{
		"Contact: name username gender drivers_license driver_license_date ssn ssn_group fein_tax_id hicn_number " +
			"date_of_birth date_of_death confirmation_email phones emails addresses",
		"claims.set_claim_loss_address: address",
		"contacts.check_username_availability: username",
		"contacts.find_contact_by_params: name dob",
		"contacts.get_contact_by_credentials: username password",
		"contacts.get_contact_by_idp_username: idp_username",
		"contacts.get_contact_for_migration: search_str",
		"contacts.new_contact: name addresses emails phones",
		"contacts.remove_contact_information: contact_emails contact_addresses contact_phones",
		"signatures.update_signatures: signers",
	}, lines)
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
