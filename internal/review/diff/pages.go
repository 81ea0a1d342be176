package diff

import "example.com/opgen/internal/catalog"

// pageReporter reports a change of the pagination of an operation; the key is what the catalog
// calls it.
type pageReporter func(rule *Rule, when Situation, key, old, new, message string, moves ...string)

var (
	swapped      = Situation{"the page field is the size field now, or vice versa"}
	otherMethod  = Situation{"paging by a cursor became paging by page numbers, or vice versa"}
	sizeOfCursor = Situation{"it is the size of a page, which only documents show"}
	pageSize     = Situation{"it bounds the size of a page"}

	withItems     = Situation{"the items are known"}
	fillsNothing  = Situation{"it fills in no default"}
	iteratorAlone = Situation{"it fills in no default, and the items are known"}
)

var paginationAdded = rule("pagination-added",
	"An operation has pagination now.",
	"Requests with one of the two fields get a default for the other. Fields of the response are changes of their own. In Go, the iterator over the items is new.",
	example{after: "pagination: {page: page, size: limit, default_size: 100}"}, Anywhere.verdicts("S·SS"), Anywhere.verdicts("····").when(fillsNothing))

var paginationRemoved = rule("pagination-removed",
	"An operation no longer has pagination.",
	"Requests with one of the two fields get no default for the other. Fields of the response are changes of their own. In Go, the iterator is removed; there is one only if the items are known.",
	example{before: "pagination: {page: page, size: limit, default_size: 100}"}, Anywhere.verdicts("S·SS"), Anywhere.verdicts("S·BS").when(withItems),
	Anywhere.verdicts("····").when(fillsNothing), Anywhere.verdicts("··B·").when(iteratorAlone))

var pageFieldChanged = rule("page-field-changed",
	"The paging field, the operation that takes the cursor, or the method of paging (cursor or page numbers) changed; the key is field, continue or method.",
	"What old callers send no longer selects a page, or goes to the old operation. An iterator over the items compiles, and pages in the new way once it is regenerated.",
	example{before: "pagination: {page: page, size: limit}", after: "pagination: {page: page, size: count}"},
	Anywhere.verdicts("S·SS"), Anywhere.verdicts("S·SS").when(swapped).because(otherData),
	Anywhere.verdicts("SSSS").when(otherMethod), Anywhere.verdicts("····").when(sizeOfCursor)).
	replaces("page-continue-changed:continue", "page-method-changed:method")

var pageDefaultChanged = rule("page-default-changed",
	"The default size of a page changed.",
	"Old calls get pages of another size. Everything compiles.",
	example{before: "pagination: {page: page, size: limit, default_size: 100}", after: "pagination: {page: page, size: limit, default_size: 50}"},
	Anywhere.verdicts("SSSS"))

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
	"The items of a page, the next cursor, or the member that reports a next page moved in the response; the key says which.",
	"Old clients look in the old place and find nothing, so that they read no items or stop after the first page. Code that uses the iterator compiles, unless the items have another type. If a place is only declared, or no longer is, nothing changes on the wire: in Go, the iterator over the items is new or gone, and new clients end where the response says so.",
	example{before: "pagination: {page: page, size: limit, items: data}", after: "pagination: {page: page, size: limit, items: rows}"},
	Anywhere.verdicts("–S··").because(otherData),
	Anywhere.verdicts("–SB·").when(otherItems).because(otherData),
	Anywhere.verdicts("····").when(itemsDeclared), Anywhere.verdicts("··B·").when(itemsDropped),
	Anywhere.verdicts("–·S·").when(moreDeclared)).
	replaces("page-next-changed:next", "page-more-changed:more", "page-items-key-changed:items", "page-items-declared:items",
		"page-items-undeclared:items")

func (c *comparison) pagination(p place, b, h *catalog.Pagination, body, response *matching) {
	switch {
	case b == nil && h == nil:
	case b == nil:
		c.add(p.headChange("", h.Pos).inSituation(choose(fillsDefault(h), general, fillsNothing)), paginationAdded, "pagination added", "the operation now pages by %s", pagesBy(h))
	case h == nil:
		change := p.baseChange("", b.Pos)
		change.Go = iteratorRemoved(p, b)
		without, with := choose(fillsDefault(b), general, fillsNothing),
			choose(fillsDefault(b), withItems, iteratorAlone)
		c.add(change.inSituation(choose(b.Items == nil, without, with)), paginationRemoved, "pagination removed",
			"the operation no longer pages by %s", pagesBy(b))
	default:
		c.pages(p, b, h, body, response)
	}
}

func (c *comparison) pages(p place, b, h *catalog.Pagination, body, response *matching) {
	report := func(rule *Rule, when Situation, key, old, new, message string, moves ...string) {
		change := p.headChange("", h.Pos).keyed(key).inSituation(when)
		change.Go = moves
		c.add(change, rule, "pagination "+key+" "+arrow(old, new), "%s", message)
	}
	switch {
	case (b.Cursor == nil) != (h.Cursor == nil):
		report(pageFieldChanged, otherMethod, "method", pagesBy(b), pagesBy(h), "the operation pages by "+pagesBy(h)+" now, not by "+pagesBy(b))
	case h.Cursor != nil:
		c.cursors(b, h, body, response, report)
	default:
		c.numbers(p, b, h, body, report)
	}
	switch {
	case b.Items == nil && h.Items != nil:
		report(pagePlaceChanged, itemsDeclared, "items", "", h.At.Name, "the items of a page are declared in "+h.At.Name)
	case b.Items != nil && h.Items == nil:
		report(pagePlaceChanged, itemsDropped, "items", b.At.Name, "", "the items of a page are no longer declared in "+b.At.Name, iteratorRemoved(p, b)...)
	case b.Items != nil && !samePlace(b.At, h.At, response):
		when, moves := general, []string(nil)
		if was, is := itemsOf(b), itemsOf(h); was != is && c.typeKey(b.Items.Type, inBase) != c.typeKey(h.Items.Type, inHead) {
			when, moves = otherItems, []string{iteratorOf(p) + arrow(was, is)}
		}
		report(pagePlaceChanged, when, "items", b.At.Name, h.At.Name, "the items of a page are in "+h.At.Name+" now, not in "+b.At.Name, moves...)
	}
}

// iteratorOf begins the move of the iterator of an operation.
func iteratorOf(p place) string {
	return p.base.Area.Package + ".Client." + p.base.Operation.GoName + "Items: "
}

// iteratorRemoved returns the move of a removed iterator, if there was one.
func iteratorRemoved(p place, b *catalog.Pagination) []string {
	if b.Items == nil {
		return nil
	}
	return []string{iteratorOf(p) + "removed"}
}

// fillsDefault reports whether calls that page get a default.
func fillsDefault(p *catalog.Pagination) bool {
	return p.Cursor == nil && (p.First != nil || p.DefaultSize != nil)
}

// pagesBy names the paging fields.
func pagesBy(p *catalog.Pagination) string {
	if p.Cursor != nil {
		return "the cursor " + p.Cursor.Name
	}
	return p.Page.Name + " and " + p.Size.Name
}

// numbers compares paging by page numbers.
func (c *comparison) numbers(p place, b, h *catalog.Pagination, body *matching, report pageReporter) {
	crossed := body.head[b.Page] == h.Size || body.head[b.Size] == h.Page
	for _, f := range [][2]*catalog.Field{{b.Page, h.Page}, {b.Size, h.Size}} {
		if body.head[f[0]] != f[1] {
			report(pageFieldChanged, choose(crossed, swapped, general), "field", f[0].Name, f[1].Name, otherPageField(f[0], f[1]))
		}
	}
	change := p.headChange("", h.Pos)
	c.compareValue(change, pageDefaultChanged, "pagination default_size", number(b.DefaultSize), number(h.DefaultSize), "the default size of a page changes")
	c.compareValue(change, pageBaseChanged, "pagination first", number(b.First), number(h.First), "the number of the first page changes")
}

func otherPageField(b, h *catalog.Field) string {
	return "the operation pages by field " + h.Name + " now, not by " + b.Name
}

// cursors compares paging by a cursor.
func (c *comparison) cursors(b, h *catalog.Pagination, body, response *matching, report pageReporter) {
	if next := c.operations[b.Continue]; next != h.Continue {
		report(pageFieldChanged, general, "continue", continuation(b), continuation(h), "the cursor is taken by "+continuation(h)+" now, not by "+continuation(b))
	} else if b.Cursor.Name != h.Cursor.Name && (b.Continue != nil || body.head[b.Cursor] != h.Cursor) {
		report(pageFieldChanged, general, "field", b.Cursor.Name, h.Cursor.Name, otherPageField(b.Cursor, h.Cursor))
	}
	if b.Size != nil && h.Size != nil && body.head[b.Size] != h.Size {
		report(pageFieldChanged, sizeOfCursor, "field", b.Size.Name, h.Size.Name, otherPageField(b.Size, h.Size))
	}
	if !samePlace(b.Next, h.Next, response) {
		report(pagePlaceChanged, general, "next", b.Next.Name, h.Next.Name, "the next cursor is in "+h.Next.Name+" now, not in "+b.Next.Name)
	}
	switch {
	case b.More == nil && h.More == nil:
	case b.More == nil:
		report(pagePlaceChanged, moreDeclared, "more", "", h.More.Name, h.More.Words()+" says now whether there is a next page")
	case h.More == nil:
		report(pagePlaceChanged, moreDeclared, "more", b.More.Name, "", b.More.Words()+" no longer says whether there is a next page")
	case !samePlace(b.More, h.More, response):
		report(pagePlaceChanged, general, "more", b.More.Name, h.More.Name, h.More.Name+" says now whether there is a next page, not "+b.More.Name)
	}
}

// continuation names the operation that takes the cursor.
func continuation(p *catalog.Pagination) string {
	if p.Continue == nil {
		return "the operation itself"
	}
	return p.Continue.Name
}

// samePlace reports whether two places are the same, apart from a renamed field. Fields
// beside the response are not in the matching.
func samePlace(b, h *catalog.Place, response *matching) bool {
	if f := b.Field(); f != nil && len(b.Fields) == 1 && len(h.Fields) == 1 && !b.Beside && !h.Beside {
		return response.head[f] == h.Field()
	}
	return b.Pointer == h.Pointer
}

// itemsOf returns the Go type of an iterator.
func itemsOf(p *catalog.Pagination) string {
	return "iter.Seq2[" + p.Items.Type.Elem.Go().String() + ", error]"
}

// sizesPages reports whether a field is the size of a page in an operation of both catalogs.
func (c *comparison) sizesPages(b, h *catalog.Field) bool {
	for op, to := range c.operations {
		was, is := op.Pagination, to.Pagination
		if was != nil && is != nil && was.Size == b && is.Size == h && was.Cursor == nil && is.Cursor == nil {
			return true
		}
	}
	return false
}
