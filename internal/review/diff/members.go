package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// This file compares the values of enums and the variants of unions. Both are names on the wire
// with an identifier in Go, so they are compared in the same way, as members. They differ in
// who checks them: an unknown variant cannot be decoded, while values of enums are not checked
// in responses.

// A response may have a value that no old client knows. Clients decode it all the same, because
// they do not check enums; whether their callers can handle it, they have to know.
var enumValueAdded = rule("enum-value-added",
	"An enum has a new value; the key is request or response.",
	"Old requests stay valid, and generated clients decode it, since enum values are not checked "+
		"in responses. The service, and callers that read a response, may receive a value that "+
		"they do not handle.",
	example{
		before: "Color: {values: {red: , blue: }}",
		after:  "Color: {values: {red: , blue: , green: }}",
	},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("·–··").when(openEnum),
	InResponse.verdicts("–SS·"),
	InResponse.verdicts("–···").when(openEnum),
).keyedBySide().exports().
	replaces("request-enum-value-added:request", "response-enum-value-added:response")

// In a response, a value that never comes again is missed by nobody.
var enumValueRemoved = rule("enum-value-removed",
	"An enum lost a value; the key is request or response.",
	"Requests with it are refused, unless the enum is open. In responses, old clients lose "+
		"nothing. Its constant is removed.",
	example{before: "Color: {values: {red: , blue: }}", after: "Color: {values: {red: }}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(openEnum),
	InResponse.verdicts("–·BB"),
).keyedBySide().
	replaces("request-enum-value-removed:request", "response-enum-value-removed:response")

// Unlike a value, a variant cannot be decoded without knowing its record, unless the union is open.
var variantAdded = rule("variant-added",
	"A union has a new variant; the key is request or response.",
	"Old requests stay valid, unless the union is open: then they may have used the tag with "+
		"other fields, which are checked now. Old clients cannot read it in a response, unless "+
		"the union is open: then they get an unknown variant. The service and callers may "+
		"receive a variant that they do not handle; those that handle the tag as unknown "+
		"compile, but no longer get it that way.",
	example{
		before: "Entry: {by: kind, of: {file: File, gone: }}",
		after:  "Entry: {by: kind, of: {file: File, gone: , link: }}",
	},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("B–SS").when(openUnion),
	InRequest.verdicts("S–SS").when(takesBoth),
	InResponse.verdicts("–BS·"),
	InResponse.verdicts("–·SS").when(openUnion),
).keyedBySide().exports().
	replaces("request-variant-added:request", "response-variant-added:response")

// An open union takes the tag for an unknown one, and keeps the object as it is.
var variantRemoved = rule("variant-removed",
	"A union lost a variant; the key is request or response.",
	"Requests with it are refused. If the union is open, the service gets them as unknown "+
		"variants. Old clients never receive it; if the union is open, they may receive its tag "+
		"with other fields, which they cannot read, unless the variant took everything. Its Go "+
		"type is removed.",
	example{
		before: "Entry: {by: kind, of: {file: File, gone: , link: }}",
		after:  "Entry: {by: kind, of: {file: File, gone: }}",
	},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("S–BB").when(openUnion),
	InResponse.verdicts("–·BB"),
	InResponse.verdicts("–BBB").when(openUnion),
).keyedBySide().
	replaces("request-variant-removed:request", "response-variant-removed:response")

// The record of a variant is judged like any type that replaces another, by values; see
// [replacement]. Its Go type has the name of the variant either way, so that source may compile.
var variantRecordChanged = rule("variant-record-changed",
	"The record of a variant was added, changed or removed.",
	"Fields that the old record does not have are refused or ignored, and those that it requires "+
		"may be missing. The Go type of the variant has other fields.",
	example{before: "of: {file: File}", after: "of: {file: Folder}"},
	typeCases(
		InRequest.verdicts("B–··").when(sameStruct),
		InResponse.verdicts("–B··").when(sameStruct),
		Anywhere.verdicts("····").when(sameGo),
		InRequest.verdicts("·–·S").when(moreValues),
		InRequest.verdicts("S–SS").when(otherValues),
		InResponse.verdicts("–S··").when(otherValues),
		InRequest.verdicts("B–S·").when(gainsRequired),
		InResponse.verdicts("–··S").when(gainsRequired),
	)...,
).mayRequire()

// Situations of unions.
var (
	openUnion = Situation{words: "the union is open"}

	sameStruct  = Situation{words: "the Go type stays compatible"}
	moreValues  = Situation{words: "the Go type stays compatible, and may have more values"}
	otherValues = Situation{
		words: "the Go type stays compatible, and not everything in it means the same",
	}

	gainsRequired = Situation{words: "the variant had no record, and has required fields now"}
)

// member is a value of an enum or a variant of a union.
type member struct {
	subject                   Subject
	name, goName, description string // the name is the value or the tag
	pos                       catalog.Position
}

// compareMembers pairs values of an enum or variants of a union by their values or tags,
// then by their names in Go, ignoring a new name of the type: ColorRed and PaintRed are a pair if
// enum Color is called Paint now.
func (c *comparison) compareMembers(p place, b, h *declaration) {
	pairs := map[*member]*member{}
	name := func(m *member) string { return m.name }
	removed, added := pairing.ByKey(pairs, b.members, h.members, name)
	isOf := func(d *declaration, m *member) bool {
		return m.subject.Enum == d.subject.Enum && m.subject.Union == d.subject.Union
	}
	removed, added = pairing.ByKey(pairs, removed, added, func(m *member) string {
		if !isOf(b, m) {
			return m.goName
		}
		return replacePrefix(m.goName, b.goName, h.goName)
	})
	for _, v := range removed {
		c.reportMember(p, b, h, v, nil)
	}
	for _, w := range added {
		c.reportMember(p, b, h, nil, w)
	}
	for v, w := range pairs {
		c.reportMember(p, b, h, v, w)
		p.base, p.head = v.subject, w.subject
		c.compareVariantRecord(p, v.subject.Variant, w.subject.Variant)
		c.compareTexts(p.headChange(w.name, w.pos),
			text{"description", v.description, w.description})
	}
}

// reportMember reports a value or a variant that was added, removed or renamed.
func (c *comparison) reportMember(p place, b, h *declaration, v, w *member) {
	if v != nil {
		p.base = v.subject
	}
	var change Change
	if w == nil {
		change = p.baseChange(v.name, v.pos)
	} else {
		p.head = w.subject
		change = p.headChange(w.name, w.pos)
	}
	rules := variantRules
	situation := variantIn
	if b.subject.Enum != nil {
		rules, situation = valueRules, valueIn
	}
	change = change.perUse(func(u useKind) Situation { return situation(u, b, h, v, w) })
	switch {
	case w == nil:
		change.Go = p.packageMoves(v.goName, ": removed")
		c.add(change, rules.removed, "removed", "%s is gone", change.label())
	case v == nil:
		c.add(change, rules.added, "added", "%s is new", change.label())
	case v.name != w.name:
		c.add(change, wireNameChanged, arrow(v.name, w.name), rules.renamed,
			w.goName, w.name, v.name)
	case replacePrefix(v.goName, b.goName, h.goName) != w.goName:
		change.Go = p.packageMoves(v.goName, " -> "+w.goName)
		c.add(change, goNameChanged, arrow(v.goName, w.goName), rules.renamedInGo,
			change.label(), w.goName, v.goName)
	}
}

// memberRules are the rules of a kind of members, and the messages of those that all share.
type memberRules struct {
	added, removed       *Rule
	renamed, renamedInGo string
}

// The kinds of members have rules of their own for what depends on who checks them, and share those
// about names.
var (
	valueRules = memberRules{
		enumValueAdded, enumValueRemoved,
		"constant %s is %q on the wire now, not %q",
		"the constant of %s is %s now, not %s",
	}
	variantRules = memberRules{
		variantAdded, variantRemoved,
		"the tag of variant %s is %q now, not %q",
		"%s is called %s in Go now, not %s",
	}
)

// valueIn returns the situation of a value that was added, removed or renamed. Only rules of renames
// tell notChecked from the general situation.
func valueIn(u useKind, b, h *declaration, v, _ *member) Situation {
	reader := h // that gets the value, or the old one
	if v == nil {
		reader = b
	}
	switch {
	case reader.open:
		return openEnum
	case u.Context == InResponse:
		return notChecked
	}
	return general
}

// variantIn returns the situation of a variant that was added, removed or has another tag.
func variantIn(u useKind, b, h *declaration, v, w *member) Situation {
	request := u.Context == InRequest
	isNew, isGone := v == nil, w == nil
	switch {
	case isGone:
		if h.open && (request || !readsAll(v.subject.Variant)) {
			return openUnion
		}
	case isNew:
		if b.open && request && acceptsAll(w.subject.Variant) {
			return takesBoth
		}
		if b.open {
			return openUnion
		}
	case request:
		if h.open && (!b.open || acceptsAll(w.subject.Variant)) {
			return takesBoth
		}
		if h.open {
			return bothOpen
		}
	default:
		if b.open && (!h.open || readsAll(v.subject.Variant)) {
			return takesBoth
		}
	}
	return general
}

// compareVariantRecord reports that a variant has another record, or none. A record that was only
// renamed is no other one, and one that changed is reported at the record.
func (c *comparison) compareVariantRecord(p place, v, w *catalog.Variant) {
	if v == nil || v.Record == w.Record {
		return
	}
	if w.Record != nil && c.Records[v.Record] == w.Record { // renamed
		return
	}
	change := p.headChange(w.Tag, w.Pos)
	oldRecord := recordOf(v)
	newRecord := recordOf(w)
	hasSameGo := v.Record == nil ||
		oldRecord.Open == newRecord.Open && slices.EqualFunc(oldRecord.Fields, newRecord.Fields, isSameInGo)
	gains := v.Record == nil && slices.ContainsFunc(newRecord.Fields, isRequired)
	replaced := replacementOfTypes(oldRecord.Type(), newRecord.Type())
	situation := func(u useKind) Situation {
		fit := replaced.situation(u)
		switch {
		case !hasSameGo:
			return fit
		case gains && fit == general:
			return gainsRequired
		case gains && u.Context == InResponse && fit == stillFits:
			return gainsRequired
		}
		return replaced.sameGoSituation(u, fit)
	}
	names := arrow(oldRecord.Name, newRecord.Name)
	if !hasSameGo {
		change.Go = p.packageMoves(v.GoName, ": "+arrow(oldRecord.GoName, newRecord.GoName))
	}
	c.add(change.perUse(situation), variantRecordChanged, names,
		"the record of variant %q changes: %s", w.Tag, names)
	c.reportRevealed(p.headChange(w.Tag, w.Pos), oldRecord.Type(), newRecord.Type())
}

// isRequired reports whether a field is required, for searches.
func isRequired(f *catalog.Field) bool { return f.Required }

// isSameInGo reports whether two fields have the same name and type in Go.
func isSameInGo(f, g *catalog.Field) bool {
	return f.GoName == g.GoName && f.Go().String() == g.Go().String()
}

// sameGoSituation returns the situation of a type that fits so, and has the same Go type.
func (r *replacement) sameGoSituation(u useKind, fit Situation) Situation {
	switch fit {
	case general:
		return sameStruct
	case fitsInPart:
		return otherValues
	case sameJSON:
		return sameGo
	case stillFits:
		if u.Context == InRequest && r.relation(InRequest).Admitted != nil {
			return moreValues
		}
		return sameGo
	}
	return general
}

// readsAll reports whether a variant accepts every object in a response. Unknown keys never matter
// there, so only required and typed fields can be in the way.
func readsAll(v *catalog.Variant) bool {
	refuses := func(f *catalog.Field) bool { return f.Required || !isAny(f.Type) }
	return !slices.ContainsFunc(recordOf(v).Fields, refuses)
}

// acceptsAll reports whether a variant accepts every object in a request.
func acceptsAll(v *catalog.Variant) bool { return v.Record != nil && v.Record.Open && readsAll(v) }

// replacePrefix returns a Go name with the new name of the type that begins it.
func replacePrefix(name, old, new string) string {
	if rest, ok := strings.CutPrefix(name, old); ok {
		return new + rest
	}
	return name
}

// packageMoves lists the moves of a name in all packages with the enum or the union.
func (p place) packageMoves(name, fate string) []string {
	moves := make([]string, len(p.goTypes))
	for i, typ := range p.goTypes {
		pkg, _, _ := strings.Cut(typ, ".")
		moves[i] = pkg + "." + name + fate
	}
	return moves
}
