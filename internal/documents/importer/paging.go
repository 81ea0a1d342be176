package importer

import "slices"

// Names of fields that page, squeezed.
var (
	pageNames   = words("page pagenumber pageno")
	sizeNames   = words("limit pagesize perpage size maxresults maxitems pagelimit")
	cursorNames = words("cursor pagetoken nexttoken nextpagetoken nextcursor continuationtoken pagecursor offset after marker")
	nextNames   = words("nextcursor nextpagetoken nexttoken next cursor continuationtoken nextpage nextoffset pagetoken nextmarker offset")
	moreNames   = words("hasmore more hasnext hasnextpage")
)

// proposePaging gives an operation a pagination if its fields and those of its response have the
// usual names: a cursor or an offset that the response has for the next page, or a page number. If
// the check of catalogs refuses it, it is removed.
func (im *importer) proposePaging(op *node) {
	if len(op.from) > 0 && op.from.first().text("x-pagination") == "none" {
		return
	}
	request := op.fields()
	page := im.fieldNamed(request, pageNames, "integer")
	size := im.fieldNamed(request, sizeNames, "integer")
	cursor := im.fieldNamed(request, cursorNames, "string", "integer")
	response := op.get("response").fields()
	next := im.fieldNamed(response, nextNames, "string", "integer")
	more := im.fieldNamed(response, moreNames, "boolean")
	items := onlyList(response)
	g := &node{key: "pagination", kind: "flow", comment: "assumed: the names of its fields say so", remedy: "it is left out"}
	switch {
	case cursor != nil && next != nil && (items != nil || more != nil):
		g.name("cursor", cursor).name("next", next).name("more", more)
	case page != nil && size != nil && items != nil:
		g.name("page", page)
	default:
		return
	}
	g.name("items", items).name("size", size)
	op.add(g)
}

// name sets a key to the name of a field, if there is one.
func (n *node) name(key string, field *node) *node {
	if field != nil {
		n.set(key, text(field.key))
	}
	return n
}

// fieldNamed returns the first field that has one of the names and types.
func (im *importer) fieldNamed(fields []*node, names map[string]bool, types ...string) *node {
	for _, f := range fields {
		if !names[im.spellings.of(f.key).squeezed] || f.get("enum") != nil {
			continue
		}
		if slices.Contains(types, f.typ().word) {
			return f
		}
	}
	return nil
}

// onlyList returns the only field that is a list, nil if there is none or several.
func onlyList(fields []*node) (list *node) {
	for _, f := range fields {
		if f.typ().elem != nil {
			if list != nil {
				return nil
			}
			list = f
		}
	}
	return list
}
