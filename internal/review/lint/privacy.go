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

var _ = rule("inconsistent-sensitivity", report.Error,
	"A field is not marked sensitive, but another one of its name and type is.",
	"The same data is printed in one place and hidden in another.",
	example{
		bad:  "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: string}}",
		good: "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: {type: string, sensitive: true}}}"},
	func(l *linter) {
		marked := map[string]string{}
		for e := range l.elements("field") {
			if key := e.name + e.field.Type.String(); e.field.Sensitive && marked[key] == "" {
				marked[key] = e.path
			}
		}
		for e := range l.elements("field") {
			if at := marked[e.name+e.field.Type.String()]; at != "" && !e.field.HoldsPrivate() {
				l.find(e.pos, e.path, "%q is not sensitive here, but it is at %s", e.name, at)
			}
		}
	})

var _ = rule("sensitive-example", report.Error,
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
// operation only reads.
func Reads(text string) bool {
	verb, object, _ := strings.Cut(strings.Join(wordsOf(text), " "), " ")
	return slices.ContainsFunc([]string{"", "s", "es"}, func(ending string) bool {
		stem, ok := strings.CutSuffix(verb, ending)
		return ok && doing(stem+" "+object) == reads
	})
}
