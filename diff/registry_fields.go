package diff

// Situations of fields.
const (
	sameGo     = "the Go type stays"
	openRecord = "the record is open"
)

var fieldRules = []Rule{
	{
		ID:        "operation-first-field-added",
		Purpose:   "An operation that took nothing takes an optional field.",
		Rationale: "Every operation has a request struct from the start, so that no signature changes.",
		Cases:     []Case{{Verdicts: verdicts("·–··")}},
		Before:    "get_claim: {}",
		After:     "get_claim: {fields: {note: string}}",
	},
	{
		ID:        "request-optional-field-added",
		Purpose:   "A request may hold a field that it did not.",
		Rationale: "Old clients leave it out. An open record may have held the key before, as Extra, with any value.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–··")},
			{Context: InRequest, When: openRecord, Verdicts: verdicts("S–SS")},
		},
		After: "note: string",
	},
	{
		ID:        "request-required-field-added",
		Purpose:   "A request has to hold a field that it did not.",
		Rationale: "Requests of old clients lack it and are refused. Old source compiles, and sends the zero value.",
		Cases:     []Case{{Context: InRequest, Verdicts: verdicts("B–S·")}},
		After:     "note: {type: string, required: true}",
	},
	{
		ID:        "request-field-removed",
		Purpose:   "A request does not hold a field any more.",
		Rationale: "Generated servers refuse keys that they do not know, unless they are told otherwise; an open record keeps them, unread. The field is gone from Go.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB")},
			{Context: InRequest, When: openRecord, Verdicts: verdicts("S–BB")},
		},
		Before: "note: string",
	},
	{
		ID:        "request-field-removed-after-sunset",
		Purpose:   "A request does not hold a deprecated field any more, and its sunset has passed.",
		Rationale: "It breaks whoever still uses it as any removal does.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB"), Level: Info, Reason: sunsetReason},
			{Context: InRequest, When: openRecord, Verdicts: verdicts("S–BB"), Level: Info, Reason: sunsetReason},
		},
		Before: `note: {type: string, deprecated: {sunset: "2000-01-01"}}`,
	},
	{
		ID:        "request-field-became-required",
		Purpose:   "A request has to hold a field that was optional.",
		Rationale: "Requests without it are refused. In Go a pointer becomes a value; slices, maps and any stay what they are.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB")},
			{Context: InRequest, When: sameGo, Verdicts: verdicts("B–S·")},
		},
		Before: "note: string",
		After:  "note: {type: string, required: true}",
	},
	{
		ID:        "request-field-became-optional",
		Purpose:   "A request may leave out a field that was required.",
		Rationale: "Old requests stay valid. In Go a value becomes a pointer; slices, maps and any stay, and may be nil.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–BB"), Level: Warning, Reason: compilerShows},
			{Context: InRequest, When: sameGo, Verdicts: verdicts("·–·S")},
		},
		Before: "note: {type: string, required: true}",
		After:  "note: string",
	},
	{
		ID:        "response-field-added",
		Purpose:   "An answer may hold a field that it did not.",
		Rationale: "Generated clients ignore keys that they do not know. An open record had it in Extra before.",
		Cases: []Case{
			{Context: InAnswer, Verdicts: verdicts("–···")},
			{Context: InAnswer, When: openRecord, Verdicts: verdicts("–·SS")},
		},
		After: "note: string",
	},
	{
		ID:        "response-required-field-added",
		Purpose:   "An answer has to hold a field that it did not.",
		Rationale: "Old clients ignore it. An old service compiles, and sends the zero value.",
		Cases: []Case{
			{Context: InAnswer, Verdicts: verdicts("–··S")},
			{Context: InAnswer, When: openRecord, Verdicts: verdicts("–·SS")},
		},
		After: "note: {type: string, required: true}",
	},
	{
		ID:        "response-field-removed",
		Purpose:   "An answer does not hold a field any more.",
		Rationale: "Old clients refuse an answer that lacks what is required, and find nothing where it was optional. The field is gone from Go.",
		Cases:     []Case{{Context: InAnswer, Verdicts: verdicts("–BBB")}},
		Before:    "note: string",
	},
	{
		ID:        "response-field-became-optional",
		Purpose:   "An answer may leave out a field that it had to hold.",
		Rationale: "Old clients refuse an answer without it. In Go a value becomes a pointer; slices, maps and any stay, and may be nil.",
		Cases: []Case{
			{Context: InAnswer, Verdicts: verdicts("–BBB")},
			{Context: InAnswer, When: sameGo, Verdicts: verdicts("–BS·")},
		},
		Before: "note: {type: string, required: true}",
		After:  "note: string",
	},
	{
		ID:        "response-field-became-required",
		Purpose:   "An answer has to hold a field that it could leave out.",
		Rationale: "Old clients read it as before. In Go a pointer becomes a value; slices, maps and any stay, and a service sends an empty one where it sets none.",
		Cases: []Case{
			{Context: InAnswer, Verdicts: verdicts("–·BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, When: sameGo, Verdicts: verdicts("–··S")},
		},
		Before: "note: string",
		After:  "note: {type: string, required: true}",
	},
	{
		ID:        "field-wire-name-changed",
		Purpose:   "The name of a field changed on the wire, and stayed in Go.",
		Rationale: "Either side sends a key that the other does not know. The compiler does not see it.",
		Cases:     split("BB··"),
		Before:    "note: string",
		After:     "remark: {type: string, go: {name: Note}}",
	},
	{
		ID:        "field-go-name-changed",
		Purpose:   "The name of a field changed in Go, and stayed on the wire.",
		Rationale: "JSON stays the same. What names the field does not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "note: string",
		After:     "note: {type: string, go: {name: Remark}}",
	},
	{
		ID:        "field-renamed",
		Purpose:   "The name of a field changed, on the wire as well as in Go.",
		Rationale: "Either side sends a key that the other does not know, and what names the field does not compile. A field that is gone counts as renamed where a new one of its type stands in its place.",
		Cases:     split("BBBB"),
		Before:    "note: string",
		After:     "remark: string",
	},
	{
		ID:        "field-nested-in-record",
		Purpose:   "Fields moved into a record that takes their place, or out of one.",
		Rationale: "The same values travel at another depth of the JSON, and stand in another Go struct.",
		Cases:     split("BBBB"),
		Before:    "street: string",
		After:     "address: Address",
	},
	{
		ID:        "sensitivity-removed",
		Purpose:   "A field may be printed that could not be.",
		Rationale: "Its values turn up in logs, errors and dumps of both sides.",
		Cases:     []Case{{Verdicts: verdicts("··SS"), Level: Error, Reason: "what is in a log cannot be taken back"}},
		Security:  true,
		Before:    "note: {type: string, sensitive: true}",
		After:     "note: string",
	},
	{
		ID:        "sensitivity-added",
		Purpose:   "A field is not printed any more.",
		Rationale: "Logs and errors show less. Nothing else changes.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "note: string",
		After:     "note: {type: string, sensitive: true}",
	},
}

// split returns the cases of a rule whose verdicts on the wire belong to one
// context each: the first to requests, the second to answers.
func split(text string) []Case {
	request, answer := verdicts(text), verdicts(text)
	request.Answer, answer.Request = NotApplicable, NotApplicable
	return []Case{{Context: InRequest, Verdicts: request}, {Context: InAnswer, Verdicts: answer}}
}
