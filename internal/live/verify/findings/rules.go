package findings

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/review/report"
)

// This file declares the kinds of findings of gen verify, which its flag --rules prints.

// The rules.
var (
	RequestRefused = newRule("request-refused", report.Error,
		"The service refuses a request that obeys every rule of the catalog.",
		"Callers who follow the catalog are refused: either the catalog lacks a rule, or "+
			"the service enforces one that it should not.",
		"Add the rule to the catalog or an overlay, or pass a value that the service "+
			"knows with --fixtures.")

	ResponseDiffers = newRule("response-differs", report.Error,
		"A response differs from the catalog.",
		"Generated clients cannot read it, or drop unknown members.",
		"Correct the response in the catalog, or the service; if gen learn wrote it, "+
			"record and learn again.")

	FailureDiffers = newRule("failure-differs", report.Error,
		"A failure differs from the catalog.",
		"Callers cannot read why they were refused.",
		"Correct the envelope or the failure in the catalog, or correct the service.")

	NoLongerEnforced = newRule("no-longer-enforced", report.Error,
		"The service accepts what it refused when the baseline was written.",
		"A check was dropped, so requests that used to be refused are executed.",
		"Restore the check. If the change is intended, run gen verify --update and "+
			"explain it in the pull request.")

	NothingKnown = newRule("nothing-known", report.Error,
		"Nothing could be determined about any operation.",
		"Without this error, the run would look clean.",
		"Check the reasons: a wrong URL, missing credentials, no --fixtures, or "+
			"operations that only --writes calls.")

	NoLongerKnown = newRule("no-longer-known", report.Warning,
		"A fact in the baseline could not be determined this time.",
		"The rule may no longer be enforced.",
		"Check the reason. gen verify --update keeps the fact.")

	ResponseUnseen = newRule("response-unseen", report.Info,
		"No response has an optional field of the catalog.",
		"The service may not use it, or may have another name for it: callers read nothing.",
		"Compare the name with what the service sends, as gen record shows it.")

	NotEnforced = newRule("not-enforced", report.Info,
		"The service accepts requests that break rules of the catalog.",
		"The catalog says what callers send, not what the service checks, so this does "+
			"not contradict it; but the service is not protected either.",
		"Nothing needs to be done. Facts in a baseline are not reported again until they change.")

	NewlyEnforced = newRule("newly-enforced", report.Info,
		"The service refuses what it accepted when the baseline was written.",
		"Callers who break the rule now notice it.",
		"Run gen verify --update to record this.")

	BaselineOutdated = newRule("baseline-outdated", report.Info,
		"The baseline lacks facts, or has facts that the catalog no longer has.",
		"Only facts in the baseline are compared.",
		"Run gen verify --update and commit the file.")
)

// rules are all rules, in the order of their declarations.
var rules []report.Rule

// newRule declares a rule. Next says what to do about its findings.
func newRule(id string, level report.Level, purpose, rationale, next string) report.Rule {
	text := fmt.Sprintf("%s (%s)\n\n%s\n%s\n\nnext:  %s\n", id, level, purpose, rationale, next)
	r := report.Rule{
		ID:        id,
		Purpose:   purpose,
		Rationale: rationale,
		Text:      text,
		Level:     level,
		Next:      next,
	}
	rules = append(rules, r)
	return r
}

// Rules returns all rules, the gravest first.
func Rules() []report.Rule { return slices.Clone(rules) }
