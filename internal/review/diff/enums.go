package diff

import "example.com/opgen/internal/catalog"

// The rules of enums, unions and records; the key of a finding says which it is.

var typeAdded = rule("type-added",
	"An enum, a union or a record is new; the key says which.",
	"Fields that use it are changes of their own.",
	example{after: "Mood: {values: {good: , bad: }}"}, Anywhere.verdicts("····")).
	replaces("enum-added:enum", "union-added:union", "record-added:record")

var typeRemoved = rule("type-removed",
	"An enum, a union or a record was removed; the key says which.",
	"Its Go type is removed, with its constants or the types of its variants. Fields that used it are changes of their own.",
	example{before: "Mood: {values: {good: , bad: }}"}, Anywhere.verdicts("––BB")).
	replaces("enum-removed:enum", "union-removed:union", "record-removed:record")

var typeRenamed = rule("type-renamed",
	"The name of an enum, a union or a record changed; the key says which.",
	"Its JSON stays the same. Code that uses its Go type, its constants or the types of its variants does not compile. A removed union or record counts as renamed if a new one has at least two thirds of its variants or fields.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Paint: {values: {red: , blue: }}"}, Anywhere.verdicts("··BB")).
	replaces("enum-renamed:enum", "union-renamed:union", "record-renamed:record")

// Situations of types that are opened or closed; in general, they are records.
var (
	openedEnum, closedEnum = Situation{"an enum accepts other values now"}, Situation{"an enum accepts only its own values now"}
	openedUnion            = Situation{"a union accepts other tags now"}
)

var typeOpened = rule("type-opened",
	"An enum, a union, a record or a request is open now; the key says which.",
	"Old requests stay valid. The service, and callers that read a response, may receive values, variants or keys that they do not handle, and old clients cannot read a response with an unknown variant. In Go, Extra of a record is new.",
	example{before: "Address: {fields: {street: string}}", after: "Address: {open: true, fields: {street: string}}"},
	InRequest.verdicts("·–·S"), InResponse.verdicts("–S·S"),
	InResponse.verdicts("–SS·").when(openedEnum), InResponse.verdicts("–BS·").when(openedUnion)).
	replaces("enum-opened:enum", "union-opened:union", "record-opened:record")

var typeClosed = rule("type-closed",
	"An enum, a union, a record or a request is no longer open; the key says which.",
	"Old requests with other values, tags or keys are refused, and so are responses with other tags. Values of enums are not checked in responses, and unknown keys are ignored. In Go, Extra of a record and the type of unknown variants are removed.",
	example{before: "Address: {open: true, fields: {street: string}}", after: "Address: {fields: {street: string}}"},
	InRequest.verdicts("B–BB"), InResponse.verdicts("–·BB"),
	InRequest.verdicts("B–S·").when(closedEnum), InResponse.verdicts("–···").when(closedEnum)).
	replaces("enum-closed:enum", "union-closed:union", "record-closed:record")

// compareEnums compares the enums.
func (c *comparison) compareEnums() {
	met := map[*catalog.Enum]bool{}
	for _, b := range c.base.Enums {
		use, h := c.uses.enums[b].places(inAnyWay), c.enums[b]
		p := place{paths: [2]string{b.Name, b.Name}, places: use, base: Subject{Enum: b}}
		if h == nil {
			change := p.gone("", b.Pos)
			for _, typ := range use.goTypes {
				change.Go = append(change.Go, typ+": removed")
			}
			c.add(change.of("enum"), typeRemoved, "removed", "enum %s is gone", b.Name)
			continue
		}
		met[h] = true
		p.paths[1], p.head = h.Name, Subject{Enum: h}
		c.compareEnum(p, b, h)
	}
	for _, h := range c.head.Enums {
		if !met[h] {
			c.add(here(h.Name, h.Pos, Subject{Enum: h}).of("enum"), typeAdded, "added", "enum %s is new", h.Name)
		}
	}
}

func (c *comparison) compareEnum(p place, b, h *catalog.Enum) {
	if b.Name != h.Name || b.GoName != h.GoName {
		change := p.here("", h.Pos)
		change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
		c.add(change.of("enum"), typeRenamed, arrow(b.Name, h.Name), "enum %s is called %s now", b.Name, h.Name)
	}
	if b.Open != h.Open {
		rule, when := typeOpened, openedEnum
		if b.Open {
			rule, when = typeClosed, closedEnum
		}
		c.add(p.here("", h.Pos).of("enum").when(when), rule, choose(h.Open, "closed -> open", "open -> closed"),
			"enum %s %s", h.Name, choose(h.Open, "accepts other values now", "accepts only its own values now"))
	}
	c.enumValues(p, b, h)
	c.docs(p.here("", h.Pos), text{"description", b.Description, h.Description})
}

// enumValues compares the values of an enum: first by their text on the wire, then
// by their constants, ignoring a new name of the enum.
func (c *comparison) enumValues(p place, b, h *catalog.Enum) {
	same, constants := map[*catalog.EnumValue]*catalog.EnumValue{}, map[*catalog.EnumValue]string{}
	for _, v := range b.Values {
		constants[v] = prefixed(v.GoName, b.GoName, h.GoName)
	}
	for _, w := range h.Values {
		constants[w] = w.GoName
	}
	gone, added := byKey(same, b.Values, h.Values, func(v *catalog.EnumValue) string { return v.Value })
	gone, added = byKey(same, gone, added, func(v *catalog.EnumValue) string { return constants[v] })
	for _, v := range gone {
		c.enumValue(p, p.gone(v.Value, v.Pos), v, nil)
	}
	for _, w := range added {
		c.enumValue(p, p.here(w.Value, w.Pos), nil, w)
	}
	for v, w := range same {
		c.enumValue(p, p.here(w.Value, w.Pos), v, w)
		p.base.Value, p.head.Value = v, w
		c.docs(p.here(w.Value, w.Pos), text{"description", v.Description, w.Description})
	}
}

var enumValueAdded = rule("enum-value-added",
	"An enum has a new value; the key is request or response.",
	"Old requests stay valid, and generated clients decode it, since enum values are not checked in responses. The service, and callers that read a response, may receive a value that they do not handle.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: , blue: , green: }}"},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("·–··").when(openEnum),
	InResponse.verdicts("–SS·"),
	InResponse.verdicts("–···").when(openEnum)).eitherSide().
	replaces("request-enum-value-added:request", "response-enum-value-added:response")

var enumValueRemoved = rule("enum-value-removed",
	"An enum lost a value; the key is request or response.",
	"Requests with it are refused, unless the enum is open. Old clients never receive it, which breaks nothing. Its constant is removed.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: }}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(openEnum),
	InResponse.verdicts("–·BB")).eitherSide().
	replaces("request-enum-value-removed:request", "response-enum-value-removed:response")

// enumValue reports a value that is gone, new, or called differently.
func (c *comparison) enumValue(p place, change Change, v, w *catalog.EnumValue) {
	change.Base.Value, change.Head.Value = v, w
	when := general
	if p.base.Enum.Open {
		when = openEnum
	}
	switch {
	case w == nil:
		change.Go = p.beside(v.GoName, ": removed")
		c.add(change.when(when), enumValueRemoved, "removed", "value %q is gone", v.Value)
	case v == nil:
		c.add(change.when(when), enumValueAdded, "added", "value %q is new", w.Value)
	case v.Value != w.Value:
		c.add(change.when(when), wireNameChanged, arrow(v.Value, w.Value),
			"constant %s is %q on the wire now, not %q", w.GoName, w.Value, v.Value)
	case prefixed(v.GoName, p.base.Enum.GoName, p.head.Enum.GoName) != w.GoName:
		change.Go = p.beside(v.GoName, " -> "+w.GoName)
		c.add(change, goNameChanged, arrow(v.GoName, w.GoName),
			"the constant of value %q is %s now, not %s", w.Value, w.GoName, v.GoName)
	}
}
