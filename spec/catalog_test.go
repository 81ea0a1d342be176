package spec_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"github.com/stretchr/testify/require"
)

func TestCatalogIsWhole(t *testing.T) {
	c := over(t)
	require.Equal(t, []int{11, 139}, []int{len(c.Areas), len(slices.Collect(c.Operations()))},
		"the number of areas or operations changed: edit this line and README.md")
	for op := range c.Operations() {
		require.NotEmpty(t, op.Summary, op.Name)
		require.True(t, strings.HasPrefix(op.Path, "/api/v2/"+op.Area.Name+"/"), op.Path)
	}
}

// Vectors do not show which fields are sensitive.
func TestWhatIsSensitive(t *testing.T) {
	of := map[string][]string{}
	add := func(name string, s *catalog.Shape) {
		for _, f := range s.Fields {
			if f.Sensitive {
				of[name] = append(of[name], f.Name)
			}
		}
	}
	c := over(t)
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

// Clients retry read-only operations, so this test checks the whole set.
func TestOperationsThatOnlyRead(t *testing.T) {
	others := []string{"check_username_availability", "current"}
	for op := range over(t).Operations() {
		verb, _, _ := strings.Cut(op.Name, "_")
		reads := slices.Contains([]string{"get", "list", "find", "retrieve"}, verb) && op.Name != "get_contact_by_credentials"
		require.Equal(t, reads || slices.Contains(others, op.Name), op.Effect == catalog.Read, op.Name)
		require.NotEqual(t, catalog.Idempotent, op.Effect, op.Name)
	}
}
