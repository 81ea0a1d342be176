package diff

// sendingRules are about what is sent where the caller says nothing, or little.
var sendingRules = []Rule{
	{
		ID:        "client-default-added",
		Purpose:   "A field that is absent has a default now.",
		Rationale: "The client sends it and the server fills it in, so that a client's traffic changes by its upgrade, and a service meets the value where it met nothing.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–SS")},
			{Context: InAnswer, Verdicts: verdicts("–S·S")},
		},
		Before: plainText,
		After:  "note: {type: string, default: none}",
	},
	{
		ID:        "client-default-changed",
		Purpose:   "A field that is absent has another default.",
		Rationale: "Old generated clients send the old default; whoever leaves the field out gets the new one.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–SS")},
			{Context: InAnswer, Verdicts: verdicts("–S·S")},
		},
		Before: "note: {type: string, default: none}",
		After:  "note: {type: string, default: empty}",
	},
	{
		ID:        "client-default-removed",
		Purpose:   "A field that is absent has no default any more.",
		Rationale: "Old generated clients go on to send it; whoever leaves the field out gets nothing in its place.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–SS")},
			{Context: InAnswer, Verdicts: verdicts("–S·S")},
		},
		Before: "note: {type: string, default: none}",
		After:  plainText,
	},
	{
		ID:        "default-condition-changed",
		Purpose:   "A default of a paging field holds for every call now, or for calls that page alone.",
		Rationale: "The value is the same, and the calls that carry it are others. In Go, the iterator is gone with the pagination, which there is where the items are known.",
		Cases: []Case{
			{Verdicts: verdicts("S–SS")},
			{When: withItems, Verdicts: verdicts("S–BS")},
		},
		Before: "pagination: {page: page, size: limit, first: 1}",
		After:  "page: {type: integer, default: 1}",
	},
	{
		ID:        "send-condition-changed",
		Purpose:   "The condition on which a client sends an array changed, or there is one now, or none any more.",
		Rationale: "Servers do not check it. What a client sends changes by its upgrade.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–SS")},
			{Context: InAnswer, Verdicts: verdicts("–S·S")},
		},
		Before: plainList,
		After:  "ids: {type: [string], send_if: first_item_non_empty}",
	},
	{
		ID:        "empty-omission-changed",
		Purpose:   "An empty string counts as absent now, or does not any more.",
		Rationale: "The same JSON gives a service another value, and the same Go gives other JSON.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–SS")},
			{Context: InAnswer, Verdicts: verdicts("–SSS")},
		},
		Before: plainText,
		After:  "note: {type: string, omit_empty: true}",
	},
}
