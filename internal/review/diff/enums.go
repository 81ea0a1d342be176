package diff

import "example.com/opgen/internal/catalog"

var enumAdded = rule("enum-added",
	"An enum is new.",
	"Fields that use it are changes of their own.",
	example{after: "Mood: {values: {good: , bad: }}"}, Anywhere.verdicts("····"))

var enumRemoved = rule("enum-removed",
	"An enum was removed.",
	"Its Go type and constants are removed. Fields that used it are changes of their own.",
	example{before: "Mood: {values: {good: , bad: }}"}, Anywhere.verdicts("––BB"))

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
			c.add(change, enumRemoved, "removed", "enum %s is gone", b.Name)
			continue
		}
		met[h] = true
		p.paths[1], p.head = h.Name, Subject{Enum: h}
		c.compareEnum(p, b, h)
	}
	for _, h := range c.head.Enums {
		if !met[h] {
			c.add(here(h.Name, h.Pos, Subject{Enum: h}), enumAdded, "added", "enum %s is new", h.Name)
		}
	}
}

var enumRenamed = rule("enum-renamed",
	"The name of an enum changed.",
	"Its values stay the same. Code that uses its Go type or constants does not compile.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Paint: {values: {red: , blue: }}"}, Anywhere.verdicts("··BB"))

var enumOpened = rule("enum-opened",
	"An enum accepts other values now.",
	"Old requests stay valid. The service, and callers that read a response, may receive values that they do not handle.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {open: true, values: {red: , blue: }}"},
	InRequest.verdicts("·–·S"), InResponse.verdicts("–SS·"))

var enumClosed = rule("enum-closed",
	"An enum accepts only its own values now.",
	"Old requests with other values are refused. Enum values are not checked in responses.",
	example{before: "Colour: {open: true, values: {red: , blue: }}", after: "Colour: {values: {red: , blue: }}"},
	InRequest.verdicts("B–S·"), InResponse.verdicts("–···"))

func (c *comparison) compareEnum(p place, b, h *catalog.Enum) {
	if b.Name != h.Name || b.GoName != h.GoName {
		change := p.here("", h.Pos)
		change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
		c.add(change, enumRenamed, arrow(b.Name, h.Name), "enum %s is called %s now", b.Name, h.Name)
	}
	if b.Open != h.Open {
		rule := choose(h.Open, enumOpened, enumClosed)
		c.add(p.here("", h.Pos), rule, choose(h.Open, "closed -> open", "open -> closed"),
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

var requestEnumValueAdded = rule("request-enum-value-added",
	"An enum in requests has a new value.",
	"Old requests stay valid. The service may receive a value that it does not handle.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: , blue: , green: }}"},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("·–··").when(openEnum))

var responseEnumValueAdded = rule("response-enum-value-added",
	"An enum in responses has a new value.",
	"Generated clients decode it, since enum values are not checked in responses, but callers may not handle it.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: , blue: , green: }}"},
	InResponse.verdicts("–SS·"),
	InResponse.verdicts("–···").when(openEnum))

var requestEnumValueRemoved = rule("request-enum-value-removed",
	"An enum in requests lost a value.",
	"Requests with it are refused, unless the enum is open. Its constant is removed.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: }}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(openEnum))

var responseEnumValueRemoved = rule("response-enum-value-removed",
	"An enum in responses lost a value.",
	"Old clients never receive it, which breaks nothing. Its constant is removed.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: }}"},
	InResponse.verdicts("–·BB"))

var enumValueWireChanged = rule("enum-value-wire-changed",
	"The value of an enum constant changed on the wire.",
	"Requests with the old value are refused, and old clients do not know the new one. The compiler does not notice. An open enum accepts both, but they mean different things.",
	example{before: "values: {red: {go: {name: ColourRed}}}", after: "values: {crimson: {go: {name: ColourRed}}}"},
	InRequest.verdicts("B–··"), InResponse.verdicts("–B··"),
	InRequest.verdicts("S–··").when(openEnum),
	InResponse.verdicts("–S··").when(openEnum))

var enumValueGoNameChanged = rule("enum-value-go-name-changed",
	"The name of an enum constant changed in Go.",
	"The value on the wire stays the same. Code that uses the constant does not compile.",
	example{before: "values: {red: }", after: "values: {red: {go: {name: ColourCrimson}}}"}, Anywhere.verdicts("··BB"))

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
		c.addEither(change, requestEnumValueRemoved, responseEnumValueRemoved, when, "removed", "value %q is gone", v.Value)
	case v == nil:
		c.addEither(change, requestEnumValueAdded, responseEnumValueAdded, when, "added", "value %q is new", w.Value)
	case v.Value != w.Value:
		c.addWhen(change, enumValueWireChanged, when, arrow(v.Value, w.Value),
			"constant %s is %q on the wire now, not %q", w.GoName, w.Value, v.Value)
	case prefixed(v.GoName, p.base.Enum.GoName, p.head.Enum.GoName) != w.GoName:
		change.Go = p.beside(v.GoName, " -> "+w.GoName)
		c.add(change, enumValueGoNameChanged, arrow(v.GoName, w.GoName),
			"the constant of value %q is %s now, not %s", w.Value, w.GoName, v.GoName)
	}
}
