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
		Rationale: "Callers who follow the catalog are refused: the catalog lacks a rule, or the service should not have it.",
	}, report.Error, "Add the rule to the catalog or an overlay, or give a value that the service knows in --fixtures."}

	ResponseDiffers = Rule{report.Rule{
		ID:        "response-differs",
		Purpose:   "A response differs from the catalog.",
		Rationale: "Generated clients cannot read it, or drop unknown members.",
	}, report.Error, "Correct the response in the catalog, or the service; if gen learn wrote it, record and learn again."}

	FailureDiffers = Rule{report.Rule{
		ID:        "failure-differs",
		Purpose:   "A failure differs from the catalog.",
		Rationale: "Callers cannot read why they were refused.",
	}, report.Error, "Correct the envelope or the failure in the catalog, or correct the service."}

	NoLongerEnforced = Rule{report.Rule{
		ID:        "no-longer-enforced",
		Purpose:   "The service accepts what it refused when the baseline was written.",
		Rationale: "A check was dropped, so requests that used to be refused are executed.",
	}, report.Error, "Restore the check. If the change is intended, run gen verify --update and explain it in the pull request."}

	NothingKnown = Rule{report.Rule{
		ID:        "nothing-known",
		Purpose:   "Nothing could be determined about any operation.",
		Rationale: "Otherwise, the run would look as if nothing was wrong.",
	}, report.Error, "Check the reasons: a wrong URL, missing credentials, no --fixtures, or operations that only --writes calls."}

	NoLongerKnown = Rule{report.Rule{
		ID:        "no-longer-known",
		Purpose:   "A fact in the baseline could not be determined this time.",
		Rationale: "A skipped check finds nothing.",
	}, report.Warning, "Check the reason. gen verify --update keeps the fact."}

	NotEnforced = Rule{report.Rule{
		ID:        "not-enforced",
		Purpose:   "The service accepts requests that break rules of the catalog.",
		Rationale: "The catalog says what callers send, not what the service checks, so this does not contradict it; but the service is not protected either.",
	}, report.Info, "Nothing needs to be done. Facts in a baseline are not reported again until they change."}

	NewlyEnforced = Rule{report.Rule{
		ID:        "newly-enforced",
		Purpose:   "The service refuses what it accepted when the baseline was written.",
		Rationale: "Callers who break the rule now notice it.",
	}, report.Info, "Run gen verify --update to keep it so."}

	BaselineOutdated = Rule{report.Rule{
		ID:        "baseline-outdated",
		Purpose:   "The baseline lacks facts, or has facts that the catalog no longer has.",
		Rationale: "Only facts in the baseline are compared.",
	}, report.Info, "Run gen verify --update and commit the file."}
)

// Rules returns all rules, the gravest first.
func Rules() []Rule {
	return []Rule{RequestRefused, ResponseDiffers, FailureDiffers, NoLongerEnforced, NothingKnown, NoLongerKnown, NotEnforced, NewlyEnforced, BaselineOutdated}
}
