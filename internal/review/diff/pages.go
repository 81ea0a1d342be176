package diff

import (
	"strconv"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// This file compares pagination. Its fields are ordinary fields of requests and responses, which
// are compared as such; what is compared here is what they mean. Nothing is ever refused for it,
// and everything compiles, so that all of these are shifts: callers get other pages than before.

// Situations of paging fields and of iterators.
var (
	swapped     = Situation{words: "the page field is the size field now, or vice versa"}
	otherMethod = Situation{
		words: "the operation pages in another way: by page numbers, an offset, a cursor or the " +
			"last item",
	}
	sizeOfCursor = Situation{words: "it is the size of a page, which only documents show"}

	withItems     = Situation{words: "the items are known"}
	fillsNothing  = Situation{words: "it fills in no default"}
	iteratorAlone = Situation{words: "it fills in no default, and the items are known"}
)

// The fields were there before, or are changes of their own. New is what they mean together.
var paginationAdded = rule("pagination-added",
	"An operation has pagination now.",
	"Requests with one of the two fields get a default for the other. Fields of the response are "+
		"changes of their own. In Go, the iterator over the items is new.",
	example{after: "pagination: {page: page, size: limit, default_size: 100}"},
	Anywhere.verdicts("S·SS"),
	Anywhere.verdicts("····").when(fillsNothing),
)

// The fields may stay, as ordinary ones. Who iterates over pages in Go has no iterator any more.
var paginationRemoved = rule("pagination-removed",
	"An operation no longer has pagination.",
	"Requests with one of the two fields get no default for the other. Fields of the response "+
		"are changes of their own. In Go, the iterator is removed; there is one only if the "+
		"items are known.",
	example{before: "pagination: {page: page, size: limit, default_size: 100}"},
	Anywhere.verdicts("S·SS"),
	Anywhere.verdicts("S·BS").when(withItems),
	Anywhere.verdicts("····").when(fillsNothing),
	Anywhere.verdicts("··B·").when(iteratorAlone),
)

// Iterators are generated, so that callers of these notice nothing after an upgrade.
var pageFieldChanged = rule("page-field-changed",
	"The paging field, the operation that takes the cursor, or the method of paging (page "+
		"numbers, offset, cursor or last item) changed; the key is field, continue or method.",
	"What old callers send no longer selects a page, or goes to the old operation. An iterator "+
		"over the items compiles, and pages in the new way once it is regenerated.",
	example{
		before: "pagination: {page: page, size: limit}",
		after:  "pagination: {page: page, size: count}",
	},
	Anywhere.verdicts("S·SS"),
	Anywhere.verdicts("S·SS").when(swapped).because(otherData),
	Anywhere.verdicts("SSSS").when(otherMethod),
	Anywhere.verdicts("····").when(sizeOfCursor),
).replaces("page-continue-changed:continue", "page-method-changed:method")

// Nothing is lost: an iterator gets all items in any case, with more or fewer calls.
var pageDefaultChanged = rule("page-default-changed",
	"The default size of a page changed.",
	"Old calls get pages of another size. Everything compiles.",
	example{
		before: "pagination: {page: page, size: limit, default_size: 100}",
		after:  "pagination: {page: page, size: limit, default_size: 50}",
	},
	Anywhere.verdicts("SSSS"),
)

// The silent kind: a caller reads the second page, and takes it for the first.
var pageBaseChanged = rule("page-base-changed",
	"The number of the first page changed.",
	"Old calls skip a page, or get one twice. The types are the same, and nothing fails.",
	example{
		before: "pagination: {page: page, size: limit, first: 0}",
		after:  "pagination: {page: page, size: limit, first: 1}",
	},
	Anywhere.verdicts("SSSS").because(otherData),
)

// Situations of places of pages.
var (
	otherItems    = Situation{words: "the items have another type"}
	itemsDeclared = Situation{words: "the catalog says now where the items are"}.goOnly().exports()
	itemsDropped  = Situation{words: "the catalog no longer says where the items are"}.goOnly()
	moreDeclared  = Situation{
		words: "the catalog says now, or no longer, where a response says whether there is a next page",
	}
)

// A client that finds no items takes the page for the last one, so that this is worse than an error.
var pagePlaceChanged = rule("page-place-changed",
	"The items of a page, the next cursor, its field in the last item, or the member that "+
		"reports a next page moved in the response; the key says which.",
	"Old clients look in the old place and find nothing, so that they read no items or stop "+
		"after the first page. Code that uses the iterator compiles, unless the items have "+
		"another type. If a place is only declared, or no longer is, nothing changes on the "+
		"wire: in Go, the iterator over the items is new or gone, and new clients end where the "+
		"response says so.",
	example{
		before: "pagination: {page: page, size: limit, items: data}",
		after:  "pagination: {page: page, size: limit, items: rows}",
	},
	Anywhere.verdicts("–S··").because(otherData),
	Anywhere.verdicts("–SB·").when(otherItems).because(otherData),
	Anywhere.verdicts("····").when(itemsDeclared),
	Anywhere.verdicts("··B·").when(itemsDropped),
	Anywhere.verdicts("–·S·").when(moreDeclared),
).replaces(
	"page-next-changed:next", "page-more-changed:more", "page-items-key-changed:items",
	"page-items-declared:items", "page-items-undeclared:items",
)

// comparePagination compares whether an operation pages; body and response pair the fields of both
// bodies, so that a renamed field is no other one.
func (c *comparison) comparePagination(
	p place, b, h *catalog.Pagination, body, response *pairing.Fields,
) {
	switch {
	case b == nil && h == nil:
	case b == nil:
		when, fields := fillsNothing, pagingFields(h)
		if fillsDefault(h) {
			when = general
		}
		change := p.headChange("", h.Pos).inSituation(when)
		c.add(change, paginationAdded, "pagination added "+fields, "the operation now pages by %s", fields)
	case h == nil:
		change := p.baseChange("", b.Pos)
		change.Go = c.goChanges(iteratorName(p.base.Operation))
		c.add(change.inSituation(removedPaging(b)), paginationRemoved, "pagination removed",
			"the operation no longer pages by %s", pagingFields(b))
	default:
		paging{c, p, b, h, body, response}.compare()
	}
}

// removedPaging returns the situation of pagination that is gone.
func removedPaging(b *catalog.Pagination) Situation {
	fills, hasItems := fillsDefault(b), b.Items != nil
	switch {
	case fills && hasItems:
		return withItems
	case fills:
		return general
	case hasItems:
		return iteratorAlone
	}
	return fillsNothing
}

// paging is the pagination of an operation that pages in both catalogs.
type paging struct {
	*comparison
	place          place
	base, head     *catalog.Pagination
	body, response *pairing.Fields
}

// compare compares what both methods of paging have, and what only one has if it stays the same.
func (p paging) compare() {
	switch {
	case method(p.base) != method(p.head):
		p.report(pageFieldChanged, otherMethod, "method", "what the operation pages by",
			pagingFields(p.base), pagingFields(p.head))
	case p.head.Cursor != nil:
		p.compareCursor()
	default:
		p.compareNumbers()
	}
	p.compareItems()
}

// report reports a change of one key of the pagination.
func (p paging) report(
	rule *Rule, when Situation, key, subject, old, new string, moves ...string,
) {
	change := p.place.headChange("", p.head.Pos).keyed(key).inSituation(when)
	change.Go = moves
	p.add(change, rule, "pagination "+key+" "+arrow(old, new), "%s changes: %s", subject, arrow(old, new))
}

// compareFields reports that another field of the request has a meaning. A renamed field is
// no other one.
func (p paging) compareFields(when Situation, b, h *catalog.Field) {
	if b != nil && h != nil && p.body.Head[b] != h {
		p.report(pageFieldChanged, when, "field", "a field that the operation pages by",
			b.Name, h.Name)
	}
}

// comparePlaces reports another place in the response.
func (p paging) comparePlaces(when Situation, key, subject string, b, h *catalog.Place) {
	if !samePlace(b, h, p.response) {
		p.report(pagePlaceChanged, when, key, subject, placeName(b), placeName(h))
	}
}

// compareCursor compares paging by a cursor.
func (p paging) compareCursor() {
	b, h := p.base, p.head
	if p.Operations[b.Continue] != h.Continue {
		p.report(pageFieldChanged, general, "continue", "the operation that takes the cursor",
			continuation(b), continuation(h))
	} else if b.Cursor.Name != h.Cursor.Name {
		p.compareFields(general, b.Cursor, h.Cursor)
	}
	p.compareFields(sizeOfCursor, b.Size, h.Size)
	p.comparePlaces(general, "next", "the place of the next cursor", b.Next, h.Next)
	if last := h.Last; last != nil && last.Name != b.Last.Name {
		p.report(pagePlaceChanged, general, "last",
			"the field of the last item that is the next cursor", b.Last.Name, last.Name)
	}
	when := general
	if b.More == nil || h.More == nil {
		when = moreDeclared
	}
	p.comparePlaces(when, "more", "the member that says whether there is a next page",
		b.More, h.More)
}

// compareNumbers compares paging by page numbers.
func (p paging) compareNumbers() {
	b, h := p.base, p.head
	when := general
	sizeWasPage := h.Size != nil && p.body.Head[b.Page] == h.Size
	pageWasSize := b.Size != nil && p.body.Head[b.Size] == h.Page
	if sizeWasPage || pageWasSize {
		when = swapped
	}
	p.compareFields(when, b.Page, h.Page)
	p.compareFields(when, b.Size, h.Size)
	if (b.Size == nil) != (h.Size == nil) {
		p.report(pageFieldChanged, general, "field", "what the operation pages by",
			pagingFields(b), pagingFields(h))
	}
	change := p.place.headChange("", h.Pos)
	p.compareValue(change, pageDefaultChanged, "pagination default_size",
		numberText(b.DefaultSize), numberText(h.DefaultSize), "the default size of a page changes")
	p.compareValue(change, pageBaseChanged, "pagination first",
		numberText(b.First), numberText(h.First), "the number of the first page changes")
}

// compareItems compares the place of the items, which decides about the iterator in Go.
func (p paging) compareItems() {
	b, h := p.base, p.head
	if samePlace(b.At, h.At, p.response) {
		return
	}
	when, moves := general, p.goChanges(iteratorName(p.place.base.Operation))
	switch {
	case b.Items == nil:
		when = itemsDeclared
	case h.Items == nil:
		when = itemsDropped
	case moves != nil && !p.SameType(b.Items.Type, h.Items.Type):
		when = otherItems
	default:
		moves = nil
	}
	p.report(pagePlaceChanged, when, "items", "the place of the items of a page",
		placeName(b.At), placeName(h.At), moves...)
}

// fillsDefault reports whether calls that page get a default.
func fillsDefault(p *catalog.Pagination) bool {
	hasDefault := p.First != nil || p.DefaultSize != nil
	return p.Cursor == nil && p.Size != nil && hasDefault
}

// method names the way to page. Fields may be renamed within one way; another way is another protocol.
func method(p *catalog.Pagination) string {
	switch {
	case p.Last != nil:
		return "the last item"
	case p.Cursor != nil:
		return "the cursor"
	case p.Offset:
		return "the offset"
	default:
		return "the page"
	}
}

// pagingFields names the paging fields.
func pagingFields(p *catalog.Pagination) string {
	switch {
	case p.Last != nil:
		return "the last item's " + p.Last.Name + " in " + p.Cursor.Name
	case p.Cursor != nil:
		return "the cursor " + p.Cursor.Name
	case p.Offset && p.Size == nil:
		return "the offset " + p.Page.Name
	case p.Offset:
		return "the offset " + p.Page.Name + ", and " + p.Size.Name
	}
	if p.Size == nil {
		return p.Page.Name
	}
	return p.Page.Name + " and " + p.Size.Name
}

// continuation names the operation that takes the cursor.
func continuation(p *catalog.Pagination) string {
	if p.Continue == nil {
		return "the operation itself"
	}
	return p.Continue.Name
}

// samePlace reports whether two places, which may be nil, are the same, apart from a renamed
// field. Fields beside the response are not in the matching.
func samePlace(b, h *catalog.Place, response *pairing.Fields) bool {
	if b == nil || h == nil {
		return b == h
	}
	isField := func(p *catalog.Place) bool { return len(p.Fields) == 1 && !p.Beside }
	if f := b.Field(); f != nil && isField(b) && isField(h) {
		return response.Head[f] == h.Field()
	}
	return b.Pointer == h.Pointer
}

// placeName names a place, or returns "" for none, as [arrow] expects.
func placeName(p *catalog.Place) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// numberText writes a number that may be missing.
func numberText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
