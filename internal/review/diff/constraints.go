package diff

import (
	"math"
	"slices"
	"strconv"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/text/wording"
)

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
			was, is := edge.Limits(b), edge.Limits(h)
			texts = &textChange{edge.BreakingTexts(was, is), edge.BreakingTexts(is, was)}
		}
		c.compareConstraint(p, b, h, k, texts)
	}
}

// bindingText is like [edge.BoundText], but returns "" if no 64-bit integer breaks the constraint.
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

func (c *comparison) compareConstraint(
	p place, b, h *catalog.Field, k catalog.Constraint, t *textChange,
) {
	add := func(rule *Rule, what, about, values string) {
		change, when := p.fieldChange(b, h).keyed(k.Key), general
		if t != nil {
			when, change.Values = t.situation(rule, k.Key), t.examples(k.Key)
		}
		switch {
		case t != nil:
		case rule == constraintTightened && k.Key == "maximum" && c.isPageSize(b, h):
			when = pageSize
		case bindingText(k, b) == bindingText(k, h):
			when = refusesNothing
			if rule == constraintLoosened {
				when = admitsNothing
			}
		}
		c.add(change.inSituation(when), rule, what, "%s: %s%s", about, values, when.clause())
	}
	old, now := edge.BoundText(k, b), edge.BoundText(k, h)
	rule := constraintChanged
	switch {
	case old == "", k.Order != 0 && isStricter(k.Order, now, old):
		rule = constraintTightened
	case now == "", k.Order != 0 && isStricter(k.Order, old, now):
		rule = constraintLoosened
	case k.Order != 0: // the numbers are written in another way
		return
	}
	what, about := k.Key+" "+arrow(old, now), k.Key+" of field "+h.Name+" changes"
	switch {
	case k.Key == "enum":
		c.reportValues(b, h, rule, func(rule *Rule, what string) {
			add(rule, what, "the values of field "+h.Name+" change", what)
		})
	case k.Order == 0:
		add(rule, what, "the "+about, arrow(clip(old), clip(now)))
	default:
		add(rule, what, about, arrow(old, now))
	}
}

// reportValues reports the values of an enum that a field lists itself.
func (c *comparison) reportValues(
	b, h *catalog.Field, rule *Rule, add func(rule *Rule, what string),
) {
	gone, added := missingTexts(b.Enum, h.Enum), missingTexts(h.Enum, b.Enum)
	switch {
	case rule == constraintTightened:
		add(rule, "any -> "+wording.Literals(h.Enum))
	case rule == constraintLoosened:
		add(rule, wording.Literals(b.Enum)+" -> any")
	default:
		if len(gone) > 0 {
			add(constraintTightened, "without "+wording.Literals(gone))
		}
		if len(added) > 0 {
			add(constraintLoosened, "with "+wording.Literals(added))
		}
	}
}

// isStricter reports whether a bound is stricter than another one. An empty text is no bound.
func isStricter(order int, bound, than string) bool {
	return bound != "" && (than == "" || order*cursor.CompareNumbers(bound, than) > 0)
}

// missingTexts returns the texts that in lacks, sorted.
func missingTexts(from, in []string) []string {
	isThere := func(s string) bool { return slices.Contains(in, s) }
	left := slices.DeleteFunc(slices.Clone(from), isThere)
	slices.Sort(left)
	return left
}

// isPageSize reports whether a field is the size of a page in an operation of both catalogs.
func (c *comparison) isPageSize(b, h *catalog.Field) bool {
	isSize := func(p *catalog.Pagination, f *catalog.Field) bool {
		return p != nil && p.Cursor == nil && p.Size == f
	}
	for op, to := range c.Operations {
		if isSize(op.Pagination, b) && isSize(to.Pagination, h) {
			return true
		}
	}
	return false
}
