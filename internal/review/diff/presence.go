package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/text/pattern"
)

// This file searches fields whose presence meets conditions. It knows nothing of the two
// catalogs.

// presence says whether a request may give a field, may lack it, and may have it without a
// value.
type presence struct{ give, lack, empty bool }

// presenceOf returns the presence that a field alone allows.
func presenceOf(f *catalog.Field) presence {
	h := presence{give: true}
	switch t := f.Type; t.Kind {
	case catalog.String, catalog.Enumeration:
		var all []pattern.Constraint
		for _, l := range edge.Limits(f) {
			all = append(all, l.Constraint)
		}
		_, result := pattern.Find(all, pattern.Length(0, 0))
		h.give = result != pattern.None
		refusesEmpty := func(c pattern.Constraint) bool { return !c.Holds("") }
		h.empty = !edge.EmptyIsAbsent(f) && !slices.ContainsFunc(all, refusesEmpty)
	case catalog.Array:
		h.give = f.MaxItems == nil || *f.MaxItems > 0
		h.empty = f.MinItems == nil || *f.MinItems == 0
	case catalog.Record:
		h.give = len(t.Record.Fields) > 0 || t.Record.Open
		isSent := func(f *catalog.Field) bool { return f.Required || f.Default != nil }
		h.empty = !slices.ContainsFunc(t.Record.Fields, isSent)
	case catalog.Object, catalog.Any, catalog.Unspecified:
		h.empty = true
	}
	h.lack = h.empty || !f.Required
	return h
}

// hasSameForm reports whether a value of one field may be read as one of another.
func hasSameForm(b, h *catalog.Field) bool {
	form := func(f *catalog.Field) catalog.Kind {
		switch {
		case f.Join != "" || f.Type.Kind == catalog.Enumeration:
			return catalog.String
		case f.Type.Kind == catalog.Integer:
			return catalog.Number
		case isObject(f.Type):
			return catalog.Object
		}
		return f.Type.Kind
	}
	return form(b) == form(h) || isAny(b.Type) || isAny(h.Type)
}

// isObject reports whether the values of a type are JSON objects.
func isObject(t *catalog.Type) bool {
	switch t.Kind {
	case catalog.Record, catalog.Union, catalog.Map, catalog.Object:
		return true
	}
	return false
}

// condition limits how many of several fields are given.
type condition struct {
	fields []*catalog.Field
	allows func(n int) bool
}

// noneGiven is the condition that no field carries a value.
func noneGiven(fields ...*catalog.Field) condition {
	return condition{fields, func(n int) bool { return n == 0 }}
}

// condition and violation are what a request meets that the rule accepts or refuses.
func (g *group) condition() condition { return condition{g.fields, g.Allows} }

func (g *group) violation() condition {
	return condition{g.fields, func(n int) bool { return !g.Allows(n) }}
}

// conditionsOf returns the conditions of several rules. Groups may be nil, for a rule that one of
// the catalogs lacks.
func conditionsOf(groups ...*group) []condition {
	var all []condition
	for _, g := range groups {
		if g != nil {
			all = append(all, g.condition())
		}
	}
	return all
}

// mostCombinations bounds a search.
const mostCombinations = 10_000

// chooseFields looks for fields whose presence in a request meets every condition. It decides
// field by field, as long as every condition can still be met.
func chooseFields(
	habits map[*catalog.Field]presence, all []condition,
) (found []*catalog.Field, result pattern.Result) {
	var fields []*catalog.Field
	about := map[*catalog.Field][]condition{}
	for _, d := range all {
		for _, f := range d.fields {
			if about[f] == nil {
				fields = append(fields, f)
			}
			about[f] = append(about[f], d)
		}
	}
	left, gives := mostCombinations, map[*catalog.Field]bool{} // of decided fields
	unmet := func(d condition) bool {
		given, open := 0, 0
		for _, f := range d.fields {
			if give, decided := gives[f]; give {
				given++
			} else if !decided {
				open++
			}
		}
		most := given + open
		for given <= most && !d.allows(given) {
			given++
		}
		return given > most
	}
	var decide func(fields []*catalog.Field) bool // reports whether that succeeded
	decide = func(fields []*catalog.Field) bool {
		if len(fields) == 0 {
			return true
		}
		f := fields[0]
		for _, give := range []bool{false, true} {
			left--
			if left < 0 {
				return false
			}
			gives[f] = give
			isAllowed := habits[f].lack
			if give {
				isAllowed = habits[f].give
			}
			if isAllowed && !slices.ContainsFunc(about[f], unmet) && decide(fields[1:]) {
				if give {
					found = append(found, f)
				}
				return true
			}
		}
		delete(gives, f)
		return false
	}
	isMet := decide(fields)
	switch {
	case left < 0:
		return nil, pattern.Undecided
	case !isMet:
		return nil, pattern.None
	}
	return found, pattern.Found
}
