package diff

// Constraints bind requests alone: an answer that breaks one is read all the
// same. A stricter one in an answer is a promise, a looser one takes a promise
// back.
const (
	tighterRationale = "Old requests may be refused, by the server and, after an upgrade, by the client. Everything compiles. Constraints do not bind answers."
	looserRationale  = "Old requests stay valid; a service is given what it was not before. An answer may hold what its readers did not expect, though it is read."
	looserReason     = "the service itself decides what it takes"
)

// tighter are the cases of a constraint that became stricter.
func tighter() []Case {
	return []Case{
		{Context: InRequest, Verdicts: verdicts("B–S·")},
		{Context: InAnswer, Verdicts: verdicts("–···")},
	}
}

// looser are the cases of a constraint that became less strict.
func looser() []Case {
	return []Case{
		{Context: InRequest, Verdicts: verdicts("·–·S"), Level: Info, Reason: looserReason},
		{Context: InAnswer, Verdicts: verdicts("–S··")},
	}
}

func tighterRule(id, purpose, before, after string) Rule {
	return Rule{ID: id, Purpose: purpose, Rationale: tighterRationale, Cases: tighter(), Before: before, After: after}
}

func looserRule(id, purpose, before, after string) Rule {
	return Rule{ID: id, Purpose: purpose, Rationale: looserRationale, Cases: looser(), Before: before, After: after}
}

const (
	plainText   = "note: string"
	plainList   = "ids: [string]"
	plainNumber = "amount: integer"
)

var constraintRules = []Rule{
	tighterRule("nonblank-added", "A string has to hold a character that is no space.",
		plainText, "note: {type: string, non_blank: true}"),
	looserRule("nonblank-removed", "A string may be blank that could not be.",
		"note: {type: string, non_blank: true}", plainText),
	tighterRule("min-length-increased", "A string has to be longer than before.",
		"note: {type: string, min_length: 2}", "note: {type: string, min_length: 3}"),
	looserRule("min-length-decreased", "A string may be shorter than before.",
		"note: {type: string, min_length: 2}", plainText),
	tighterRule("max-length-decreased", "A string has to be shorter than before.",
		"note: {type: string, max_length: 200}", "note: {type: string, max_length: 100}"),
	looserRule("max-length-increased", "A string may be longer than before.",
		"note: {type: string, max_length: 200}", plainText),
	tighterRule("min-items-increased", "An array has to hold more items than before.",
		plainList, "ids: {type: [string], min_items: 1}"),
	looserRule("min-items-decreased", "An array may hold fewer items than before.",
		"ids: {type: [string], min_items: 1}", plainList),
	tighterRule("max-items-decreased", "An array has to hold fewer items than before.",
		plainList, "ids: {type: [string], max_items: 10}"),
	looserRule("max-items-increased", "An array may hold more items than before.",
		"ids: {type: [string], max_items: 10}", "ids: {type: [string], max_items: 20}"),
	tighterRule("minimum-increased", "A number has to be greater than before.",
		plainNumber, "amount: {type: integer, minimum: 0}"),
	looserRule("minimum-decreased", "A number may be smaller than before.",
		"amount: {type: integer, minimum: 0}", plainNumber),
	tighterRule("maximum-decreased", "A number has to be smaller than before.",
		"amount: {type: integer, maximum: 200}", "amount: {type: integer, maximum: 100}"),
	looserRule("maximum-increased", "A number may be greater than before.",
		"amount: {type: integer, maximum: 200}", plainNumber),
	tighterRule("pattern-added", "A string has to match a pattern.",
		plainText, `note: {type: string, pattern: "^[A-Z]"}`),
	looserRule("pattern-removed", "A string need not match a pattern any more.",
		`note: {type: string, pattern: "^[A-Z]"}`, plainText),
	{
		ID:        "pattern-changed",
		Purpose:   "A string has to match another pattern.",
		Rationale: "Whether the new pattern takes all that the old one took is not decided: old requests may be refused, and a service may be given what it was not.",
		Cases: []Case{
			{Context: InRequest, Verdicts: verdicts("B–SS")},
			{Context: InAnswer, Verdicts: verdicts("–S··")},
		},
		Before: `note: {type: string, pattern: "^[A-Z]"}`,
		After:  `note: {type: string, pattern: "^[a-z]"}`,
	},
	tighterRule("values-introduced", "A string has to be one of the values that its field lists.",
		plainText, "note: {type: string, enum: [short, long]}"),
	looserRule("values-dropped", "A string need not be one of the values that its field listed.",
		"note: {type: string, enum: [short, long]}", plainText),
	looserRule("values-added", "The list of values in a field holds further ones.",
		"note: {type: string, enum: [short, long]}", "note: {type: string, enum: [short, long, none]}"),
	tighterRule("values-removed", "The list of values in a field lacks some that it held.",
		"note: {type: string, enum: [short, long]}", "note: {type: string, enum: [short]}"),
}
