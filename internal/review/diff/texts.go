package diff

import (
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/text/pattern"
)

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

// textChange has the texts that the constraints of a string refuse or accept now, by the
// key of the constraint.
type textChange struct{ refused, admitted map[string]edge.Breaking }

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
