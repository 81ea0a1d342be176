package lint

import (
	"slices"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// pageRules are about paging.
var pageRules = []Rule{
	{
		ID: "paging-without-items", Level: report.Info,
		Purpose:   "An operation pages, and nothing says where the items are.",
		Rationale: "No iterator over the items of all pages is generated.",
		Bad:       "pagination: {page: page, size: limit}",
		Good:      "pagination: {page: page, size: limit, items: data}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				if p := op.Pagination; p != nil && p.Items == nil {
					l.find(p.Pos, path, "the pages of %q have no items; add items: FIELD where the answer is shown", op.Name)
				}
			})
		},
	},
	{
		ID: "paging-unsaid", Level: report.Warning,
		Purpose:   "An operation has fields that page, and no pagination.",
		Rationale: "Neither defaults nor an iterator are generated, and the reference does not say that it pages.",
		Bad:       "list_claims: {fields: {page: integer, page_size: integer}}",
		Good:      "list_claims: {fields: {page: integer, page_size: integer}, pagination: {page: page, size: page_size}}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				called := func(names ...string) bool {
					return slices.ContainsFunc(op.Request.Fields, func(f *catalog.Field) bool { return slices.Contains(names, f.Name) })
				}
				if op.Pagination == nil && called("page", "page_number") && called("limit", "page_size", "per_page", "size") {
					l.find(op.Pos, path, "%q has fields that page; add pagination", op.Name)
				}
			})
		},
	},
}
