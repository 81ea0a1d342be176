package diff

// openEnum is an enum that takes other values, too.
const openEnum = "the enum is open"

var enumRules = []Rule{
	{
		ID:        "enum-introduced",
		Purpose:   "A string has to be one of the values of an enum.",
		Rationale: "Other strings are refused, unless the enum is open. The Go type changes.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB")},
			{Context: InRequest, When: openEnum, Verdicts: verdicts("·–BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, Verdicts: verdicts("–·BB"), Level: Warning, Reason: compilerShows},
		},
		Before: plainText,
		After:  "note: Colour",
	},
	{
		ID:        "enum-dropped",
		Purpose:   "A value of an enum may be every string.",
		Rationale: "Old requests stay valid. Old clients read every string, and have no constant for some. The Go type changes.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–BB"), Level: Warning, Reason: compilerShows},
			{Context: InAnswer, Verdicts: verdicts("–SBB"), Level: Warning, Reason: compilerShows},
		},
		Before: "note: Colour",
		After:  plainText,
	},
	{
		ID:        "enum-added",
		Purpose:   "An enum is new.",
		Rationale: "Whatever uses it is a change of its own.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		After:     "Mood: {values: {good: , bad: }}",
	},
	{
		ID:        "enum-removed",
		Purpose:   "An enum is gone.",
		Rationale: "Its Go type and constants are gone. What that means on the wire is a change of the fields that used it.",
		Cases:     []Case{{Verdicts: verdicts("––BB")}},
		Before:    "Mood: {values: {good: , bad: }}",
	},
	{
		ID:        "enum-renamed",
		Purpose:   "An enum has another name.",
		Rationale: "Its values stay. What names its Go type or its constants does not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "Colour: {values: {red: , blue: }}",
		After:     "Paint: {values: {red: , blue: }}",
	},
	{
		ID:        "request-enum-value-added",
		Purpose:   "A request may hold a further value of an enum.",
		Rationale: "Old requests stay valid. A service meets a value that it has no case for.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–·S"), Level: Info, Reason: looserReason},
			{Context: InRequest, When: openEnum, Verdicts: verdicts("·–··")},
		},
		Before: "Colour: {values: {red: , blue: }}",
		After:  "Colour: {values: {red: , blue: , green: }}",
	},
	{
		ID:        "response-enum-value-added",
		Purpose:   "An answer may hold a further value of an enum.",
		Rationale: "Generated clients read it, as values do not bind answers. Their users meet a value that they have no case for.",
		Cases: []Case{
			{Context: InAnswer, Verdicts: verdicts("–SS·")},
			{Context: InAnswer, When: openEnum, Verdicts: verdicts("–···")},
		},
		Before: "Colour: {values: {red: , blue: }}",
		After:  "Colour: {values: {red: , blue: , green: }}",
	},
	{
		ID:        "request-enum-value-removed",
		Purpose:   "A request may not hold a value of an enum any more.",
		Rationale: "Requests with it are refused, unless the enum is open. Its constant is gone.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–BB")},
			{Context: InRequest, When: openEnum, Verdicts: verdicts("·–BB"), Level: Warning, Reason: compilerShows},
		},
		Before: "Colour: {values: {red: , blue: }}",
		After:  "Colour: {values: {red: }}",
	},
	{
		ID:        "response-enum-value-removed",
		Purpose:   "An answer does not hold a value of an enum any more.",
		Rationale: "Old clients wait for it in vain, and break by nothing. Its constant is gone.",
		Cases:     []Case{{Context: InAnswer, Verdicts: verdicts("–·BB"), Level: Warning, Reason: compilerShows}},
		Before:    "Colour: {values: {red: , blue: }}",
		After:     "Colour: {values: {red: }}",
	},
	{
		ID:        "enum-value-wire-changed",
		Purpose:   "A constant of an enum stands for another value on the wire.",
		Rationale: "Old requests with the old value are refused, and old clients do not know the new one. The compiler does not see it. An open enum takes both, and they mean different things.",
		Cases: append(split("BB··"),
			Case{Context: InRequest, When: openEnum, Verdicts: verdicts("S–··")},
			Case{Context: InAnswer, When: openEnum, Verdicts: verdicts("–S··")}),
		Before: "values: {red: {go: {name: ColourRed}}}",
		After:  "values: {crimson: {go: {name: ColourRed}}}",
	},
	{
		ID:        "enum-value-go-name-changed",
		Purpose:   "The constant of a value of an enum has another name.",
		Rationale: "The value on the wire stays. What names the constant does not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "values: {red: }",
		After:     "values: {red: {go: {name: ColourCrimson}}}",
	},
	{
		ID:        "enum-opened",
		Purpose:   "An enum takes other values, too.",
		Rationale: "Old requests stay valid. A service, and in an answer a client, meets values that it has no case for.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("·–·S")},
			{Context: InAnswer, Verdicts: verdicts("–SS·")},
		},
		Before: "Colour: {values: {red: , blue: }}",
		After:  "Colour: {open: true, values: {red: , blue: }}",
	},
	{
		ID:        "enum-closed",
		Purpose:   "An enum takes no values but its own any more.",
		Rationale: "Old requests with other values are refused. Values do not bind answers.",
		Cases:     tighter(),
		Before:    "Colour: {open: true, values: {red: , blue: }}",
		After:     "Colour: {values: {red: , blue: }}",
	},
}
