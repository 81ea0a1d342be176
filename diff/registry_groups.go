package diff

// Situations of rules over several fields.
const (
	firstWins  = "the first that carries a value is the only one sent"
	someNeeded = "one of the fields is needed"
	refuses    = "the rule refuses combinations, and needs none of the fields"
	allNew     = "no old request can break the rule"
	together   = "all of the fields are needed together"
)

const priorityReason = "another record is acted on than was meant, and nothing fails"

// groupRules are about first_of, at_least_one_of, at_most_one_of and
// all_or_none_of: oneof for short.
var groupRules = []Rule{
	{
		ID:        "oneof-added",
		Purpose:   "There is a rule over several fields that there was not.",
		Rationale: "Old requests that have none of the fields, or several, may be refused. Where the fields are new, no old request breaks a rule that refuses combinations.",
		Cases: []Case{
			{Verdicts: verdicts("B–S·")},
			{When: allNew, Verdicts: verdicts("·–S·")},
		},
		After: "- first_of: [claim_id, claim_number]",
	},
	{
		ID:        "oneof-removed",
		Purpose:   "A rule over several fields is gone.",
		Rationale: "Old requests stay valid. A service meets combinations that it did not.",
		Cases:     []Case{{Verdicts: verdicts("·–·S")}},
		Before:    "- first_of: [claim_id, claim_number]",
	},
	{
		ID:        "oneof-member-added",
		Purpose:   "A rule over several fields is about a new field, too.",
		Rationale: "No old request holds the field. A service meets requests where all of the old fields are absent. With all_or_none_of, requests with the old fields lack the new one.",
		Cases: []Case{
			{Verdicts: verdicts("·–·S")},
			{When: refuses, Verdicts: verdicts("·–··")},
			{When: together, Verdicts: verdicts("B–S·")},
		},
		Before: "- first_of: [claim_id, claim_number]",
		After:  "- first_of: [claim_id, claim_number, policy_id]",
	},
	{
		ID:        "oneof-member-removed",
		Purpose:   "A rule over several fields lost one of them, which is gone.",
		Rationale: "Old requests with the field are refused. The field is gone from Go.",
		Cases:     []Case{{Verdicts: verdicts("B–BB")}},
		Before:    "- first_of: [claim_id, claim_number, policy_id]",
		After:     "- first_of: [claim_id, claim_number]",
	},
	{
		ID:        "field-moved-into-oneof",
		Purpose:   "A rule over several fields is about another field of the request, too.",
		Rationale: "Where one of the fields is needed, more requests are valid. Where the first alone is sent, old requests with several act on one. Where combinations are refused, old requests with them are.",
		Cases: []Case{
			{When: firstWins, Verdicts: verdicts("S–SS")},
			{When: someNeeded, Verdicts: verdicts("·–·S")},
			{When: refuses, Verdicts: verdicts("B–S·")},
		},
		Before: "- first_of: [claim_id, claim_number]",
		After:  "- first_of: [claim_id, claim_number, policy_id]",
	},
	{
		ID:        "field-moved-out-of-oneof",
		Purpose:   "A rule over several fields is not about one of them any more, which stays in the request.",
		Rationale: "Where one of the fields is needed, old requests that hold this one alone are refused. Where combinations are refused, there are fewer of them.",
		Cases: []Case{
			{When: firstWins, Verdicts: verdicts("B–SS")},
			{When: someNeeded, Verdicts: verdicts("B–S·")},
			{When: refuses, Verdicts: verdicts("·–·S")},
		},
		Before: "- at_least_one_of: [claim_id, claim_number, policy_id]",
		After:  "- at_least_one_of: [claim_id, claim_number]",
	},
	{
		ID:        "oneof-priority-changed",
		Purpose:   "Of several fields, another one counts as the first.",
		Rationale: "Requests with several fields act on another one. Nothing is refused, and everything compiles.",
		Cases:     []Case{{Verdicts: verdicts("S–SS"), Level: Error, Reason: priorityReason}},
		Before:    "- first_of: [claim_id, claim_number]",
		After:     "- first_of: [claim_number, claim_id]",
	},
	{
		ID:        "oneof-cardinality-tightened",
		Purpose:   "A rule over the same fields is of another kind, or stands beside the one that there was, and refuses more.",
		Rationale: "Old requests with none of the fields, or with several, may be refused. Everything compiles.",
		Cases:     []Case{{Verdicts: verdicts("B–S·")}},
		Before:    "- at_most_one_of: [claim_id, claim_number]",
		After:     "- first_of: [claim_id, claim_number]",
	},
	{
		ID:        "oneof-cardinality-loosened",
		Purpose:   "Of two rules over the same fields, one is gone.",
		Rationale: "Old requests stay valid. A service meets combinations that it did not.",
		Cases:     []Case{{Verdicts: verdicts("·–·S")}},
		Before:    "- at_most_one_of: [claim_id, claim_number]",
	},
	{
		ID:        "oneof-send-policy-changed",
		Purpose:   "Of several fields, the first alone is sent, or not any more.",
		Rationale: "The same requests are valid. With several fields, another set of them reaches the service.",
		Cases:     []Case{{Verdicts: verdicts("S–SS")}},
		Before:    "- first_of: [claim_id, claim_number]",
		After:     "- at_least_one_of: [claim_id, claim_number]",
	},
}
