package diff

import (
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
)

// text is a text of the documentation, before and after.
type text struct{ key, old, new string }

func (t text) String() string { return t.key + " " + arrow(clip(t.old), clip(t.new)) }

var docOnly = rule("doc-only",
	"A title, a summary, a description or an example changed.",
	"Only comments and the reference change.",
	example{before: "summary: Reads one claim.", after: "summary: Reads a claim."}, Anywhere.verdicts("····"))

// docs reports the texts that changed, as one change.
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
			"the documentation of %s changes: %s", change.about(), strings.Join(messages, "; "))
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

// shapeDocs compares the texts of a record or a response.
func (c *comparison) shapeDocs(p place, b, h *catalog.Shape) {
	c.docs(p.here("", h.Pos), text{"description", b.Description, h.Description})
	c.evidence(p.here("", h.Pos), b.Assumed, h.Assumed)
}

var evidenceChanged = rule("evidence-changed",
	"The evidence for an assumption was added, removed or changed.",
	"The fact is the same, but it can be relied on more or less than before.",
	example{before: "note: {type: string, assumed: typed string elsewhere}", after: "note: string"}, Anywhere.verdicts("····"))

func (c *comparison) evidence(change Change, old, new string) {
	if old != new {
		c.add(change, evidenceChanged, "assumed "+arrow(old, new),
			"the evidence for %s changes: %s", change.about(), arrow(clip(old), clip(new)))
	}
}

// fieldDocs compares the texts and the deprecation of a field.
func (c *comparison) fieldDocs(p place, b, h *catalog.Field, m *matching) {
	c.docs(p.changed(b, h), text{"description", b.Description, h.Description}, text{"format", documented(b.Format), documented(h.Format)})
	c.example(p, b, h)
	c.evidence(p.changed(b, h), b.Assumed, h.Assumed)
	c.deprecation(p.changed(b, h), b.Deprecated, h.Deprecated, func() bool {
		for was, is := range m.head {
			if was.Name == b.Deprecated.Use {
				return is.Name == h.Deprecated.Use
			}
		}
		return false
	})
}

// example reports another example, without the values if the field is sensitive.
func (c *comparison) example(p place, b, h *catalog.Field) {
	if sameValue(b.Example, h.Example) {
		return
	}
	what := values(b, h, b.Example, h.Example)
	c.add(p.changed(b, h), docOnly, "example "+what, "the example of field %s changes: %s", h.Name, what)
}

var deprecationWithdrawn = rule("deprecation-withdrawn",
	"Something is no longer deprecated.",
	"It works as before.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: "note: string"}, Anywhere.verdicts("····"))

var deprecationChanged = rule("deprecation-changed",
	"A deprecation changed its start or its replacement.",
	"It works as before.",
	example{before: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {since: v2, sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····"))

// deprecation reports changes of a deprecation; same tells whether two replacements
// are the same one under two names.
func (c *comparison) deprecation(change Change, b, h *catalog.Deprecation, same func() bool) {
	say := func(rule *Rule, what, message string) {
		c.add(change, rule, what, "%s", message)
	}
	is := func(what string, d *catalog.Deprecation) string { return change.about() + " is " + what + words(d) }
	switch {
	case b == nil && h == nil:
	case b == nil:
		say(deprecationRule(h), "deprecated", is("deprecated: ", h))
		if c.tooSoon(h.Sunset) {
			say(sunsetTooSoon, "sunset too soon", "the sunset of "+change.about()+" is "+h.Sunset+c.noticed())
		}
	case h == nil:
		say(deprecationWithdrawn, "not deprecated", is("no longer deprecated; before: ", b))
	default:
		if rule := sunsetRule(b.Sunset, h.Sunset); rule != nil {
			what, noticed := arrow(b.Sunset, h.Sunset), ""
			if c.tooSoon(h.Sunset) && rule != sunsetMovedLater {
				rule, noticed = sunsetTooSoon, c.noticed()
			}
			say(rule, "sunset "+what, "the sunset of "+change.about()+" changes: "+what+noticed)
		}
		if b.Since != h.Since || b.Use != h.Use && !same() {
			say(deprecationChanged, "deprecated "+arrow(b.Since+" "+b.Use, h.Since+" "+h.Use),
				"the deprecation of "+change.about()+" changes: "+arrow(words(b), words(h)))
		}
	}
}

// words returns a deprecation as a part of a sentence.
func words(d *catalog.Deprecation) string { return strings.TrimSuffix(d.Words(), ".") }

var deprecatedWithReplacement = rule("deprecated-with-replacement",
	"Something became deprecated, with a replacement and a sunset.",
	"It works as before. Linters may report its uses.",
	example{before: "note: string", after: `note: {type: string, deprecated: {sunset: "2030-01-01", use: claim_id}}`},
	Anywhere.verdicts("····"))

var deprecatedWithoutReplacement = rule("deprecated-without-replacement",
	"Something became deprecated without a replacement.",
	"It works as before, but users do not know what to use instead.",
	example{before: "note: string", after: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····").because(unguided))

var deprecatedWithoutSunset = rule("deprecated-without-sunset",
	"Something became deprecated with a replacement, but without a sunset.",
	"It works as before, but users do not know for how long.",
	example{before: "note: string", after: "note: {type: string, deprecated: {use: claim_id}}"},
	Anywhere.verdicts("····").because(unguided))

// deprecationRule returns the rule for something that became deprecated.
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

var sunsetAdded = rule("sunset-added",
	"A deprecation got a sunset.",
	"It works as before, and users know for how long.",
	example{before: "note: {type: string, deprecated: {since: v1}}", after: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`},
	Anywhere.verdicts("····"))

var sunsetMovedLater = rule("sunset-moved-later",
	"A sunset was moved to a later date.",
	"It works as before, and for longer.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {sunset: "2031-01-01"}}`},
	Anywhere.verdicts("····"))

var sunsetMovedEarlier = rule("sunset-moved-earlier",
	"A sunset was moved to an earlier date.",
	"It works as before, but for a shorter time than announced.",
	example{before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`, after: `note: {type: string, deprecated: {sunset: "2029-01-01"}}`},
	Anywhere.verdicts("····").because(promisedDate))

var sunsetRemoved = rule("sunset-removed",
	"A deprecation no longer has a sunset.",
	"It works as before, and may end at any time.",
	example{before: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`, after: "note: {type: string, deprecated: {since: v1}}"},
	Anywhere.verdicts("····").because(promisedDate))

var sunsetTooSoon = rule("sunset-too-soon",
	"A sunset was announced that is nearer than the notice period, or moved to such a date.",
	"It works as before, but users have less time to move than they were promised by notice in opgen.yaml. Without that setting, no sunset is too soon. A removal needs no rule of its own: it is announced only if its sunset has come.",
	example{before: "note: {type: string, deprecated: {since: v1}}", after: `note: {type: string, deprecated: {since: v1, sunset: "2026-02-01"}}`},
	Anywhere.verdicts("····").because(shortNotice))

// tooSoon tells whether a sunset gives less notice than was promised.
func (c *comparison) tooSoon(sunset string) bool { return sunset != "" && sunset < c.notice }

func (c *comparison) noticed() string {
	return ", sooner than the notice period allows: " + c.notice + " or later"
}

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
