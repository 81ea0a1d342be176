package diff

// areaRules are about the catalog as a whole, and about areas.
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
		Cases: []Case{
			{Verdicts: verdicts("BBBB")},
			{When: afterSunset, Verdicts: verdicts("BBBB"), Level: Info, Reason: sunsetReason},
		},
		Before: "claims:",
	},
	{
		ID:        "area-renamed",
		Purpose:   "The Go name of an area changed, and with it the name of its package.",
		Rationale: "Paths stay. What imports the package, or selects it from the root client, does not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "go: {name: Claims}",
		After:     "go: {name: LossEvents}",
	},
	{
		ID:        "area-prefix-changed",
		Purpose:   "The name of an area changed in the paths of its operations, and stayed in Go.",
		Rationale: "Old clients call paths that are gone. The compiler does not see it.",
		Cases:     []Case{{Verdicts: verdicts("B–··")}},
		Before:    "claims:",
		After:     "losses:",
	},
	{
		ID:        "area-name-changed",
		Purpose:   "The name of an area changed, in the paths of its operations as well as in Go.",
		Rationale: "Old clients call paths that are gone, and what imports the package does not compile.",
		Cases:     []Case{{Verdicts: verdicts("B–BB")}},
		Before:    "claims:",
		After:     "losses:",
	},
	{
		ID:        "path-template-changed",
		Purpose:   "The path of every operation changed.",
		Rationale: "Old clients call paths that are gone. The compiler does not see it. Reported once, not for each operation.",
		Cases:     []Case{{Verdicts: verdicts("B–··")}},
		Before:    "path: /api/v1/{area}/{operation}",
		After:     "path: /api/v2/{area}/{operation}",
	},
	{
		ID:        "root-package-renamed",
		Purpose:   "The Go package that ties the areas together has another name.",
		Rationale: "Nothing on the wire. What names the package does not compile.",
		Cases:     []Case{{Verdicts: verdicts("··BB")}},
		Before:    "package: insurance",
		After:     "package: service",
	},
	{
		ID:        "version-changed",
		Purpose:   "The version of the service changed.",
		Rationale: "It stands in documents alone; paths spell their own.",
		Cases:     []Case{{Verdicts: verdicts("····")}},
		Before:    "version: v1",
		After:     "version: v2",
	},
}
