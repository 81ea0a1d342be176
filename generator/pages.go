package generator

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// pagesMethod emits the iterator over the items of all pages:
//
//	// ListAllContactsItems calls list_all_contacts page by page and yields the items. It ends after
//	// an empty page, after a short page that is not the first, or with an error: if a call fails, if
//	// a response has no array of items, or if a page is received twice. If a short first page is
//	// received again, the service does not page, and the items end without an error.
//	func (c *Client) ListAllContactsItems(ctx context.Context, req *ListAllContactsRequest, opts ...api.CallOption) iter.Seq2[string, error] {
//		return wire.Pages(ctx, c.ListAllContacts, req, opts,
//			wire.Paging{Operation: opListAllContacts, First: new(1), Size: 100},
//			func(req *ListAllContactsRequest) (page, size **int) { return &req.Page, &req.Limit },
//			func(res *ListAllContactsResponse) ([]string, json.RawMessage) { return res.Data, res.Received.Raw() })
//	}
func pagesMethod(op *catalog.Operation) jen.Code {
	pages := numberedPages
	switch {
	case op.Pagination.Last != nil:
		pages = keysetPages
	case op.Pagination.Cursor != nil:
		pages = cursorPages
	}
	about, function, args := pages(op)
	call := []jen.Code{jen.Id("ctx"), jen.Id("c").Dot(op.GoName), jen.Id("req"), jen.Id("opts")}
	for _, arg := range args {
		call = append(call, jen.Line().Add(arg))
	}
	params := callParams(op, op.IteratorName(), fmt.Sprintf("iter.Seq2[%#v, error]", itemType(op)))
	return doc(op.IteratorName() + " calls " + op.Name + about).attach(
		jen.Func().Params(jen.Id("c").Op("*").Id("Client")).Id(op.IteratorName()).Add(params).
			Qual("iter", "Seq2").Index(jen.List(itemType(op), jen.Error())).
			Block(jen.Return(wireName(function).Call(call...))))
}

// itemType returns the type of the items of a page.
func itemType(op *catalog.Operation) *jen.Statement { return baseType(op.Pagination.Items.Type.Elem) }

// numberedPages returns the comment of the iterator of pages that are numbered or addressed by an
// offset, and the function that it calls with its last arguments.
func numberedPages(op *catalog.Operation) (about, function string, args []jen.Code) {
	p := op.Pagination
	var facts members
	facts.add(true, "Operation", opVar(op))
	switch {
	case p.Offset:
		facts.add(true, "First", jen.New(jen.Lit(0)))
	case p.First != nil:
		facts.add(true, "First", jen.New(jen.Lit(*p.First)))
	}
	if p.DefaultSize != nil {
		facts.add(true, "Size", jen.Lit(*p.DefaultSize))
	}
	facts.add(p.Offset, "Offset", jen.True())
	about = " page by page and yields the items. It ends after an empty page, after a short page that is not the " +
		"first, or with an error: if a call fails, if a response has no array of items, or if a page is received twice. " +
		"If a short first page is received again, the service does not page, and the items end without an error."
	if p.First == nil && !p.Offset {
		about += " The request gives the number of the first page."
	}
	size := jen.Nil()
	if p.Size != nil {
		size = jen.Op("&").Id("req").Dot(p.Size.GoName)
	}
	return about, "Pages", []jen.Code{
		wireName("Paging").Add(braces(facts...)),
		jen.Func().Params(jen.Id("req").Op("*").Id(op.Request.GoName)).Params(jen.List(jen.Id("page"), jen.Id("size")).Op("**").Int()).
			Add(braces(jen.Return(jen.Op("&").Id("req").Dot(p.Page.GoName), size))),
		itemsFunc(op, op, p.At, jen.Qual("encoding/json", "RawMessage"),
			jen.Id("res").Dot("Received").Dot("Raw").Call()),
	}
}

// cursorPages is [numberedPages] for the iterator of pages by a cursor, which another
// operation takes here:
//
//	// ListFolderItems calls list_folder, and list_folder_continue with the cursor of each response,
//	// and yields the items. It ends if a response has no cursor or says that there is no next page,
//	// or with an error: if a call fails, if a response announces a page without a cursor for it, or
//	// if a cursor is repeated or of another type.
//	func (c *Client) ListFolderItems(ctx context.Context, req *ListFolderRequest, opts ...api.CallOption) iter.Seq2[Entry, error] {
//		return wire.ContinuedPages(ctx, c.ListFolder, req, opts,
//			wire.Cursors{Operation: opListFolder, Next: "/cursor", More: "/has_more"},
//			func(res *ListFolderResponse) ([]Entry, api.Received) { return res.Entries, res.Received },
//			c.ListFolderContinue,
//			func(req *ListFolderContinueRequest, cursor string) { req.Cursor = cursor },
//			func(res *ListFolderContinueResponse) ([]Entry, api.Received) { return res.Entries, res.Received })
//	}
func cursorPages(op *catalog.Operation) (about, function string, args []jen.Code) {
	p := op.Pagination
	var facts members
	facts.add(true, "Operation", opVar(op))
	facts.add(true, "Next", jen.Lit(p.Next.Pointer))
	if p.More != nil {
		facts.add(true, "More", jen.Lit(p.More.Pointer))
	}
	items := func(of *catalog.Operation, at *catalog.Place) jen.Code {
		return itemsFunc(op, of, at, apiName("Received"), jen.Id("res").Dot("Received"))
	}
	args = []jen.Code{wireName("Cursors").Add(braces(facts...)), items(op, p.At)}
	ends := " and yields the items. It ends if a response has no cursor or says that there is no next page, or with an " +
		"error: if a call fails, if a response announces a page without a cursor for it, or if a cursor is repeated " +
		"or of another type."
	if p.More == nil {
		ends = " and yields the items. It ends if a response has no cursor, or with an error: " +
			"if a call fails, or if a cursor is repeated or of another type."
	}
	if p.Continue == nil {
		return " page by page" + ends, "CursorPages", append(args, setCursor(op, p.Cursor))
	}
	return ", and " + p.Continue.Name + " with the cursor of each response," + ends, "ContinuedPages", append(args,
		jen.Id("c").Dot(p.Continue.GoName), setCursor(p.Continue, p.Cursor), items(p.Continue, p.ThenAt))
}

// keysetPages is [numberedPages] for the iterator of pages that begin after the last item of the page
// before:
//
//	// AfterItems calls after page by page and yields the items. It ends if a response says that
//	// there is no next page, or with an error: if a call fails, if a response has no array of items,
//	// or if the last item of a page has no name or that of a page before.
//	func (c *Client) AfterItems(ctx context.Context, req *AfterRequest, opts ...api.CallOption) iter.Seq2[Entry, error] {
//		return wire.KeysetPages(ctx, c.After, req, opts,
//			wire.Keyset{Operation: opAfter, Last: "name", More: "/has_more"},
//			func(res *AfterResponse) ([]Entry, api.Received) { return res.Things, res.Received },
//			func(item *Entry) *string { return &item.Name },
//			func(req *AfterRequest, cursor string) { req.After = &cursor })
//	}
func keysetPages(op *catalog.Operation) (about, function string, args []jen.Code) {
	p := op.Pagination
	facts := members{
		jen.Id("Operation").Op(":").Add(opVar(op)),
		jen.Id("Last").Op(":").Lit(p.Last.Name),
	}
	ends := "if a page has no items"
	if p.More != nil {
		facts.add(true, "More", jen.Lit(p.More.Pointer))
		ends = "if a response says that there is no next page"
	}
	about = " page by page and yields the items. It ends " + ends + ", or with an error: if a call fails, if a response " +
		"has no array of items, or if the last item of a page has no " + p.Last.Name + " or that of a page before."
	key := jen.Id("item").Dot(p.Last.GoName)
	if !p.Last.Go().Pointer {
		key = jen.Op("&").Add(key)
	}
	return about, "KeysetPages", []jen.Code{
		wireName("Keyset").Add(braces(facts...)),
		itemsFunc(op, op, p.At, apiName("Received"), jen.Id("res").Dot("Received")),
		jen.Func().Params(jen.Id("item").Op("*").Add(itemType(op))).Op("*").Add(baseType(p.Last.Type)).
			Add(braces(jen.Return(key))),
		setCursor(op, p.Cursor),
	}
}

// setCursor emits the function that sets the cursor in a request.
func setCursor(op *catalog.Operation, f *catalog.Field) jen.Code {
	value := jen.Id("cursor")
	if f.Go().Pointer {
		value = jen.Op("&").Id("cursor")
	}
	return jen.Func().Params(jen.Id("req").Op("*").Id(op.Request.GoName),
		jen.Id("cursor").Add(baseType(f.Type))).
		Add(braces(jen.Id("req").Dot(f.GoName).Op("=").Add(value)))
}

// itemsFunc emits the function that returns the items in the response of an operation, and
// the received text. Here the items are in an optional record:
//
//	_ = func(res *SearchResponse) ([]Entry, api.Received) {
//		if res.Found == nil || res.Found.Matches == nil {
//			return nil, res.Received
//		}
//		return res.Found.Matches.Entries, res.Received
//	}
func itemsFunc(of, op *catalog.Operation, at *catalog.Place, typ, received jen.Code) jen.Code {
	items := jen.Id("res")
	var absent []jen.Code
	for i, f := range at.Fields {
		items = items.Clone().Dot(f.GoName)
		if i < len(at.Fields)-1 && f.Go().Pointer {
			absent = append(absent, items.Clone().Op("==").Nil())
		}
	}
	f := jen.Func().Params(jen.Id("res").Op("*").Id(op.Response.GoName)).Params(jen.Index().Add(itemType(of)), typ)
	back := jen.Return(items, received)
	if absent == nil {
		return f.Add(braces(back))
	}
	return f.Block(ifThen(infix("||", absent), jen.Return(jen.Nil(), received)), back)
}
