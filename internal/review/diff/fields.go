package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/relation"
)

// This file compares the fields of two shapes: which are new or gone, and what changed of those
// that both have. Whether that breaks somebody depends on the direction. A required field that
// becomes optional is safe for requests, since old clients send it anyway, and breaks responses,
// which old clients refuse without it.

// compareFields compares the fields of a record, a request or a response. Fields that moved into a
// record or out of one are reported together, before what would otherwise look like removed and new
// fields. Fields of rules may have been reported with their rule.
func (c *comparison) compareFields(p place, m *pairing.Fields) {
	for _, n := range m.Nestings {
		c.reportNesting(p, n)
	}
	for _, f := range m.Removed {
		if m.IsNested(f) || c.reported[part{element: f}] {
			continue
		}
		if p, isUsed := c.remainingPlace(p, f); isUsed {
			c.reportRemovedField(p, f)
		}
	}
	for _, f := range m.Added {
		if m.IsNested(f) || c.reported[part{element: f}] {
			continue
		}
		if p, isUsed := c.remainingPlace(p, f); isUsed {
			c.reportAddedField(p, f)
		}
	}
	for _, pair := range m.Moved {
		c.reportMoved(p, pair[0], pair[1])
		c.compareField(p, pair[0], pair[1])
	}
	for _, pair := range m.Pairs {
		c.compareField(p, pair[0], pair[1])
	}
}

// It would otherwise be as many removed and added fields, and nobody would see one edit in them.
var fieldNestedInRecord = rule("field-nested-in-record",
	"Fields moved into a record that takes their place, or out of one.",
	"The same values are at another depth of the JSON and in another Go struct.",
	example{before: "street: string", after: "address: Address"},
	InRequest.verdicts("B–BB"),
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–SBB").when(neverSent),
).mayRequire()

// reportNesting reports fields that moved into a record or out of one, together with the field
// of this record: {"street":"x"} is sent as {"address":{"street":"x"}} now.
func (c *comparison) reportNesting(p place, n pairing.Nesting) {
	names := strings.Join(catalog.Names(n.Moved), ", ")
	record := n.Holder.Type.Record
	nested, moved := "nested ", "moved into"
	change, removed := p.fieldChange(nil, n.Holder), n.Moved
	change.Base = p.base
	if n.Side == pairing.Base {
		nested, moved = "unnested ", "moved out of"
		removed = []*catalog.Field{n.Holder}
		change = p.fieldChange(n.Holder, nil)
		change.Head = p.head
		change.Go = p.goMoves(n.Holder.GoName, ": removed")
	} else {
		for _, f := range n.Moved {
			target := " -> " + n.Holder.GoName + "." + f.GoName
			change.Go = append(change.Go, p.goMoves(f.GoName, target)...)
		}
	}
	c.reported[part{element: record}] = true // unless it is in both catalogs
	change.Fields = n.Moved
	c.add(change.perUse(unsentSituation(removed...)), fieldNestedInRecord, nested+names,
		"%s %s record %s at field %s", names, moved, record.Name, n.Holder.Name)
}

// Whether a request with a removed field is refused depends on the record: a closed one refuses
// unknown keys, and an open one keeps them where the service does not look. A response without it
// is read if it was optional.
var fieldRemoved = rule("field-removed",
	"A field was removed; the key is request or response.",
	"Generated servers refuse unknown keys, unless an option allows them. An open record keeps "+
		"them in Extra. Old clients refuse responses without it if it was required, and get "+
		"nothing if it was optional. The field is removed from Go. After its sunset, it still "+
		"breaks clients that use it.",
	example{before: "note: {type: string, required: true}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("S–BB").when(openRecord),
	InRequest.verdicts("B–BB").when(afterSunset).because(announcedEnd),
	InRequest.verdicts("S–BB").when(openAfterSunset).because(announcedEnd),
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–SBB").when(neverSent),
).mayRequire().keyedBySide().
	replaces(
		"request-field-removed:request", "request-field-removed-after-sunset:request",
		"response-field-removed:response",
	)

// It was announced, and nobody is refused.
var (
	openAfterSunset = Situation{words: "the sunset has passed, and the record is open"}
)

// reportRemovedField reports a field that is gone. An open record keeps its values as unknown keys,
// which are printed, so that a sensitive field which is gone may be a second finding.
func (c *comparison) reportRemovedField(p place, f *catalog.Field) {
	change := p.fieldChange(f, nil)
	change.Go = p.goMoves(f.GoName, ": removed")
	change = change.perUse(c.removedFieldSituation(f))
	c.add(change, fieldRemoved, "removed", "field %s (%s) is gone", f.Name, f.Type)
	headRecord := p.head.Shape
	keepsIt := headRecord != nil && headRecord.Open && !headRecord.PrivateKeys()
	switch {
	case !keepsIt:
	case f.Private():
		c.add(p.fieldChange(f, nil), sensitivityRemoved, "sensitive -> kept",
			"values of field %s are kept in Extra, and appear in logs and errors now", f.Name)
	default:
		c.reportRevealed(p.fieldChange(f, nil), f.Type, anything)
	}
}

// removedFieldSituation returns the situation of a removed field in each use. That an open record
// keeps its values outweighs that its end was announced.
func (c *comparison) removedFieldSituation(f *catalog.Field) func(useKind) Situation {
	isOver := f.Deprecated != nil && c.sunsetPassed(f.Deprecated)
	unsent := unsentSituation(f)
	return func(u useKind) Situation {
		switch {
		case u.open[pairing.Head] && isOver:
			return openAfterSunset
		case u.open[pairing.Head]:
			return openRecord
		case unsent(u) == neverSent:
			return neverSent
		case isOver:
			return afterSunset
		}
		return general
	}
}

// unsentSituation returns the situation, in each use, of fields that are removed or renamed. A
// response without them is read if they were optional and its record is closed: an open one could
// still have the key, with another meaning.
func unsentSituation(fields ...*catalog.Field) func(useKind) Situation {
	required := slices.ContainsFunc(fields, func(f *catalog.Field) bool { return f.Required })
	return func(u useKind) Situation {
		if u.Context == InResponse && !required && !u.open[pairing.Head] {
			return neverSent
		}
		return general
	}
}

// No old request has a new field, unless its record was open: then old clients may have sent the
// key with any value, and this value is checked now.
var fieldAdded = rule("field-added",
	"An optional field is new; the key is request or response.",
	"Old clients omit it in requests and ignore it in responses. An open record kept the key in "+
		"Extra before, with any value in a request; now values of other types are refused. A "+
		"record with a default is never sent empty, which matters for send_if.",
	example{after: "note: string"},
	InRequest.verdicts("·–··"),
	InRequest.verdicts("B–SS").when(openRecord),
	InRequest.verdicts("S–SS").when(openToAll),
	InRequest.verdicts("·–S·").when(filledRecord),
	InResponse.verdicts("–···"),
	InResponse.verdicts("–·SS").when(openRecord),
	InResponse.verdicts("–·SS").when(openToAll),
	InResponse.verdicts("–S·S").when(filledRecord),
).keyedBySide().exports().
	replaces(
		"operation-first-field-added:request", "request-optional-field-added:request",
		"response-field-added:response",
	)

// Its own rule, because it breaks every old client, while an optional field breaks hardly anyone.
var requiredFieldAdded = rule("required-field-added",
	"A required field is new; the key is request or response.",
	"Requests of old clients lack it and are refused. Old source compiles and sends the zero "+
		"value. Old clients ignore it in responses.",
	example{after: "note: {type: string, required: true}"},
	InRequest.verdicts("B–S·"),
	InResponse.verdicts("–··S"),
	InResponse.verdicts("–·SS").when(openRecord),
).violates("required").keyedBySide().exports().
	replaces("request-required-field-added:request", "response-required-field-added:response")

// Situations of new fields.
var (
	openToAll    = Situation{words: "the record is open, and the field accepts every value"}
	filledRecord = Situation{
		words: "the field has a default, and it matters whether the record is empty",
	}
)

// reportAddedField reports a new field. A default in a record matters beyond the field: the record
// is never empty again, which conditions elsewhere may ask.
func (c *comparison) reportAddedField(p place, f *catalog.Field) {
	optional, rule := "optional", fieldAdded
	if f.Required {
		optional, rule = "required", requiredFieldAdded
	}
	fills := f.Default != nil && c.emptinessMatters(p.base.Shape)
	when := func(u useKind) Situation {
		open := u.open[pairing.Base]
		switch {
		case open && isAny(f.Type) && !f.Required:
			return openToAll
		case open:
			return openRecord
		case fills:
			return filledRecord
		}
		return general
	}
	c.add(p.fieldChange(nil, f).perUse(when), rule, "added "+f.Type.String(),
		"%s field %s (%s) is new", optional, f.Name, f.Type)
}

// compareField compares two declarations of one field. Each aspect is a finding of its own, since
// each can be accepted or taken back alone: a field that is renamed, becomes required and gets a
// pattern has three.
func (c *comparison) compareField(p place, b, h *catalog.Field) {
	c.compareFieldName(p, b, h)
	c.compareRequired(p, b, h)
	c.compareNullability(p, b, h)
	sameType := c.compareFieldType(p, b, h)
	c.compareConstraints(p, b, h)
	c.compareSending(p, b, h, sameType)
	c.compareSensitivity(p, b, h)
	c.compareFieldDocs(p, b, h)
}

// compareFieldName reports another name of a field. What happens to values with the old name is the
// same as for a removed field, and what happens to the new one the same as for a new field: the
// situation is the gravest of both.
func (c *comparison) compareFieldName(p place, b, h *catalog.Field) {
	if h.Whole { // its name in Go follows from its type
		return
	}
	change := p.fieldChange(b, h)
	if b.GoName != h.GoName {
		change.Go = p.goMoves(b.GoName, " -> "+h.GoName)
	}
	isUnsent := unsentSituation(b)
	situation := func(u useKind) Situation {
		keepsOld := u.Context == InRequest && u.open[pairing.Head]
		acceptsNew := !u.open[pairing.Base] || isAny(h.Type) // in an old request, as an unknown key
		if keepsOld && acceptsNew && !h.Required {
			return keptUnknown
		}
		return isUnsent(u)
	}
	c.reportRename(change.perUse(situation), wireNameChanged, "on the wire", "",
		names{b.Name, b.GoName}, names{h.Name, h.GoName})
}

// Nothing is refused, and the service finds the value under a name that it does not look for.
var keptUnknown = Situation{words: "the record is open and keeps the old name as an unknown key"}

// In Go, the zero value takes the place of nil. Source that sets the field compiles no longer if
// that changes its type; source that leaves it out sends the zero value.
var fieldBecameRequired = rule("field-became-required",
	"A field became required; the key is request or response.",
	"Requests without it are refused, unless rules over several fields refused them already. Old "+
		"clients read responses as before, and a service that does not set it sends an empty "+
		"value. In Go, a pointer becomes a value; slices, maps and any do not change.",
	example{before: "note: string", after: "note: {type: string, required: true}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("B–S·").when(sameGo),
	InResponse.verdicts("–·BB"),
	InResponse.verdicts("–··S").when(sameGo),
).violates("required").keyedBySide().
	replaces("request-field-became-required:request", "response-field-became-required:response")

// A request may lack more than before, and so may a response, which old clients refuse.
var fieldBecameOptional = rule("field-became-optional",
	"A field became optional; the key is request or response.",
	"Old requests stay valid. Old clients refuse responses without it, unless it has a default, "+
		"which services send. In Go, a value becomes a pointer; slices, maps and any do not "+
		"change, and are omitted if they are nil.",
	example{before: "note: {type: string, required: true}", after: "note: string"},
	InRequest.verdicts("·–BB"),
	InRequest.verdicts("·–SS").when(sameGo),
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–BSS").when(sameGo),
	InResponse.verdicts("–·BB").when(sendsDefault),
).violates("required").keyedBySide().
	replaces("request-field-became-optional:request", "response-field-became-optional:response")

// Only scalars have defaults, and become pointers.
var sendsDefault = Situation{words: "the field has a default, so that a service always sends it"}

// compareRequired reports a field that became required or optional. Its type in Go is compared as
// if only this had changed, because another type is a finding of its own.
func (c *comparison) compareRequired(p place, b, h *catalog.Field) {
	if b.Required == h.Required {
		return
	}
	before := *b // as it would be in Go with the new type
	before.Type = h.Type
	when := general
	change := p.fieldChange(b, h)
	if before.Go().String() == h.Go().String() {
		when = sameGo
	} else {
		change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
	}
	if !h.Required {
		situation := func(u useKind) Situation {
			if u.Context == InResponse && h.Default != nil {
				return sendsDefault
			}
			return when
		}
		c.add(change.perUse(situation), fieldBecameOptional, "required -> optional",
			"field %s is optional now", h.Name)
		return
	}
	change.shownBy = relation.Ways{Absent: true}
	c.add(change.inSituation(when), fieldBecameRequired, "optional -> required",
		"field %s is required now", h.Name)
}

// emptinessMatters reports whether it matters, besides rules, if a record is empty: some array of
// it is sent only if its first item is not empty.
func (c *comparison) emptinessMatters(record *catalog.Shape) bool {
	asks := func(f *catalog.Field) bool {
		_, asked := plan.FieldStep(f).When.(plan.FirstItemGiven)
		return asked && f.Record() == record
	}
	holds := func(s *catalog.Shape) bool { return slices.ContainsFunc(s.Fields, asks) }
	for op := range c.base.Operations() {
		if holds(op.Request) {
			return true
		}
	}
	return slices.ContainsFunc(c.base.Records, holds)
}
