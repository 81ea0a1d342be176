package diff

var operationRules = []Rule{
	{
		ID:        "operation-added",
		Purpose:   "An operation is new.",
		Rationale: "No client calls it yet. A service that embeds the generated one compiles and answers \"unimplemented\".",
		Cases: []Case{{Verdicts: verdicts("·–·S"), Level: Info,
			Reason: "nobody calls it before the service implements it"}},
		After: "get_claim:",
	},
	{
		ID:        "operation-removed-without-deprecation",
		Purpose:   "An operation is gone that was not deprecated.",
		Rationale: "Calls end in 404. The method, its request and its answer are gone from Go.",
		Cases:     []Case{{Verdicts: verdicts("BBBB")}},
		Before:    "get_claim:",
	},
}
