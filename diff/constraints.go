package diff

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/catalog"
)

// constraints reports what the values of a field are bound by. A constraint that
// one of the two types cannot have came or went with the type.
func (c *comparison) constraints(p place, b, h *catalog.Field) {
	both := func(applies func(*catalog.Type) bool) bool { return applies(b.Type) && applies(h.Type) }
	if both(isText) {
		c.bound(p, b, h, constraint{"non_blank", holds(b.NonBlank), holds(h.NonBlank), "nonblank-added", "nonblank-removed", 1})
		c.bound(p, b, h, constraint{"min_length", floor(b.MinLength), floor(h.MinLength), "min-length-increased", "min-length-decreased", 1})
		c.bound(p, b, h, constraint{"max_length", number(b.MaxLength), number(h.MaxLength), "max-length-decreased", "max-length-increased", -1})
		c.pattern(p, b, h)
		c.values(p, b, h)
	}
	if both(isList) {
		c.bound(p, b, h, constraint{"min_items", floor(b.MinItems), floor(h.MinItems), "min-items-increased", "min-items-decreased", 1})
		c.bound(p, b, h, constraint{"max_items", number(b.MaxItems), number(h.MaxItems), "max-items-decreased", "max-items-increased", -1})
	}
	if both(isNumeric) {
		c.bound(p, b, h, constraint{"minimum", string(b.Minimum), string(h.Minimum), "minimum-increased", "minimum-decreased", 1})
		if !c.told[told{h, "maximum"}] {
			c.bound(p, b, h, constraint{"maximum", string(b.Maximum), string(h.Maximum), "maximum-decreased", "maximum-increased", -1})
		}
	}
}

func isText(t *catalog.Type) bool    { return t.Kind == catalog.String }
func isList(t *catalog.Type) bool    { return t.Kind == catalog.Array }
func isNumeric(t *catalog.Type) bool { return t.Kind == catalog.Integer || t.Kind == catalog.Number }

// constraint is one that is a number, "" where there is none.
type constraint struct {
	key             string
	old, new        string
	tighter, looser string // rules
	sign            int    // 1 where the greater number is the tighter one
}

// bound reports a constraint that became tighter or looser.
func (c *comparison) bound(p place, b, h *catalog.Field, k constraint) {
	rule := ""
	switch k.sign * compareBounds(k.old, k.new, k.sign) {
	case -1:
		rule = k.tighter
	case 1:
		rule = k.looser
	default:
		return
	}
	c.add(p.changed(b, h).says(k.key+" "+arrow(k.old, k.new), "%s of field %s changes: %s", k.key, h.Name, arrow(k.old, k.new)),
		p.hits(rule, "")...)
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

// rational reads a number of a checked catalog, where exponents are bounded.
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

// floor is number for a lower bound of a size, of which 0 says nothing.
func floor(n *int) string {
	if n != nil && *n == 0 {
		return ""
	}
	return number(n)
}

// holds writes a constraint without a number: it holds once, or not at all.
func holds(b bool) string {
	if b {
		return "true"
	}
	return ""
}

func (c *comparison) pattern(p place, b, h *catalog.Field) {
	rule := "pattern-changed"
	switch {
	case b.Pattern == h.Pattern:
		return
	case b.Pattern == "":
		rule = "pattern-added"
	case h.Pattern == "":
		rule = "pattern-removed"
	}
	what := arrow(clip(b.Pattern), clip(h.Pattern))
	c.add(p.changed(b, h).says("pattern "+arrow(b.Pattern, h.Pattern), "the pattern of field %s changes: %s", h.Name, what),
		p.hits(rule, "")...)
}

// values reports the values that a field lists in place.
func (c *comparison) values(p place, b, h *catalog.Field) {
	report := func(rule, what string) {
		c.add(p.changed(b, h).says(what, "the values of field %s change: %s", h.Name, what), p.hits(rule, "")...)
	}
	gone, added := missing(b.Enum, h.Enum), missing(h.Enum, b.Enum)
	switch {
	case len(b.Enum) == 0 && len(h.Enum) > 0:
		report("values-introduced", "any -> "+list(h.Enum))
	case len(b.Enum) > 0 && len(h.Enum) == 0:
		report("values-dropped", list(b.Enum)+" -> any")
	default:
		if len(gone) > 0 {
			report("values-removed", "without "+list(gone))
		}
		if len(added) > 0 {
			report("values-added", "with "+list(added))
		}
	}
}

// missing returns the texts of one list that the other lacks, sorted.
func missing(from, in []string) []string {
	left := slices.DeleteFunc(slices.Clone(from), func(s string) bool { return slices.Contains(in, s) })
	slices.Sort(left)
	return left
}

// list writes values.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// sameNumber tells whether two numbers are one, however they are written.
func sameNumber(x, y json.Number) bool {
	return x == y || x != "" && y != "" && rational(string(x)).Cmp(rational(string(y))) == 0
}
