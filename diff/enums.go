package diff

import (
	"strings"

	"example.com/opgen/catalog"
)

// compareEnums compares the enums.
func (c *comparison) compareEnums() {
	met := map[*catalog.Enum]bool{}
	for _, b := range c.base.Enums {
		use, h := c.uses.enums[b], c.enums[b]
		p := place{paths: [2]string{b.Name, b.Name}, contexts: use.contexts(), goTypes: use.goTypes, uses: use.operations, base: Subject{Enum: b}}
		if h == nil {
			change := p.gone("", b.Pos).says("removed", "enum %s is gone", b.Name)
			for _, typ := range use.goTypes {
				change.Go = append(change.Go, typ+": removed")
			}
			c.add(change, p.hits("enum-removed", "")...)
			continue
		}
		met[h] = true
		p.paths[1], p.head = h.Name, Subject{Enum: h}
		c.compareEnum(p, b, h)
	}
	for _, h := range c.head.Enums {
		if !met[h] {
			c.add(Change{Path: h.Name, Side: Head, Pos: h.Pos, Head: Subject{Enum: h}}.
				says("added", "enum %s is new", h.Name), hit{rule: "enum-added"})
		}
	}
}

func (c *comparison) compareEnum(p place, b, h *catalog.Enum) {
	if b.Name != h.Name || b.GoName != h.GoName {
		change := p.here("", h.Pos).says(arrow(b.Name, h.Name), "enum %s is called %s now", b.Name, h.Name)
		change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
		c.add(change, p.hits("enum-renamed", "")...)
	}
	if b.Open != h.Open {
		rule := choose(h.Open, "enum-opened", "enum-closed")
		c.add(p.here("", h.Pos).says(choose(h.Open, "closed -> open", "open -> closed"), "enum %s %s", h.Name,
			choose(h.Open, "takes other values, too", "takes no values but its own any more")), p.hits(rule, "")...)
	}
	c.enumValues(p, b, h)
	c.docs(p, "", h.Pos, text{"description", b.Description, h.Description})
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
		c.docs(p, w.Value, w.Pos, text{"description", v.Description, w.Description})
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

// enumValue reports a value that is gone, new, or called differently.
func (c *comparison) enumValue(p place, change Change, v, w *catalog.EnumValue) {
	change.Base.Value, change.Head.Value = v, w
	when := ""
	if p.base.Enum.Open {
		when = openEnum
	}
	switch {
	case w == nil:
		change.Go = p.constants(v.GoName, ": removed")
		c.add(change.says("removed", "value %q is gone", v.Value),
			p.either("request-enum-value-removed", "response-enum-value-removed", when)...)
	case v == nil:
		c.add(change.says("added", "value %q is new", w.Value),
			p.either("request-enum-value-added", "response-enum-value-added", when)...)
	case v.Value != w.Value:
		c.add(change.says(arrow(v.Value, w.Value), "constant %s is %q on the wire now, not %q", w.GoName, w.Value, v.Value),
			p.hits("enum-value-wire-changed", when)...)
	case c.constant(v, p.base.Enum, p.head.Enum) != w.GoName:
		change.Go = p.constants(v.GoName, " -> "+w.GoName)
		c.add(change.says(arrow(v.GoName, w.GoName), "the constant of value %q is %s now, not %s", w.Value, w.GoName, v.GoName),
			p.hits("enum-value-go-name-changed", "")...)
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
