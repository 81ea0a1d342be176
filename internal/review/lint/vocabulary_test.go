package lint

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The words of a name are measured on labeled names of many kinds of services.
// Precision is the share of findings that are right, recall the share of labeled names
// that are found. The floors are slightly below the current figures: raise them with the
// tables, and never lower them by removing names.
func TestVocabularyFindsPersonalNames(t *testing.T) {
	for _, c := range []struct {
		file, label       string
		precision, recall float64
		found             func(t *testing.T, names []string) map[string]bool
	}{
		{"fields.txt", "personal", 0.98, 0.98, foundPersonal},
		{"fields_unseen.txt", "personal", 0.93, 0.77, foundPersonal},
		{"operations.txt", "writing", 0.98, 0.97, foundBy(writeNameReadEffect, "read")},
		{"operations_unseen.txt", "writing", 0.95, 0.34, foundBy(writeNameReadEffect, "read")},
		{"operations.txt", "reading", 0.98, 0.87, foundBy(readNameWriteEffect, "write")},
		{"operations_unseen.txt", "reading", 0.95, 0.95, foundBy(readNameWriteEffect, "write")},
	} {
		t.Run(c.file+"/"+c.label, func(t *testing.T) {
			labels := labeled(t, c.file)
			var names, missed, wrong []string
			for name := range labels {
				names = append(names, name)
			}
			slices.Sort(names)
			found := c.found(t, names)
			right := 0
			for _, name := range names {
				switch is := labels[name] == c.label; {
				case is && found[name]:
					right++
				case is:
					missed = append(missed, name)
				case found[name]:
					wrong = append(wrong, name)
				}
			}
			precision, recall := float64(right)/float64(len(found)), float64(right)/float64(right+len(missed))
			t.Logf("%s: %d of %d names, precision %.1f%%, recall %.1f%%\nmissed: %s\nwrong: %s", c.label, right+len(missed), len(names),
				100*precision, 100*recall, strings.Join(missed, " "), strings.Join(wrong, " "))
			require.GreaterOrEqual(t, precision, c.precision)
			require.GreaterOrEqual(t, recall, c.recall)
		})
	}
}

// labeled reads a list of names: label, kind of service, colon, names.
func labeled(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile("testdata/names/" + file)
	require.NoError(t, err)
	labels := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if head, names, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			label, _, _ := strings.Cut(head, " ")
			for _, name := range strings.Fields(names) {
				require.Empty(t, labels[name], "%q is there twice", name)
				labels[name] = label
			}
		}
	}
	return labels
}

// foundPersonal returns the names that likely-sensitive finds, each as a string field.
func foundPersonal(t *testing.T, names []string) map[string]bool {
	text := sized
	for i, name := range names {
		text += fmt.Sprintf("      op_%d: {fields: {%s: string}}\n", i, name)
	}
	return lastOf(t, text, likelySensitive)
}

// foundBy returns the names of operations with an effect that a rule finds.
func foundBy(rule *Rule, effect string) func(t *testing.T, names []string) map[string]bool {
	return func(t *testing.T, names []string) map[string]bool {
		text := sized
		for i, name := range names {
			if i > 0 { // areas of their own, since two names may be one in Go
				text += fmt.Sprintf("  things%d:\n    operations:\n", i)
			}
			text += fmt.Sprintf("      %s: {effect: %s}\n", name, effect)
		}
		return lastOf(t, text, rule)
	}
}

// lastOf returns the last parts of the paths at which a rule finds something.
func lastOf(t *testing.T, text string, rule *Rule) map[string]bool {
	found, _ := run(t, "names.yaml", []byte(text))
	last := map[string]bool{}
	for _, f := range found {
		if f.Rule == rule.ID {
			last[f.Path[strings.LastIndexByte(f.Path, '.')+1:]] = true
		}
	}
	return last
}

func TestWordsOfNames(t *testing.T) {
	for text, want := range map[string][]string{
		"":                       {},
		"$":                      {},
		"claim_id":               {"claim", "id"},
		"claimID":                {"claim", "id"},
		"IBANNumber":             {"iban", "number"},
		"line0-line9":            {"line0", "line9"},
		"Line2Text":              {"line2", "text"},
		"größe des Gebäudes":     {"größe", "des", "gebäudes"},
		"cafe\u0301":             {"cafe\u0301"}, // an e with a mark of its own
		"Lists claims – by page": {"lists", "claims", "by", "page"},
		"the claim’s id":         {"the", "claim", "s", "id"},
	} {
		require.Equal(t, want, Words(text), text)
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"claims": "claim", "pets": "pet", "houses": "house", "claim": "claim",
		"addresses": "address", "boxes": "box", "branches": "branch", "wishes": "wish",
		"allergies": "allergy", "policy_entries": "policy_entry",
		"movies": "movie", "UserCookies": "UserCookie", "caches": "cache",
		"statuses": "status", "bonuses": "bonus", "viruses": "virus", "campuses": "campus",
		"causes": "cause", "spouses": "spouse",
		// No plurals, and short words that might be none.
		"class": "class", "status": "status", "diagnosis": "diagnosis",
		"ids": "ids", "gas": "gas", "": "",
	} {
		require.Equal(t, want, Singular(plural), plural)
	}
}

func TestPersonalData(t *testing.T) {
	const (
		address = "an address"
		account = "an account"
		contact = "contact data"
		ident   = "an identity number"
		secret  = "a secret"
	)
	for _, c := range []struct{ name, typ, want string }{
		{"", "string", ""},
		{"$", "string", ""},
		{"first_name", "string", "a name of a person"},
		{"patientName", "string", "a name of a person"},
		{"name", "string", ""},

		// Abbreviations, plurals and numbers.
		{"home_addr", "string", address},
		{"addresses", "[string]", address},
		{"address2", "string", address},
		{"pin1", "string", secret},
		{"tax_id2", "string", ident},
		{"ip4_address", "string", "an address in a network"},
		{"session_cookies", "[string]", secret},
		{"account_no", "string", account},

		// Words that describe data and do not contain it.
		{"has_password", "string", ""},
		{"max_salary", "string", ""},
		{"email_template", "string", ""},
		{"email_statuses", "[string]", ""},
		{"tax_id", "string", ident},
		{"password", "boolean", ""},

		// Tokens that are counted.
		{"input_tokens", "integer", ""},
		{"inputTokens", "number", ""},
		{"input_tokens", "[string]", secret},
		{"input_token", "integer", secret},

		// A word next to which a phrase means something else.
		{"age", "integer", "an age"},
		{"vehicle_age", "integer", ""},
		{"mac_address", "string", ""},

		// Phrases of up to four words.
		{"name_on_card", "string", "a name of a person"},
		{"the_next_of_kin_there", "string", "a name of a person"},
		{"national_insurance_number", "string", ident},
	} {
		require.Equal(t, c.want, PersonalData(c.name, c.typ), "%s: %s", c.name, c.typ)
	}
}

// The effects that are odd for a name show what the name says.
func TestActionsOfNames(t *testing.T) {
	want := map[string]string{
		"get_claim": "reads", "search": "reads", "look_up_claim": "reads",
		"new_claim": "creates", "update": "writes",
		"open_claim": "unknown", "claims": "unknown",

		// What precedes a verb.
		"batch_get": "reads", "bulk_delete": "writes", "async_batch_new_claims": "creates",
		"batch": "unknown", "bulk_async": "unknown",

		// Verbs of two words.
		"check_out": "writes", "top_up_wallet": "writes", "check_claim": "reads",

		// Verbs after a conjunction count if they write.
		"get_or_create": "creates", "get_or_create_claim": "creates",
		"find_claim_and_delete": "writes", "create_or_update": "writes", "update_or_create": "writes",
		"get_and_list": "reads", "open_or_get": "unknown", "get_claim_or": "reads", "find_this_and": "reads",
		"get_then_delete": "reads",

		// Last words with which a verb is a noun.
		"refund_payment": "writes", "refund_status": "unknown", "order_details": "unknown",
		"generate_report": "unknown", "generate_claim": "creates", "run_query": "unknown",
	}
	require.Equal(t, want, actionsOf(t, slices.Sorted(maps.Keys(want))))
}

// actionsOf returns what names of operations say, by the rules about names and effects.
func actionsOf(t *testing.T, names []string) map[string]string {
	var text strings.Builder
	text.WriteString(sized)
	for i, name := range names {
		for _, effect := range []string{"read", "idempotent", "write"} {
			fmt.Fprintf(&text, "  %s%d:\n    operations:\n      %s: {effect: %s}\n", effect, i, name, effect)
		}
	}
	found, _ := run(t, "names.yaml", []byte(strings.Replace(text.String(), "  things:\n    operations:\n", "", 1)))
	actions := map[string]string{}
	for _, name := range names {
		actions[name] = "unknown"
	}
	for _, f := range found {
		name := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
		switch f.Rule {
		case "read-name-write-effect":
			actions[name] = "reads"
		case "write-name-read-effect":
			if actions[name] == "unknown" {
				actions[name] = "writes"
			}
		case "create-idempotent-effect":
			actions[name] = "creates"
		}
	}
	return actions
}

// An importer asks about keys of operations and about sentences.
func TestSoundsReadOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"":                           false,
		"get":                        true,
		"list_claims":                true,
		"listClaims":                 true,
		"Lists all claims.":          true,
		"Searches claims.":           true,
		"Queries the log.":           true,
		"Has somebody paid?":         true,
		"Looks up a claim.":          true,
		"Claims of a person.":        false,
		"Creates a claim.":           false,
		"Checks out a cart.":         false,
		"Reads and deletes a claim.": false,
		"Gets or creates a wallet.":  false,
		"Lists claims and orders.":   true, // which are no verbs here
		"Lists and counts claims.":   true,
		"Creates and lists claims.":  false,
		"Lists claims, deletes one.": true, // only verbs after a conjunction count
	} {
		require.Equal(t, want, SoundsReadOnly(text), text)
	}
}
