package diff

import "example.com/opgen/internal/catalog"

// cursors compares paging by a cursor.
func (c *comparison) cursors(b, h *catalog.Pagination, body, answer *matching, say sayer) {
	if next := c.operations[b.Continue]; next != h.Continue {
		was, is := takerOf(b), takerOf(h)
		say(pageFieldChanged, general, "continue "+arrow(was, is), "the cursor is taken by "+is+" now, not by "+was)
	} else if b.Cursor.Name != h.Cursor.Name && (b.Continue != nil || body.head[b.Cursor] != h.Cursor) {
		say(pageFieldChanged, general, "field "+arrow(b.Cursor.Name, h.Cursor.Name), "the operation pages by field "+h.Cursor.Name+" now, not by "+b.Cursor.Name)
	}
	if b.Size != nil && h.Size != nil && body.head[b.Size] != h.Size {
		say(pageFieldChanged, general, "field "+arrow(b.Size.Name, h.Size.Name), "the operation pages by field "+h.Size.Name+" now, not by "+b.Size.Name)
	}
	if !samePlace(b.Next, h.Next, answer) {
		say(pagePlaceChanged, general, "next "+arrow(b.Next.Name, h.Next.Name), "the next cursor is in "+h.Next.Name+" now, not in "+b.Next.Name)
	}
	switch {
	case b.More == nil && h.More == nil:
	case b.More == nil:
		say(pagePlaceChanged, moreDeclared, "more "+arrow("", h.More.Name), h.More.Words()+" says now whether there is a next page")
	case h.More == nil:
		say(pagePlaceChanged, moreDeclared, "more "+arrow(b.More.Name, ""), b.More.Words()+" no longer says whether there is a next page")
	case !samePlace(b.More, h.More, answer):
		say(pagePlaceChanged, general, "more "+arrow(b.More.Name, h.More.Name), h.More.Name+" says now whether there is a next page, not "+b.More.Name)
	}
}

// takerOf names the operation that takes the cursor.
func takerOf(p *catalog.Pagination) string {
	if p.Continue == nil {
		return "the operation itself"
	}
	return p.Continue.Name
}

// samePlace reports whether two places are one. A field that has another name is
// reported as that; answer does not know the fields beside the response.
func samePlace(b, h *catalog.Place, answer *matching) bool {
	if f := b.Field(); f != nil && len(b.Fields) == 1 && len(h.Fields) == 1 && !b.Beside && !h.Beside {
		return answer.head[f] == h.Field()
	}
	return b.Pointer == h.Pointer
}
