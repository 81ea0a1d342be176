package diff

import (
	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

var otherItems = Situation{"the items are of another type"}

var paginationAdded = rule("pagination-added",
	"An operation pages.",
	"Requests with one of the two fields get a default for the other. The shape of the answer is a change of its own. In Go, the iterator over the items is new.",
	example{after: "pagination: {page: page, size: limit}"},
	Anywhere.verdicts("S·SS"))

var paginationRemoved = rule("pagination-removed",
	"An operation does not page any more.",
	"Requests with one of the two fields get no default for the other. The shape of the answer is a change of its own. In Go, the iterator is gone, which there is where the items are known.",
	example{before: "pagination: {page: page, size: limit}"},
	Anywhere.verdicts("S·SS"),
	Anywhere.verdicts("S·BS").when(withItems))

var pageFieldChanged = rule("page-field-changed",
	"An operation pages by another field.",
	"What the old fields ask for is not paging any more. Everything compiles.",
	example{before: "pagination: {page: page, size: limit}", after: "pagination: {page: page, size: count}"},
	Anywhere.verdicts("S·SS"))

var pageDefaultChanged = rule("page-default-changed",
	"The size of a page is another one where the request does not say.",
	"Old calls get pages of another size. Everything compiles.",
	example{before: "pagination: {page: page, size: limit, default_size: 100}", after: "pagination: {page: page, size: limit, default_size: 50}"},
	Anywhere.verdicts("SSS·"))

var pageBaseChanged = rule("page-base-changed",
	"The first page has another number.",
	"Old calls skip a page, or get one twice. The types are equal, and nothing fails.",
	example{before: "pagination: {page: page, size: limit, first: 0}", after: "pagination: {page: page, size: limit, first: 1}"},
	Anywhere.verdicts("SSSS").but(report.Error, "items are left out or seen twice, and nothing fails"))

var pageItemsKeyChanged = rule("page-items-key-changed",
	"The items of a page are in another field of the answer.",
	"Old clients look for them in the old one, and find nothing. The iterator compiles, unless the items are of another type.",
	example{before: "pagination: {page: page, size: limit, items: data}", after: "pagination: {page: page, size: limit, items: rows}"},
	Anywhere.verdicts("–B··"),
	Anywhere.verdicts("–BB·").when(otherItems))

var pageItemsDeclared = rule("page-items-declared",
	"The catalog says where the items of a page are.",
	"Nothing on the wire. In Go, the iterator over the items is new.",
	example{before: "pagination: {page: page, size: limit}", after: "pagination: {page: page, size: limit, items: data}"},
	Anywhere.verdicts("····"))

var pageItemsUndeclared = rule("page-items-undeclared",
	"The catalog does not say any more where the items of a page are.",
	"Nothing on the wire. In Go, the iterator over the items is gone.",
	example{before: "pagination: {page: page, size: limit, items: data}", after: "pagination: {page: page, size: limit}"},
	Anywhere.verdicts("··B·"))

// pagination compares how an operation pages.
func (c *comparison) pagination(p place, bo, ho *catalog.Operation, body, answer *matching) {
	b, h := bo.Pagination, ho.Pagination
	say := func(rule *Rule, when Situation, what, message string, moves ...string) {
		change := p.here("", ho.Pos)
		if h != nil {
			change = p.here("", h.Pos)
		} else {
			change = p.gone("", b.Pos)
			change.Head = p.head
		}
		change.Go = moves
		c.addEither(change, rule, rule, when, "pagination "+what, "%s", message)
	}
	iterator := bo.Area.Package + ".Client." + bo.GoName + "Pages: "
	switch {
	case b == nil && h == nil:
		return
	case b == nil:
		if !c.conditions(p, body, h, inHead) {
			say(paginationAdded, general, "added", "the operation pages now by "+h.Page.Name+" and "+h.Size.Name)
		}
		return
	case h == nil:
		if c.conditions(p, body, b, inBase) {
			return
		}
		message := "the operation does not page any more by " + b.Page.Name + " and " + b.Size.Name
		if b.Items == nil {
			say(paginationRemoved, general, "removed", message)
		} else {
			say(paginationRemoved, withItems, "removed", message, iterator+"removed")
		}
		return
	}
	for _, f := range [][2]*catalog.Field{{b.Page, h.Page}, {b.Size, h.Size}} {
		if body.head[f[0]] != f[1] {
			say(pageFieldChanged, general, "field "+arrow(f[0].Name, f[1].Name), "the operation pages by field "+f[1].Name+" now, not by "+f[0].Name)
		}
	}
	if what := arrow(number(b.DefaultSize), number(h.DefaultSize)); number(b.DefaultSize) != number(h.DefaultSize) {
		say(pageDefaultChanged, general, "default_size "+what, "the size of a page that is not given changes: "+what)
	}
	if what := arrow(number(b.First), number(h.First)); number(b.First) != number(h.First) {
		say(pageBaseChanged, general, "first "+what, "the number of the first page changes: "+what)
	}
	c.pageLimit(p, body, b, h)
	switch {
	case b.Items == nil && h.Items != nil:
		say(pageItemsDeclared, general, "items "+arrow("", h.Items.Name), "the items of a page are said to be in "+h.Items.Name)
	case b.Items != nil && h.Items == nil:
		say(pageItemsUndeclared, general, "items "+arrow(b.Items.Name, ""), "the items of a page are not said to be in "+b.Items.Name+" any more", iterator+"removed")
	case b.Items != nil && answer.head[b.Items] != h.Items:
		when, moves := general, []string(nil)
		if c.typeKey(b.Items.Type, inBase) != c.typeKey(h.Items.Type, inHead) && itemsOf(b) != itemsOf(h) {
			when, moves = otherItems, []string{iterator + arrow(itemsOf(b), itemsOf(h))}
		}
		say(pageItemsKeyChanged, when, "items "+arrow(b.Items.Name, h.Items.Name), "the items of a page are in "+h.Items.Name+" now, not in "+b.Items.Name, moves...)
	}
}

// itemsOf writes the type of an iterator in Go.
func itemsOf(p *catalog.Pagination) string {
	return "iter.Seq2[" + baseType(p.Items.Type.Elem) + ", error]"
}

var pageLimitMaxAdded = rule("page-limit-max-added",
	"The size of a page has a maximum, or a smaller one.",
	"Calls that ask for more are refused, and whoever read everything at once reads a part.",
	example{before: "limit: integer", after: "limit: {type: integer, maximum: 100}"},
	Anywhere.verdicts("BSS·")).violates("maximum")

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
	c.add(p.changed(was, h.Size), pageLimitMaxAdded, "maximum "+what,
		"the maximum of field %s, the size of a page, changes: %s", h.Size.Name, what)
}

var defaultConditionChanged = rule("default-condition-changed",
	"A default of a paging field holds for every call now, or for calls that page alone.",
	"The value is the same, and the calls that carry it are others. In Go, the iterator is gone with the pagination, which there is where the items are known.",
	example{before: "pagination: {page: page, size: limit, first: 1}", after: "page: {type: integer, default: 1}"},
	Anywhere.verdicts("S–SS"),
	Anywhere.verdicts("S–BS").when(withItems))

// conditions reports defaults of paging that hold for every call in the catalog
// that does not page, in place of the pagination that came or went; side is that
// of the pagination.
func (c *comparison) conditions(p place, body *matching, pages *catalog.Pagination, side side) bool {
	when, moves, found := general, []string(nil), false
	if side == inBase && pages.Items != nil {
		o := p.base.Operation
		when, moves = withItems, []string{o.Area.Package + ".Client." + o.GoName + "Pages: removed"}
	}
	for _, d := range []struct {
		field *catalog.Field
		value *int
	}{{pages.Page, pages.First}, {pages.Size, pages.DefaultSize}} {
		b, h := d.field, body.head[d.field]
		if side == inHead {
			b, h = body.base[d.field], d.field
		}
		if b == nil || h == nil || d.value == nil {
			continue
		}
		always := b.Default
		if side == inBase {
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
		c.addEither(change, defaultConditionChanged, defaultConditionChanged, when, "default "+choose(side == inBase, "of pages -> always", "always -> of pages"),
			"the default of field %s, %d, holds %s", h.Name, *d.value, choose(side == inBase, "for every call now", "for calls that page alone now"))
	}
	return found
}
