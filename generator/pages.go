package generator

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// pagesMethod emits the iterator over the items of all pages.
func pagesMethod(op *catalog.Operation) string {
	pages := numberedPages
	if op.Pagination.Cursor != nil {
		pages = cursorPages
	}
	about, call := pages(op)
	return doc(op.GoName+"Items calls "+op.Name+about) + fmt.Sprintf(`func (c *Client) %sItems(%s) iter.Seq2[%s, error] {
		return %s
	}`, op.GoName, callParams(op), itemType(op), call)
}

// itemType returns the type of the items of a page.
func itemType(op *catalog.Operation) string { return op.Pagination.Items.Type.Elem.Go().String() }

// numberedPages documents and emits the iterator of numbered pages.
func numberedPages(op *catalog.Operation) (about, call string) {
	p := op.Pagination
	var facts members
	facts.add(true, "Operation", "op"+op.GoName)
	if p.First != nil {
		facts.add(true, "First", fmt.Sprintf("new(%d)", *p.First))
	}
	if p.DefaultSize != nil {
		facts.add(true, "Size", strconv.Itoa(*p.DefaultSize))
	}
	about = " page by page and yields the items. It ends after a page that is empty or short, " +
		"or with an error: if a call fails, if a response holds no items, or if a page is received twice."
	if p.First == nil {
		about += " The request gives the number of the first page."
	}
	return about, fmt.Sprintf(`wire.Pages(ctx, c.%s, req, opts,
		wire.Paging%s,
		func(req *%s) (page, size **int) { return &req.%s, &req.%s },
		%s)`, op.GoName, braces(facts...), op.Request.GoName, p.Page.GoName, p.Size.GoName,
		itemsFunc(op, op, p.At, "json.RawMessage", "res.Received.Raw()"))
}

// cursorPages documents and emits the iterator of pages by a cursor, which another
// operation may take.
func cursorPages(op *catalog.Operation) (about, call string) {
	p := op.Pagination
	var facts members
	facts.add(true, "Operation", "op"+op.GoName)
	facts.add(true, "Next", strconv.Quote(p.Next.Pointer))
	if p.More != nil {
		facts.add(true, "More", strconv.Quote(p.More.Pointer))
	}
	items := func(of *catalog.Operation, at *catalog.Place) string {
		return itemsFunc(op, of, at, "api.Received", "res.Received")
	}
	ends := " and yields the items. It ends if a response says that there is no next page, " +
		"or with an error: if a call fails, or if a cursor is missing or repeated."
	args := fmt.Sprintf("(ctx, c.%s, req, opts,\nwire.Cursors%s,\n%s,\n", op.GoName, braces(facts...), items(op, p.At))
	if p.Continue == nil {
		return " page by page" + ends, "wire.CursorPages" + args + setCursor(op, p.Cursor) + ")"
	}
	return ", and " + p.Continue.Name + " with the cursor of each response," + ends, "wire.ContinuedPages" + args +
		fmt.Sprintf("c.%s,\n%s,\n%s)", p.Continue.GoName, setCursor(p.Continue, p.Cursor), items(p.Continue, p.ThenAt))
}

// setCursor emits the function that sets the cursor in a request.
func setCursor(op *catalog.Operation, f *catalog.Field) string {
	value := "cursor"
	if f.Go().Pointer {
		value = "&cursor"
	}
	return fmt.Sprintf("func(req *%s, cursor %s) { req.%s = %s }", op.Request.GoName, f.Type.Go(), f.GoName, value)
}

// itemsFunc emits the function that returns the items in the response of an operation, and
// the received text. The items may be in an optional record.
func itemsFunc(of, op *catalog.Operation, at *catalog.Place, typ, received string) string {
	items := "res"
	var absent []string
	for i, f := range at.Fields {
		items += "." + f.GoName
		if i < len(at.Fields)-1 && f.Go().Pointer {
			absent = append(absent, items+" == nil")
		}
	}
	f := fmt.Sprintf("func(res *%s) ([]%s, %s) ", op.Response.GoName, itemType(of), typ)
	back := "return " + items + ", " + received
	if absent == nil {
		return f + "{ " + back + " }"
	}
	return f + block(when(strings.Join(absent, " || "), "return nil, "+received), back)
}
