package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// This file compares enums, unions and records: their names, whether they are open, and that one is
// new or gone. The three differ in what they hold, and not in any of this, so they are compared as
// declarations. Values and variants are in members.go, fields in fields.go.
//
// A type is reported as gone only if no other finding mentions it: a record that became the fields
// of a body is one edit, and one finding.
//
// Verdicts such as "–BS·" have one sign each for old requests, new responses, Go code that calls,
// and Go code that serves: B breaks, S shifts, · is safe, and – does not apply.

// A type that nothing used before changes nothing by itself.
var typeAdded = rule("type-added",
	"An enum, a union or a record is new; the key says which.",
	"Fields that use it are changes of their own.",
	example{after: "Mood: {values: {good: , bad: }}"},
	Anywhere.verdicts("····"),
).keyedBySubject().goOnly().exports().
	replaces("enum-added:enum", "union-added:union", "record-added:record")

// Bodies do not name types, so that only Go can miss one.
var typeRemoved = rule("type-removed",
	"An enum, a union or a record was removed, or lost its last use; the key says which.",
	"Its Go type is removed, with its constants or the types of its variants. Fields that used "+
		"it are changes of their own.",
	example{before: "Mood: {values: {good: , bad: }}"},
	Anywhere.verdicts("––BB"),
).keyedBySubject().goOnly().
	replaces("enum-removed:enum", "union-removed:union", "record-removed:record")

// One finding for each type, and not for each of the fields that have it.
var typeRenamed = rule("type-renamed",
	"The name of an enum, a union or a record changed; the key says which.",
	"Its JSON stays the same. Code that uses its Go type, its constants or the types of its "+
		"variants does not compile. A removed type counts as renamed if it and a new one share two "+
		"thirds of the values, variants or fields of the larger one.",
	example{before: "Color: {values: {red: , blue: }}", after: "Paint: {values: {red: , blue: }}"},
	Anywhere.verdicts("··BB"),
).keyedBySubject().goOnly().
	replaces("enum-renamed:enum", "union-renamed:union", "record-renamed:record")

// Situations of types that are opened or closed; the general one is that of records.
var (
	openedEnum  = Situation{words: "an enum accepts other values now"}
	closedEnum  = Situation{words: "an enum accepts only its own values now"}
	openedUnion = Situation{words: "a union accepts other tags now"}
)

// Opening promises less: whoever reads must expect what the catalog does not name.
var typeOpened = rule("type-opened",
	"An enum, a union, a record or a request is open now; the key says which.",
	"Old requests stay valid. The service, and callers that read a response, may receive values "+
		"or variants that they do not handle; a service also receives unknown keys. Old clients "+
		"ignore unknown keys of responses, and cannot read an unknown variant. In Go, Extra of a "+
		"record is new.",
	example{
		before: "Address: {fields: {street: string}}",
		after:  "Address: {open: true, fields: {street: string}}",
	},
	InRequest.verdicts("·–·S"),
	InResponse.verdicts("–S·S"),
	InResponse.verdicts("–SS·").when(openedEnum),
	InResponse.verdicts("–BS·").when(openedUnion),
).keyedBySubject().
	replaces("enum-opened:enum", "union-opened:union", "record-opened:record")

// Closing refuses what was accepted. Responses are safe, because clients never refuse an unknown
// key, and a union that is closed has no other tags to send.
var typeClosed = rule("type-closed",
	"An enum, a union, a record or a request is no longer open; the key says which.",
	"Old requests with other values, tags or keys are refused, and so are responses with other "+
		"tags. Values of enums are not checked in responses, and unknown keys are ignored. In "+
		"Go, Extra of a record and the type of unknown variants are removed.",
	example{
		before: "Address: {open: true, fields: {street: string}}",
		after:  "Address: {fields: {street: string}}",
	},
	InRequest.verdicts("B–BB"),
	InResponse.verdicts("–·BB"),
	InRequest.verdicts("B–S·").when(closedEnum),
	InResponse.verdicts("–···").when(closedEnum),
).keyedBySubject().
	replaces("enum-closed:enum", "union-closed:union", "record-closed:record")

// declaration is what enums, unions and records have in common.
type declaration struct {
	element                   any // *catalog.Enum, *catalog.TaggedUnion or *catalog.Shape
	subject                   Subject
	name, goName, description string
	open                      bool
	pos                       catalog.Position
	members                   []*member // values or variants, none of a record
}

// The three functions below make declarations. They know the kinds of types; whatever follows does
// not.

// enumDeclaration returns an enum with its values as members.
func enumDeclaration(e *catalog.Enum) *declaration {
	var values []*member
	for _, v := range e.Values {
		values = append(values, &member{
			subject:     Subject{Enum: e, Value: v},
			name:        v.Value,
			goName:      v.GoName,
			description: v.Description,
			pos:         v.Pos,
		})
	}
	return &declaration{
		element:     e,
		subject:     Subject{Enum: e},
		name:        e.Name,
		goName:      e.GoName,
		description: e.Description,
		open:        e.Open,
		pos:         e.Pos,
		members:     values,
	}
}

// unionDeclaration returns a union with its variants as members.
func unionDeclaration(u *catalog.TaggedUnion) *declaration {
	var variants []*member
	for _, v := range u.Variants {
		variants = append(variants, &member{
			subject:     Subject{Union: u, Variant: v},
			name:        v.Tag,
			goName:      v.GoName,
			description: v.Description,
			pos:         v.Pos,
		})
	}
	return &declaration{
		element:     u,
		subject:     Subject{Union: u},
		name:        u.Name,
		goName:      u.GoName,
		description: u.Description,
		open:        u.Open,
		pos:         u.Pos,
		members:     variants,
	}
}

// recordDeclaration returns a record, whose fields are compared as fields and not as members.
func recordDeclaration(s *catalog.Shape) *declaration {
	return &declaration{
		element:     s,
		subject:     Subject{Shape: s},
		name:        s.Name,
		goName:      s.GoName,
		description: s.Description,
		open:        s.Open,
		pos:         s.Pos,
	}
}

// declarationPairs pairs the declarations of base and head; one of a pair may be nil.
func (c *comparison) declarationPairs() [][2]*declaration {
	return slices.Concat(
		pairsOf(c.base.Enums, c.head.Enums, c.Enums, c.Added, enumDeclaration),
		pairsOf(c.base.Unions, c.head.Unions, c.Unions, c.Added, unionDeclaration),
		pairsOf(c.base.Records, c.head.Records, c.Records, c.Added, recordDeclaration))
}

// pairsOf pairs the types of one kind, in the order of the base, and then lists the new ones. The
// order decides about the order of findings at one place.
func pairsOf[T comparable](
	base, head []T, headOf map[T]T, isAdded map[any]bool, declare func(T) *declaration,
) [][2]*declaration {
	var pairs [][2]*declaration
	for _, b := range base {
		pair := [2]*declaration{declare(b)}
		if h, ok := headOf[b]; ok {
			pair[pairing.Head] = declare(h)
		}
		pairs = append(pairs, pair)
	}
	for _, h := range head {
		if isAdded[h] {
			pairs = append(pairs, [2]*declaration{pairing.Head: declare(h)})
		}
	}
	return pairs
}

// placeOf returns the place of a declaration, with some of its uses.
func (c *comparison) placeOf(b, h *declaration, isCounted func(use) bool) place {
	return place{
		paths: [2]string{b.name, h.name}, places: c.uses[b.element].places(isCounted),
		base: b.subject, head: h.subject,
	}
}

// compareDeclarations compares the types of both catalogs. Their use decides whom a change
// concerns: a record that a request includes has no Go type of its own, so its new name concerns
// nobody there.
func (c *comparison) compareDeclarations() {
	for _, pair := range c.declarationPairs() {
		b, h := pair[pairing.Base], pair[pairing.Head]
		if b == nil || h == nil {
			continue
		}
		p := c.placeOf(b, h, anyUse)
		inGo := c.placeOf(b, h, isTypeUse)
		if b.name != h.name || b.goName != h.goName {
			change := p.headChange("", h.pos)
			change.useKinds = inGo.useKinds
			change.Go = movesOf(inGo.goTypes, " -> "+h.goName)
			c.add(change, typeRenamed, arrow(b.name, h.name),
				"%s is called %s now", b.subject.label(), h.name)
		}
		if b.open != h.open {
			c.reportOpenness(c.placeOf(b, h, mayKeepUnknown), h.pos, h.open)
		}
		c.compareContents(p, b, h)
	}
}

// compareContents compares everything but the names of two types, and whether they are open.
func (c *comparison) compareContents(p place, b, h *declaration) {
	c.compareMembers(p, b, h)
	c.compareTexts(p.headChange("", h.pos), text{"description", b.description, h.description})
	if u := b.subject.Union; u != nil && u.By != h.subject.Union.By {
		newTag := h.subject.Union.By
		c.add(p.headChange("", h.pos), wireNameChanged, arrow(u.By, newTag),
			"the tag of union %s is %q now, not %q", h.name, newTag, u.By)
	}
	if s := b.subject.Shape; s != nil {
		c.compareFields(p, c.RecordFields(s))
		c.compareEvidence(p.headChange("", h.pos), s.Assumed, h.subject.Shape.Assumed)
	}
}

// reportOpenness reports that a type, a response or a request was opened or closed.
func (c *comparison) reportOpenness(p place, pos catalog.Position, opened bool) {
	change := p.headChange("", pos)
	openness, key := typeClosed, "open -> closed"
	if opened {
		openness, key = typeOpened, "closed -> open"
	}
	when, predicate := general, ""
	u := p.base.Union
	switch {
	case p.base.Enum != nil && opened:
		when, predicate = openedEnum, "accepts other values now"
	case p.base.Enum != nil:
		when, predicate = closedEnum, "accepts only its own values now"
	case u != nil && opened:
		when, predicate = openedUnion, "accepts other tags now"
	case u != nil:
		predicate = "accepts only its own tags now"
		change.Go = p.packageMoves(u.Unknown(), ": removed")
	case opened:
		predicate = "keeps unknown keys now"
		change.Aspect = "record"
	default:
		predicate = "no longer keeps unknown keys"
		change.Aspect = "record"
		change.Go = p.goMoves("Extra", ": removed")
	}
	c.add(change.inSituation(when), openness, key, "%s %s", change.label(), predicate)
}

// addedAndRemovedTypes reports types that only one catalog has, unless another change
// mentions them, and types of both whose Go types are no longer generated.
func (c *comparison) addedAndRemovedTypes() {
	for _, pair := range c.declarationPairs() {
		b, h := pair[pairing.Base], pair[pairing.Head]
		switch {
		case h == nil:
			if !c.isMentioned(b) {
				c.reportRemovedType(b)
			}
		case b == nil:
			if !c.isMentioned(h) {
				c.reportAddedType(h)
			}
		case b.goName == h.goName: // a new name is a finding of its own
			c.reportLostGoTypes(b, h)
		}
	}
}

// isMentioned reports whether another change mentions a declaration, which can only be a record.
func (c *comparison) isMentioned(d *declaration) bool {
	record := d.subject.Shape
	return record != nil && c.reported[part{element: record}]
}

// reportAddedType reports a type that is new.
func (c *comparison) reportAddedType(h *declaration) {
	change := place{head: h.subject}.headChange(h.name, h.pos)
	c.add(change, typeAdded, "added", "%s is new", h.subject.label())
}

// reportLostGoTypes reports the Go types that a type of both catalogs no longer has, because
// operations that both have do not use it any more. If a whole package is gone, that is another
// finding.
func (c *comparison) reportLostGoTypes(b, h *declaration) {
	isUseOfBoth := func(by use) bool { return isTypeUse(by) && c.Operations[by.operation] != nil }
	isKept := func(goType string) bool {
		pkg, _, _ := strings.Cut(goType, ".")
		isPackageGone := c.headAPI()[pkg] == ""
		return isPackageGone || c.headAPI()[goType] != ""
	}
	p := c.placeOf(b, h, isUseOfBoth)
	lost := slices.DeleteFunc(p.goTypes, isKept)
	if len(lost) == 0 {
		return
	}
	change := p.headChange("", h.pos)
	change.Go = movesOf(lost, ": removed")
	c.add(change, typeRemoved, "unused",
		"%s is no longer used, so that its Go type is gone", change.label())
}

// reportRemovedType reports a type that is gone. Its Go type is gone where it was the type of a
// field, and its JSON wherever it was used.
func (c *comparison) reportRemovedType(b *declaration) {
	inGo := c.placeOf(b, b, isTypeUse)
	change := c.placeOf(b, b, anyUse).baseChange("", b.pos)
	change.Head, change.useKinds = Subject{}, inGo.useKinds
	change.Go = movesOf(inGo.goTypes, ": removed")
	c.add(change, typeRemoved, "removed", "%s is gone", change.label())
}
