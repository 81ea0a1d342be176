package lint

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// These rules are about names that are valid and surprise callers. What is usual is not declared
// anywhere: the rules ask what most names of the same catalog look like.

// A catalog for the API of a vendor has the names of the vendor, in whatever style. Areas and operations
// are judged apart, because vendors write them differently.
var _ = rule("name-style", report.Warning,
	"The name of an area or operation is not in lower case with underscores, and not in the one "+
		"style that all such names of the catalog have.",
	"If the paths of a service look alike, callers do not have to look up each of them.",
	example{bad: "operations: {getClaim: {...}}", good: "operations: {get_claim: {...}}"},
	func(l *linter) {
		for _, kind := range []string{"area", "operation"} {
			elements := l.elements(kind)
			if isOneStyle(elements) {
				continue
			}
			for _, e := range elements {
				s := styleOf(e.name)
				l.findIf(s != "" && s != "snake_case", e,
					"%s %q is not in lower case with underscores", e.kind, e.name)
			}
		}
	})

// Names of one word fit every style and do not vote.
var _ = rule("field-name-style", report.Warning,
	"The style of a field name differs from that of most fields.",
	"Callers mistype it: the service ignores or refuses envelope_id if it expects envelopeId.",
	example{bad: "fields: {envelopeId: string}", good: "fields: {envelope_id: string}"},
	func(l *linter) {
		styles := map[string]int{}
		for _, e := range l.elements("field") {
			styles[styleOf(e.name)]++
		}
		delete(styles, "")
		usual := noStyle
		for _, s := range []string{"snake_case", "camelCase", "kebab-case", "PascalCase"} {
			if styles[s] > styles[usual] {
				usual = s
			}
		}
		if usual == noStyle {
			return
		}
		for _, e := range l.elements("field") {
			s := styleOf(e.name)
			l.findIf(s != "" && s != usual, e, "%q is %s, most fields are %s", e.name, s, usual)
		}
	})

// Overlays of gen learn have such names on purpose, and begin with a comment that ignores this rule.
var _ = rule("type-name-style", report.Info,
	"The name of a record or enum contains an underscore.",
	"It becomes the name of a Go type, which is written in MixedCaps.",
	example{bad: "records: {Address_entry: {...}}", good: "records: {AddressEntry: {...}}"},
	checkElements("record enum union", func(l *linter, e element) {
		l.findIf(strings.Contains(e.name, "_"), e,
			"%q contains an underscore; write it in MixedCaps", e.name)
	}))

// Only identifiers are judged. Other plurals are often right: address_lines, options, status.
var _ = rule("plural-type", report.Info,
	"A list of identifiers has a singular name, or a single identifier has a plural name.",
	"A caller reads the name before the type.",
	example{bad: "fields: {claim_id: [string]}", good: "fields: {claim_ids: [string]}"},
	checkElements("field", func(l *linter, e element) {
		last, kind := lastWord(e.name), e.field.Type.Kind
		one := e.field.Join == "" && (kind == catalog.String || kind == catalog.Integer)
		l.findIf(last == "id" && kind == catalog.Array, e,
			"%q is a list, but its name is that of one identifier", e.name)
		l.findIf(last == "ids" && one, e, "%q is one value, but its name is that of a list", e.name)
	}))

// A minority is reported if the majority is at least twice as large; otherwise nobody knows which
// of the types is the mistake.
var _ = rule("inconsistent-type", report.Info,
	"The type of a field differs from that of most fields with the same name.",
	"One of them is probably a mistake; if not, callers should be told why.",
	example{
		bad:  "get_a: {fields: {page: integer}}, get_b: {fields: {page: integer}}, get_c: {fields: {page: string}}",
		good: "get_a: {fields: {page: integer}}, get_b: {fields: {page: integer}}, get_c: {fields: {page: integer}}"},
	func(l *linter) {
		type use struct{ name, kind string }
		counts, usual := map[use]int{}, map[string]string{}
		typed := func(f *catalog.Field) bool {
			return f.Type.Kind != catalog.Unspecified && f.Type.Kind != catalog.Any
		}
		for _, e := range l.elements("field") {
			if typed(e.field) {
				counts[use{e.name, e.field.Type.String()}]++
			}
		}
		for u, n := range counts { // the first of several that are equally frequent
			most := use{u.name, usual[u.name]}
			isFirst := n == counts[most] && u.kind < most.kind
			if n > counts[most] || isFirst {
				usual[u.name] = u.kind
			}
		}
		for _, e := range l.elements("field") {
			f, most := e.field, usual[e.name]
			n, here := counts[use{e.name, most}], counts[use{e.name, f.Type.String()}]
			isOdd := n >= 2 && n >= 2*here
			l.findIf(isOdd && typed(f) && f.Join == "", e,
				"%q is %s here and %s %d times elsewhere", f.Name, f.Type, most, n)
		}
	})

// The styles of names. The first that fits counts.
var (
	snake  = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	styles = []struct {
		name string
		form *regexp.Regexp
	}{
		{"", regexp.MustCompile(`^[a-z0-9]+$`)}, // one word fits every style but PascalCase
		{"snake_case", snake},
		{"camelCase", regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)},
		{"PascalCase", regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)},
		{"kebab-case", regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)},
	}
)

// noStyle is the style of a name that mixes several.
const noStyle = "in no style"

// minStyled is the number of names that show a style. Two names in camelCase may be two mistakes.
const minStyled = 3

// isOneStyle reports whether the names of elements have one style, that of the vendor, whose names
// a catalog cannot choose. Names that fit most styles do not count.
func isOneStyle(elements []element) bool {
	counts := map[string]int{}
	for _, e := range elements {
		counts[styleOf(e.name)]++
	}
	delete(counts, "")
	for style, n := range counts {
		if len(counts) == 1 && style != noStyle && n >= minStyled {
			return true
		}
	}
	return false
}

// styleOf returns the style of a name, "" if it fits most styles.
func styleOf(name string) string {
	for _, s := range styles {
		if s.form.MatchString(name) {
			return s.name
		}
	}
	return noStyle
}
