package diff

import (
	"math"
	"slices"
	"strconv"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/text/pattern"
	"example.com/opgen/internal/text/wording"
)

// This file compares the constraints of a field, key by key. For numbers and sizes, the two bounds
// decide. The constraints of a string depend on each other: a new max_length refuses nothing if a
// pattern allowed no longer text. So these are judged by texts, which automata find: one that all
// old constraints and all other new ones accept, and the changed one does not.

// Only requests are checked for constraints. In a response, a stricter constraint is a
// promise, and a looser one withdraws it.

// Situations of constraints.
var (
	pageSize       = Situation{words: "it bounds the size of a page"}
	refusesNothing = Situation{words: "no value that was accepted is refused"}.equivalent()
	refusesOnly    = Situation{
		words: "values that were accepted are refused, and no others accepted",
	}
	admitsNothing = Situation{words: "no value that was refused is accepted"}.equivalent()
	admitsOnly    = Situation{words: "more values are accepted, and none refused"}
	sameValues    = Situation{words: "the same values are accepted"}.equivalent()
)

// One rule for all constraints, with the constraint as its key: what a caller has to do about a stricter
// bound is the same for texts, numbers and lists.
var constraintTightened = rule("constraint-tightened",
	"A constraint of a field became stricter; the key is that of the constraint.",
	"Old requests may be refused, by the server and, after an upgrade, by the client. Everything "+
		"compiles. Constraints are not checked in responses. Nothing is refused if the "+
		"constraint of a string follows from the others of its field. Callers that read "+
		"everything as one page read only a part if its size is bounded.",
	example{
		before: "note: {type: string, max_length: 200}",
		after:  "note: {type: string, max_length: 100}",
	},
	InRequest.verdicts("B–S·"),
	Anywhere.verdicts("BSS·").when(pageSize),
	InRequest.verdicts("·–··").when(refusesNothing),
	InRequest.verdicts("?–S·").when(unclear),
	InResponse.verdicts("–···"),
).violatesKey().
	replaces(
		"nonblank-added:non_blank", "min-length-increased:min_length",
		"max-length-decreased:max_length", "min-items-increased:min_items",
		"max-items-decreased:max_items", "minimum-increased:minimum", "maximum-decreased:maximum",
		"page-limit-max-added:maximum", "pattern-added:pattern", "format-added:format",
		"values-introduced:enum", "values-removed:enum",
	)

// Nothing is refused, and the service has to handle more than it was written for.
var constraintLoosened = rule("constraint-loosened",
	"A constraint of a field became less strict; the key is that of the constraint.",
	"Old requests stay valid, but the service receives values that it did not before. Responses "+
		"may contain values that callers do not expect, but clients decode them. There are none "+
		"if the constraint of a string follows from the others of its field.",
	example{before: "amount: {type: integer, minimum: 0}", after: "amount: integer"},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("·–··").when(admitsNothing),
	InResponse.verdicts("–S··"),
	InResponse.verdicts("–···").when(admitsNothing),
).violatesKey().
	replaces(
		"nonblank-removed:non_blank", "min-length-decreased:min_length",
		"max-length-increased:max_length", "min-items-decreased:min_items",
		"max-items-increased:max_items", "minimum-decreased:minimum", "maximum-increased:maximum",
		"pattern-removed:pattern", "format-removed:format", "values-dropped:enum",
		"values-added:enum",
	)

// A pattern is neither stricter nor looser than another one in general, so both directions are
// searched.
var constraintChanged = rule("constraint-changed",
	"The pattern or the format of a string changed; the key is that of the constraint.",
	"Old requests may be refused, and the service may receive values that it did not before. The "+
		"texts of both are compared, within the other constraints of the field.",
	example{
		before: `note: {type: string, pattern: "^[A-Z]"}`,
		after:  `note: {type: string, pattern: "^[a-z]"}`,
	},
	InRequest.verdicts("B–SS"),
	InRequest.verdicts("B–S·").when(refusesOnly),
	InRequest.verdicts("·–·S").when(admitsOnly),
	InRequest.verdicts("·–··").when(sameValues),
	InRequest.verdicts("?–SS").when(unclear),
	InResponse.verdicts("–S··"),
	InResponse.verdicts("–···").when(refusesOnly),
	InResponse.verdicts("–···").when(sameValues),
).violatesKey().
	replaces("pattern-changed:pattern", "format-changed:format")

// compareConstraints compares the constraints of a field, except those that were added or removed
// with the type or with join.
func (c *comparison) compareConstraints(p place, b, h *catalog.Field) {
	sameHolder := b.Type.Kind == h.Type.Kind && (b.Join == "") == (h.Join == "")
	if b.Type.Holder() && !sameHolder {
		return
	}
	var texts *textChange
	for _, k := range catalog.Constraints {
		appliesToBoth := k.Applies(b.Type) && k.Applies(h.Type)
		if !appliesToBoth || edge.BoundText(k, b) == edge.BoundText(k, h) {
			continue
		}
		if k.Texts != nil && texts == nil {
			headLimits := edge.Limits(h)
			field := p.base
			field.Field = b
			texts = &textChange{
				edge.BreakingTexts(c.limitsOf(field), headLimits),
				edge.BreakingTexts(headLimits, edge.Limits(b)),
			}
		}
		c.compareConstraint(p, b, h, k, texts)
	}
}

// bindingText is like [edge.BoundText], but returns "" if no 64-bit integer breaks the
// constraint.
func bindingText(k catalog.Constraint, f *catalog.Field) string {
	value := edge.BoundText(k, f)
	if value == "" || f.Type.Kind != catalog.Integer {
		return value
	}
	end := int64(math.MinInt64) // the integer that breaks the constraint first
	if k.Order < 0 {
		end = math.MaxInt64
	}
	if k.Order*cursor.CompareNumbers(value, strconv.FormatInt(end, 10)) <= 0 {
		return ""
	}
	return value
}

// compareConstraint reports the change of one constraint, whose values differ. Which rule applies
// depends on the direction, and the situation on whether any value shows it.
func (c *comparison) compareConstraint(
	p place, b, h *catalog.Field, k catalog.Constraint, t *textChange,
) {
	rule := constraintRule(k, b, h)
	if rule == nil { // the numbers are written in another way
		return
	}
	report := func(rule *Rule, key, subject, values string) {
		change := p.fieldChange(b, h).keyed(k.Key)
		change.shownBy = waysToBreak(k, h)
		when := c.boundSituation(rule, k, b, h)
		if t != nil {
			when = t.situation(rule, k.Key)
		}
		c.add(change.inSituation(when), rule, key, "%s: %s%s", subject, values, when.clause())
	}
	old := edge.BoundText(k, b)
	new := edge.BoundText(k, h)
	key := k.Key + " " + arrow(old, new)
	subject := k.Key + " of field " + h.Name + " changes"
	switch {
	case k.Key == "enum":
		c.reportValues(b, h, rule, func(rule *Rule, key string) {
			report(rule, key, "the values of field "+h.Name+" change", key)
		})
	case k.Order == 0:
		report(rule, key, "the "+subject, arrow(clip(old), clip(new)))
	default:
		report(rule, key, subject, arrow(old, new))
	}
}

// constraintRule returns the rule about a constraint by the direction of its change, or nil if
// nothing changes, as from 10 to 10.0. A pattern has no direction.
func constraintRule(k catalog.Constraint, b, h *catalog.Field) *Rule {
	old := edge.BoundText(k, b)
	new := edge.BoundText(k, h)
	isOrdered := k.Order != 0
	switch {
	case old == "", isOrdered && isStricter(k.Order, new, old):
		return constraintTightened
	case new == "", isOrdered && isStricter(k.Order, old, new):
		return constraintLoosened
	case isOrdered:
		return nil
	}
	return constraintChanged
}

// boundSituation returns the situation of another bound of a number or a size.
func (c *comparison) boundSituation(
	rule *Rule, k catalog.Constraint, b, h *catalog.Field,
) Situation {
	isTightened := rule == constraintTightened
	binds := bindingText(k, b) != bindingText(k, h)
	switch {
	case isTightened && k.Key == "maximum" && c.isPageSize(b, h):
		return pageSize
	case binds:
		return general
	case isTightened:
		return refusesNothing
	}
	return admitsNothing
}

// waysToBreak returns the ways to send a field that a constraint may refuse. An empty array cannot
// break max_items, and numbers are never empty.
func waysToBreak(k catalog.Constraint, f *catalog.Field) relation.Ways {
	switch k.Key {
	case "minimum", "maximum", "max_items":
		return relation.Ways{Given: true}
	case "min_items":
		return relation.Ways{Empty: true, Given: f.MinItems != nil && *f.MinItems > 1}
	}
	return relation.Ways{Empty: true, Given: true}
}

// reportValues reports the values of an enum that a field lists itself.
func (c *comparison) reportValues(
	b, h *catalog.Field, rule *Rule, report func(rule *Rule, key string),
) {
	removed := missingTexts(b.Enum, h.Enum)
	added := missingTexts(h.Enum, b.Enum)
	switch {
	case rule == constraintTightened:
		report(rule, "any -> "+wording.Literals(h.Enum))
	case rule == constraintLoosened:
		report(rule, wording.Literals(b.Enum)+" -> any")
	default:
		if len(removed) > 0 {
			report(constraintTightened, "without "+wording.Literals(removed))
		}
		if len(added) > 0 {
			report(constraintLoosened, "with "+wording.Literals(added))
		}
	}
}

// isStricter reports whether a bound is stricter than another one. An empty text is no bound, and the
// order says whether a greater bound is stricter (1, for a minimum) or a lesser one (-1).
func isStricter(order int, bound, reference string) bool {
	return bound != "" && (reference == "" || order*cursor.CompareNumbers(bound, reference) > 0)
}

// missingTexts returns the texts that in lacks, sorted.
func missingTexts(texts, others []string) []string {
	isInOthers := func(s string) bool { return slices.Contains(others, s) }
	missing := slices.DeleteFunc(slices.Clone(texts), isInOthers)
	slices.Sort(missing)
	return missing
}

// isPageSize reports whether a field is the size of a page in an operation of both catalogs.
func (c *comparison) isPageSize(b, h *catalog.Field) bool {
	isSize := func(p *catalog.Pagination, f *catalog.Field) bool {
		return p != nil && p.Cursor == nil && p.Size == f
	}
	for op, headOp := range c.Operations {
		if isSize(op.Pagination, b) && isSize(headOp.Pagination, h) {
			return true
		}
	}
	return false
}

// textChange has the texts that the constraints of a string refuse or accept now, by the
// key of the constraint.
type textChange struct{ refused, admitted map[string]edge.Breaking }

// situation returns what texts show about a constraint of a string. If the search for a text ended
// at its bounds, this is not decided: it may break.
func (t *textChange) situation(rule *Rule, key string) Situation {
	refused, admitted := t.refused[key].Result, t.admitted[key].Result
	refusesNone, admitsNone := refused == pattern.None, admitted == pattern.None
	if rule == constraintLoosened {
		if admitsNone {
			return admitsNothing
		}
		return general
	}
	if refused == pattern.Undecided {
		return unclear
	}
	if rule == constraintTightened {
		if refusesNone {
			return refusesNothing
		}
		return general
	}
	switch {
	case refusesNone && admitsNone:
		return sameValues
	case refusesNone:
		return admitsOnly
	case admitsNone:
		return refusesOnly
	}
	return general
}
