package diff

var areaRules = []Rule{
	{
		ID:        "area-added",
		Purpose:   "A group of operations is new.",
		Rationale: "Nobody knew it. Its operations are not reported one by one.",
		Cases:     []Case{{Verdicts: verdicts("·–··")}},
		After:     "claims:",
	},
	{
		ID:        "area-removed",
		Purpose:   "A group of operations is gone, and its Go package with it.",
		Rationale: "Calls end in 404, and what imports the package does not compile. Its operations are listed, not reported one by one.",
		Cases:     []Case{{Verdicts: verdicts("BBBB")}},
		Before:    "claims:",
	},
}
