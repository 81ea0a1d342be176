package diff

import (
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

var enumAdded = rule("enum-added",
	"An enum is new.",
	"Whatever uses it is a change of its own.",
	example{after: "Mood: {values: {good: , bad: }}"},
	Anywhere.verdicts("····"))

var enumRemoved = rule("enum-removed",
	"An enum is gone.",
	"Its Go type and constants are gone. What that means on the wire is a change of the fields that used it.",
	example{before: "Mood: {values: {good: , bad: }}"},
	Anywhere.verdicts("––BB"))

// compareEnums compares the enums.
func (c *comparison) compareEnums() {
	met := map[*catalog.Enum]bool{}
	for _, b := range c.base.Enums {
		use, h := c.uses.enums[b], c.enums[b]
		p := place{paths: [2]string{b.Name, b.Name}, contexts: use.contexts(), goTypes: use.goTypes, uses: use.operations, base: Subject{Enum: b}}
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
	"An enum has another name.",
	"Its values stay. What names its Go type or its constants does not compile.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Paint: {values: {red: , blue: }}"},
	Anywhere.verdicts("··BB"))

var enumOpened = rule("enum-opened",
	"An enum takes other values, too.",
	"Old requests stay valid. A service, and in an answer a client, meets values that it has no case for.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {open: true, values: {red: , blue: }}"},
	InRequest.verdicts("·–·S"), InAnswer.verdicts("–SS·"))

var enumClosed = rule("enum-closed",
	"An enum takes no values but its own any more.",
	"Old requests with other values are refused. Values do not bind answers.",
	example{before: "Colour: {open: true, values: {red: , blue: }}", after: "Colour: {values: {red: , blue: }}"},
	InRequest.verdicts("B–S·"), InAnswer.verdicts("–···"))

func (c *comparison) compareEnum(p place, b, h *catalog.Enum) {
	if b.Name != h.Name || b.GoName != h.GoName {
		change := p.here("", h.Pos)
		change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
		c.add(change, enumRenamed, arrow(b.Name, h.Name), "enum %s is called %s now", b.Name, h.Name)
	}
	if b.Open != h.Open {
		rule := choose(h.Open, enumOpened, enumClosed)
		c.add(p.here("", h.Pos), rule, choose(h.Open, "closed -> open", "open -> closed"),
			"enum %s %s", h.Name, choose(h.Open, "takes other values, too", "takes no values but its own any more"))
	}
	c.enumValues(p, b, h)
	c.docs(p.here("", h.Pos), text{"description", b.Description, h.Description})
}

// enumValues compares the values of an enum: by what they are on the wire, and
// then by their constants, which an enum's new name does not change.
func (c *comparison) enumValues(p place, b, h *catalog.Enum) {
	byValue, byConstant := map[string]*catalog.EnumValue{}, map[string]*catalog.EnumValue{}
	for _, v := range h.Values {
		byValue[v.Value] = v
	}
	base := map[string]bool{}
	for _, v := range b.Values {
		base[v.Value] = true
	}
	for _, v := range h.Values {
		if !base[v.Value] {
			byConstant[v.GoName] = v
		}
	}
	met := map[*catalog.EnumValue]bool{}
	for _, v := range b.Values {
		w := byValue[v.Value]
		if w == nil {
			w = byConstant[c.constant(v, b, h)]
		}
		if w == nil {
			c.enumValue(p, p.gone(v.Value, v.Pos), v, nil)
			continue
		}
		met[w] = true
		c.enumValue(p, p.here(w.Value, w.Pos), v, w)
		p.base.Value, p.head.Value = v, w
		c.docs(p.here(w.Value, w.Pos), text{"description", v.Description, w.Description})
	}
	p.base.Value, p.head.Value = nil, nil
	for _, w := range h.Values {
		if !met[w] {
			c.enumValue(p, p.here(w.Value, w.Pos), nil, w)
		}
	}
}

// constant returns the constant of a value, as it would be called in an enum of
// the new name.
func (c *comparison) constant(v *catalog.EnumValue, b, h *catalog.Enum) string {
	if rest, ok := strings.CutPrefix(v.GoName, b.GoName); ok {
		return h.GoName + rest
	}
	return v.GoName
}

var requestEnumValueAdded = rule("request-enum-value-added",
	"A request may hold a further value of an enum.",
	"Old requests stay valid. A service meets a value that it has no case for.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: , blue: , green: }}"},
	InRequest.verdicts("·–·S").but(report.Info, looserReason),
	InRequest.verdicts("·–··").when(openEnum))

var responseEnumValueAdded = rule("response-enum-value-added",
	"An answer may hold a further value of an enum.",
	"Generated clients read it, as values do not bind answers. Their users meet a value that they have no case for.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: , blue: , green: }}"},
	InAnswer.verdicts("–SS·"),
	InAnswer.verdicts("–···").when(openEnum))

var requestEnumValueRemoved = rule("request-enum-value-removed",
	"A request may not hold a value of an enum any more.",
	"Requests with it are refused, unless the enum is open. Its constant is gone.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: }}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("·–BB").when(openEnum).but(report.Warning, compilerShows))

var responseEnumValueRemoved = rule("response-enum-value-removed",
	"An answer does not hold a value of an enum any more.",
	"Old clients wait for it in vain, and break by nothing. Its constant is gone.",
	example{before: "Colour: {values: {red: , blue: }}", after: "Colour: {values: {red: }}"},
	InAnswer.verdicts("–·BB").but(report.Warning, compilerShows))

var enumValueWireChanged = rule("enum-value-wire-changed",
	"A constant of an enum stands for another value on the wire.",
	"Old requests with the old value are refused, and old clients do not know the new one. The compiler does not see it. An open enum takes both, and they mean different things.",
	example{before: "values: {red: {go: {name: ColourRed}}}", after: "values: {crimson: {go: {name: ColourRed}}}"},
	InRequest.verdicts("B–··"), InAnswer.verdicts("–B··"),
	InRequest.verdicts("S–··").when(openEnum),
	InAnswer.verdicts("–S··").when(openEnum))

var enumValueGoNameChanged = rule("enum-value-go-name-changed",
	"The constant of a value of an enum has another name.",
	"The value on the wire stays. What names the constant does not compile.",
	example{before: "values: {red: }", after: "values: {red: {go: {name: ColourCrimson}}}"},
	Anywhere.verdicts("··BB"))

// enumValue reports a value that is gone, new, or called differently.
func (c *comparison) enumValue(p place, change Change, v, w *catalog.EnumValue) {
	change.Base.Value, change.Head.Value = v, w
	when := general
	if p.base.Enum.Open {
		when = openEnum
	}
	switch {
	case w == nil:
		change.Go = p.constants(v.GoName, ": removed")
		c.addEither(change, requestEnumValueRemoved, responseEnumValueRemoved, when, "removed", "value %q is gone", v.Value)
	case v == nil:
		c.addEither(change, requestEnumValueAdded, responseEnumValueAdded, when, "added", "value %q is new", w.Value)
	case v.Value != w.Value:
		c.addEither(change, enumValueWireChanged, enumValueWireChanged, when, arrow(v.Value, w.Value),
			"constant %s is %q on the wire now, not %q", w.GoName, w.Value, v.Value)
	case c.constant(v, p.base.Enum, p.head.Enum) != w.GoName:
		change.Go = p.constants(v.GoName, " -> "+w.GoName)
		c.add(change, enumValueGoNameChanged, arrow(v.GoName, w.GoName),
			"the constant of value %q is %s now, not %s", w.Value, w.GoName, v.GoName)
	}
}

// constants lists a constant in all packages that have the enum.
func (p place) constants(name, to string) []string {
	moves := make([]string, len(p.goTypes))
	for i, typ := range p.goTypes {
		pkg, _, _ := strings.Cut(typ, ".")
		moves[i] = pkg + "." + name + to
	}
	return moves
}
