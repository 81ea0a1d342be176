package lint

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

var likelySensitive = rule("likely-sensitive", report.Error,
	"The name of a field suggests personal data or a secret, but it is not marked sensitive.",
	"Fields that are not marked are printed: by %v, in logs, in the calls that a fake records.",
	example{bad: "fields: {ssn: string}", good: "fields: {ssn: {type: string, sensitive: true}}"},
	eachField(func(l *linter, path string, f *catalog.Field) {
		if what := Personal(f.Name, f.Type.String()); what != "" && !f.HoldsPrivate() {
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
		eachField(func(_ *linter, path string, f *catalog.Field) {
			if f.Sensitive && marked[f.Name+f.Type.String()] == "" {
				marked[f.Name+f.Type.String()] = path
			}
		})(l)
		eachField(func(_ *linter, path string, f *catalog.Field) {
			if at := marked[f.Name+f.Type.String()]; at != "" && !f.HoldsPrivate() {
				l.find(f.Pos, path, "%q is not sensitive here, but it is at %s", f.Name, at)
			}
		})(l)
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

// Reads reports whether a name, or a sentence such as "Lists all claims.", says that an
// operation reads, and nothing else.
func Reads(text string) bool {
	words := wordsOf(text)
	if len(words) == 0 {
		return false
	}
	return slices.ContainsFunc([]string{"", "s", "es"}, func(ending string) bool {
		verb, ok := strings.CutSuffix(words[0], ending)
		return ok && doing(strings.Join(append([]string{verb}, words[1:]...), " ")) == reads
	})
}

// Personal says what a field of a name and a type, as a catalog writes it, looks like: "a
// name of a person". It is "" if the field does not look personal. Tokens that are counted
// are those of a language model.
func Personal(name, typ string) string {
	counted := (typ == "integer" || typ == "number") && strings.HasSuffix(strings.ToLower(name), "tokens")
	if typ == "boolean" || counted {
		return ""
	}
	return personalName(name)
}
