package diff

import "example.com/opgen/catalog"

// pagination compares how an operation pages.
func (c *comparison) pagination(p place, bo, ho *catalog.Operation, body, answer *matching) {
	b, h := bo.Pagination, ho.Pagination
	report := func(rule, when, what, message string, moves ...string) {
		change := p.here("", ho.Pos)
		if h != nil {
			change = p.here("", h.Pos)
		} else {
			change = p.gone("", b.Pos)
			change.Head = p.head
		}
		change.Go = moves
		c.add(change.says("pagination "+what, "%s", message), hit{rule: rule, when: when})
	}
	iterator := bo.Area.Package + ".Client." + bo.GoName + "Pages: "
	switch {
	case b == nil && h == nil:
		return
	case b == nil:
		if !c.conditions(p, body, h, Head) {
			report("pagination-added", "", "added", "the operation pages now by "+h.Page.Name+" and "+h.Size.Name)
		}
		return
	case h == nil:
		if c.conditions(p, body, b, Base) {
			return
		}
		message := "the operation does not page any more by " + b.Page.Name + " and " + b.Size.Name
		if b.Items == nil {
			report("pagination-removed", "", "removed", message)
		} else {
			report("pagination-removed", withItems, "removed", message, iterator+"removed")
		}
		return
	}
	for _, f := range [][2]*catalog.Field{{b.Page, h.Page}, {b.Size, h.Size}} {
		if body.head[f[0]] != f[1] {
			report("page-field-changed", "", "field "+arrow(f[0].Name, f[1].Name), "the operation pages by field "+f[1].Name+" now, not by "+f[0].Name)
		}
	}
	if what := arrow(number(b.DefaultSize), number(h.DefaultSize)); number(b.DefaultSize) != number(h.DefaultSize) {
		report("page-default-changed", "", "default_size "+what, "the size of a page that is not given changes: "+what)
	}
	if what := arrow(number(b.First), number(h.First)); number(b.First) != number(h.First) {
		report("page-base-changed", "", "first "+what, "the number of the first page changes: "+what)
	}
	c.pageLimit(p, body, b, h)
	switch {
	case b.Items == nil && h.Items != nil:
		report("page-items-declared", "", "items "+arrow("", h.Items.Name), "the items of a page are said to be in "+h.Items.Name)
	case b.Items != nil && h.Items == nil:
		report("page-items-undeclared", "", "items "+arrow(b.Items.Name, ""), "the items of a page are not said to be in "+b.Items.Name+" any more", iterator+"removed")
	case b.Items != nil && answer.head[b.Items] != h.Items:
		when, moves := "", []string(nil)
		if c.typeKey(b.Items.Type, Base) != c.typeKey(h.Items.Type, Head) && itemsOf(b) != itemsOf(h) {
			when, moves = otherItems, []string{iterator + arrow(itemsOf(b), itemsOf(h))}
		}
		report("page-items-key-changed", when, "items "+arrow(b.Items.Name, h.Items.Name), "the items of a page are in "+h.Items.Name+" now, not in "+b.Items.Name, moves...)
	}
}

// itemsOf writes the type of an iterator in Go.
func itemsOf(p *catalog.Pagination) string {
	return "iter.Seq2[" + baseType(p.Items.Type.Elem) + ", error]"
}

// pageLimit reports a maximum of the size of a page that is new or smaller, in
// place of the rule about maxima.
func (c *comparison) pageLimit(p place, body *matching, b, h *catalog.Pagination) {
	was := body.base[h.Size]
	if was != b.Size || compareBounds(string(was.Maximum), string(h.Size.Maximum), -1) <= 0 {
		return
	}
	c.told[told{h.Size, "maximum"}] = true
	what := arrow(string(was.Maximum), string(h.Size.Maximum))
	p.base.Shape, p.head.Shape = p.base.Operation.Request, p.head.Operation.Request
	c.add(p.changed(was, h.Size).says("maximum "+what, "the maximum of field %s, the size of a page, changes: %s", h.Size.Name, what),
		hit{rule: "page-limit-max-added"})
}

// conditions reports defaults of paging that hold for every call in the catalog
// that does not page, in place of the pagination that came or went; side is that
// of the pagination.
func (c *comparison) conditions(p place, body *matching, pages *catalog.Pagination, side Side) bool {
	when, moves, found := "", []string(nil), false
	if side == Base && pages.Items != nil {
		o := p.base.Operation
		when, moves = withItems, []string{o.Area.Package + ".Client." + o.GoName + "Pages: removed"}
	}
	for _, d := range []struct {
		field *catalog.Field
		value *int
	}{{pages.Page, pages.First}, {pages.Size, pages.DefaultSize}} {
		b, h := d.field, body.head[d.field]
		if side == Head {
			b, h = body.base[d.field], d.field
		}
		if b == nil || h == nil || d.value == nil {
			continue
		}
		always := b.Default
		if side == Base {
			always = h.Default
		}
		if always == nil || !sameValue(always, *d.value) {
			continue
		}
		found = true
		c.told[told{h, "default"}] = true
		p.base.Shape, p.head.Shape = p.base.Operation.Request, p.head.Operation.Request
		change := p.changed(b, h)
		change.Go = moves
		c.add(change.says("default "+choose(side == Base, "of pages -> always", "always -> of pages"),
			"the default of field %s, %d, holds %s", h.Name, *d.value, choose(side == Base, "for every call now", "for calls that page alone now")),
			hit{rule: "default-condition-changed", when: when})
	}
	return found
}
