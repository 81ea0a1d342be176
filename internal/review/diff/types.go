package diff

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/relation"
)

// This file compares the types of fields. Which rule applies follows from the kinds of both types,
// and whom it breaks from their values, see [replacement].

// Situations of types.
var (
	otherSeparator = Situation{words: "only the separator changes"}
	noSeparator    = Situation{words: "items may contain what was the separator"}
	stillAny       = Situation{
		words: "the type was or is unspecified, and the other one is any",
	}.textOnly()
)

// Whether a type is wider is known by its kind, and decides only the words. Whom it breaks, values
// decide: a constraint may forbid what the wider type allows.
var fieldTypeWidened = rule("field-type-widened",
	"The type of a field allows more JSON values: number instead of integer, any instead of "+
		"another type, or items of an array or map that may be null. The key is object if object "+
		"replaces a record or union, enum if string replaces an enum, and unspecified if "+
		"unspecified replaces another type.",
	"Old requests stay valid, unless a constraint of a string forbids a value of the enum. Old "+
		"clients cannot read every new response, except for strings in place of an enum; an open "+
		"enum accepts them all. The Go type changes, unless it was any and is unspecified.",
	example{before: "amount: integer", after: "amount: number"},
	typeCases(Anywhere.verdicts("····").when(stillAny))...,
).mayRequire().
	replaces(
		"field-type-undeclared:unspecified", "record-became-object:object", "enum-dropped:enum",
	)

// The reverse of a wider type: requests may be refused, and responses are read.
var fieldTypeNarrowed = rule("field-type-narrowed",
	"The type of a field allows fewer JSON values: integer instead of number, another type "+
		"instead of any, or items of an array or map that must not be null. The key is object if "+
		"a record or union replaces object, enum if an enum replaces string, and unspecified if "+
		"another type replaces unspecified.",
	"Old requests may be refused, unless a type that was unspecified was refused by the service "+
		"itself, the enum is open, or the string had no other values. An open record keeps other "+
		"keys. Old clients read every new response. The Go type changes, unless it was "+
		"unspecified and is any.",
	example{before: "amount: number", after: "amount: integer"},
	typeCases(Anywhere.verdicts("····").when(stillAny))...,
).mayRequire().
	replaces(
		"field-type-declared:unspecified", "object-became-record:object", "enum-introduced:enum",
	)

// Neither type contains the other, by their kinds. Some values may still fit both.
var fieldTypeChanged = rule("field-type-changed",
	"The type of a field, or of its items, changed; the key is join if a string became a joined "+
		"list, or vice versa.",
	"Neither side reads what the other sends, unless both types are strings, or have the same "+
		"JSON under a different name. A list refuses empty items and wrong numbers of items, and "+
		"a string refuses what its constraints forbid. The Go type changes.",
	example{before: "amount: integer", after: "amount: string"},
	typeCases()...,
).mayRequire().
	replaces("field-joined-list-changed:join")

// The Go type is the same list. So nobody is warned, although the wire has one string instead.
var fieldEncodingChanged = rule("field-encoding-changed",
	"An array is sent as one joined string, or no longer is, or the separator of a joined list "+
		"changed; the key is join or separator.",
	"Neither side reads what the other sends, or each reads one item where the other sent "+
		"several. The Go type stays the same, so the compiler does not notice. Items of a joined "+
		"list do not contain the separator.",
	example{before: "ids: [string]", after: `ids: {type: [string], join: ","}`},
	InRequest.verdicts("B–S·"),
	InRequest.verdicts("B–·S").when(noSeparator),
	InRequest.verdicts("B–SS").when(otherSeparator),
	InResponse.verdicts("–B·S"), // a service's item that contains the separator becomes two
	InResponse.verdicts("–B··").when(noSeparator),
	InResponse.verdicts("–S·S").when(otherSeparator).because(otherData),
).replaces("field-separator-changed:separator")

// compareFieldType reports another type or encoding, and returns whether the type is the same.
func (c *comparison) compareFieldType(p place, b, h *catalog.Field) bool {
	change := p.fieldChange(b, h)
	t := c.typeChange(b.Type, h.Type)
	switch {
	case t.rule == nil && b.Join == h.Join:
		return true
	case t.rule == nil:
		c.reportEncoding(change, b, h)
		return true
	case b.Join == h.Join || isAny(b.Type) || isAny(h.Type):
	case t.rule == fieldTypeChanged && isTextAndList(b, h):
		t = typeChange{rule: fieldTypeChanged, key: "join"}
	default: // whatever the items are, one string is no array
		t = typeChange{rule: fieldTypeChanged}
	}
	if !t.stillAny {
		change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
	}
	replaced := replacementOf(b, h)
	replaced.sent, _ = c.waysOf(change.Base, relation.AnyWay)
	situation := func(u useKind) Situation {
		if t.stillAny {
			return stillAny
		}
		return replaced.situation(u)
	}
	types := arrow(b.Type.String(), h.Type.String())
	if b.Type.String() == h.Type.String() { // of another kind
		types = arrow(kindAndName(b.Type.Item()), kindAndName(h.Type.Item()))
	}
	c.add(change.keyed(t.key).perUse(situation), t.rule, types,
		"the type of %s changes: %s", fieldWords(h), types)
	if !h.Private() {
		c.reportRevealed(p.fieldChange(b, h), b.Type, h.Type)
	}
	return false
}

// reportEncoding reports another way to send a list. Without a separator, what was several items is
// one.
func (c *comparison) reportEncoding(change Change, b, h *catalog.Field) {
	key := "join"
	message := "field " + h.Name + " is sent as an array now, not as one string"
	switch {
	case b.Join != "" && h.Join != "":
		key = "separator"
		message = fmt.Sprintf("the items of field %s are separated by %q now, not by %q",
			h.Name, h.Join, b.Join)
	case h.Join != "":
		message = "field " + h.Name + " is sent as one string now, not as an array"
	}
	situation := func(u useKind) Situation {
		switch {
		case key == "separator":
			return otherSeparator
		case h.Join == "":
			return noSeparator
		}
		return general
	}
	c.add(change.keyed(key).perUse(situation), fieldEncodingChanged, "join "+arrow(b.Join, h.Join),
		"%s", message)
}

// kindAndName names a type, with its kind if it is declared: "record Note". A record and an enum may
// have one name, in two catalogs.
func kindAndName(t *catalog.Type) string {
	switch t.Kind {
	case catalog.Record:
		return "record " + t.String()
	case catalog.Union:
		return "union " + t.String()
	case catalog.Enumeration:
		return "enum " + t.String()
	}
	return t.String()
}

// isTextAndList reports whether one of two fields is a string or an enum. The other one is a joined
// list.
func isTextAndList(b, h *catalog.Field) bool {
	if h.Join != "" {
		return isText(b.Type)
	}
	return isText(h.Type)
}

// isText reports whether values of a type are strings.
func isText(t *catalog.Type) bool {
	return t.Kind == catalog.String || t.Kind == catalog.Enumeration
}

// typeChange is the kind of a change of a type.
type typeChange struct {
	rule     *Rule // nil if the type is the same
	key      string
	stillAny bool // both types accept everything
}

// typeChange returns how a type replaces another. For lists and maps, that is how their items do,
// unless null among the items changes, too.
func (c *comparison) typeChange(b, h *catalog.Type) typeChange {
	switch {
	case b.Kind == h.Kind && b.Holder():
		t := c.typeChange(b.Elem, h.Elem)
		switch {
		case b.Elem.Nullable == h.Elem.Nullable:
			return t
		case t.rule != nil:
			return typeChange{rule: fieldTypeChanged}
		case h.Elem.Nullable:
			return typeChange{rule: fieldTypeWidened}
		}
		return typeChange{rule: fieldTypeNarrowed}
	case b.Kind == h.Kind && c.SameType(b, h):
		return typeChange{}
	}
	isKind := func(t *catalog.Type, kind catalog.Kind) bool { return kind == 0 || kind == t.Kind }
	for _, n := range narrowings {
		switch {
		case isKind(b, n.wide) && isKind(h, n.narrow):
			return typeChange{fieldTypeNarrowed, n.key, n.stillAny}
		case isKind(b, n.narrow) && isKind(h, n.wide):
			return typeChange{fieldTypeWidened, n.key, n.stillAny}
		}
	}
	return typeChange{rule: fieldTypeChanged}
}

// narrowings are pairs of kinds of types. The wide one allows more values than the narrow one,
// with the key of a change to either; 0 is any kind. The first match decides.
var narrowings = []struct {
	wide, narrow catalog.Kind
	key          string
	stillAny     bool
}{
	{catalog.Unspecified, catalog.Any, "unspecified", true},
	{catalog.Unspecified, 0, "unspecified", false},
	{catalog.Any, 0, "", false},
	{catalog.Number, catalog.Integer, "", false},
	{catalog.Object, catalog.Record, "object", false},
	{catalog.Object, catalog.Union, "object", false},
	{catalog.String, catalog.Enumeration, "enum", false},
}

// Situations of null.
var (
	nullWasRefused = Situation{words: "the field was required, so that null was refused"}
	nullIsRefused  = Situation{words: "the field is required, so that null is refused"}
	nullIsAbsent   = Situation{words: "null counts as an absent field now"}
)

// A field that is not nullable takes null for an absent value, so that null is never refused for
// itself: it is refused where the value is required.
var nullabilityChanged = rule("nullability-changed",
	"Null in a field is now a value of its own, or now counts as absent; the key is added or "+
		"removed.",
	"The service gets null where it got nothing or the default before, or vice versa; null is "+
		"refused in a required field. Old clients read null as absent, and refuse it in a field "+
		"that was required. The Go type changes to an api.Nullable, or from one.",
	example{before: "note: string", after: "note: {type: string, nullable: true}"},
	InRequest.verdicts("S–BB"),
	InResponse.verdicts("–SBB"),
	InRequest.verdicts("·–BB").when(nullWasRefused),
	InResponse.verdicts("–BBB").when(nullWasRefused),
	InResponse.verdicts("–·BB").when(nullIsAbsent),
	InRequest.verdicts("B–BB").when(nullIsRefused),
).violates("required").
	replaces("field-became-nullable:added", "field-no-longer-nullable:removed")

// compareNullability reports that null is a value of its own now, or no longer is. The Go type
// always changes, to or from an api.Nullable.
func (c *comparison) compareNullability(p place, b, h *catalog.Field) {
	if b.Type.Nullable == h.Type.Nullable {
		return
	}
	change := p.fieldChange(b, h)
	change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
	if h.Type.Nullable {
		change.shownBy = relation.Ways{Absent: true}
		if b.Required {
			change = change.inSituation(nullWasRefused)
		}
		clients := ""
		if p.useKinds[0].Context == InResponse && !b.Required {
			clients = ", which is what old clients read"
		}
		c.add(change.keyed("added"), nullabilityChanged, "absent -> null",
			"null in field %s is now distinct from an absent field%s", h.Name, clients)
		return
	}
	change.shownBy = relation.Ways{Empty: true}
	situation := func(u useKind) Situation {
		if h.Required && u.Context == InRequest {
			return nullIsRefused
		}
		return nullIsAbsent
	}
	c.add(change.keyed("removed").perUse(situation), nullabilityChanged, "null -> absent",
		"field %s is no longer nullable", h.Name)
}
