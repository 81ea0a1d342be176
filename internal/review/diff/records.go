package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// This file compares the records that bodies include. An included field is a field of the body on
// the wire and in Go, so moving one between a body and its record changes nothing for callers.

// reportMoved reports a field that moved into the included record or out of it.
func (c *comparison) reportMoved(p place, b, h *catalog.Field) {
	isIntoRecord := p.base.Shape.Include.Field(h.Name) == nil
	key, predicate := "included -> own", "is no longer in the included"
	if isIntoRecord {
		key, predicate = "own -> included", "is in the included"
	}
	change := p.fieldChange(b, h).keyed("field").inSituation(fieldMoved)
	c.add(change, recordInclusionChanged, key,
		"field %s %s record %s", h.Name, predicate, p.head.Shape.Include.Name)
}

// remainingPlace returns the place of a record without the bodies that include it and have the
// field on both sides. The record has to be compared there if it has other uses, or none at all.
func (c *comparison) remainingPlace(p place, f *catalog.Field) (_ place, isToBeCompared bool) {
	moved := func(by use) bool {
		headOp := c.Operations[by.operation]
		if by.body == nil || headOp == nil {
			return false
		}
		headBody := headOp.Response.Shape
		if by.Context == InRequest {
			headBody = headOp.Request
		}
		inBoth := by.body.Field(f.Name) != nil && headBody.Field(f.Name) != nil
		return inBoth && c.SameInclude(by.body, headBody)
	}
	uses := c.uses[p.base.Shape]
	if p.base.Operation != nil || !slices.ContainsFunc(uses, moved) {
		return p, true
	}
	isElsewhere := func(by use) bool { return !moved(by) }
	p.places = uses.places(isElsewhere)
	return p, slices.ContainsFunc(uses, isElsewhere)
}

// recordInclusionChanged has no verdicts of its own: they are those of the fields that change with
// it. The comment of verdicts says what the signs mean.
var recordInclusionChanged = rule("record-inclusion-changed",
	"The record that a request or response includes was replaced, added or removed. The key is "+
		"\"named\" if the fields stay the same, and \"field\" if one moved between the body and "+
		"its record.",
	"The fields that change with it are not reported one by one: the verdicts are the worst of "+
		"theirs. Otherwise the JSON is the same, and so are the Go structs, which copy included "+
		"fields instead of embedding them. If the record is used elsewhere, a field that moved "+
		"is a change of its own there.",
	example{before: "fields: {street: string, city: string}", after: "include: Address"},
	Anywhere.verdicts("––––"),
	Anywhere.verdicts("····").when(sameFields),
	Anywhere.verdicts("····").when(fieldMoved),
).mayRequire().
	replaces("fields-extracted-to-record:named", "included-field-moved:field")

// Situations of included records.
var (
	sameFields = Situation{words: "the fields stay the same"}.goOnly().textOnly()
	fieldMoved = Situation{words: "a field moved between a body and its record"}.goOnly().textOnly()
)
