package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/pattern"
)

// Situations of constraints of strings.
var (
	refusesNothing = Situation{"no value that was accepted is refused"}
	refusesOnly    = Situation{"values that were accepted are refused, and no others accepted"}
	admitsNothing  = Situation{"no value that was refused is accepted"}
	admitsOnly     = Situation{"more values are accepted, and none refused"}
	sameValues     = Situation{"the same values are accepted"}
	unclear        = Situation{"it is not decided whether a value that was accepted is refused"}
)

// limit is a constraint of a string, under its key in the catalog.
type limit struct {
	key string
	pattern.Constraint
}

// limits returns the constraints of a text: a string, an enum or a joined list. The ones
// that others most likely imply come first.
func limits(f *catalog.Field) []limit {
	var all []limit
	add := func(stated bool, key string, of func() pattern.Constraint) {
		if !stated {
			return
		}
		c := of()
		if emptyIsAbsent(f) {
			c = c.OrEmpty()
		}
		all = append(all, limit{key, c})
	}
	if e := f.Type.Item().Enum; e != nil {
		add(!e.Open, "type", func() pattern.Constraint { return pattern.OneOf(e.Texts()...) })
	}
	add(f.Join != "", "type", func() pattern.Constraint {
		low, high := 0, pattern.Unbounded
		if f.MinItems != nil {
			low = *f.MinItems
		}
		if f.MaxItems != nil {
			high = *f.MaxItems
		}
		return pattern.Joined(f.Join, low, high)
	})
	for _, k := range catalog.Constraints {
		add(k.Texts != nil && constraintText(k, f) != "", k.Key, func() pattern.Constraint { return k.Texts(f) })
	}
	return all
}

// emptyIsAbsent reports whether an empty string counts as absent.
func emptyIsAbsent(f *catalog.Field) bool {
	_, given := plan.FieldStep(f).When.(plan.Given)
	return given
}

// searchResult is the result of a search for a text.
type searchResult struct {
	text   string
	result pattern.Result
}

// breakingTexts looks, for each constraint, for a text that satisfies the constraints in keep and
// breaks only this one. A constraint that the others imply is ignored for the next ones,
// so that of two that imply each other, one has an effect.
func breakingTexts(keep, by []limit) map[string]searchResult {
	results := map[string]searchResult{}
	left := slices.Clone(by)
	for _, l := range by {
		others := slices.DeleteFunc(slices.Clone(left), func(other limit) bool { return other.key == l.key })
		var all []pattern.Constraint
		for _, other := range slices.Concat(keep, others) {
			all = append(all, other.Constraint)
		}
		text, result := pattern.Find(all, l.Constraint)
		results[l.key] = searchResult{text, result}
		if result == pattern.None {
			left = others
		}
	}
	return results
}

// textChange has the texts that the constraints of a string refuse or accept now, by the
// key of the constraint.
type textChange struct{ refused, admitted map[string]searchResult }

// textSituation returns the situation of a text with another type, and texts that show it.
func textSituation(b, h *catalog.Field) (Situation, []string) {
	worst, shown := refusesNothing, []string(nil)
	for _, f := range breakingTexts(limits(b), limits(h)) {
		switch {
		case f.result == pattern.Found:
			worst, shown = otherText, append(shown, f.text)
		case f.result == pattern.Undecided && worst == refusesNothing:
			worst = unclear
		}
	}
	slices.Sort(shown)
	return worst, shown
}

func (t *textChange) situation(rule *Rule, key string) Situation {
	refused, admitted := t.refused[key].result, t.admitted[key].result
	switch {
	case rule != constraintLoosened && refused == pattern.Undecided:
		return unclear
	case rule == constraintTightened:
		return choose(refused == pattern.None, refusesNothing, general)
	case rule == constraintLoosened:
		return choose(admitted == pattern.None, admitsNothing, general)
	case refused == pattern.None:
		return choose(admitted == pattern.None, sameValues, admitsOnly)
	}
	return choose(admitted == pattern.None, refusesOnly, general)
}

// examples returns the texts that show the change of a constraint.
func (t *textChange) examples(key string) []string {
	var all []string
	for _, f := range []searchResult{t.refused[key], t.admitted[key]} {
		if f.result == pattern.Found {
			all = append(all, f.text)
		}
	}
	return all
}
