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

var constraintTightened = rule("constraint-tightened",
	"A constraint of a field became stricter; the key is that of the constraint.",
	"Old requests may be refused, by the server and, after an upgrade, by the client. Everything compiles. Constraints are not checked in responses. Nothing is refused if the constraint of a string follows from the others of its field. Callers that read everything as one page read only a part if its size is bounded.",
	example{before: "note: {type: string, max_length: 200}", after: "note: {type: string, max_length: 100}"},
	InRequest.verdicts("B–S·"),
	Anywhere.verdicts("BSS·").when(pageSize),
	InRequest.verdicts("·–··").when(refusesNothing),
	InRequest.verdicts("?–S·").when(unclear),
	InResponse.verdicts("–···")).
	replaces("nonblank-added:non_blank", "min-length-increased:min_length", "max-length-decreased:max_length",
		"min-items-increased:min_items", "max-items-decreased:max_items", "minimum-increased:minimum",
		"maximum-decreased:maximum", "page-limit-max-added:maximum", "pattern-added:pattern", "format-added:format",
		"values-introduced:enum", "values-removed:enum")

var constraintLoosened = rule("constraint-loosened",
	"A constraint of a field became less strict; the key is that of the constraint.",
	"Old requests stay valid, but the service receives values that it did not before. Responses may contain values that callers do not expect, but clients decode them. There are none if the constraint of a string follows from the others of its field.",
	example{before: "amount: {type: integer, minimum: 0}", after: "amount: integer"},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("·–··").when(admitsNothing),
	InResponse.verdicts("–S··"),
	InResponse.verdicts("–···").when(admitsNothing)).
	replaces("nonblank-removed:non_blank", "min-length-decreased:min_length", "max-length-increased:max_length",
		"min-items-decreased:min_items", "max-items-increased:max_items", "minimum-decreased:minimum",
		"maximum-increased:maximum", "pattern-removed:pattern", "format-removed:format", "values-dropped:enum",
		"values-added:enum")

var constraintChanged = rule("constraint-changed",
	"The pattern or the format of a string changed; the key is that of the constraint.",
	"Old requests may be refused, and the service may receive values that it did not before. The texts of both are compared, within the other constraints of the field.",
	example{before: `note: {type: string, pattern: "^[A-Z]"}`, after: `note: {type: string, pattern: "^[a-z]"}`},
	InRequest.verdicts("B–SS"),
	InRequest.verdicts("B–S·").when(refusesOnly),
	InRequest.verdicts("·–·S").when(admitsOnly),
	InRequest.verdicts("·–··").when(sameValues),
	InRequest.verdicts("?–SS").when(unclear),
	InResponse.verdicts("–S··"),
	InResponse.verdicts("–···").when(refusesOnly),
	InResponse.verdicts("–···").when(sameValues)).
	replaces("pattern-changed:pattern", "format-changed:format")

// constraints compares the constraints of a field. A constraint that one of the two
// types cannot have was added or removed with the type.
func (c *comparison) constraints(p place, b, h *catalog.Field) {
	both := func(applies func(*catalog.Type) bool) bool { return applies(b.Type) && applies(h.Type) }
	if both(isText) && !sameLimits(b, h) {
		t := textsOf(b, h)
		c.bound(p, b, h, constraint{"non_blank", holds(b.NonBlank), holds(h.NonBlank), 1, t})
		c.bound(p, b, h, constraint{"min_length", floor(b.MinLength), floor(h.MinLength), 1, t})
		c.bound(p, b, h, constraint{"max_length", number(b.MaxLength), number(h.MaxLength), -1, t})
		c.constrained(p, b, h, t, "pattern", b.Pattern, h.Pattern)
		c.constrained(p, b, h, t, "format", string(b.Format.Checked()), string(h.Format.Checked()))
		c.values(p, b, h, t)
	}
	if b.Type.Kind == h.Type.Kind && b.Type.Holder() && (b.Join == "") == (h.Join == "") { // else one is no array for the other
		c.bound(p, b, h, constraint{"min_items", floor(b.MinItems), floor(h.MinItems), 1, nil})
		c.bound(p, b, h, constraint{"max_items", number(b.MaxItems), number(h.MaxItems), -1, nil})
	}
	if both(isNumeric) {
		c.bound(p, b, h, constraint{"minimum", string(b.Minimum), string(h.Minimum), 1, nil})
		if !c.told[told{h, itsMaximum}] {
			c.bound(p, b, h, constraint{"maximum", string(b.Maximum), string(h.Maximum), -1, nil})
		}
	}
}

func isText(t *catalog.Type) bool    { return t.Kind == catalog.String }
func isNumeric(t *catalog.Type) bool { return t.Kind == catalog.Integer || t.Kind == catalog.Number }

// constraint is a constraint with a number, "" if there is none.
type constraint struct {
	key      string
	old, new string
	sign     int         // 1 if the greater number is the tighter one
	texts    *textChange // of a string
}

// bound reports a constraint that became tighter or looser.
func (c *comparison) bound(p place, b, h *catalog.Field, k constraint) {
	var rule *Rule
	switch k.sign * compareBounds(k.old, k.new, k.sign) {
	case -1:
		rule = constraintTightened
	case 1:
		rule = constraintLoosened
	default:
		return
	}
	change, when := p.changed(b, h).of(k.key), general
	if k.texts != nil {
		when = choose(rule == constraintTightened, k.texts.refuses, k.texts.admits)(k.key)
		change.Texts = k.texts.shown(k.key)
	}
	c.add(change.when(when), rule, k.key+" "+arrow(k.old, k.new), "%s of field %s changes: %s%s", k.key, h.Name, arrow(k.old, k.new), when.clause())
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

// constrained compares a constraint of strings that is a text, "" without one.
func (c *comparison) constrained(p place, b, h *catalog.Field, t *textChange, key, old, now string) {
	rule, when := constraintChanged, t.both
	switch {
	case old == now:
		return
	case old == "":
		rule, when = constraintTightened, t.refuses
	case now == "":
		rule, when = constraintLoosened, t.admits
	}
	change := p.changed(b, h).of(key)
	change.Texts = t.shown(key)
	c.add(change.when(when(key)), rule, key+" "+arrow(old, now), "the %s of field %s changes: %s%s", key, h.Name, arrow(clip(old), clip(now)), when(key).clause())
}

// documented returns a format that is documentation, "" for any other.
func documented(f catalog.Format) string {
	if f.Checked() != "" {
		return ""
	}
	return string(f)
}

// values reports the values that a field lists in place.
func (c *comparison) values(p place, b, h *catalog.Field, t *textChange) {
	say := func(rule *Rule, what string) {
		when := choose(rule == constraintTightened, t.refuses, t.admits)("enum")
		change := p.changed(b, h).of("enum")
		change.Texts = t.shown("enum")
		c.add(change.when(when), rule, what, "the values of field %s change: %s%s", h.Name, what, when.clause())
	}
	gone, added := missing(b.Enum, h.Enum), missing(h.Enum, b.Enum)
	switch {
	case len(b.Enum) == 0 && len(h.Enum) > 0:
		say(constraintTightened, "any -> "+wording.Literals(h.Enum))
	case len(b.Enum) > 0 && len(h.Enum) == 0:
		say(constraintLoosened, wording.Literals(b.Enum)+" -> any")
	default:
		if len(gone) > 0 {
			say(constraintTightened, "without "+wording.Literals(gone))
		}
		if len(added) > 0 {
			say(constraintLoosened, "with "+wording.Literals(added))
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
