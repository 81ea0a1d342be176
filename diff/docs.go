package diff

import (
	"strings"
	"unicode/utf8"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// text is a text for readers, before and after.
type text struct{ key, old, new string }

func (t text) String() string { return t.key + " " + arrow(clip(t.old), clip(t.new)) }

var docOnly = rule("doc-only",
	"A title, a summary, a description or an example changed.",
	"Comments and the reference say something else; nothing else does.",
	example{before: "summary: Reads one claim.", after: "summary: Reads a claim."},
	Anywhere.verdicts("····"))

// docs reports texts for readers that changed, together.
func (c *comparison) docs(change Change, texts ...text) {
	var whats, messages []string
	for _, t := range texts {
		if t.old != t.new {
			whats = append(whats, t.key+" "+arrow(t.old, t.new))
			messages = append(messages, t.String())
		}
	}
	if whats != nil {
		c.add(change, docOnly, strings.Join(whats, "\n"),
			"what %s says to readers changes: %s", change.about(), strings.Join(messages, "; "))
	}
}

// clip shortens a text, so that a message stays a sentence.
func clip(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "..."
	}
	if text == "" {
		return ""
	}
	return `"` + text + `"`
}

// shapeDocs reports the texts of a record or an answer.
func (c *comparison) shapeDocs(p place, b, h *catalog.Shape) {
	c.docs(p.here("", h.Pos), text{"description", b.Description, h.Description})
	c.evidence(p.here("", h.Pos), b.Assumed, h.Assumed)
}

var evidenceChanged = rule("evidence-changed",
	"What the author of the catalog inferred is stated now, or the evidence is another one, or what was stated is inferred.",
	"The fact is the same; how far it can be relied on is not.",
	example{before: "note: {type: string, assumed: typed string elsewhere}", after: "note: string"},
	Anywhere.verdicts("····"))

func (c *comparison) evidence(change Change, old, new string) {
	if old != new {
		c.add(change, evidenceChanged, "assumed "+arrow(old, new),
			"the evidence for %s changes: %s", change.about(), arrow(clip(old), clip(new)))
	}
}

// fieldDocs reports the texts and the deprecation of a field.
func (c *comparison) fieldDocs(p place, b, h *catalog.Field, m *matching) {
	c.docs(p.changed(b, h), text{"description", b.Description, h.Description})
	c.example(p, b, h)
	c.evidence(p.changed(b, h), b.Assumed, h.Assumed)
	c.deprecation(p.changed(b, h), b.Deprecated, h.Deprecated, func(old, new string) bool {
		for was, is := range m.head {
			if was.Name == old {
				return is.Name == new
			}
		}
		return false
	})
}

// example reports another example, which a sensitive field keeps to itself.
func (c *comparison) example(p place, b, h *catalog.Field) {
	if sameValue(b.Example, h.Example) {
		return
	}
	what := arrow(literal(b.Example), literal(h.Example))
	if p.secret(b, h) {
		what = notShown
	}
	c.add(p.changed(b, h), docOnly, "example "+what, "the example of field %s changes: %s", h.Name, what)
}

var deprecationWithdrawn = rule("deprecation-withdrawn",
	"Something is not deprecated any more.",
	"It works as before.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: "note: string"},
	Anywhere.verdicts("····"))

var deprecationChanged = rule("deprecation-changed",
	"A deprecation says something else about since when, or what to use in its place.",
	"It works as before.",
	example{before: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {since: v2, sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····"))

// deprecation reports what changed in a deprecation. Of two replacements, same
// tells whether they are one under two names.
func (c *comparison) deprecation(change Change, b, h *catalog.Deprecation, same func(old, new string) bool) {
	say := func(rule *Rule, what, message string) {
		c.add(change, rule, what, "%s", message)
	}
	is := func(what string, d *catalog.Deprecation) string { return change.about() + " is " + what + words(d) }
	switch {
	case b == nil && h == nil:
	case b == nil:
		say(deprecationRule(h), "deprecated", is("deprecated: ", h))
	case h == nil:
		say(deprecationWithdrawn, "not deprecated", is("not deprecated any more; before: ", b))
	default:
		if rule := sunsetRule(b.Sunset, h.Sunset); rule != nil {
			what := arrow(b.Sunset, h.Sunset)
			say(rule, "sunset "+what, "the date on which "+change.about()+" ends changes: "+what)
		}
		if b.Since != h.Since || b.Use != h.Use && !same(b.Use, h.Use) {
			say(deprecationChanged, "deprecated "+arrow(b.Since+" "+b.Use, h.Since+" "+h.Use),
				"the deprecation of "+change.about()+" changes: "+arrow(words(b), words(h)))
		}
	}
}

// words are those of a deprecation, within a sentence.
func words(d *catalog.Deprecation) string { return strings.TrimSuffix(d.Words(), ".") }

var deprecatedWithReplacement = rule("deprecated-with-replacement",
	"Something is deprecated; what to use in its place and the date of its end are given.",
	"It works as before. A linter of deprecations may complain where it is used.",
	example{before: "note: string", after: `note: {type: string, deprecated: {sunset: "2030-01-01", use: claim_id}}`},
	Anywhere.verdicts("····"))

var deprecatedWithoutReplacement = rule("deprecated-without-replacement",
	"Something is deprecated, and nothing is given to use in its place.",
	"It works as before, and its users do not know where to go.",
	example{before: "note: string", after: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····").but(report.Warning, whereTo))

var deprecatedWithoutSunset = rule("deprecated-without-sunset",
	"Something is deprecated in favour of something else, and no date is given for its end.",
	"It works as before, and its users do not know for how long.",
	example{before: "note: string", after: "note: {type: string, deprecated: {use: claim_id}}"},
	Anywhere.verdicts("····").but(report.Warning, whereTo))

// deprecationRule returns the rule of something that is deprecated now.
func deprecationRule(d *catalog.Deprecation) *Rule {
	switch {
	case d.Use == "":
		return deprecatedWithoutReplacement
	case d.Sunset == "":
		return deprecatedWithoutSunset
	default:
		return deprecatedWithReplacement
	}
}

// Reasons of policy: nothing changes yet, and somebody should know.
const (
	whereTo   = "whoever is to move has to know what to, and until when"
	datesHold = "whoever planned by the date would be caught out"
)

var sunsetAdded = rule("sunset-added",
	"A deprecation has a date of its end now.",
	"It works as before, and its users know for how long.",
	example{before: "note: {type: string, deprecated: {since: v1}}", after: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····"))

var sunsetMovedLater = rule("sunset-moved-later",
	"The date on which something ends is later than before.",
	"It works as before, and for longer.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {sunset: "2031-01-01"}}`},
	Anywhere.verdicts("····"))

var sunsetMovedEarlier = rule("sunset-moved-earlier",
	"The date on which something ends is earlier than before.",
	"It works as before, and for a shorter time than was said.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {sunset: "2029-01-01"}}`},
	Anywhere.verdicts("····").but(report.Error, datesHold))

var sunsetRemoved = rule("sunset-removed",
	"A deprecation has no date of its end any more.",
	"It works as before, and may end at any time.",
	example{before: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`, after: "note: {type: string, deprecated: {since: v1}}"},
	Anywhere.verdicts("····").but(report.Error, datesHold))

// sunsetRule returns the rule of another date, nil if it is the same.
func sunsetRule(old, new string) *Rule {
	switch {
	case old == new:
		return nil
	case old == "":
		return sunsetAdded
	case new == "":
		return sunsetRemoved
	case old < new:
		return sunsetMovedLater
	default:
		return sunsetMovedEarlier
	}
}
