package lint

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

var likelySensitive = rule("likely-sensitive", report.Error,
	"The name of a field suggests personal data or a secret, but it is not marked sensitive.",
	"Fields that are not marked are printed: by %v, in logs, in the calls that a fake records.",
	example{bad: "fields: {ssn: string}", good: "fields: {ssn: {type: string, sensitive: true}}"},
	eachField(func(l *linter, path string, f *catalog.Field) {
		if what := personal(f); what != "" && !f.HoldsPrivate() {
			l.find(f.Pos, path, "%q looks like %s; add sensitive: true", f.Name, what)
		}
	}))

var inconsistentSensitivity = rule("inconsistent-sensitivity", report.Error,
	"A field is not marked sensitive, but another one of its name and type is.",
	"The same data is printed in one place and hidden in another.",
	example{
		bad:  "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: string}}",
		good: "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: {type: string, sensitive: true}}}"},
	func(l *linter) {
		marked := map[string]string{}
		l.fields(func(path string, f *catalog.Field) {
			if f.Sensitive && marked[f.Name+f.Type.String()] == "" {
				marked[f.Name+f.Type.String()] = path
			}
		})
		l.fields(func(path string, f *catalog.Field) {
			if at := marked[f.Name+f.Type.String()]; at != "" && !f.HoldsPrivate() {
				l.find(f.Pos, path, "%q is not sensitive here, but it is at %s", f.Name, at)
			}
		})
	})

var sensitiveExample = rule("sensitive-example", report.Error,
	"A sensitive field has an example or a default.",
	"Everyone who reads the catalog reads them. If it is real, it leaks; if not, it is not shown anywhere else.",
	example{
		bad:  "ssn: {type: string, sensitive: true, example: 078-05-1120}",
		good: "ssn: {type: string, sensitive: true, description: Nine digits with dashes.}"},
	eachField(func(l *linter, path string, f *catalog.Field) {
		if f.Private() && (f.Example != nil || f.Default != nil) {
			l.find(f.Pos, path, "%q is sensitive and shows a value; describe it instead", f.Name)
		}
	}))

// personalWords are sequences of words in the names of personal data and secrets.
var personalWords = []struct{ what, words string }{
	{"an identity number", "ssn|social security|tax id|fein|ein|hicn|passport|drivers license|driver license|license number|national id"},
	{"a date of somebody's life", "date of birth|date of death|dob|birth date|birthday"},
	{"a login", "username|user name|login|login name"},
	{"a secret", "password|passwd|secret|token|api key|pin|credentials|private key"},
	{"an address", "address|addresses|street|zip code|postal code"},
	{"a way to reach somebody", "email|emails|phone|phones|mobile|fax"},
	{"an account", "iban|account number|card number|cvv|routing number|bank account"},
}

// personal says what a field looks like, "" if it does not look personal. Booleans,
// counts and identifiers of records do not.
func personal(f *catalog.Field) string {
	if f.Type.Kind == catalog.Boolean || slices.Contains([]string{"id", "ids", "type", "count", "url"}, lastWord(f.Name)) &&
		!strings.HasSuffix(f.Name, "tax_id") {
		return ""
	}
	name := " " + strings.Join(wordsOf(f.Name), " ") + " "
	for _, p := range personalWords {
		for phrase := range strings.SplitSeq(p.words, "|") {
			if strings.Contains(name, " "+phrase+" ") {
				return p.what
			}
		}
	}
	return ""
}
