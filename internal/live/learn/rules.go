package learn

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// rule is a kind of finding with its level.
type rule struct {
	report.Rule
	level report.Level
}

var rules []*rule

func newRule(id string, level report.Level, purpose, rationale string) *rule {
	r := &rule{report.Rule{ID: id, Purpose: purpose, Rationale: rationale}, level}
	rules = append(rules, r)
	return r
}

var (
	answerType = newRule("answer-type", report.Error,
		"Answers hold a value of another type than the catalog says.",
		"A client cannot read them, or drops the value if the response is lenient.")
	answerRequired = newRule("answer-required", report.Error,
		"A field that the catalog requires is missing or null in answers.",
		"A client cannot read them, or has a zero value if the response is lenient.")
	answerValue = newRule("answer-value", report.Error,
		"Answers hold a value that is none of a closed enum, or a tag of no variant.",
		"Callers do not expect it.")
	answerNothing = newRule("answer-nothing", report.Error,
		"Answers hold something, and the catalog says that they carry nothing.",
		"Callers do not get it.")
	answerEnvelope = newRule("answer-envelope", report.Error,
		"Answers are not in the envelope that the catalog states.",
		"A client cannot tell whether the call succeeded.")
	answerStatus = newRule("answer-status", report.Error,
		"Failures come with another status than the envelope says.",
		"What looks at the status alone takes one for the other.")

	leftOut = newRule("left-out", report.Warning,
		"What was learned of a response contradicts the rest of the catalog.",
		"The response is not shown, as if nothing had been learned.")
	unknownOperation = newRule("unknown-operation", report.Warning,
		"Recordings hold calls of operations that the catalog does not have.",
		"They may be of another catalog, or the catalog lacks the operations.")
	unusedDecision = newRule("unused-decision", report.Warning,
		"A decision in learn.yaml is about a place that was not seen, or cannot be carried out.",
		"It may be misspelled, or be about an answer that has changed.")

	unshown = newRule("unshown", report.Info,
		"Answers were seen, and nothing can be said of their shape.",
		"The response stays as the catalog has it.")
	unrefined = newRule("unrefined", report.Info,
		"Values were seen where the catalog does not show the type, and an overlay must not say it.",
		"The field stays as the catalog has it.")
	unnamed = newRule("unnamed", report.Info,
		"Answers hold a member that the catalog does not name, and an overlay must not add it.",
		"Callers do not get it, or as an unknown key.")
	likelyEnvelope = newRule("likely-envelope", report.Info,
		"All answers look like an envelope, and the catalog states none.",
		"With it, the responses are what is in the envelope, and failures are told from successes.")
	likelyEnum = newRule("likely-enum", report.Info,
		"A text has few values.",
		"An enum names them for callers.")
	likelyUnion = newRule("likely-union", report.Info,
		"A member with few values is in all objects at a place, and others are in some of them.",
		"It may be the tag of a union.")
	likelyMap = newRule("likely-map", report.Info,
		"The members of an object have one type, and none is in all objects.",
		"Their names may be keys of a map.")
)

// Rules are the kinds of findings.
func Rules() []report.Rule {
	var all []report.Rule
	for _, r := range rules {
		all = append(all, r.Rule)
	}
	return all
}

// find adds a finding about a place of a response, or of the catalog.
func (l *learner) find(r *rule, pos catalog.Position, path, format string, args ...any) {
	l.findings = append(l.findings, report.Finding{Rule: r.ID, Level: r.level, Pos: pos, Path: path, Message: fmt.Sprintf(format, args...), Key: format})
}
