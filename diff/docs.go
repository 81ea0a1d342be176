package diff

import (
	"strings"
	"unicode/utf8"

	"example.com/opgen/catalog"
)

// text is a text for readers, before and after.
type text struct{ key, old, new string }

func (t text) String() string { return t.key + " " + arrow(clip(t.old), clip(t.new)) }

// docs reports texts for readers that changed, together.
func (c *comparison) docs(p place, name string, pos catalog.Position, texts ...text) {
	c.addDocs(p.here(name, pos), p, texts...)
}

func (c *comparison) addDocs(change Change, p place, texts ...text) {
	var whats, messages []string
	for _, t := range texts {
		if t.old != t.new {
			whats = append(whats, t.key+" "+arrow(t.old, t.new))
			messages = append(messages, t.String())
		}
	}
	if whats != nil {
		c.add(change.says(strings.Join(whats, "\n"), "what %s says to readers changes: %s", change.about(), strings.Join(messages, "; ")),
			p.hits("doc-only", "")...)
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
	c.docs(p, "", h.Pos, text{"description", b.Description, h.Description})
	c.evidence(p.here("", h.Pos), p, b.Assumed, h.Assumed)
}

func (c *comparison) evidence(change Change, p place, old, new string) {
	if old != new {
		c.add(change.says("assumed "+arrow(old, new), "the evidence for %s changes: %s", change.about(), arrow(clip(old), clip(new))),
			p.hits("evidence-changed", "")...)
	}
}

// fieldDocs reports the texts and the deprecation of a field.
func (c *comparison) fieldDocs(p place, b, h *catalog.Field, m *matching) {
	c.addDocs(p.changed(b, h), p, text{"description", b.Description, h.Description})
	c.example(p, b, h)
	c.evidence(p.changed(b, h), p, b.Assumed, h.Assumed)
	c.deprecation(p.changed(b, h), p, b.Deprecated, h.Deprecated, func(old, new string) bool {
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
	c.add(p.changed(b, h).says("example "+what, "the example of field %s changes: %s", h.Name, what), p.hits("doc-only", "")...)
}

// deprecation reports what changed in a deprecation. Of two replacements, same
// tells whether they are one under two names.
func (c *comparison) deprecation(change Change, p place, b, h *catalog.Deprecation, same func(old, new string) bool) {
	report := func(rule, what, message string) {
		c.add(change.says(what, "%s", message), p.hits(rule, "")...)
	}
	is := func(what string, d *catalog.Deprecation) string { return change.about() + " is " + what + words(d) }
	switch {
	case b == nil && h == nil:
	case b == nil:
		report(deprecationRule(h), "deprecated", is("deprecated: ", h))
	case h == nil:
		report("deprecation-withdrawn", "not deprecated", is("not deprecated any more; before: ", b))
	default:
		if rule := sunsetRule(b.Sunset, h.Sunset); rule != "" {
			what := arrow(b.Sunset, h.Sunset)
			report(rule, "sunset "+what, "the date on which "+change.about()+" ends changes: "+what)
		}
		if b.Since != h.Since || b.Use != h.Use && !same(b.Use, h.Use) {
			report("deprecation-changed", "deprecated "+arrow(b.Since+" "+b.Use, h.Since+" "+h.Use),
				"the deprecation of "+change.about()+" changes: "+arrow(words(b), words(h)))
		}
	}
}

// words are those of a deprecation, within a sentence.
func words(d *catalog.Deprecation) string { return strings.TrimSuffix(d.Words(), ".") }

// deprecationRule returns the rule of something that is deprecated now.
func deprecationRule(d *catalog.Deprecation) string {
	switch {
	case d.Use == "":
		return "deprecated-without-replacement"
	case d.Sunset == "":
		return "deprecated-without-sunset"
	default:
		return "deprecated-with-replacement"
	}
}

// sunsetRule returns the rule of another date, "" where it is the same.
func sunsetRule(old, new string) string {
	switch {
	case old == new:
		return ""
	case old == "":
		return "sunset-added"
	case new == "":
		return "sunset-removed"
	case old < new:
		return "sunset-moved-later"
	default:
		return "sunset-moved-earlier"
	}
}
