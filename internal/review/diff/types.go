package diff

import "example.com/opgen/internal/catalog"

// Situations of types.
var (
	lenientRecord = Situation{"the record is open, and its fields accept every value"}
	otherEnum     = Situation{"both types are enums, and no value that was accepted is refused"}
	otherValues   = Situation{"both types are enums"}
	newTexts      = Situation{"the enum accepts values that the string did not"}
)

var fieldTypeChanged = rule("field-type-changed",
	"The type of a field, or of its items, changed.",
	"Neither side reads what the other sends, unless both types are enums. The Go type changes.",
	example{before: "amount: integer", after: "amount: string"}, InRequest.verdicts("B–BB"), InResponse.verdicts("–BBB"),
	InRequest.verdicts("·–BB").when(otherEnum), InResponse.verdicts("–SBB").when(otherEnum),
	InResponse.verdicts("–SBB").when(otherValues))

var fieldJoinedListChanged = rule("field-joined-list-changed",
	"A string is declared as a joined list, or a joined list as a string.",
	"One string is sent either way. A list refuses empty items and other numbers of items, and a string what its constraints forbid. The Go type changes.",
	example{before: "amount: string", after: `amount: {type: [string], join: ","}`},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(refusesNothing),
	InRequest.verdicts("?–BB").when(unclear),
	InResponse.verdicts("–SBB"))

var fieldEncodingChanged = rule("field-encoding-changed",
	"An array is sent as one joined string, or no longer is.",
	"Neither side reads what the other sends. The Go type stays the same, so the compiler does not notice.",
	example{before: "ids: [string]", after: `ids: {type: [string], join: ","}`}, InRequest.verdicts("B–··"), InResponse.verdicts("–B··"))

var fieldSeparatorChanged = rule("field-separator-changed",
	"The separator of a joined list changed.",
	"Each side reads one item where the other sent several. The compiler does not notice.",
	example{before: `ids: {type: [string], join: ","}`, after: `ids: {type: [string], join: ";"}`},
	InRequest.verdicts("B–··"), InResponse.verdicts("–B··"))

// fieldType reports another type or encoding, and returns whether the type is the
// same.
func (c *comparison) fieldType(p place, b, h *catalog.Field) bool {
	change := p.changed(b, h)
	rule, when := c.typeRule(b.Type, h.Type)
	switch {
	case b.Join == h.Join || rule == nil || takesAll(b) || takesAll(h):
	case rule == fieldTypeChanged && joins(b, h):
		rule = fieldJoinedListChanged
	default: // whatever the items are, one string is no array
		rule, when = fieldTypeChanged, general
	}
	if sendsText(rule, b, h) {
		when, change.Texts = otherTexts(b, h)
		if rule == fieldTypeChanged {
			when = choose(when == refusesNothing, otherEnum, otherValues)
		}
	}
	if rule != nil {
		if when != sameGo {
			change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
		}
		each := func(u use) Situation {
			if rule == enumIntroduced && u.Context == InResponse {
				back, _ := otherTexts(h, b)
				return choose(back == refusesNothing, general, newTexts)
			}
			return when
		}
		c.addEach(change, rule, rule, each, arrow(b.Type.String(), h.Type.String()),
			"the type of %s changes: %s", choose(h.Whole, "the response", "field "+h.Name), arrow(b.Type.String(), h.Type.String()))
		return false
	}
	switch {
	case b.Join == h.Join:
	case b.Join == "" || h.Join == "":
		c.add(change, fieldEncodingChanged, "join "+arrow(b.Join, h.Join),
			"field %s %s", h.Name, choose(h.Join == "", "is sent as an array now, not as one string", "is sent as one string now, not as an array"))
	default:
		c.add(change, fieldSeparatorChanged, "join "+arrow(b.Join, h.Join),
			"the items of field %s are separated by %q now, not by %q", h.Name, h.Join, b.Join)
	}
	return true
}

func choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// sendsText tells whether a change of type is one from text to text, which the
// constraints of both decide about.
func sendsText(rule *Rule, b, h *catalog.Field) bool {
	return rule == fieldJoinedListChanged || rule == enumIntroduced || rule == enumDropped ||
		rule == fieldTypeChanged && (b.Type.Kind == catalog.Array) == (h.Type.Kind == catalog.Array) &&
			b.Type.Item().Enum != nil && h.Type.Item().Enum != nil
}

// joins tells whether one of two fields is a string or an enum and the other a list that
// is sent as a string.
func joins(b, h *catalog.Field) bool {
	text := func(t *catalog.Type) bool { return t.Kind == catalog.String || t.Kind == catalog.Enumeration }
	return text(b.Type) && h.Join != "" || text(h.Type) && b.Join != ""
}

// typeRule returns the rule for a change of type and its situation, or nil if the
// type is the same.
func (c *comparison) typeRule(b, h *catalog.Type) (rule *Rule, when Situation) {
	if c.typeKey(b, inBase) == c.typeKey(h, inHead) && b.Kind == h.Kind {
		return nil, general
	}
	if b.Kind == h.Kind && b.Holder() {
		rule, when = c.typeRule(b.Elem, h.Elem)
		switch {
		case b.Elem.Nullable == h.Elem.Nullable:
			return rule, when
		case rule != nil:
			return fieldTypeChanged, general
		default:
			return choose(h.Elem.Nullable, fieldTypeWidened, fieldTypeNarrowed), general
		}
	}
	if b.Kind == catalog.Unspecified && h.Kind == catalog.Any || b.Kind == catalog.Any && h.Kind == catalog.Unspecified {
		when = sameGo
	}
	for _, t := range typeTransitions {
		if (t.from == 0 || t.from == b.Kind) && (t.to == 0 || t.to == h.Kind) {
			return t.rule, choose(when == general, leniency(t.rule, h), when)
		}
	}
	return fieldTypeChanged, general
}

// takesAll tells whether a field accepts every JSON value.
func takesAll(f *catalog.Field) bool {
	return f.Type.Kind == catalog.Any || f.Type.Kind == catalog.Unspecified
}

// leniency returns the situation of a type that accepts more than others of its kind.
func leniency(rule *Rule, t *catalog.Type) Situation {
	if rule == objectBecameRecord && t.Kind == catalog.Record && acceptsAll(&catalog.Variant{Record: t.Record}) {
		return lenientRecord
	}
	return general
}

var fieldTypeWidened = rule("field-type-widened",
	"The type of a field allows more JSON values: integer became number, another type became any, or what an array or a map holds may be null.",
	"Old requests stay valid, but old clients cannot read every new response. The Go type changes.",
	example{before: "amount: integer", after: "amount: number"}, InRequest.verdicts("·–BB"), InResponse.verdicts("–BBB"))

var fieldTypeNarrowed = rule("field-type-narrowed",
	"The type of a field allows fewer JSON values: number became integer, any became another type, or what an array or a map holds may not be null any more.",
	"Old requests may be refused, but old clients read every new response. The Go type changes.",
	example{before: "amount: number", after: "amount: integer"}, InRequest.verdicts("B–BB"), InResponse.verdicts("–·BB"))

var fieldTypeDeclared = rule("field-type-declared",
	"A field whose type was unspecified has a type now.",
	"Requests with values of other types are refused, unless the service itself refused them before, which the catalogs do not say. The Go type changes, unless the type is any.",
	example{before: "amount: unspecified", after: "amount: integer"},
	InRequest.verdicts("B–BB"),
	InResponse.verdicts("–·BB"),
	Anywhere.verdicts("····").when(sameGo))

var fieldTypeUndeclared = rule("field-type-undeclared",
	"The type of a field is unspecified now.",
	"Every JSON value is accepted, since the type is unknown, but old clients cannot read every new response. The Go type changes, unless the type was any.",
	example{before: "amount: integer", after: "amount: unspecified"},
	InRequest.verdicts("·–BB"),
	InResponse.verdicts("–BBB"),
	Anywhere.verdicts("····").when(sameGo))

var objectBecameRecord = rule("object-became-record",
	"The type of a field changed from object to a record or a union.",
	"Keys that the record does not have are refused, and so are values of other types and objects without the tag of a union. An open record keeps other keys. The Go type changes.",
	example{before: "address: object", after: "address: Address"},
	InRequest.verdicts("B–BB"), InResponse.verdicts("–·BB"),
	InRequest.verdicts("S–BB").when(lenientRecord)).mayRequire()

var recordBecameObject = rule("record-became-object",
	"The type of a field changed from a record or a union to object.",
	"Old requests stay valid, but responses may lack fields that old clients require, or the tag of a union. The Go type changes.",
	example{before: "address: Address", after: "address: object"}, InRequest.verdicts("·–BB"), InResponse.verdicts("–BBB")).mayRequire()

var enumIntroduced = rule("enum-introduced",
	"The type of a field changed from string to an enum.",
	"Other strings are refused, unless the enum is open or the string had no others. Responses may contain values that constraints of the string forbade. The Go type changes.",
	example{before: "note: string", after: "note: Colour"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(refusesNothing),
	InRequest.verdicts("?–BB").when(unclear),
	InResponse.verdicts("–·BB"),
	InResponse.verdicts("–SBB").when(newTexts))

var enumDropped = rule("enum-dropped",
	"The type of a field changed from an enum to string.",
	"Old requests stay valid, unless a constraint of the string forbids a value. Old clients read every string, but have no constants for new ones. The Go type changes.",
	example{before: "note: Colour", after: "note: string"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(refusesNothing),
	InRequest.verdicts("?–BB").when(unclear),
	InResponse.verdicts("–SBB"))

// typeTransitions are the changes from one kind of type to another that have their
// own rule; without a kind, every kind. The first that fits decides.
var typeTransitions = []struct {
	from, to catalog.Kind
	rule     *Rule
}{
	{from: catalog.Unspecified, rule: fieldTypeDeclared},
	{to: catalog.Unspecified, rule: fieldTypeUndeclared},
	{to: catalog.Any, rule: fieldTypeWidened},
	{from: catalog.Any, rule: fieldTypeNarrowed},
	{catalog.Integer, catalog.Number, fieldTypeWidened},
	{catalog.Number, catalog.Integer, fieldTypeNarrowed},
	{catalog.Object, catalog.Record, objectBecameRecord},
	{catalog.Record, catalog.Object, recordBecameObject},
	{catalog.Object, catalog.Union, objectBecameRecord},
	{catalog.Union, catalog.Object, recordBecameObject},
	{catalog.String, catalog.Enumeration, enumIntroduced},
	{catalog.Enumeration, catalog.String, enumDropped},
}
