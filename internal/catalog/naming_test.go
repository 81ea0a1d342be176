package catalog

import (
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGoNameFollowsWireName(t *testing.T) {
	n := Naming{setOf([]string{"DBA", "DOB", "IDP", "FEIN", "HICN", "CSV", "SSN"})}
	for name, want := range map[string]string{
		"claim_id": "ClaimID", "claim_ids": "ClaimIDs", "get_contacts_by_ids": "GetContactsByIDs",
		"envelopeId": "EnvelopeID", "voidReason": "VoidReason", "revisionId": "RevisionID",
		"dba": "DBA", "dob": "DOB", "idp_username": "IDPUsername", "fein_tax_id": "FEINTaxID",
		"hicn_number": "HICNNumber", "save_batch_payments_csv": "SaveBatchPaymentsCSV",
		"esign_auth": "EsignAuth", "sublines": "Sublines", "claims": "Claims", "id": "ID",
		"get-claim": "GetClaim", "get claim": "GetClaim", "get.claim": "GetClaim", "a/b:c": "ABC",
		"_id": "ID", "__id__": "ID", "$ref": "Ref", "@type": "Type",
		"HTTPServer": "HTTPServer", "httpServer": "HTTPServer", "userHTTPServer": "UserHTTPServer",
		"contactIDs": "ContactIDs", "contactIDsList": "ContactIDsList", "URLs": "URLs", "uuids": "UUIDs", "apis": "APIs",
		"https": "HTTPS", "dns": "DNS", "css": "CSS", "POBox": "POBox", "iPhone": "IPhone",
		"utf8": "UTF8", "utf8_text": "UTF8Text", "address2": "Address2", "line1Text": "Line1Text", "sha256sum": "Sha256sum",
		"address_2": "Address2", "ACTIVE": "Active", "IN_PROGRESS": "InProgress", "NY": "NY", "USD": "USD", "CLAIM_ID": "ClaimID",
		"größe": "Größe", "änderung_id": "ÄnderungID", "this": "This", "as": "As", "has_ssn": "HasSSN",
		"x": "X", "X": "X", "aB": "AB",
		// No Go name follows.
		"": "", "---": "", "_": "", "12": "", "2fa": "", "😀": "", "a😀": "", "日本": "", "ß": "", "a\x00b": "", "a\u0301": "", "ª": "",
	} {
		require.Equal(t, want, n.GoName(name), "%q", name)
	}
	require.Equal(t, "12", n.Part("12"))
	require.Equal(t, "2fa", n.Part("2fa"))
	require.Equal(t, "", n.Part("😀"))
}

// Only Go's own initialisms are known everywhere.
func TestInitialismsAreOfTheirCatalog(t *testing.T) {
	for name, want := range map[string][2]string{
		"dob": {"Dob", "DOB"}, "iban_of_payer": {"IbanOfPayer", "IBANOfPayer"}, "vins": {"Vins", "VINs"},
		"id": {"ID", "ID"}, "created_ts": {"CreatedTS", "CreatedTS"}, "db_gid": {"DBGID", "DBGID"},
	} {
		require.Equal(t, want[0], Naming{}.GoName(name))
		require.Equal(t, want[1], Naming{setOf([]string{"DOB", "IBAN", "VIN"})}.GoName(name))
	}
}

func TestPredeclaredNamesAreThoseOfGo(t *testing.T) {
	require.ElementsMatch(t, types.Universe.Names(), predeclared)
}
