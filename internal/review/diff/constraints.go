package diff

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Constraints are checked in requests only: clients decode a response that breaks
// one. A stricter constraint in a response is a promise, a looser one takes a
// promise back.

// tighter declares the rule of a constraint that became stricter; violated is the
// rule of its violations.
func tighter(id, violated, purpose string, of example) *Rule {
	return rule(id, purpose,
		"Old requests may be refused, by the server and, after an upgrade, by the client. Everything compiles. Constraints are not checked in responses.",
		of, InRequest.verdicts("B–S·"), InResponse.verdicts("–···")).violates(violated)
}

// looser declares the rule of a constraint that became less strict.
func looser(id, violated, purpose string, of example) *Rule {
	return rule(id, purpose,
		"Old requests stay valid, but the service receives values that it did not before. Responses may contain values that callers do not expect, but clients decode them.",
		of, InRequest.verdicts("·–·S"), InResponse.verdicts("–S··")).violates(violated)
}

// tighterText and looserText declare the rules of constraints of strings, which are
// judged together with the other constraints of their field.

func tighterText(id, violated, purpose string, of example) *Rule {
	r := tighter(id, violated, purpose, of)
	r.Rationale += " Nothing is refused if it follows from the other constraints of the field."
	r.Cases = append(r.Cases, InRequest.verdicts("·–··").when(refusesNothing))
	return r
}

func looserText(id, violated, purpose string, of example) *Rule {
	r := looser(id, violated, purpose, of)
	r.Rationale += " There are none if it follows from the other constraints of the field."
	r.Cases = append(r.Cases, InRequest.verdicts("·–··").when(admitsNothing), InResponse.verdicts("–···").when(admitsNothing))
	return r
}

// otherText declares the rule of a constraint of strings that is there on both sides.
// compared says what of the constraint decides.
func otherText(id, violated, purpose, compared string, of example) *Rule {
	return rule(id, purpose,
		"Old requests may be refused, and the service may receive values that it did not before. "+compared+", within the other constraints of the field.",
		of,
		InRequest.verdicts("B–SS"),
		InRequest.verdicts("B–S·").when(refusesOnly),
		InRequest.verdicts("·–·S").when(admitsOnly),
		InRequest.verdicts("·–··").when(sameValues),
		InRequest.verdicts("?–SS").when(unclear),
		InResponse.verdicts("–S··"),
		InResponse.verdicts("–···").when(refusesOnly),
		InResponse.verdicts("–···").when(sameValues)).violates(violated)
}

// undecided adds the case of a search that ends at its bounds.
func (r *Rule) undecided() *Rule {
	r.Cases = append(r.Cases, InRequest.verdicts("?–S·").when(unclear))
	return r
}

var nonblankAdded = tighterText("nonblank-added", "non-blank", "A string must not be blank now.",
	example{before: "note: string", after: "note: {type: string, non_blank: true}"}).undecided()

var nonblankRemoved = looserText("nonblank-removed", "non-blank", "A string may be blank now.",
	example{before: "note: {type: string, non_blank: true}", after: "note: string"})

var minLengthDecreased = looserText("min-length-decreased", "min-length", "The minimum length of a string decreased.",
	example{before: "note: {type: string, min_length: 2}", after: "note: string"})

var minLengthIncreased = tighterText("min-length-increased", "min-length", "The minimum length of a string increased.",
	example{before: "note: {type: string, min_length: 2}", after: "note: {type: string, min_length: 3}"}).undecided()

var maxLengthIncreased = looserText("max-length-increased", "max-length", "The maximum length of a string increased.",
	example{before: "note: {type: string, max_length: 200}", after: "note: string"})

var maxLengthDecreased = tighterText("max-length-decreased", "max-length", "The maximum length of a string decreased.",
	example{before: "note: {type: string, max_length: 200}", after: "note: {type: string, max_length: 100}"}).undecided()

var minItemsDecreased = looser("min-items-decreased", "min-items", "The minimum number of items of an array decreased.",
	example{before: "ids: {type: [string], min_items: 1}", after: "ids: [string]"})

var minItemsIncreased = tighter("min-items-increased", "min-items", "The minimum number of items of an array increased.",
	example{before: "ids: [string]", after: "ids: {type: [string], min_items: 1}"})

var maxItemsDecreased = tighter("max-items-decreased", "max-items", "The maximum number of items of an array decreased.",
	example{before: "ids: [string]", after: "ids: {type: [string], max_items: 10}"})

var maxItemsIncreased = looser("max-items-increased", "max-items", "The maximum number of items of an array increased.",
	example{before: "ids: {type: [string], max_items: 10}", after: "ids: {type: [string], max_items: 20}"})

var minimumDecreased = looser("minimum-decreased", "minimum", "The minimum of a number decreased.",
	example{before: "amount: {type: integer, minimum: 0}", after: "amount: integer"})

var minimumIncreased = tighter("minimum-increased", "minimum", "The minimum of a number increased.",
	example{before: "amount: integer", after: "amount: {type: integer, minimum: 0}"})

var maximumDecreased = tighter("maximum-decreased", "maximum", "The maximum of a number decreased.",
	example{before: "amount: {type: integer, maximum: 200}", after: "amount: {type: integer, maximum: 100}"})

var maximumIncreased = looser("maximum-increased", "maximum", "The maximum of a number increased.",
	example{before: "amount: {type: integer, maximum: 200}", after: "amount: integer"})

// constraints compares the constraints of a field. A constraint that one of the two
// types cannot have was added or removed with the type.
func (c *comparison) constraints(p place, b, h *catalog.Field) {
	both := func(applies func(*catalog.Type) bool) bool { return applies(b.Type) && applies(h.Type) }
	if both(isText) && !sameLimits(b, h) {
		t := textsOf(b, h)
		c.bound(p, b, h, constraint{"non_blank", holds(b.NonBlank), holds(h.NonBlank), nonblankAdded, nonblankRemoved, 1, t})
		c.bound(p, b, h, constraint{"min_length", floor(b.MinLength), floor(h.MinLength), minLengthIncreased, minLengthDecreased, 1, t})
		c.bound(p, b, h, constraint{"max_length", number(b.MaxLength), number(h.MaxLength), maxLengthDecreased, maxLengthIncreased, -1, t})
		c.constrained(p, b, h, t, "pattern", b.Pattern, h.Pattern, textRules{patternAdded, patternRemoved, patternChanged})
		c.constrained(p, b, h, t, "format", string(b.Format.Checked()), string(h.Format.Checked()), textRules{formatAdded, formatRemoved, formatChanged})
		c.values(p, b, h, t)
	}
	if both(isList) && (b.Join == "") == (h.Join == "") { // else one is no array for the other
		c.bound(p, b, h, constraint{"min_items", floor(b.MinItems), floor(h.MinItems), minItemsIncreased, minItemsDecreased, 1, nil})
		c.bound(p, b, h, constraint{"max_items", number(b.MaxItems), number(h.MaxItems), maxItemsDecreased, maxItemsIncreased, -1, nil})
	}
	if both(isNumeric) {
		c.bound(p, b, h, constraint{"minimum", string(b.Minimum), string(h.Minimum), minimumIncreased, minimumDecreased, 1, nil})
		if !c.told[told{h, itsMaximum}] {
			c.bound(p, b, h, constraint{"maximum", string(b.Maximum), string(h.Maximum), maximumDecreased, maximumIncreased, -1, nil})
		}
	}
}

func isText(t *catalog.Type) bool    { return t.Kind == catalog.String }
func isList(t *catalog.Type) bool    { return t.Kind == catalog.Array }
func isNumeric(t *catalog.Type) bool { return t.Kind == catalog.Integer || t.Kind == catalog.Number }

// constraint is a constraint with a number, "" if there is none.
type constraint struct {
	key             string
	old, new        string
	tighter, looser *Rule
	sign            int         // 1 if the greater number is the tighter one
	texts           *textChange // of a string
}

// bound reports a constraint that became tighter or looser.
func (c *comparison) bound(p place, b, h *catalog.Field, k constraint) {
	var rule *Rule
	switch k.sign * compareBounds(k.old, k.new, k.sign) {
	case -1:
		rule = k.tighter
	case 1:
		rule = k.looser
	default:
		return
	}
	change, when := p.changed(b, h), general
	if k.texts != nil {
		when = choose(rule == k.tighter, k.texts.refuses, k.texts.admits)(k.key)
		change.Texts = k.texts.shown(k.key)
	}
	c.addWhen(change, rule, when, k.key+" "+arrow(k.old, k.new), "%s of field %s changes: %s%s", k.key, h.Name, arrow(k.old, k.new), when.clause())
}

// compareBounds compares two bounds. None is below every lower bound and above
// every upper one.
func compareBounds(x, y string, sign int) int {
	switch {
	case x == y:
		return 0
	case x == "":
		return -sign
	case y == "":
		return sign
	}
	return rational(x).Cmp(rational(y))
}

// rational reads a number of a checked catalog, which bounds exponents.
func rational(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("diff: no number: " + text)
	}
	return r
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// floor is number for a lower bound of a size: 0 is no bound.
func floor(n *int) string {
	if n != nil && *n == 0 {
		return ""
	}
	return number(n)
}

// holds writes a constraint that has no number.
func holds(b bool) string {
	if b {
		return "true"
	}
	return ""
}

var patternAdded = tighterText("pattern-added", "pattern", "A string must match a pattern now.",
	example{before: "note: string", after: `note: {type: string, pattern: "^[A-Z]"}`}).undecided()

var patternRemoved = looserText("pattern-removed", "pattern", "A string no longer has to match a pattern.",
	example{before: `note: {type: string, pattern: "^[A-Z]"}`, after: "note: string"})

var patternChanged = otherText("pattern-changed", "pattern", "The pattern of a string changed.", "What both patterns match is compared",
	example{before: `note: {type: string, pattern: "^[A-Z]"}`, after: `note: {type: string, pattern: "^[a-z]"}`})

var formatAdded = tighterText("format-added", "format", "A string must be of a format now.",
	example{before: "note: string", after: "note: {type: string, format: date}"}).undecided()

var formatRemoved = looserText("format-removed", "format", "A string no longer has to be of a format.",
	example{before: "note: {type: string, format: date}", after: "note: string"})

var formatChanged = otherText("format-changed", "format", "The format of a string changed.", "The texts of both formats are compared",
	example{before: "note: {type: string, format: date}", after: "note: {type: string, format: date-time}"})

// textRules are the rules of a constraint of strings that is a text itself.
type textRules struct{ added, removed, changed *Rule }

// constrained compares a constraint of strings that is a text, "" without one.
func (c *comparison) constrained(p place, b, h *catalog.Field, t *textChange, key, old, now string, rules textRules) {
	rule, when := rules.changed, t.both
	switch {
	case old == now:
		return
	case old == "":
		rule, when = rules.added, t.refuses
	case now == "":
		rule, when = rules.removed, t.admits
	}
	change := p.changed(b, h)
	change.Texts = t.shown(key)
	c.addWhen(change, rule, when(key), key+" "+arrow(old, now), "the %s of field %s changes: %s%s", key, h.Name, arrow(clip(old), clip(now)), when(key).clause())
}

// documented returns a format that is documentation, "" for any other.
func documented(f catalog.Format) string {
	if f.Checked() != "" {
		return ""
	}
	return string(f)
}

var valuesIntroduced = tighterText("values-introduced", "enum", "A field lists the values of its string now.",
	example{before: "note: string", after: "note: {type: string, enum: [short, long]}"}).undecided()

var valuesDropped = looserText("values-dropped", "enum", "A field no longer lists the values of its string.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: string"})

var valuesAdded = looserText("values-added", "enum", "The list of values of a field got new ones.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: {type: string, enum: [short, long, none]}"})

var valuesRemoved = tighterText("values-removed", "enum", "The list of values of a field lost some.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: {type: string, enum: [short]}"})

// values reports the values that a field lists in place.
func (c *comparison) values(p place, b, h *catalog.Field, t *textChange) {
	say := func(rule *Rule, when Situation, what string) {
		change := p.changed(b, h)
		change.Texts = t.shown("enum")
		c.addWhen(change, rule, when, what, "the values of field %s change: %s%s", h.Name, what, when.clause())
	}
	gone, added := missing(b.Enum, h.Enum), missing(h.Enum, b.Enum)
	switch {
	case len(b.Enum) == 0 && len(h.Enum) > 0:
		say(valuesIntroduced, t.refuses("enum"), "any -> "+wording.Literals(h.Enum))
	case len(b.Enum) > 0 && len(h.Enum) == 0:
		say(valuesDropped, t.admits("enum"), wording.Literals(b.Enum)+" -> any")
	default:
		if len(gone) > 0 {
			say(valuesRemoved, t.refuses("enum"), "without "+wording.Literals(gone))
		}
		if len(added) > 0 {
			say(valuesAdded, t.admits("enum"), "with "+wording.Literals(added))
		}
	}
}

// missing returns the texts of one list that the other lacks, sorted.
func missing(from, in []string) []string {
	left := slices.DeleteFunc(slices.Clone(from), func(s string) bool { return slices.Contains(in, s) })
	slices.Sort(left)
	return left
}

// sameNumber tells whether two numbers are equal, however they are written.
func sameNumber(x, y json.Number) bool {
	return x == y || x != "" && y != "" && rational(string(x)).Cmp(rational(string(y))) == 0
}
