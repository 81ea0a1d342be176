package diff

// lenientRecord is a record that takes nearly every object.
const lenientRecord = "the record is open and requires nothing"

var typeRules = []Rule{
	{
		ID:        "field-type-widened",
		Purpose:   "A field takes more JSON values than before: integer becomes number, anything becomes any.",
		Rationale: "Old requests stay valid; old clients cannot read every new answer. The Go type changes.",
		Cases:     split("·BBB"),
		Before:    "amount: integer",
		After:     "amount: number",
	},
	{
		ID:        "field-type-narrowed",
		Purpose:   "A field takes fewer JSON values than before: number becomes integer, any becomes something.",
		Rationale: "Old requests may be refused; old clients read every new answer. The Go type changes.",
		Cases:     split("B·BB"),
		Before:    "amount: number",
		After:     "amount: integer",
	},
	{
		ID:        "field-type-changed",
		Purpose:   "A field has another type, or its items have.",
		Rationale: "Neither side reads what the other sends. The Go type changes.",
		Cases:     split("BBBB"),
		Before:    "amount: integer",
		After:     "amount: string",
	},
	{
		ID:        "field-type-declared",
		Purpose:   "A field whose type was not shown has one now.",
		Rationale: "The service need not have changed, and was never any: an old request may be refused that the service would have refused itself. The Go type changes, unless the type is any.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, Verdicts: verdicts("–SBB"), Level: Warning, Reason: compilerShows},
			{When: sameGo, Verdicts: verdicts("····")},
		},
		Before: "amount: unspecified",
		After:  "amount: integer",
	},
	{
		ID:        "field-type-undeclared",
		Purpose:   "A field that had a type is not shown to have one any more.",
		Rationale: "Every JSON value is taken, as no more is known. The Go type changes, unless the type was any.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, Verdicts: verdicts("–SBB"), Level: Warning, Reason: compilerShows},
			{Context: InRequest, When: sameGo, Verdicts: verdicts("·–··")},
			{Context: InAnswer, When: sameGo, Verdicts: verdicts("–S··")},
		},
		Before: "amount: integer",
		After:  "amount: unspecified",
	},
	{
		ID:        "object-became-record",
		Purpose:   "A field that took every object takes those of a record.",
		Rationale: "Keys that the record lacks are refused, and so are values of other types; an open record that requires nothing refuses the latter alone. The Go type changes.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB")},
			{Context: InAnswer, Verdicts: verdicts("–·BB")},
			{Context: InRequest, When: lenientRecord, Verdicts: verdicts("S–BB")},
		},
		Before: "address: object",
		After:  "address: Address",
	},
	{
		ID:        "record-became-object",
		Purpose:   "A field that took the objects of a record takes every object.",
		Rationale: "Old requests stay valid; an answer may lack what old clients require. The Go type changes.",
		Cases:     split("·BBB"),
		Before:    "address: Address",
		After:     "address: object",
	},
	{
		ID:        "field-joined-list-changed",
		Purpose:   "A string is stated to be a joined list, or a joined list to be a string.",
		Rationale: "One string travels either way; its parts may be refused now that were not looked at before. The Go type changes.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, Verdicts: verdicts("–SBB"), Level: Warning, Reason: compilerShows},
		},
		Before: "amount: string",
		After:  `amount: {type: [string], join: ","}`,
	},
	{
		ID:        "field-encoding-changed",
		Purpose:   "An array travels as one joined string, or does not any more.",
		Rationale: "Neither side reads what the other sends. The Go type stays, so that the compiler does not see it.",
		Cases:     split("BB··"),
		Before:    "ids: [string]",
		After:     `ids: {type: [string], join: ","}`,
	},
	{
		ID:        "field-separator-changed",
		Purpose:   "The items of a joined list are separated by something else.",
		Rationale: "Either side reads one item where the other sent several. The compiler does not see it.",
		Cases:     split("BB··"),
		Before:    `ids: {type: [string], join: ","}`,
		After:     `ids: {type: [string], join: ";"}`,
	},
	{
		ID:        "field-value-mapping-changed",
		Purpose:   "The table that maps the friendly names of a field to codes is another one, or there is one now, or none any more.",
		Rationale: "The same text on one side means another on the other. Everything compiles.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("S–SS"), Level: Error, Reason: mappingReason},
			{Context: InAnswer, Verdicts: verdicts("–SSS"), Level: Error, Reason: mappingReason},
		},
		Before: "note: {type: string, codes: note_type}",
		After:  "note: {type: string, codes: remark_type}",
	},
}

const mappingReason = "other data is stored than was meant, and nothing fails"
