package diff

// Reasons of policy: nothing changes yet, and somebody should know.
const (
	whereTo   = "whoever is to move has to know what to, and until when"
	datesHold = "whoever planned by the date would be caught out"
)

var docRules = []Rule{
	{
		ID:        "deprecated-with-replacement",
		Purpose:   "Something is deprecated; what to use in its place and the date of its end are given.",
		Rationale: "It works as before. A linter of deprecations may complain where it is used.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    plainText,
		After:     `note: {type: string, deprecated: {sunset: "2030-01-01", use: claim_id}}`,
	},
	{
		ID:        "deprecated-without-replacement",
		Purpose:   "Something is deprecated, and nothing is given to use in its place.",
		Rationale: "It works as before, and its users do not know where to go.",
		Cases:     []Case{{Verdicts: verdicts("····"), Level: Warning, Reason: whereTo}},
		Before:    plainText,
		After:     `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
	},
	{
		ID:        "deprecated-without-sunset",
		Purpose:   "Something is deprecated in favour of something else, and no date is given for its end.",
		Rationale: "It works as before, and its users do not know for how long.",
		Cases:     []Case{{Verdicts: verdicts("····"), Level: Warning, Reason: whereTo}},
		Before:    plainText,
		After:     "note: {type: string, deprecated: {use: claim_id}}",
	},
	{
		ID:        "deprecation-withdrawn",
		Purpose:   "Something is not deprecated any more.",
		Rationale: "It works as before.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
		After:     plainText,
	},
	{
		ID:        "deprecation-changed",
		Purpose:   "A deprecation says something else about since when, or what to use in its place.",
		Rationale: "It works as before.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`,
		After:     `note: {type: string, deprecated: {since: v2, sunset: "2030-01-01"}}`,
	},
	{
		ID:        "sunset-added",
		Purpose:   "A deprecation has a date of its end now.",
		Rationale: "It works as before, and its users know for how long.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "note: {type: string, deprecated: {since: v1}}",
		After:     `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`,
	},
	{
		ID:        "sunset-moved-later",
		Purpose:   "The date on which something ends is later than before.",
		Rationale: "It works as before, and for longer.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
		After:     `note: {type: string, deprecated: {sunset: "2031-01-01"}}`,
	},
	{
		ID:        "sunset-moved-earlier",
		Purpose:   "The date on which something ends is earlier than before.",
		Rationale: "It works as before, and for a shorter time than was said.",
		Cases:     []Case{{Verdicts: verdicts("····"), Level: Error, Reason: datesHold}},
		Before:    `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
		After:     `note: {type: string, deprecated: {sunset: "2029-01-01"}}`,
	},
	{
		ID:        "sunset-removed",
		Purpose:   "A deprecation has no date of its end any more.",
		Rationale: "It works as before, and may end at any time.",
		Cases:     []Case{{Verdicts: verdicts("····"), Level: Error, Reason: datesHold}},
		Before:    `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`,
		After:     "note: {type: string, deprecated: {since: v1}}",
	},
	{
		ID:        "doc-only",
		Purpose:   "A title, a summary, a description or an example changed.",
		Rationale: "Comments and the reference say something else; nothing else does.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "summary: Reads one claim.",
		After:     "summary: Reads a claim.",
	},
	{
		ID:        "evidence-changed",
		Purpose:   "What the author of the catalog inferred is stated now, or the evidence is another one, or what was stated is inferred.",
		Rationale: "The fact is the same; how far it can be relied on is not.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "note: {type: string, assumed: typed string elsewhere}",
		After:     plainText,
	},
}
