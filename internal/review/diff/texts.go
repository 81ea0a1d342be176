package diff

import (
	"example.com/opgen/internal/plan/edge"
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

// textChange has the texts that the constraints of a string refuse or accept now, by the
// key of the constraint.
type textChange struct{ refused, admitted map[string]edge.Breaking }

func (t *textChange) situation(rule *Rule, key string) Situation {
	refused, admitted := t.refused[key].Result, t.admitted[key].Result
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
func (t *textChange) examples(key string) []any {
	var all []any
	for _, f := range []edge.Breaking{t.refused[key], t.admitted[key]} {
		if f.Result == pattern.Found {
			all = append(all, f.Text)
		}
	}
	return all
}
