package importer

import (
	"slices"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
)

// This file proposes paging. No keyword of OpenAPI says it, so a proposal has a comment and is never
// reported as a loss.

// Names of fields that page, squeezed.
var (
	pageNames   = flat.SetOf("page pagenumber pageno")
	offsetNames = flat.SetOf("offset skip")
	sizeNames   = flat.SetOf("limit pagesize perpage size maxresults maxitems pagelimit")
	cursorNames = flat.SetOf(`cursor pagetoken nexttoken nextpagetoken nextcursor continuationtoken
		pagecursor offset after marker`)
	nextNames = flat.SetOf(`nextcursor nextpagetoken nexttoken next cursor continuationtoken nextpage
		nextoffset pagetoken nextmarker offset`)
	moreNames = flat.SetOf("hasmore more hasnext hasnextpage")
)

// proposePaging gives an operation a pagination if its fields and those of its response have the
// usual names: a cursor or an offset that the response has for the next page, a page number, or an
// offset. If the check of catalogs refuses it, it is removed.
func (im *importer) proposePaging(op *draft.Node) {
	if len(op.From) > 0 && op.From.First().Text("x-pagination") == "none" {
		return
	}
	request := op.Fields()
	page := im.fieldNamed(request, pageNames, "integer")
	size := im.fieldNamed(request, sizeNames, "integer")
	offset := im.fieldNamed(request, offsetNames, "integer")
	cursor := im.fieldNamed(request, cursorNames, "string", "integer")
	response := op.Get("response").Fields()
	next := im.fieldNamed(response, nextNames, "string", "integer")
	more := im.fieldNamed(response, moreNames, "boolean")
	items := onlyList(response)
	g := &draft.Node{
		Key:     "pagination",
		Kind:    "flow",
		Comment: "assumed: the names of its fields say so",
		Remedy:  "it is left out",
	}
	hasPages := items != nil || more != nil
	counts := items != nil && size != nil
	switch {
	case cursor != nil && next != nil && hasPages:
		setName(g, "cursor", cursor)
		setName(g, "next", next)
		setName(g, "more", more)
	case page != nil && counts:
		setName(g, "page", page)
	case offset != nil && counts:
		setName(g, "offset", offset)
	case cursor != nil && next == nil && counts:
		noteUnpaged(op, cursor)
		return
	default:
		return
	}
	setName(g, "items", items)
	setName(g, "size", size)
	op.Add(g)
}

// noteUnpaged says why an operation with a cursor has no pagination: the response has to have the
// next one, and no name says which member of the items it is. A record that operations share does not
// say so, since others may have one.
func noteUnpaged(op, cursor *draft.Node) {
	own := slices.Contains(op.List("fields"), cursor)
	if own && cursor.Comment == "" {
		cursor.Comment = "no pagination: the response has no value for the next page"
	}
}

// setName sets a key to the name of a field, if there is one.
func setName(n *draft.Node, key string, field *draft.Node) {
	if field != nil {
		n.Set(key, draft.Text(field.Key))
	}
}

// fieldNamed returns the first field that has one of the names and types.
func (im *importer) fieldNamed(fields []*draft.Node, names map[string]bool, types ...string) *draft.Node {
	for _, f := range fields {
		if !names[im.Spellings.Of(f.Key).Squeezed] || f.Get("enum") != nil {
			continue
		}
		if slices.Contains(types, f.Type().Word) {
			return f
		}
	}
	return nil
}

// onlyList returns the only field that is a list, nil if there is none or several.
func onlyList(fields []*draft.Node) (list *draft.Node) {
	for _, f := range fields {
		isList := f.Type().Elem != nil
		if isList && list != nil {
			return nil
		}
		if isList {
			list = f
		}
	}
	return list
}
