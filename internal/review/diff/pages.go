package diff

import (
	"strings"

	"example.com/opgen/internal/catalog"
)

// sayer reports a change of the pagination of an operation.
type sayer func(rule *Rule, when Situation, what, message string, moves ...string)

var (
	swapped     = Situation{"what was the page is the size now, or the other way round"}
	otherMethod = Situation{"one is paging by a cursor, and the other one by page numbers"}
	pageSize    = Situation{"it bounds the size of a page"}
)

var paginationAdded = rule("pagination-added",
	"An operation has pagination now.",
	"Requests with one of the two fields get a default for the other. Fields of the response are changes of their own. In Go, the iterator over the items is new.",
	example{after: "pagination: {page: page, size: limit}"}, Anywhere.verdicts("S·SS"))

var paginationRemoved = rule("pagination-removed",
	"An operation no longer has pagination.",
	"Requests with one of the two fields get no default for the other. Fields of the response are changes of their own. In Go, the iterator is removed; there is one only if the items are known.",
	example{before: "pagination: {page: page, size: limit}"}, Anywhere.verdicts("S·SS"), Anywhere.verdicts("S·BS").when(withItems))

var pageFieldChanged = rule("page-field-changed",
	"The paging field, the operation that takes the cursor, or the method of paging (cursor or page numbers) changed; the key is field, continue or method.",
	"What old callers send no longer selects a page, or goes to the old operation. An iterator over the items compiles, and pages in the new way once it is generated anew.",
	example{before: "pagination: {page: page, size: limit}", after: "pagination: {page: page, size: count}"},
	Anywhere.verdicts("S·SS"),
	Anywhere.verdicts("S·SS").when(swapped).because(otherData),
	Anywhere.verdicts("SSSS").when(otherMethod)).
	replaces("page-field-changed:field", "page-continue-changed:continue", "page-method-changed:method")

var pageDefaultChanged = rule("page-default-changed",
	"The default size of a page changed.",
	"Old calls get pages of another size. Everything compiles.",
	example{before: "pagination: {page: page, size: limit, default_size: 100}", after: "pagination: {page: page, size: limit, default_size: 50}"},
	Anywhere.verdicts("SSS·"))

var pageBaseChanged = rule("page-base-changed",
	"The number of the first page changed.",
	"Old calls skip a page, or get one twice. The types are the same, and nothing fails.",
	example{before: "pagination: {page: page, size: limit, first: 0}", after: "pagination: {page: page, size: limit, first: 1}"},
	Anywhere.verdicts("SSSS").because(otherData))

// Situations of places of pages.
var (
	otherItems    = Situation{"the items have another type"}
	itemsDeclared = Situation{"the catalog says now where the items are"}
	itemsDropped  = Situation{"the catalog no longer says where the items are"}
	moreDeclared  = Situation{"the catalog says now, or no longer, where a response says whether there is a next page"}
)

var pagePlaceChanged = rule("page-place-changed",
	"The items of a page, the next cursor, or whether there is a next page, are in another place of the response; the key is that of pagination.",
	"Old clients look in the old place and find nothing, so that they read no items or stop after the first page. Code that uses the iterator compiles, unless the items have another type. If a place is only declared, or no longer is, nothing changes on the wire: in Go, the iterator over the items is new or gone, and new clients end where the response says so.",
	example{before: "pagination: {page: page, size: limit, items: data}", after: "pagination: {page: page, size: limit, items: rows}"},
	Anywhere.verdicts("–S··").because(otherData),
	Anywhere.verdicts("–SB·").when(otherItems).because(otherData),
	Anywhere.verdicts("····").when(itemsDeclared),
	Anywhere.verdicts("··B·").when(itemsDropped),
	Anywhere.verdicts("–·S·").when(moreDeclared)).
	replaces("page-next-changed:next", "page-more-changed:more", "page-items-key-changed:items", "page-items-declared:items",
		"page-items-undeclared:items")

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
		if rule == pagePlaceChanged || rule == pageFieldChanged {
			change.Aspect, _, _ = strings.Cut(what, " ")
		}
		c.add(change.when(when), rule, "pagination "+what, "%s", message)
	}
	iterator := bo.Area.Package + ".Client." + bo.GoName + "Items: "
	switch {
	case b == nil && h == nil:
		return
	case b == nil:
		if !c.conditions(p, body, h, inHead) {
			say(paginationAdded, general, "added", "the operation now pages by "+by(h))
		}
		return
	case h == nil:
		if c.conditions(p, body, b, inBase) {
			return
		}
		message := "the operation no longer pages by " + by(b)
		if b.Items == nil {
			say(paginationRemoved, general, "removed", message)
		} else {
			say(paginationRemoved, withItems, "removed", message, iterator+"removed")
		}
		return
	}
	switch {
	case (b.Cursor == nil) != (h.Cursor == nil):
		say(pageFieldChanged, otherMethod, "method "+arrow(by(b), by(h)), "the operation pages by "+by(h)+" now, not by "+by(b))
	case h.Cursor != nil:
		c.cursors(b, h, body, answer, say)
	default:
		c.numbers(b, h, body, say)
		c.pageLimit(p, body, b, h)
	}
	switch {
	case b.Items == nil && h.Items != nil:
		say(pagePlaceChanged, itemsDeclared, "items "+arrow("", h.At.Name), "the items of a page are declared in "+h.At.Name)
	case b.Items != nil && h.Items == nil:
		say(pagePlaceChanged, itemsDropped, "items "+arrow(b.At.Name, ""), "the items of a page are no longer declared in "+b.At.Name, iterator+"removed")
	case b.Items != nil && !samePlace(b.At, h.At, answer):
		when, moves := general, []string(nil)
		if c.typeKey(b.Items.Type, inBase) != c.typeKey(h.Items.Type, inHead) && itemsOf(b) != itemsOf(h) {
			when, moves = otherItems, []string{iterator + arrow(itemsOf(b), itemsOf(h))}
		}
		say(pagePlaceChanged, when, "items "+arrow(b.At.Name, h.At.Name), "the items of a page are in "+h.At.Name+" now, not in "+b.At.Name, moves...)
	}
}

// by names what pages: two fields, or the one that takes the cursor.
func by(p *catalog.Pagination) string {
	if p.Cursor != nil {
		return "the cursor " + p.Cursor.Name
	}
	return p.Page.Name + " and " + p.Size.Name
}

// numbers compares paging by page numbers.
func (c *comparison) numbers(b, h *catalog.Pagination, body *matching, say sayer) {
	crossed := body.head[b.Page] == h.Size || body.head[b.Size] == h.Page
	for _, f := range [][2]*catalog.Field{{b.Page, h.Page}, {b.Size, h.Size}} {
		if body.head[f[0]] != f[1] {
			say(pageFieldChanged, choose(crossed, swapped, general), "field "+arrow(f[0].Name, f[1].Name), "the operation pages by field "+f[1].Name+" now, not by "+f[0].Name)
		}
	}
	if what := arrow(number(b.DefaultSize), number(h.DefaultSize)); number(b.DefaultSize) != number(h.DefaultSize) {
		say(pageDefaultChanged, general, "default_size "+what, "the default size of a page changes: "+what)
	}
	if what := arrow(number(b.First), number(h.First)); number(b.First) != number(h.First) {
		say(pageBaseChanged, general, "first "+what, "the number of the first page changes: "+what)
	}
}

// itemsOf writes the type of an iterator in Go.
func itemsOf(p *catalog.Pagination) string {
	return "iter.Seq2[" + p.Items.Type.Elem.Go().String() + ", error]"
}

// pageLimit reports a new or smaller maximum of the size of a page, instead of the
// rule about maxima.
func (c *comparison) pageLimit(p place, body *matching, b, h *catalog.Pagination) {
	was := body.base[h.Size]
	if was != b.Size || compareBounds(string(was.Maximum), string(h.Size.Maximum), -1) <= 0 {
		return
	}
	c.told[told{h.Size, itsMaximum}] = true
	what := arrow(string(was.Maximum), string(h.Size.Maximum))
	p.base.Shape, p.head.Shape = p.base.Operation.Request, p.head.Operation.Request
	c.add(p.changed(was, h.Size).of("maximum").when(pageSize), constraintTightened, "maximum "+what,
		"the maximum of field %s, the size of a page, changes: %s", h.Size.Name, what)
}

// conditions reports defaults of paging that apply to every call in the catalog
// without pagination; side is the side with pagination. It reports whether paging has
// no other default, so that there is no need to report that paging was added or removed.
func (c *comparison) conditions(p place, body *matching, pages *catalog.Pagination, side side) bool {
	if pages.Cursor != nil {
		return false
	}
	when, moves, found, others := general, []string(nil), false, false
	if side == inBase && pages.Items != nil {
		o := p.base.Operation
		when, moves = withItems, []string{o.Area.Package + ".Client." + o.GoName + "Items: removed"}
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
			others = true
			continue
		}
		found = true
		c.told[told{h, itsDefault}] = true
		p.base.Shape, p.head.Shape = p.base.Operation.Request, p.head.Operation.Request
		p.met = []use{{Context: InRequest}}
		change := p.changed(b, h)
		change.Go = moves
		c.add(change.of("pages").when(when), defaultChanged, "default "+choose(side == inBase, "of pages -> always", "always -> of pages"),
			"the default of field %s, %d, applies %s", h.Name, *d.value, choose(side == inBase, "to every call now", "only to calls that page now"))
	}
	return found && !others
}
