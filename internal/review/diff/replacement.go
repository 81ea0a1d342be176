package diff

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/review/relation"
)

// This file judges a type that replaces another one by their values, and not by their kinds: it
// asks package relation which values of one side the other side refuses or reads differently.

// Situations of a type that replaces another.
var (
	stillFits  = Situation{words: "every value that is sent also fits the other type"}
	fitsInPart = Situation{
		words: "what is sent can be read as the other type, but not everything in it means the same",
	}
	sameJSON = Situation{words: "only the name in Go changes"}.goOnly()
)

// replacement is a field with another type, and what values show about it in each context.
type replacement struct {
	base, head *catalog.Field // with differences that are no changes of the type left out
	sent       relation.Ways  // by old requests
	relations  map[Context]relation.Relation
}

// replacementOf compares only the types of two fields. A new default, and whether a value or
// null is required, are changes of their own.
func replacementOf(b, h *catalog.Field) *replacement {
	before, after, typ := *b, *h, *h.Type
	typ.Nullable = b.Type.Nullable
	after.Type, after.Required = &typ, b.Required
	before.Default, after.Default = nil, nil
	after.Name = b.Name
	return &replacement{&before, &after, relation.AnyWay, map[Context]relation.Relation{}}
}

// replacementOfTypes compares types that are not those of a field.
func replacementOfTypes(b, h *catalog.Type) *replacement {
	return replacementOf(&catalog.Field{Name: "f", Type: b}, &catalog.Field{Name: "f", Type: h})
}

// relation returns the relation of both types in a request or a response.
func (r *replacement) relation(context Context) relation.Relation {
	found, isKnown := r.relations[context]
	if isKnown {
		return found
	}
	if context == InRequest {
		found = relation.Requests(r.base, r.head, r.sent)
	} else {
		found = relation.Responses(r.base, r.head)
	}
	r.relations[context] = found
	return found
}

// isAlike reports whether both types have the same JSON.
func (r *replacement) isAlike() bool { return edge.Alike(r.base, r.head) }

// situation returns the situation of the new type in a request or a response.
func (r *replacement) situation(u useKind) Situation {
	if u.Context != InRequest && u.Context != InResponse {
		return general
	}
	if r.isAlike() {
		return sameJSON
	}
	values := r.relation(u.Context)
	switch {
	case values.Refused != nil:
		return general
	case values.Undecided:
		return unclear
	case values.Altered != nil, u.Context == InResponse && values.Admitted != nil:
		return fitsInPart
	}
	return stillFits
}

// isAny reports whether a type accepts every JSON value.
func isAny(t *catalog.Type) bool {
	return t.Kind == catalog.Any || t.Kind == catalog.Unspecified
}

// hasKeys reports whether a type is an object without fields, which has keys instead.
func hasKeys(t *catalog.Type) bool {
	return t.Kind == catalog.Object || t.Kind == catalog.Map
}

// typeCases returns the cases of a rule about a type that replaces another, and its own ones.
// Values decide which one applies, see [replacement]; the Go type changes.
func typeCases(further ...Case) []Case {
	cases := []Case{
		InRequest.verdicts("B–BB"),
		InRequest.verdicts("S–BB").when(fitsInPart),
		InRequest.verdicts("·–BB").when(stillFits),
		InRequest.verdicts("?–BB").when(unclear),
		InResponse.verdicts("–BBB"),
		InResponse.verdicts("–SBB").when(fitsInPart),
		InResponse.verdicts("–·BB").when(stillFits),
		Anywhere.verdicts("··BB").when(sameJSON),
	}
	for i := range cases {
		cases[i].shared = true
	}
	return append(cases, further...)
}
