package diff

var recordRules = []Rule{
	{
		ID:        "record-added",
		Purpose:   "A record is new.",
		Rationale: "Whatever uses it is a change of its own.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		After:     "Remark: {fields: {text: string}}",
	},
	{
		ID:        "record-removed",
		Purpose:   "A record is gone.",
		Rationale: "Its Go type is gone. What that means on the wire is a change of the fields that used it.",
		Cases:     []Case{{Verdicts: verdicts("––BB")}},
		Before:    "Remark: {fields: {text: string}}",
	},
	{
		ID:        "record-renamed",
		Purpose:   "A record has another name.",
		Rationale: "Its JSON stays. What names its Go type does not compile. A record that is gone counts as renamed where a new one has the same fields, or two thirds of them.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "Address:",
		After:     "Place:",
	},
	{
		ID:        "record-opened",
		Purpose:   "A record keeps further keys.",
		Rationale: "Old requests stay valid. A service, and in an answer a client, meets keys that nobody named. In Go, Extra is new.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–·S")},
			{Context: InAnswer, Verdicts: verdicts("–S·S")},
		},
		Before: "Address: {fields: {street: string}}",
		After:  "Address: {open: true, fields: {street: string}}",
	},
	{
		ID:        "record-closed",
		Purpose:   "A record does not keep further keys any more.",
		Rationale: "Old requests with further keys are refused; an answer is read without them. In Go, Extra is gone.",
		Cases:     split("B·BB"),
		Before:    "Address: {open: true, fields: {street: string}}",
		After:     "Address: {fields: {street: string}}",
	},
	{
		ID:        "fields-extracted-to-record",
		Purpose:   "A body or an answer takes over from a record the fields that it named itself.",
		Rationale: "The JSON is the same, and so are the Go structs, which take included fields over instead of embedding them.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "fields: {street: string, city: string}",
		After:     "include: Address",
	},
	{
		ID:        "record-inclusion-changed",
		Purpose:   "A body or an answer takes over the fields of another record, or of one where it took over none, or of none any more.",
		Rationale: "It is the sum of what that does to the fields, which are not reported one by one: the verdicts are the worst of theirs.",
		Cases:     []Case{{Verdicts: verdicts("––––")}},
		After:     "include: Address",
	},
}
