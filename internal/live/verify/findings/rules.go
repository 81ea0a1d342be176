package findings

import "example.com/opgen/internal/review/report"

// Rule is a kind of finding of gen verify.
type Rule struct {
	report.Rule
	Level report.Level
	Next  string // what to do about a finding
}

// The rules.
var (
	RequestRefused = Rule{report.Rule{
		ID:        "request-refused",
		Purpose:   "The service refuses a request that keeps every rule of the catalog.",
		Rationale: "Callers who believe the catalog are refused, so it lacks a rule, or the service has one too many.",
	}, report.Error, "Write the rule into the catalog, or into an overlay of it; or give a value that the service knows in the file of --fixtures."}

	ResponseDiffers = Rule{report.Rule{
		ID:        "response-differs",
		Purpose:   "A response is not what the catalog shows.",
		Rationale: "Generated clients cannot read it, or drop what they do not know.",
	}, report.Error, "Correct the response in the catalog, or the service; if gen learn wrote it, record and learn again."}

	FailureDiffers = Rule{report.Rule{
		ID:        "failure-differs",
		Purpose:   "A refusal is not a failure as the catalog shows it.",
		Rationale: "Callers cannot read why they were refused.",
	}, report.Error, "Correct the envelope or the failure in the catalog, or correct the service."}

	NoLongerEnforced = Rule{report.Rule{
		ID:        "no-longer-enforced",
		Purpose:   "The service accepts what it refused when the baseline was written.",
		Rationale: "Somebody has dropped a check, and requests that were refused are carried out now.",
	}, report.Error, "Bring the check back. If it is meant, run gen verify --update and say why in the pull request."}

	NothingKnown = Rule{report.Rule{
		ID:        "nothing-known",
		Purpose:   "Nothing could be found out about any operation.",
		Rationale: "A run that says nothing must not look like one that found nothing.",
	}, report.Error, "Look at the reasons: a wrong URL, credentials that are missing, no --fixtures, or operations that only --writes calls."}

	NoLongerKnown = Rule{report.Rule{
		ID:        "no-longer-known",
		Purpose:   "What the baseline knows of an operation could not be found out this time.",
		Rationale: "A check that is skipped does not find what it is there for.",
	}, report.Warning, "Look at the reason. gen verify --update keeps what was known."}

	NotEnforced = Rule{report.Rule{
		ID:        "not-enforced",
		Purpose:   "The service accepts requests that break rules of the catalog.",
		Rationale: "The catalog says what callers have to send, and not what the service checks. This is no contradiction, but no protection either.",
	}, report.Info, "Nothing has to be done. Facts in a baseline are not reported again until they change."}

	NewlyEnforced = Rule{report.Rule{
		ID:        "newly-enforced",
		Purpose:   "The service refuses what it accepted when the baseline was written.",
		Rationale: "Callers who break the rule notice it from now on.",
	}, report.Info, "Run gen verify --update, so that it stays so."}

	BaselineOutdated = Rule{report.Rule{
		ID:        "baseline-outdated",
		Purpose:   "The baseline lacks facts, or has some that the catalog no longer has.",
		Rationale: "Only facts in the baseline are held against it.",
	}, report.Info, "Run gen verify --update and commit the file."}
)

// Rules returns all rules, the gravest first.
func Rules() []Rule {
	return []Rule{RequestRefused, ResponseDiffers, FailureDiffers, NoLongerEnforced, NothingKnown, NoLongerKnown, NotEnforced, NewlyEnforced, BaselineOutdated}
}
