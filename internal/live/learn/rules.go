package learn

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file declares the kinds of findings of gen learn.

// rules are the kinds of findings, in the order of their declarations.
var rules []report.Rule

// newRule declares a rule.
func newRule(id string, level report.Level, purpose, rationale string) report.Rule {
	r := report.Rule{ID: id, Level: level, Purpose: purpose, Rationale: rationale}
	rules = append(rules, r)
	return r
}

// The rules: contradictions of the catalog, then what could not be used, then what may be worth a
// decision.
var (
	responseType = newRule("response-type", report.Error,
		"Responses have a value of another type than in the catalog.",
		"Clients cannot read them, or drop the value if the response is lenient.")
	responseRequired = newRule("response-required", report.Error,
		"A field that the catalog requires is missing or null in responses.",
		"Clients cannot read them, or get a zero value if the response is lenient.")
	responseValue = newRule("response-value", report.Error,
		"Responses have an unknown tag. An unknown value of a closed enum is a warning.",
		"Clients cannot read an unknown tag, and callers do not expect the value.")
	responseNothing = newRule("response-nothing", report.Error,
		"Responses have a body, and the catalog says response: none.",
		"Callers do not get it.")
	responseEnvelope = newRule("response-envelope", report.Error,
		"Responses lack the envelope of the catalog.",
		"A client cannot tell whether the call succeeded.")
	responseStatus = newRule("response-status", report.Error,
		"Failures have another status than the envelope says.",
		"Code that checks only the status confuses failures and successes.")

	leftOut = newRule("left-out", report.Warning,
		"What was learned about a response contradicts the rest of the catalog.",
		"The response stays as it is in the catalog.")
	unknownOperation = newRule("unknown-operation", report.Warning,
		"Recordings have calls of operations that the catalog does not have.",
		"They may belong to another catalog, or the catalog is incomplete.")
	unusedDecision = newRule("unused-decision", report.Warning,
		"A decision in learn.yaml is about a place that was not seen, or cannot be applied.",
		"It may be misspelled, or be about a response that has changed.")

	unshown = newRule("unshown", report.Info,
		"Responses were seen, but have no common shape.",
		"The response stays as it is in the catalog.")
	unrefined = newRule("unrefined", report.Info,
		"The type of a value was seen, but an overlay cannot set it.",
		"The field stays as it is in the catalog.")
	unnamed = newRule("unnamed", report.Info,
		"Responses have an unknown member, but an overlay cannot add it.",
		"Callers do not get it, or get it as an unknown key.")
	likelyEnvelope = newRule("likely-envelope", report.Info,
		"All responses have the same members around them, and the catalog has no envelope.",
		"An envelope gives responses their own types, and distinguishes failures from successes.")
	likelyEnum = newRule("likely-enum", report.Info,
		"A text has few different values.",
		"An enum names them for callers.")
	likelyUnion = newRule("likely-union", report.Info,
		"All objects have a member with few values, and only some have the others.",
		"It may be the tag of a union.")
	likelyMap = newRule("likely-map", report.Info,
		"Members of an object have one type, and no member is in all objects.",
		"Their names may be the keys of a map.")
)

// Rules are the kinds of findings.
func Rules() []report.Rule { return slices.Clone(rules) }

// findings are the findings of all stages, in the order in which these find them.
type findings []report.Finding

// add adds a finding about a place.
func (f *findings) add(r report.Rule, pos catalog.Position, path, format string, args ...any) {
	*f = append(*f, report.Finding{
		Rule:    r.ID,
		Level:   r.Level,
		Pos:     report.Place{Position: pos},
		Path:    path,
		Message: fmt.Sprintf(format, args...),
		Key:     format,
	})
}

// share begins a sentence: "1 of 3 responses holds", "2 of 3 responses hold".
func share(n, total int, noun, verb string) string {
	if n == 1 {
		verb = map[string]string{"hold": "holds", "are": "is"}[verb]
	}
	return fmt.Sprintf("%d of %s %s", n, wording.Count(total, noun), verb)
}
