package behavior

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// What the catalog says about the response of an operation and its pages, as behavior needs it: a
// page adds members to a response that no template has to give.

// responseOf returns the place of the response. A response that the catalog does not show can
// be anything, or an object if the envelope contains its members.
func responseOf(op *catalog.Operation) place {
	switch {
	case op == nil:
		return place{}
	case !op.Response.Shown && op.Envelope != nil && op.Envelope.Data == "":
		return placeOf(&catalog.Type{Kind: catalog.Object})
	case !op.Response.Shown:
		return place{}
	case op.Response.Whole != nil:
		return ofField(op.Response.Whole)
	}
	return ofShape(op.Response.Shape)
}

// carriesNothing reports whether the catalog says that the response is empty.
func carriesNothing(op *catalog.Operation) bool { return op != nil && op.Response.Nothing }

// itemsAt returns the pointer of the list in a response: the items of a page, or the only array.
// It is "" if there is none, or if the list is the response.
func itemsAt(op *catalog.Operation) string {
	if paging := Pagination(op); paging != nil && paging.At != nil && !paging.At.Beside {
		return ResponsePointer(op, paging.At)
	}
	if op.Response.Whole != nil || !op.Response.Shown {
		return ""
	}
	isOther := func(f *catalog.Field) bool { return f.Type.Kind != catalog.Array }
	arrays := slices.DeleteFunc(slices.Clone(op.Response.Fields), isOther)
	if len(arrays) != 1 {
		return ""
	}
	return pointer(arrays[0].Name)
}

// ResponsePointer returns the pointer of a place in a response, without its envelope.
func ResponsePointer(op *catalog.Operation, p *catalog.Place) string {
	if e := op.Envelope; e != nil && e.Data != "" {
		return strings.TrimPrefix(p.Pointer, pointer(e.Data))
	}
	return p.Pointer
}

// ofPage reports whether a page adds a member to the response: the next cursor, or whether
// there are more pages.
func ofPage(op *catalog.Operation, f *catalog.Field) bool {
	paging := Pagination(op)
	if paging == nil || paging.Cursor == nil {
		return false
	}
	isAt := func(p *catalog.Place) bool {
		return p != nil && !p.Beside && len(p.Fields) > 0 && p.Fields[0].Name == f.Name
	}
	return isAt(paging.Next) || isAt(paging.More)
}

// Pagination returns the pagination of an operation, or of the one that it continues, whose
// response has the same places. It is nil without pagination.
func Pagination(op *catalog.Operation) *catalog.Pagination {
	if op.Pagination != nil {
		return op.Pagination
	}
	for _, begun := range op.Area.Operations {
		if begun.Pagination != nil && begun.Pagination.Continue == op {
			paging := *begun.Pagination
			paging.Continue, paging.At = nil, paging.ThenAt
			return &paging
		}
	}
	return nil
}
