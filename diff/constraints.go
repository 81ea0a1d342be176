package diff

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/wording"
)

var nonblankRemoved = looser("nonblank-removed", "non-blank", "A string may be blank now.",
	example{before: "note: {type: string, non_blank: true}", after: "note: string"})

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

var nonblankAdded = tighter("nonblank-added", "non-blank", "A string must not be blank now.",
	example{before: "note: string", after: "note: {type: string, non_blank: true}"})

var minLengthDecreased = looser("min-length-decreased", "min-length", "The minimum length of a string decreased.",
	example{before: "note: {type: string, min_length: 2}", after: "note: string"})

var minLengthIncreased = tighter("min-length-increased", "min-length", "The minimum length of a string increased.",
	example{before: "note: {type: string, min_length: 2}", after: "note: {type: string, min_length: 3}"})

var maxLengthIncreased = looser("max-length-increased", "max-length", "The maximum length of a string increased.",
	example{before: "note: {type: string, max_length: 200}", after: "note: string"})

var maxLengthDecreased = tighter("max-length-decreased", "max-length", "The maximum length of a string decreased.",
	example{before: "note: {type: string, max_length: 200}", after: "note: {type: string, max_length: 100}"})

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
	if both(isText) {
		c.bound(p, b, h, constraint{"non_blank", holds(b.NonBlank), holds(h.NonBlank), nonblankAdded, nonblankRemoved, 1})
		c.bound(p, b, h, constraint{"min_length", floor(b.MinLength), floor(h.MinLength), minLengthIncreased, minLengthDecreased, 1})
		c.bound(p, b, h, constraint{"max_length", number(b.MaxLength), number(h.MaxLength), maxLengthDecreased, maxLengthIncreased, -1})
		c.pattern(p, b, h)
		c.values(p, b, h)
	}
	if both(isList) {
		c.bound(p, b, h, constraint{"min_items", floor(b.MinItems), floor(h.MinItems), minItemsIncreased, minItemsDecreased, 1})
		c.bound(p, b, h, constraint{"max_items", number(b.MaxItems), number(h.MaxItems), maxItemsDecreased, maxItemsIncreased, -1})
	}
	if both(isNumeric) {
		c.bound(p, b, h, constraint{"minimum", string(b.Minimum), string(h.Minimum), minimumIncreased, minimumDecreased, 1})
		if !c.told[told{h, itsMaximum}] {
			c.bound(p, b, h, constraint{"maximum", string(b.Maximum), string(h.Maximum), maximumDecreased, maximumIncreased, -1})
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
	sign            int // 1 if the greater number is the tighter one
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
	c.add(p.changed(b, h), rule, k.key+" "+arrow(k.old, k.new), "%s of field %s changes: %s", k.key, h.Name, arrow(k.old, k.new))
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

var patternAdded = tighter("pattern-added", "pattern", "A string must match a pattern now.",
	example{before: "note: string", after: `note: {type: string, pattern: "^[A-Z]"}`})

var patternRemoved = looser("pattern-removed", "pattern", "A string no longer has to match a pattern.",
	example{before: `note: {type: string, pattern: "^[A-Z]"}`, after: "note: string"})

var patternChanged = rule("pattern-changed",
	"The pattern of a string changed.",
	"The patterns are not compared with each other: old requests may be refused, and the service may receive values that it did not before.",
	example{before: `note: {type: string, pattern: "^[A-Z]"}`, after: `note: {type: string, pattern: "^[a-z]"}`},
	InRequest.verdicts("B–SS"), InResponse.verdicts("–S··")).violates("pattern")

func (c *comparison) pattern(p place, b, h *catalog.Field) {
	rule := patternChanged
	switch {
	case b.Pattern == h.Pattern:
		return
	case b.Pattern == "":
		rule = patternAdded
	case h.Pattern == "":
		rule = patternRemoved
	}
	what := arrow(clip(b.Pattern), clip(h.Pattern))
	c.add(p.changed(b, h), rule, "pattern "+arrow(b.Pattern, h.Pattern), "the pattern of field %s changes: %s", h.Name, what)
}

var valuesIntroduced = tighter("values-introduced", "enum", "A field lists the values of its string now.",
	example{before: "note: string", after: "note: {type: string, enum: [short, long]}"})

var valuesDropped = looser("values-dropped", "enum", "A field no longer lists the values of its string.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: string"})

var valuesAdded = looser("values-added", "enum", "The list of values of a field got new ones.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: {type: string, enum: [short, long, none]}"})

var valuesRemoved = tighter("values-removed", "enum", "The list of values of a field lost some.",
	example{before: "note: {type: string, enum: [short, long]}", after: "note: {type: string, enum: [short]}"})

// values reports the values that a field lists in place.
func (c *comparison) values(p place, b, h *catalog.Field) {
	say := func(rule *Rule, what string) {
		c.add(p.changed(b, h), rule, what, "the values of field %s change: %s", h.Name, what)
	}
	gone, added := missing(b.Enum, h.Enum), missing(h.Enum, b.Enum)
	switch {
	case len(b.Enum) == 0 && len(h.Enum) > 0:
		say(valuesIntroduced, "any -> "+wording.Literals(h.Enum))
	case len(b.Enum) > 0 && len(h.Enum) == 0:
		say(valuesDropped, wording.Literals(b.Enum)+" -> any")
	default:
		if len(gone) > 0 {
			say(valuesRemoved, "without "+wording.Literals(gone))
		}
		if len(added) > 0 {
			say(valuesAdded, "with "+wording.Literals(added))
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
