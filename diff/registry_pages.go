package diff

// Situations of pagination.
const (
	withItems  = "the items are known"
	otherItems = "the items are of another type"
)

var pageRules = []Rule{
	{
		ID:        "pagination-added",
		Purpose:   "An operation pages.",
		Rationale: "Requests with one of the two fields get a default for the other. The shape of the answer is a change of its own. In Go, the iterator over the items is new.",
		Cases:     []Case{{Verdicts: verdicts("S·SS")}},
		After:     "pagination: {page: page, size: limit}",
	},
	{
		ID:        "pagination-removed",
		Purpose:   "An operation does not page any more.",
		Rationale: "Requests with one of the two fields get no default for the other. The shape of the answer is a change of its own. In Go, the iterator is gone, which there is where the items are known.",
		Cases: []Case{
			{Verdicts: verdicts("S·SS")},
			{When: withItems, Verdicts: verdicts("S·BS")},
		},
		Before: "pagination: {page: page, size: limit}",
	},
	{
		ID:        "page-field-changed",
		Purpose:   "An operation pages by another field.",
		Rationale: "What the old fields ask for is not paging any more. Everything compiles.",
		Cases:     []Case{{Verdicts: verdicts("S·SS")}},
		Before:    "pagination: {page: page, size: limit}",
		After:     "pagination: {page: page, size: count}",
	},
	{
		ID:        "page-default-changed",
		Purpose:   "The size of a page is another one where the request does not say.",
		Rationale: "Old calls get pages of another size. Everything compiles.",
		Cases:     []Case{{Verdicts: verdicts("SSS·")}},
		Before:    "pagination: {page: page, size: limit, default_size: 100}",
		After:     "pagination: {page: page, size: limit, default_size: 50}",
	},
	{
		ID:        "page-base-changed",
		Purpose:   "The first page has another number.",
		Rationale: "Old calls skip a page, or get one twice. The types are equal, and nothing fails.",
		Cases: []Case{{Verdicts: verdicts("SSSS"), Level: Error,
			Reason: "items are left out or seen twice, and nothing fails"}},
		Before: "pagination: {page: page, size: limit, first: 0}",
		After:  "pagination: {page: page, size: limit, first: 1}",
	},
	{
		ID:        "page-limit-max-added",
		Purpose:   "The size of a page has a maximum, or a smaller one.",
		Rationale: "Calls that ask for more are refused, and whoever read everything at once reads a part.",
		Cases:     []Case{{Verdicts: verdicts("BSS·")}},
		Before:    "limit: integer",
		After:     "limit: {type: integer, maximum: 100}",
	},
	{
		ID:        "page-items-key-changed",
		Purpose:   "The items of a page are in another field of the answer.",
		Rationale: "Old clients look for them in the old one, and find nothing. The iterator compiles, unless the items are of another type.",
		Cases: []Case{
			{Verdicts: verdicts("–B··")},
			{When: otherItems, Verdicts: verdicts("–BB·")},
		},
		Before: "pagination: {page: page, size: limit, items: data}",
		After:  "pagination: {page: page, size: limit, items: rows}",
	},
	{
		ID:        "page-items-declared",
		Purpose:   "The catalog says where the items of a page are.",
		Rationale: "Nothing on the wire. In Go, the iterator over the items is new.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "pagination: {page: page, size: limit}",
		After:     "pagination: {page: page, size: limit, items: data}",
	},
	{
		ID:        "page-items-undeclared",
		Purpose:   "The catalog does not say any more where the items of a page are.",
		Rationale: "Nothing on the wire. In Go, the iterator over the items is gone.",
		Cases:     []Case{{Verdicts: verdicts("··B·")}},
		Before:    "pagination: {page: page, size: limit, items: data}",
		After:     "pagination: {page: page, size: limit}",
	},
}
