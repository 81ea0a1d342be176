package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/review/relation"
)

// This file compares what is sent for values that are missing or empty. The types stay the same
// and everything compiles, so only the meaning of a body changes.

// Only clients obey the condition, with one exception: a rule that counts a record counts the
// members that a client would send, on both sides.
var sendConditionChanged = rule("send-condition-changed",
	"The condition under which a client sends an array was added, removed or changed.",
	"Servers do not check it, but count as clients send when a rule over several fields names "+
		"the record with the array; another count is a change of the rule. What a client sends "+
		"changes when it upgrades.",
	example{before: "ids: [string]", after: "ids: {type: [string], send_if: first_item_non_empty}"},
	InRequest.verdicts("·–SS"),
	InRequest.verdicts("·–··").when(neverHeld),
	InResponse.verdicts("–S·S"),
)

// Then the condition is always met, and removing or adding it changes nothing.
var neverHeld = Situation{words: "there is always an item that is not empty"}

// An empty form field is the usual case: it was a value, and is none now, or the reverse.
var emptyOmissionChanged = rule("empty-omission-changed",
	"An empty string counts as absent now, or no longer does.",
	"The same JSON gives the service a different value, and the same Go is encoded differently.",
	example{before: "note: string", after: "note: {type: string, omit_empty: true}"},
	InRequest.verdicts("S–SS"),
	InRequest.verdicts("B–SS").when(refusesEmpty),
	InRequest.verdicts("·–··").when(refusedEmpty),
	InRequest.verdicts("·–··").when(leftOut),
	InResponse.verdicts("–SSS"),
)

// Situations of an empty string that is no longer absent, or is now.
var (
	refusesEmpty = Situation{words: "a constraint refuses the empty string now"}
	refusedEmpty = Situation{words: "a constraint refused the empty string"}
	leftOut      = Situation{words: "first_of leaves out empty strings"}
)

// Codes are replaced before anything is sent, by tables that callers pass, so no body shows the change.
var fieldValueMappingChanged = rule("field-value-mapping-changed",
	"The table that maps the friendly names of a field to codes was added, removed or replaced.",
	"Clients that have the table send codes, and all others send names as they are. A service "+
		"cannot tell the two apart, so old names may be taken for codes. Everything compiles. "+
		"Responses are sent without the table.",
	example{
		before: "note: {type: string, codes: note_type}",
		after:  "note: {type: string, codes: remark_type}",
	},
	InRequest.verdicts("S–SS").because(otherData),
	InResponse.verdicts("––··"),
).invisible()

// isRanked reports whether a first_of of an operation, which may be nil, has a field.
func isRanked(op *catalog.Operation, f *catalog.Field) bool {
	return op != nil && slices.ContainsFunc(op.Rules, func(r *catalog.Rule) bool {
		return r.IsFirstOf() && slices.Contains(r.Fields, f)
	})
}

// compareSending compares what is sent for missing and empty values.
func (c *comparison) compareSending(p place, b, h *catalog.Field, sameType bool) {
	becameRequired := h.Required && !b.Required // a required field has none of what follows
	if !becameRequired {
		c.compareDefault(p, b, h)
	}
	if sameType && !becameRequired {
		c.compareSendCondition(p, b, h)
		c.compareOmission(p, b, h)
	}
	if sameType {
		c.compareValue(p.fieldChange(b, h), fieldValueMappingChanged, "codes", b.Codes, h.Codes,
			"the table of codes of field "+h.Name+" changes")
	}
}

// compareSendCondition reports another condition. Numbers and booleans are never empty, so that a
// list of them with a first item is always sent.
func (c *comparison) compareSendCondition(p place, b, h *catalog.Field) {
	alwaysHolds := hasFilledItems(b.Type) && b.MinItems != nil && *b.MinItems > 0
	situation := func(u useKind) Situation {
		if u.Context == InRequest && alwaysHolds {
			return neverHeld
		}
		return general
	}
	change := p.fieldChange(b, h).perUse(situation)
	c.compareValue(change, sendConditionChanged, "send_if", string(b.SendIf), string(h.SendIf),
		"the condition on which field "+h.Name+" is sent changes")
}

// hasFilledItems reports whether no item of an array is empty: 0 and false are values like any other.
func hasFilledItems(t *catalog.Type) bool {
	if t.Elem == nil {
		return false
	}
	switch t.Elem.Kind {
	case catalog.Integer, catalog.Number, catalog.Boolean:
		return true
	}
	return false
}

// compareOmission compares whether an empty string counts as absent.
func (c *comparison) compareOmission(p place, b, h *catalog.Field) {
	if b.OmitEmpty == h.OmitEmpty {
		return
	}
	key, predicate := "absent -> sent", "no longer counts as absent"
	refusing, refused := h, refusesEmpty // a field to which an empty string is a value
	if h.OmitEmpty {
		key, predicate = "sent -> absent", "counts as absent now"
		refusing, refused = b, refusedEmpty
	}
	refusesEmptyText := func(l edge.Limit) bool { return !l.Holds("") }
	refuses := slices.ContainsFunc(edge.Limits(refusing), refusesEmptyText)
	isRankedInBoth := isRanked(p.base.Operation, b) && isRanked(p.head.Operation, h)
	situation := func(u useKind) Situation {
		switch {
		case u.Context != InRequest:
			return general
		case refuses:
			return refused
		case isRankedInBoth: // so it has no default
			return leftOut
		}
		return general
	}
	change := p.fieldChange(b, h).perUse(situation)
	change.shownBy = relation.Ways{Absent: b.OmitEmpty, Empty: h.OmitEmpty}
	c.add(change, emptyOmissionChanged, key, "an empty string in field %s %s", h.Name, predicate)
}

// Both sides fill in a default, so that two versions disagree: an old client sends the old one, and
// a caller without a generated client gets the new one.
var defaultChanged = rule("default-changed",
	"The default of a field was added, changed or removed; the key says which.",
	"Clients send the default and servers fill it in. Old generated clients send the old one. "+
		"For other callers that omit the field, the service receives the new one, or nothing if "+
		"it was removed.",
	example{
		before: "note: {type: string, default: none}",
		after:  "note: {type: string, default: empty}",
	},
	InRequest.verdicts("S–SS"),
	InResponse.verdicts("–S·S"),
	InRequest.verdicts("·–SS").when(alwaysSent),
).replaces(
	"client-default-added:added", "client-default-changed:changed",
	"client-default-removed:removed", "default-condition-changed",
)

// A request that the base accepts has the field, so the default is never filled in.
var alwaysSent = Situation{words: "the field was required"}

// compareDefault reports another default, unless the field became required at once: then no default
// is left, and the requests without a value are refused.
func (c *comparison) compareDefault(p place, b, h *catalog.Field) {
	if sameValue(b.Default, h.Default) {
		return
	}
	key := "changed"
	switch {
	case b.Default == nil:
		key = "added"
	case h.Default == nil:
		key = "removed"
	}
	values := valueArrow(b, h, b.Default, h.Default)
	situation := func(u useKind) Situation {
		if b.Required && u.Context == InRequest {
			return alwaysSent
		}
		return general
	}
	change := p.fieldChange(b, h).keyed(key).perUse(situation)
	change.shownBy = relation.Ways{Absent: true}
	c.add(change, defaultChanged, "default "+values,
		"the default of field %s changes: %s", h.Name, values)
}
