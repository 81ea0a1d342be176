package lint

import (
	"regexp"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// wordRules are about what is said, and what is not.
var wordRules = []Rule{
	{
		ID: "missing-summary", Level: report.Warning,
		Purpose:   "An operation has no summary.",
		Rationale: "The comment of the Go method and the reference have nothing to say but the name.",
		Bad:       "get_claim: {effect: read}",
		Good:      "get_claim: {effect: read, summary: Reads one claim.}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				if op.Summary == "" {
					l.find(op.Pos, path, "no summary; say in a sentence what it does")
				}
			})
		},
	},
	{
		ID: "summary-form", Level: report.Warning,
		Purpose:   "A summary is no sentence that begins with a verb in the third person and ends with a full stop.",
		Rationale: "The comment of the Go method puts the name in front of it: GetClaim reads one claim.",
		Bad:       "get_claim: {summary: Read a claim}",
		Good:      "get_claim: {summary: Reads a claim.}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				if op.Summary != "" && !sentenceOfThirdPerson.MatchString(op.Summary) {
					l.find(op.Pos, path, "the summary %q is no sentence such as \"Reads one claim.\"", op.Summary)
				}
			})
		},
	},
	{
		ID: "missing-description", Level: report.Info,
		Purpose:   "An area, a record or an enum has no description.",
		Rationale: "The reference and the Go package or type have nothing to say but the name.",
		Bad:       "areas: {claims: {operations: {...}}}",
		Good:      "areas: {claims: {description: Claims and their payments., operations: {...}}}",
		look: func(l *linter) {
			for _, a := range l.catalog.Areas {
				l.described(a.Pos, a.Name, "area", a.Description)
			}
			for _, s := range l.catalog.Records {
				l.described(s.Pos, s.Name, "record", s.Description)
			}
			for _, e := range l.catalog.Enums {
				l.described(e.Pos, e.Name, "enum", e.Description)
			}
		},
	},
	{
		ID: "empty-words", Level: report.Warning,
		Purpose:   "A description says what the name says, or that it is still to be written.",
		Rationale: "Whoever reads the reference has read the name.",
		Bad:       "claim_id: {type: string, description: The claim id.}",
		Good:      "claim_id: {type: string, description: As new_claim returned it.}",
		look: func(l *linter) {
			say := func(pos catalog.Position, path, name, text string) {
				switch {
				case unfinished.MatchString(text):
					l.find(pos, path, "the text is not finished: %q", text)
				case text != "" && len(significant(text)) > 0 && subset(significant(text), significant(name)):
					l.find(pos, path, "the text %q says what the name says", text)
				}
			}
			l.fields(func(path string, f *catalog.Field) { say(f.Pos, path, f.Name, f.Description) })
			l.operations(func(path string, op *catalog.Operation) { say(op.Pos, path, "", op.Description) })
			for _, s := range l.catalog.Records {
				say(s.Pos, s.Name, s.Name, s.Description)
			}
			for _, a := range l.catalog.Areas {
				say(a.Pos, a.Name, a.Name, a.Description)
			}
		},
	},
	{
		ID: "assumed-without-evidence", Level: report.Warning,
		Purpose:   "An inference gives no evidence.",
		Rationale: "Nobody can tell later whether it still holds.",
		Bad:       "claim_id: {type: string, assumed: probably}",
		Good:      "claim_id: {type: string, assumed: typed string at get_claim}",
		look: func(l *linter) {
			say := func(pos catalog.Position, path, text string) {
				if text != "" && len(strings.Fields(text)) < 3 {
					l.find(pos, path, "%q is no evidence; say where it can be seen", text)
				}
			}
			l.fields(func(path string, f *catalog.Field) { say(f.Pos, path, f.Assumed) })
			l.shapes(func(path string, s *catalog.Shape) { say(s.Pos, path, s.Assumed) })
		},
	},
	{
		ID: "deprecated-without-replacement", Level: report.Warning,
		Purpose:   "Something is deprecated, and nothing says what to use in its place.",
		Rationale: "Whoever is told to stop has to know how to go on.",
		Bad:       "get_claim: {deprecated: {since: v2}}",
		Good:      "get_claim: {deprecated: {since: v2, use: read_claim}}",
		look: func(l *linter) {
			l.deprecations(func(pos catalog.Position, path string, d *catalog.Deprecation) {
				if d.Use == "" {
					l.find(pos, path, "deprecated, but what is to be used? add use: NAME")
				}
			})
		},
	},
	{
		ID: "deprecated-without-sunset", Level: report.Info,
		Purpose:   "Something is deprecated without a date on which it ends.",
		Rationale: "What has no end is not given up.",
		Bad:       "get_claim: {deprecated: {since: v2, use: read_claim}}",
		Good:      "get_claim: {deprecated: {since: v2, use: read_claim, sunset: 2027-06-30}}",
		look: func(l *linter) {
			l.deprecations(func(pos catalog.Position, path string, d *catalog.Deprecation) {
				if d.Sunset == "" {
					l.find(pos, path, "deprecated, but until when? add sunset: YYYY-MM-DD")
				}
			})
		},
	},
	{
		ID: "sunset-over", Level: report.Warning,
		Purpose:   "Something is still there after the date on which it was to end.",
		Rationale: "Either it can go now, or the date misleads.",
		Bad:       "get_claim: {deprecated: {since: v1, sunset: 2020-01-31}}",
		Good:      "get_claim: {deprecated: {since: v1, sunset: 2999-01-31}}",
		look: func(l *linter) {
			l.deprecations(func(pos catalog.Position, path string, d *catalog.Deprecation) {
				if d.Sunset != "" && d.Sunset < l.today {
					l.find(pos, path, "it was to end on %s; remove it or move the date", d.Sunset)
				}
			})
		},
	},
}

var (
	sentenceOfThirdPerson = regexp.MustCompile(`^\p{Lu}\p{L}*s\b[^\n]*[.!?]$`)
	unfinished            = regexp.MustCompile(`(?i)\b(todo|fixme|tbd|xxx)\b`)
)

func (l *linter) described(pos catalog.Position, path, kind, description string) {
	if description == "" {
		l.find(pos, path, "%s %s has no description", kind, path)
	}
}

// deprecations calls f with everything that is deprecated.
func (l *linter) deprecations(f func(catalog.Position, string, *catalog.Deprecation)) {
	l.operations(func(path string, op *catalog.Operation) {
		if op.Deprecated != nil {
			f(op.Pos, path, op.Deprecated)
		}
	})
	l.fields(func(path string, field *catalog.Field) {
		if field.Deprecated != nil {
			f(field.Pos, path, field.Deprecated)
		}
	})
}

var fillers = map[string]bool{"a": true, "an": true, "the": true, "of": true, "for": true, "this": true, "field": true, "value": true}

// significant are the words of a text that say something, in lower case and
// without a plural s.
func significant(text string) []string {
	var words []string
	for _, w := range wordsOf(text) {
		if !fillers[w] {
			words = append(words, strings.TrimSuffix(w, "s"))
		}
	}
	return words
}

var wordBreak = regexp.MustCompile(`([\p{Ll}\p{Nd}])(\p{Lu})`)

// wordsOf splits a text or a name into words in lower case.
func wordsOf(text string) []string {
	text = wordBreak.ReplaceAllString(text, "$1 $2")
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c > 127)
	})
}

func subset(words, of []string) bool {
	for _, w := range words {
		found := false
		for _, o := range of {
			found = found || o == w
		}
		if !found {
			return false
		}
	}
	return true
}
