package lint

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/pattern"
)

// This file has the rules about what is declared: effects, rules over fields, constraints and
// sensitive fields. Each finding is valid in a catalog, and probably not what was meant.

// A wrong effect that is too careful costs retries, and nothing else, so this is only an information.
var readNameWriteEffect = rule("read-name-write-effect", report.Info,
	"The name of an operation says that it reads, but its effect is write.",
	"Clients do not retry it, although that would be safe.",
	example{
		bad:  "get_claim: {summary: Reads one claim.}",
		good: "get_claim: {summary: Reads one claim., effect: read}",
	},
	checkElements("operation", func(l *linter, e element) {
		l.findIf(actionOf(e.name) == reads && e.operation.Effect == catalog.Write, e,
			"%q sounds like reading, but its effect is write", e.name)
	}))

// The reverse is an error: a client repeats a call that creates or pays something.
var writeNameReadEffect = rule("write-name-read-effect", report.Error,
	"The name of an operation says that it changes something, but its effect is read.",
	"Clients retry it after a failure, and it may take effect twice.",
	example{
		bad:  "create_claim: {summary: Creates a claim., effect: read}",
		good: "create_claim: {summary: Creates a claim.}",
	},
	checkElements("operation", func(l *linter, e element) {
		l.findIf(actionOf(e.name) > reads && e.operation.Effect == catalog.Read, e,
			"%q sounds like writing, but its effect is read", e.name)
	}))

// A field such as claim_id lets the service recognize a repeated call.
var _ = rule("create-idempotent-effect", report.Warning,
	"An operation creates something, its effect is idempotent, and it has no field that "+
		"identifies the call.",
	"A retry creates a second thing unless the service recognizes it.",
	example{
		bad:  "new_claim: {summary: Creates a claim., effect: idempotent}",
		good: "new_claim: {summary: Creates a claim., effect: idempotent, fields: {claim_id: string}}"},
	checkElements("operation", func(l *linter, e element) {
		named := slices.ContainsFunc(e.operation.Request.Fields, func(f *catalog.Field) bool {
			return slices.Contains([]string{"id", "key", "number", "reference"}, lastWord(f.Name))
		})
		l.findIf(actionOf(e.name) == creates && e.operation.Effect == catalog.Idempotent && !named, e,
			"%q creates something, but none of its fields identifies it", e.name)
	}))

// The position is that of the pagination, where the key would be added.
var _ = rule("pagination-without-items", report.Info,
	"An operation has pagination without items.",
	"Without items, no iterator over the items of all pages is generated.",
	example{
		bad:  "pagination: {page: page, size: limit}",
		good: "pagination: {page: page, size: limit, items: data}",
	},
	checkElements("operation", func(l *linter, e element) {
		if p := e.operation.Pagination; p != nil && p.Items == nil {
			l.find(p.Pos, e.path,
				"the pagination of %q has no items; add items: FIELD if the response is documented",
				e.name)
		}
	}))

// A field that is only called size may be anything, so the name of the page decides.
var _ = rule("pagination-missing", report.Warning,
	"An operation has paging fields but no pagination.",
	"No defaults and no iterator are generated, and the reference does not mention paging.",
	example{
		bad:  "list_claims: {fields: {page: integer, page_size: integer}}",
		good: "list_claims: {fields: {page: integer, page_size: integer}, pagination: {page: page, size: page_size}}"},
	checkElements("operation", func(l *linter, e element) {
		isPage := func(f *catalog.Field) bool {
			isNumber := !f.Required && f.Type.Kind == catalog.Integer
			return isNumber && (f.Name == "page" || f.Name == "page_number")
		}
		paged := slices.ContainsFunc(e.operation.Request.Fields, isPage) // a size may be fixed
		l.findIf(e.operation.Pagination == nil && paged, e,
			"%q has paging fields; add pagination", e.name)
	}))

// Two equal rules imply each other. Then the first stays, and the finding is about the second.
var _ = rule("rule-never-fires", report.Warning,
	"A rule is implied by another rule of the operation.",
	"It has to be maintained, but refuses nothing.",
	example{
		bad:  "rules: [{at_least_one_of: [a, b]}, {at_least_one_of: [a, b, c]}]",
		good: "rules: [{at_least_one_of: [a, b]}]",
	},
	checkElements("operation", func(l *linter, e element) {
		for i, rule := range e.operation.Rules {
			for j, other := range e.operation.Rules {
				if i == j || !implies(other, rule) {
					continue
				}
				isKept := implies(rule, other) && i < j // the first of equal rules
				if !isKept {
					l.find(rule.Pos, e.path, "%s of %s is implied by %s of %s",
						rule.Kind, fieldNames(rule), other.Kind, fieldNames(other))
					break
				}
			}
		}
	}))

// The rules must share two fields: with one, the others can still be sent.
var _ = rule("rule-forbids-fields", report.Error,
	"Two rules together keep fields from ever being sent.",
	"All or none of the fields are required and at most one is allowed, so none can be sent.",
	example{
		bad:  "rules: [{all_or_none_of: [a, b]}, {at_most_one_of: [a, b]}]",
		good: "rules: [{at_most_one_of: [a, b]}]",
	},
	checkElements("operation", func(l *linter, e element) {
		for _, all := range e.operation.Rules {
			for _, most := range e.operation.Rules {
				requiresAll := plan.BreachOf(all) == plan.SomeGiven
				allowsOne := plan.BreachOf(most) == plan.TwoGiven
				if requiresAll && allowsOne && commonFields(all, most) >= 2 {
					l.find(all.Pos, e.path, "%s %s and %s %s together allow none of them",
						all.Kind, fieldNames(all), most.Kind, fieldNames(most))
					break
				}
			}
		}
	}))

// In a field with an enum, a constraint is judged by the listed values alone.
var _ = rule("constraint-never-fires", report.Warning,
	"A constraint allows every value, or every value that the other constraints of the field "+
		"allow.",
	"It has to be maintained, but refuses nothing.",
	example{
		bad:  "name: {type: string, min_length: 0}",
		good: "name: {type: string, min_length: 2}",
	},
	checkElements("field", func(l *linter, e element) {
		for _, what := range idleConstraints(e.field) {
			l.find(e.pos, e.path, "%s", what)
		}
	}))

// Package catalog accepts such a field, because its other values are useful.
var _ = rule("enum-value-refused", report.Error,
	"A field lists a value that another of its constraints refuses.",
	"The value looks allowed, but no request with it is valid.",
	example{
		bad:  "state: {type: string, enum: [on, standby], max_length: 5}",
		good: "state: {type: string, enum: [on, standby]}",
	},
	checkElements("field", func(l *linter, e element) {
		e.field.RefusedValues(func(_, why string) { l.find(e.pos, e.path, "enum: %s", why) })
	}))

// Bounds that exclude each other are problems of the catalog; this is about patterns and formats.
var _ = rule("no-value-allowed", report.Error,
	"No value satisfies the constraints of a field.",
	"Every request with the field is refused.",
	example{
		bad:  `code: {type: string, pattern: "x^y"}`,
		good: `code: {type: string, pattern: "^xy"}`,
	},
	checkElements("field", func(l *linter, e element) {
		l.findIf(unsatisfiable(e.field), e,
			"no value satisfies the constraints of %q; correct one of them", e.name)
	}))

// Whether a blank value is meant depends on the service, so this is only an information.
var _ = rule("required-but-blank", report.Info,
	"A string is required but may be blank.",
	"An empty string counts as present, so a caller can send the field without a value.",
	example{
		bad:  "name: {type: string, required: true}",
		good: "name: {type: string, required: true, non_blank: true}",
	},
	checkElements("operation", func(l *linter, e element) {
		for _, f := range e.operation.Request.Fields {
			if f.Required && f.Type.Kind == catalog.String && !isBound(f) {
				l.find(f.Pos, e.path+"."+f.Name,
					"%q is required but may be blank; add non_blank: true unless that is intended",
					f.Name)
			}
		}
	}))

// isBound reports whether a constraint of a string may refuse an empty one.
func isBound(f *catalog.Field) bool {
	switch {
	case f.NonBlank, f.MinLength != nil, f.Pattern != "", f.Format.Checked() != "", f.Enum != nil:
		return true
	}
	return false
}

// implies reports whether every request that satisfies rule a satisfies rule b: at_least_one_of
// [a, b] implies that of [a, b, c], and at_most_one_of [a, b, c] that of [a, b]. The fields of first_of
// are in no other rule.
func implies(a, b *catalog.Rule) bool {
	if plan.BreachOf(a) != plan.BreachOf(b) {
		return false
	}
	smaller, larger := b, a
	if plan.BreachOf(b) == plan.NoneGiven {
		smaller, larger = a, b
	}
	isMissing := func(f *catalog.Field) bool { return !slices.Contains(larger.Fields, f) }
	return !slices.ContainsFunc(smaller.Fields, isMissing)
}

// fieldNames lists the fields of a rule.
func fieldNames(r *catalog.Rule) string { return strings.Join(catalog.Names(r.Fields), ", ") }

// commonFields counts the fields of both rules.
func commonFields(a, b *catalog.Rule) int {
	n := 0
	for _, f := range a.Fields {
		if slices.Contains(b.Fields, f) {
			n++
		}
	}
	return n
}

// idleConstraints returns the constraints of a field that refuse nothing, in words.
func idleConstraints(f *catalog.Field) []string {
	var sentences []string
	sayIf := func(isIdle bool, sentence string) {
		if isIdle {
			sentences = append(sentences, sentence)
		}
	}
	sayIf(f.MinItems != nil && *f.MinItems == 0, "min_items: 0 refuses nothing")
	if f.Enum != nil {
		refuses := map[string]bool{}
		f.RefusedValues(func(key, _ string) { refuses[key] = true })
		for _, k := range catalog.Constraints {
			isOther := k.Texts != nil && k.Key != "enum" && k.Value(f) != ""
			sayIf(isOther && !refuses[k.Key], k.Key+" refuses no value of enum")
		}
		return sentences
	}
	if n := f.MinLength; n != nil {
		sayIf(*n == 0, "min_length: 0 refuses nothing")
		sayIf(*n == 1 && f.NonBlank, "min_length: 1 beside non_blank refuses nothing")
	}
	switch {
	case f.Pattern == "":
	case matchesAll(f.Pattern):
		sayIf(true, "pattern: "+f.Pattern+" refuses nothing")
	case matchesAll(f.Pattern, pattern.Pattern(`^[^\n]*$`)):
		sayIf(true, "pattern: "+f.Pattern+" refuses only line breaks")
	}
	return sentences
}

// unsatisfiable reports whether no text satisfies the constraints of a field. The values of an enum
// have a rule of their own, and the check of catalogs compares bounds.
func unsatisfiable(f *catalog.Field) bool {
	if f.Enum != nil {
		return false
	}
	var constraints []pattern.Constraint
	for _, k := range catalog.Constraints {
		if k.Texts != nil && k.Value(f) != "" {
			constraints = append(constraints, k.Texts(f))
		}
	}
	_, result := pattern.Find(constraints, pattern.Length(1, 0)) // which every text violates
	return result == pattern.None
}

// matchesAll reports whether a pattern matches every text that satisfies the constraints.
func matchesAll(text string, keep ...pattern.Constraint) bool {
	_, result := pattern.Find(keep, pattern.Pattern(text))
	return result == pattern.None
}

// A false alarm is answered by a comment in the catalog; a missed field is printed for years.
var likelySensitive = rule("likely-sensitive", report.Error,
	"The name of a field suggests personal data or a secret, but it is not marked sensitive.",
	"Fields that are not marked are printed: by %v, in logs, and in the calls that a fake records.",
	example{bad: "fields: {ssn: string}", good: "fields: {ssn: {type: string, sensitive: true}}"},
	checkElements("field", func(l *linter, e element) {
		what := PersonalData(e.name, e.field.Type.String())
		l.findIf(what != "" && !e.field.HoldsPrivate(), e,
			"%q looks like %s; add sensitive: true", e.name, what)
	}))

// The type is a part of the comparison: the tax of an order is a number, that of a person a text.
var _ = rule("inconsistent-sensitivity", report.Error,
	"A field is not marked sensitive, but another field with the same name and type is.",
	"The same data is printed in one place and hidden in another.",
	example{
		bad:  "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: string}}",
		good: "get_a: {fields: {tax: {type: string, sensitive: true}}}, get_b: {fields: {tax: {type: string, sensitive: true}}}"},
	func(l *linter) {
		marked := map[string]string{}
		for _, e := range l.elements("field") {
			if key := e.name + e.field.Type.String(); e.field.Sensitive && marked[key] == "" {
				marked[key] = e.path
			}
		}
		for _, e := range l.elements("field") {
			at := marked[e.name+e.field.Type.String()]
			l.findIf(at != "" && !e.field.HoldsPrivate(), e,
				"%q is not sensitive here, but it is at %s", e.name, at)
		}
	})

// A default counts as well: it is in generated code, in documents and in every catalog that is sent
// around.
var _ = rule("sensitive-example", report.Error,
	"A sensitive field has an example or a default.",
	"Everyone who reads the catalog sees it. A real value leaks, and a made-up example is "+
		"useless, because the reference does not show it.",
	example{
		bad:  "ssn: {type: string, sensitive: true, example: 078-05-1120}",
		good: "ssn: {type: string, sensitive: true, description: Nine digits with dashes.}"},
	checkElements("field", func(l *linter, e element) {
		l.findIf(e.field.Private() && (e.field.Example != nil || e.field.Default != nil), e,
			"%q is sensitive and shows a value; describe it instead", e.name)
	}))

// SoundsReadOnly reports whether a name, or a sentence such as "Lists all claims.", says that an
// operation only reads. "Gets or creates a wallet." does not.
func SoundsReadOnly(text string) bool {
	words := Words(text)
	if len(words) == 0 {
		return false
	}
	words[0] = Singular(words[0]) // the third person has the endings of a plural
	for i, word := range words[1:] {
		isSecond := words[i] == "and" || words[i] == "or"
		if stem := Singular(word); isSecond && isOnlyVerb(stem) {
			words[i+1] = stem
		}
	}
	return actionOf(strings.Join(words, " ")) == reads
}
