package lint

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

var missingSummary = rule("missing-summary", report.Warning,
	"An operation has no summary.",
	"The comment of the Go method and the reference have only its name to show.",
	example{bad: "get_claim: {effect: read}", good: "get_claim: {effect: read, summary: Reads one claim.}"},
	eachOperation(func(l *linter, path string, op *catalog.Operation) {
		if op.Summary == "" {
			l.find(op.Pos, path, "no summary; say in a sentence what it does")
		}
	}))

var summaryForm = rule("summary-form", report.Warning,
	"A summary is not a sentence that begins with a verb in the third person and ends with a full stop.",
	"The comment of the Go method puts the name in front of it: GetClaim reads one claim.",
	example{bad: "get_claim: {summary: Read a claim}", good: "get_claim: {summary: Reads a claim.}"},
	eachOperation(func(l *linter, path string, op *catalog.Operation) {
		if op.Summary != "" && !sentenceOfThirdPerson.MatchString(op.Summary) {
			l.find(op.Pos, path, "the summary %q is not a sentence such as \"Reads one claim.\"", op.Summary)
		}
	}))

var missingDescription = rule("missing-description", report.Info,
	"An area, record, enum or union has no description.",
	"The reference and the Go package or type have only its name to show.",
	example{
		bad:  "areas: {claims: {operations: {...}}}",
		good: "areas: {claims: {description: Claims and their payments., operations: {...}}}"},
	func(l *linter) {
		say := func(pos catalog.Position, path, kind, description string) {
			if description == "" {
				l.find(pos, path, "%s %s has no description", kind, path)
			}
		}
		for _, a := range l.catalog.Areas {
			say(a.Pos, a.Name, "area", a.Description)
		}
		for _, s := range l.catalog.Records {
			say(s.Pos, s.Name, "record", s.Description)
		}
		for _, e := range l.catalog.Enums {
			say(e.Pos, e.Name, "enum", e.Description)
		}
		for _, u := range l.catalog.Unions {
			say(u.Pos, u.Name, "union", u.Description)
		}
	})

var emptyWords = rule("empty-words", report.Warning,
	"A description repeats the name, or is unfinished.",
	"Readers of the reference see the name anyway.",
	example{
		bad:  "claim_id: {type: string, description: The claim id.}",
		good: "claim_id: {type: string, description: As new_claim returned it.}"},
	func(l *linter) {
		say := func(pos catalog.Position, path, name, text string) {
			switch {
			case unfinished.MatchString(text):
				l.find(pos, path, "the text is unfinished: %q", text)
			case text != "" && len(significant(text)) > 0 && subset(significant(text), significant(name)):
				l.find(pos, path, "the text %q repeats the name", text)
			}
		}
		l.fields(func(path string, f *catalog.Field) { say(f.Pos, path, f.Name, f.Description) })
		for op := range l.catalog.Operations() {
			say(op.Pos, op.String(), "", op.Description)
		}
		for _, s := range l.catalog.Records {
			say(s.Pos, s.Name, s.Name, s.Description)
		}
		for _, a := range l.catalog.Areas {
			say(a.Pos, a.Name, a.Name, a.Description)
		}
	})

var assumedWithoutEvidence = rule("assumed-without-evidence", report.Warning,
	"An assumption gives no evidence.",
	"Without it, nobody can tell later whether the assumption still holds.",
	example{bad: "claim_id: {type: string, assumed: probably}", good: "claim_id: {type: string, assumed: typed string at get_claim}"},
	func(l *linter) {
		say := func(pos catalog.Position, path, text string) {
			if text != "" && len(strings.Fields(text)) < 3 {
				l.find(pos, path, "%q is not evidence; say where it can be seen", text)
			}
		}
		l.fields(func(path string, f *catalog.Field) { say(f.Pos, path, f.Assumed) })
		l.shapes(func(path string, s *catalog.Shape) { say(s.Pos, path, s.Assumed) })
	})

var deprecatedWithoutReplacement = rule("deprecated-without-replacement", report.Warning,
	"Something is deprecated without a replacement.",
	"Users have to know what to use instead.",
	example{bad: "get_claim: {deprecated: {since: v2}}", good: "get_claim: {deprecated: {since: v2, use: read_claim}}"},
	eachDeprecation(func(l *linter, pos catalog.Position, path string, d *catalog.Deprecation) {
		if d.Use == "" {
			l.find(pos, path, "deprecated without a replacement; add use: NAME")
		}
	}))

var deprecatedWithoutSunset = rule("deprecated-without-sunset", report.Info,
	"Something is deprecated without a sunset.",
	"Users do not move without a date.",
	example{
		bad:  "get_claim: {deprecated: {since: v2, use: read_claim}}",
		good: "get_claim: {deprecated: {since: v2, use: read_claim, sunset: 2027-06-30}}"},
	eachDeprecation(func(l *linter, pos catalog.Position, path string, d *catalog.Deprecation) {
		if d.Sunset == "" {
			l.find(pos, path, "deprecated without a sunset; add sunset: YYYY-MM-DD")
		}
	}))

var sunsetOver = rule("sunset-over", report.Warning,
	"Something is still there after its sunset.",
	"Either it can be removed now, or the date is wrong.",
	example{
		bad:  "get_claim: {deprecated: {since: v1, sunset: 2020-01-31}}",
		good: "get_claim: {deprecated: {since: v1, sunset: 2999-01-31}}"},
	eachDeprecation(func(l *linter, pos catalog.Position, path string, d *catalog.Deprecation) {
		if d.Sunset != "" && d.Sunset < l.today {
			l.find(pos, path, "its sunset was %s; remove it or move the date", d.Sunset)
		}
	}))

var (
	sentenceOfThirdPerson = regexp.MustCompile(`^\p{Lu}\p{L}*s\b[^\n]*[.!?]$`)
	unfinished            = regexp.MustCompile(`(?i)\b(todo|fixme|tbd|xxx)\b`)
)

// eachDeprecation looks at everything that is deprecated.
func eachDeprecation(look func(*linter, catalog.Position, string, *catalog.Deprecation)) func(*linter) {
	return func(l *linter) {
		for op := range l.catalog.Operations() {
			if op.Deprecated != nil {
				look(l, op.Pos, op.String(), op.Deprecated)
			}
		}
		l.fields(func(path string, f *catalog.Field) {
			if f.Deprecated != nil {
				look(l, f.Pos, path, f.Deprecated)
			}
		})
	}
}

var fillers = map[string]bool{"a": true, "an": true, "the": true, "of": true, "for": true, "this": true, "field": true, "value": true}

// significant are the words of a text without fillers, in lower case and without a
// plural s.
func significant(text string) []string {
	var words []string
	for _, w := range wordsOf(text) {
		if !fillers[w] {
			words = append(words, singular(w))
		}
	}
	return words
}

func subset(words, of []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) })
}
