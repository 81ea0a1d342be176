package diff

// Situations and reasons that several rules share.
const (
	afterSunset  = "the sunset of all that goes has passed"
	sunsetReason = "the end was announced, and has come"

	compilerShows = "source alone breaks, and the compiler shows every place"
)

var operationRules = []Rule{
	{
		ID:        "operation-added",
		Purpose:   "An operation is new.",
		Rationale: "No client calls it yet. A service that embeds the generated one compiles, and answers that it is not implemented.",
		Cases: []Case{{Verdicts: verdicts("·–·S"), Level: Info,
			Reason: "nobody calls it before the service offers it"}},
		After: "add_note:",
	},
	{
		ID:        "operation-removed-without-deprecation",
		Purpose:   "An operation is gone that was not deprecated.",
		Rationale: "Calls end in 404. The method, its request and its answer are gone from Go.",
		Cases:     []Case{{Verdicts: verdicts("BBBB")}},
		Before:    "drop_claim:",
	},
	{
		ID:        "operation-removed-before-sunset",
		Purpose:   "A deprecated operation is gone before its sunset, or without one.",
		Rationale: "Calls end in 404, earlier than whoever relies on the date expects.",
		Cases:     []Case{{Verdicts: verdicts("BBBB")}},
		Before:    `deprecated: {sunset: "9999-12-31"}`,
	},
	{
		ID:        "operation-removed-after-sunset",
		Purpose:   "A deprecated operation is gone, and its sunset has passed.",
		Rationale: "It breaks whoever still uses it as any removal does.",
		Cases:     []Case{{Verdicts: verdicts("BBBB"), Level: Info, Reason: sunsetReason}},
		Before:    `deprecated: {sunset: "2000-01-01"}`,
	},
	{
		ID:        "operation-go-name-changed",
		Purpose:   "The Go name of an operation changed, and with it those of its request and its answer.",
		Rationale: "The path stays. Callers and implementations do not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "go: {name: GetClaim}",
		After:     "go: {name: ReadClaim}",
	},
	{
		ID:        "operation-path-changed",
		Purpose:   "The name of an operation changed on the wire, and stayed in Go.",
		Rationale: "Old clients call a path that is gone. The compiler does not see it.",
		Cases:     []Case{{Verdicts: verdicts("B–··")}},
		Before:    "get_claim:",
		After:     "read_claim:",
	},
	{
		ID:        "operation-renamed",
		Purpose:   "The name of an operation changed, on the wire as well as in Go.",
		Rationale: "Old clients call a path that is gone, and callers and implementations do not compile. An operation that is gone counts as renamed where a new one of its area takes and answers the same, or two thirds of it.",
		Cases:     []Case{{Verdicts: verdicts("B–BB")}},
		Before:    "get_claim:",
		After:     "read_claim:",
	},
	{
		ID:        "operation-moved-area",
		Purpose:   "An operation moved to another area.",
		Rationale: "Its path changed, and its method and types are in another Go package.",
		Cases:     []Case{{Verdicts: verdicts("B–BB")}},
		Before:    "claims:",
		After:     "policies:",
	},
	{
		ID:        "operation-effect-changed",
		Purpose:   "What a repeated call does changed, and so what clients repeat.",
		Rationale: "An old client that repeats a read repeats what is now a write; a new one retries more or less than before. Everything compiles.",
		Cases:     []Case{{Verdicts: verdicts("S–SS")}},
		Before:    "effect: read",
		After:     "effect: write",
	},
	{
		ID:        "response-declared",
		Purpose:   "An answer whose shape was not shown has one now.",
		Rationale: "The answer need not change. Raw and Decode stay, so that everything compiles; yet a new client refuses an answer that lacks what is required of it.",
		Cases:     []Case{{Verdicts: verdicts("–·S·")}},
		After:     "response: {fields: {status: string}}",
	},
	{
		ID:        "response-undeclared",
		Purpose:   "An answer that had a shape is not shown any more.",
		Rationale: "The fields are gone from Go, Raw and Decode stay. The answer may be anything from now on.",
		Cases:     []Case{{Verdicts: verdicts("–SBB"), Level: Warning, Reason: compilerShows}},
		Before:    "response: {fields: {status: string}}",
	},
}
