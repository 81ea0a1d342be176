package lint

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/review/report"
)

// These rules are about the texts of a catalog, which become comments in Go and pages of the
// reference. They know little English on purpose: they find what is missing or empty, and leave
// style to people.

// A description does not replace it: the summary is the first sentence of a comment in Go.
var _ = rule("missing-summary", report.Warning,
	"An operation has no summary.",
	"The comment of the Go method and the reference have only its name to show.",
	example{
		bad:  "get_claim: {effect: read}",
		good: "get_claim: {effect: read, summary: Reads one claim.}",
	},
	checkElements("operation", func(l *linter, e element) {
		l.findIf(e.operation.Summary == "", e, "no summary; say in a sentence what it does")
	}))

// The check is coarse on purpose. Whether the sentence is true, no program can tell.
var _ = rule("summary-form", report.Warning,
	"A summary is not a sentence that begins with a verb in the third person and ends with a "+
		"period.",
	"The comment of the Go method puts the name in front of it: GetClaim reads one claim.",
	example{
		bad:  "get_claim: {summary: Read a claim}",
		good: "get_claim: {summary: Reads a claim.}",
	},
	checkElements("operation", func(l *linter, e element) {
		summary := e.operation.Summary
		l.findIf(summary != "" && !sentenceOfThirdPerson.MatchString(summary), e,
			"the summary %q is not a sentence such as \"Reads one claim.\"", summary)
	}))

// Fields need none: their names and types say enough more often than not.
var _ = rule("missing-description", report.Info,
	"An area, record, enum or union has no description.",
	"The reference and the Go package or type have only its name to show.",
	example{
		bad:  "areas: {claims: {operations: {...}}}",
		good: "areas: {claims: {description: Claims and their payments., operations: {...}}}"},
	checkElements("area record enum union", func(l *linter, e element) {
		l.findIf(e.description == "", e, "%s %s has no description", e.kind, e.path)
	}))

// "The id of the claim." says no more than claim_id, and costs a line in every editor.
var _ = rule("empty-words", report.Warning,
	"A description repeats the name, or is unfinished.",
	"Readers of the reference see the name anyway.",
	example{
		bad:  "claim_id: {type: string, description: The claim id.}",
		good: "claim_id: {type: string, description: As returned by new_claim.}"},
	checkElements("area operation field record", func(l *linter, e element) {
		name := e.name
		if e.kind == "operation" { // its summary says more than its name
			name = ""
		}
		words := significantWords(e.description)
		switch {
		case unfinished.MatchString(e.description):
			l.find(e.pos, e.path, "the text is unfinished: %q", e.description)
		case len(words) > 0 && isSubset(words, significantWords(name)):
			l.find(e.pos, e.path, "the text %q repeats the name", e.description)
		}
	}))

// Three words are little, and rule out "yes", "probably" and "looks so".
var _ = rule("assumed-without-evidence", report.Warning,
	"An assumption gives no evidence.",
	"Without it, nobody can tell later whether the assumption still holds.",
	example{
		bad:  "claim_id: {type: string, assumed: probably}",
		good: "claim_id: {type: string, assumed: typed string at get_claim}",
	},
	checkElements("field record body", func(l *linter, e element) {
		l.findIf(e.assumed != "" && len(strings.Fields(e.assumed)) < 3, e,
			"%q is not evidence; say where it can be seen", e.assumed)
	}))

// gen diff reports the same when the deprecation is added; this rule keeps reminding.
var _ = rule("deprecated-without-replacement", report.Warning,
	"Something is deprecated without a replacement.",
	"Users have to know what to use instead.",
	example{
		bad:  "get_claim: {deprecated: {since: v2}}",
		good: "get_claim: {deprecated: {since: v2, use: read_claim}}",
	},
	checkElements("operation field", func(l *linter, e element) {
		l.findIf(e.deprecated != nil && e.deprecated.Use == "", e,
			"deprecated without a replacement; add use: NAME")
	}))

// An end without a date is common while a service is rebuilt, so this is only an information.
var _ = rule("deprecated-without-sunset", report.Info,
	"Something is deprecated without a sunset.",
	"Users do not migrate without a date.",
	example{
		bad:  "get_claim: {deprecated: {since: v2, use: read_claim}}",
		good: "get_claim: {deprecated: {since: v2, use: read_claim, sunset: 2027-06-30}}"},
	checkElements("operation field", func(l *linter, e element) {
		l.findIf(e.deprecated != nil && e.deprecated.Sunset == "", e,
			"deprecated without a sunset; add sunset: YYYY-MM-DD")
	}))

// The removal itself is safe from that day on: gen diff then reports it as announced.
var _ = rule("sunset-over", report.Warning,
	"Something still exists, although its sunset has come.",
	"Either it can be removed now, or the date is wrong.",
	example{
		bad:  "get_claim: {deprecated: {since: v1, sunset: 2020-01-31}}",
		good: "get_claim: {deprecated: {since: v1, sunset: 2999-01-31}}"},
	checkElements("operation field", func(l *linter, e element) {
		if d := e.deprecated; d != nil && d.Sunset != "" && d.Sunset <= l.today {
			l.find(e.pos, e.path, "its sunset was %s; remove it or move the date", d.Sunset)
		}
	}))

// The forms of texts that the rules look for. A verb in the third person ends in s.
var (
	sentenceOfThirdPerson = regexp.MustCompile(`^\p{Lu}\p{L}*s\b[^\n]*[.!?]$`)
	unfinished            = regexp.MustCompile(`(?i)\b(todo|fixme|tbd|xxx)\b`)
)

// fillers are words that say nothing about an element.
var fillers = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "for": true, "this": true,
	"field": true, "value": true,
}

// significantWords returns the words of a text in lower case and singular, without fillers.
func significantWords(text string) []string {
	var words []string
	for _, w := range Words(text) {
		if !fillers[w] {
			words = append(words, baseForm(w))
		}
	}
	return words
}

// isSubset reports whether all of some words are among others.
func isSubset(words, others []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(others, w) })
}
