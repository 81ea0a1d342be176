package diff

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file compares what only people read: texts, examples, evidence, and deprecations with their
// dates. Nothing of it changes what a program does today; a deprecation says what will.

// text is a text of the documentation in base and head.
type text struct{ key, old, new string }

// Texts are compared last of all, and never weighed: however much of them changed, no program reads
// them.
var docOnly = rule("doc-only",
	"A title, summary, description or example changed, the version of the service changed (the "+
		"key is version), or the evidence for an assumption changed (the key is assumed).",
	"Only comments and documents change; paths contain their own version. A fact whose evidence "+
		"changed is the same, but can be relied on more or less.",
	example{before: "summary: Reads one claim.", after: "summary: Reads a claim."},
	Anywhere.verdicts("····"),
).textOnly().
	replaces("version-changed:version", "evidence-changed:assumed")

// compareTexts reports all changed texts as one change.
func (c *comparison) compareTexts(change Change, texts ...text) {
	var keys, messages []string
	for _, t := range texts {
		if t.old != t.new {
			keys = append(keys, t.key+" "+arrow(t.old, t.new))
			messages = append(messages, t.key+" "+arrow(clip(t.old), clip(t.new)))
		}
	}
	if keys != nil {
		c.add(change, docOnly, strings.Join(keys, "\n"),
			"the documentation of %s changes: %s", change.label(), strings.Join(messages, "; "))
	}
}

// clip quotes a text and shortens it, so that a message stays a sentence.
func clip(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if line == "" {
		return ""
	}
	return `"` + wording.Clip(line) + `"`
}

// compareEvidence reports another reason to believe what the catalog assumes. The fact itself is
// compared elsewhere.
func (c *comparison) compareEvidence(change Change, old, new string) {
	if old != new {
		c.add(change.keyed("assumed"), docOnly, "assumed "+arrow(old, new),
			"the evidence for %s changes: %s", change.label(), arrow(clip(old), clip(new)))
	}
}

// compareFieldDocs compares what only readers see of a field. A format that is not checked is one
// of these; the others are constraints.
func (c *comparison) compareFieldDocs(p place, b, h *catalog.Field) {
	c.compareTexts(p.fieldChange(b, h),
		text{"description", b.Description, h.Description},
		text{"format", uncheckedFormat(b.Format), uncheckedFormat(h.Format)})
	c.compareExample(p, b, h)
	c.compareEvidence(p.fieldChange(b, h), b.Assumed, h.Assumed)
	c.compareDeprecation(p.fieldChange(b, h), b.Deprecated, h.Deprecated, false)
}

// compareExample reports another example, unless the field is sensitive: then that it changed is
// all that is said.
func (c *comparison) compareExample(p place, b, h *catalog.Field) {
	if sameValue(b.Example, h.Example) {
		return
	}
	values := valueArrow(b, h, b.Example, h.Example)
	c.add(p.fieldChange(b, h), docOnly, "example "+values,
		"the example of field %s changes: %s", h.Name, values)
}

// Callers who have moved away lose nothing, and the others need not move.
var deprecationWithdrawn = rule("deprecation-withdrawn",
	"Something is no longer deprecated.",
	"It works as before.",
	example{
		before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
		after:  "note: string",
	},
	Anywhere.verdicts("····"),
).announces(report.Changed)

// Situations of deprecations.
var (
	noReplacement = Situation{words: "there is no replacement"}
	noSunset      = Situation{words: "there is no sunset"}
	tooSoon       = Situation{words: "the sunset is nearer than the notice period"}
)

// An announcement breaks nothing. How useful it is depends on whether it says until when, and what
// instead.
var deprecated = rule("deprecated",
	"Something became deprecated.",
	"It works as before. Linters may report its uses. Without a replacement or a sunset, users "+
		"do not know what to use instead, or for how long it works.",
	example{
		before: "note: string",
		after:  `note: {type: string, deprecated: {sunset: "2030-01-01", use: claim_id}}`,
	},
	Anywhere.verdicts("····"),
	Anywhere.verdicts("····").when(noReplacement).because(unguided),
	Anywhere.verdicts("····").when(noSunset).because(unguided),
).announces(report.Deprecated).
	replaces(
		"deprecated-with-replacement", "deprecated-without-replacement:use",
		"deprecated-without-sunset:sunset",
	)

// Unlike [deprecationShortened], it leaves callers at least as much time as before.
var deprecationChanged = rule("deprecation-changed",
	"The start or the replacement of a deprecation changed, or its sunset was added or moved to "+
		"a later date; the key says which.",
	"It works as before, and for no shorter time.",
	example{
		before: `note: {type: string, deprecated: {since: v1, sunset: "2030-01-01"}}`,
		after:  `note: {type: string, deprecated: {since: v2, sunset: "2030-01-01"}}`,
	},
	Anywhere.verdicts("····"),
).announces(report.Deprecated).
	replaces("sunset-added:sunset", "sunset-moved-later:sunset")

// Callers planned by the date, so that an earlier one is an error, unlike any other change of
// texts.
var deprecationShortened = rule("deprecation-shortened",
	"A sunset was moved to an earlier date or removed, or is nearer than the notice period.",
	"It works as before, but for a shorter time than announced, or than notice in opgen.yaml "+
		"promises. Without that setting, no sunset is too soon. A removal needs no rule of its "+
		"own: it is announced only if its sunset has passed.",
	example{
		before: `note: {type: string, deprecated: {sunset: "2030-01-01"}}`,
		after:  `note: {type: string, deprecated: {sunset: "2029-01-01"}}`,
	},
	Anywhere.verdicts("····").because(promisedDate),
	Anywhere.verdicts("····").when(tooSoon).because(shortNotice),
).announces(report.Deprecated).
	replaces("sunset-moved-earlier:date", "sunset-removed:date", "sunset-too-soon:notice")

// compareDeprecation compares deprecations. Two names of a replacement are the same one if the
// operation that is meant was only renamed.
func (c *comparison) compareDeprecation(change Change, b, h *catalog.Deprecation, isSameReplacement bool) {
	switch {
	case b == nil && h == nil:
	case b == nil:
		c.reportDeprecated(change, h)
	case h == nil:
		c.add(change, deprecationWithdrawn, "not deprecated", "%s is no longer deprecated; before: %s",
			change.label(), deprecationWords(b))
	default:
		c.compareSunset(change, b.Sunset, h.Sunset)
		aspect := ""
		switch {
		case b.Since != h.Since:
			aspect = "since"
		case b.Use != h.Use && !isSameReplacement:
			aspect = "use"
		default:
			return
		}
		values := arrow(b.Since+" "+b.Use, h.Since+" "+h.Use)
		c.add(change.keyed(aspect), deprecationChanged, "deprecated "+values,
			"the deprecation of %s changes: %s",
			change.label(), arrow(deprecationWords(b), deprecationWords(h)))
	}
}

// reportDeprecated reports that something became deprecated, and a sunset that leaves less than the
// notice which the settings promise.
func (c *comparison) reportDeprecated(change Change, d *catalog.Deprecation) {
	when, missingKey := general, ""
	switch {
	case d.Use == "":
		when, missingKey = noReplacement, "use"
	case d.Sunset == "":
		when, missingKey = noSunset, "sunset"
	}
	words := deprecationWords(d)
	c.add(change.keyed(missingKey).inSituation(when), deprecated, "deprecated "+words,
		"%s is deprecated: %s", change.label(), words)
	if c.isTooSoon(d.Sunset) {
		soon := change.keyed("notice").inSituation(tooSoon)
		c.add(soon, deprecationShortened, "sunset too soon "+d.Sunset,
			"the sunset of %s is %s%s", change.label(), d.Sunset, c.noticeClause())
	}
}

// compareSunset reports another date. One that is earlier, or gone, withdraws a promise. A later
// one is harmless, and a first one is if it leaves the notice that the settings promise.
func (c *comparison) compareSunset(change Change, old, new string) {
	if old == new {
		return
	}
	rule, aspect := deprecationShortened, "date"
	when, noticed := general, ""
	switch {
	case old != "" && new > old:
		rule, aspect = deprecationChanged, "sunset"
	case c.isTooSoon(new):
		when, noticed, aspect = tooSoon, c.noticeClause(), "notice"
	case old == "":
		rule, aspect = deprecationChanged, "sunset"
	}
	what := arrow(old, new)
	c.add(change.keyed(aspect).inSituation(when), rule, "sunset "+what,
		"the sunset of %s changes: %s%s", change.label(), what, noticed)
}

// deprecationWords describes a deprecation as a part of a sentence.
func deprecationWords(d *catalog.Deprecation) string { return strings.TrimSuffix(d.Words(), ".") }

// isTooSoon reports whether a sunset gives less than the promised notice.
func (c *comparison) isTooSoon(sunset string) bool { return sunset != "" && sunset < c.notice }

// noticeClause says which sunset would have been late enough.
func (c *comparison) noticeClause() string {
	return ", sooner than the notice period allows: " + c.notice + " or later"
}

// Sunsets returns the sunsets of a catalog, the earliest first.
func Sunsets(c *catalog.Catalog, today time.Time) []report.Sunset {
	var sunsets []report.Sunset
	add := func(path string, d *catalog.Deprecation) {
		if d == nil || d.Sunset == "" {
			return
		}
		withoutSunset := catalog.Deprecation{Since: d.Since, Use: d.Use}
		isOver := d.Sunset <= today.Format(time.DateOnly)
		sunsets = append(sunsets, report.Sunset{
			Date: d.Sunset, Path: path, Words: withoutSunset.Words(), Over: isOver,
		})
	}
	addFields := func(path string, s *catalog.Shape) {
		for _, f := range s.Own() {
			add(joinPath(path, f.Name), f.Deprecated)
		}
	}
	for op := range c.Operations() {
		add(op.String(), op.Deprecated)
		addFields(op.String(), op.Request)
		addFields(op.String()+".response", op.Response.Shape)
	}
	for thing := range useIndexOf(c, new(pairing.Elements)) {
		if record, ok := thing.(*catalog.Shape); ok {
			addFields(record.Name, record)
		}
	}
	slices.SortFunc(sunsets, func(a, b report.Sunset) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Path, b.Path))
	})
	return sunsets
}

// uncheckedFormat returns a format if it is not checked, or "".
func uncheckedFormat(f catalog.Format) string {
	if f.Checked() != "" {
		return ""
	}
	return string(f)
}

// valueArrow writes an old and a new value of a field, unless they are sensitive.
func valueArrow(b, h *catalog.Field, old, new any) string {
	if b.HoldsPrivate() || h.HoldsPrivate() {
		return "not shown, since the field is sensitive"
	}
	return arrow(wording.Literal(old), wording.Literal(new))
}

// sameValue reports whether two values are the same in JSON, such as 1 and 1.0.
func sameValue(x, y any) bool {
	a := wording.Literal(x)
	b := wording.Literal(y)
	if cursor.IsNumber(a) && cursor.IsNumber(b) {
		return cursor.CompareNumbers(a, b) == 0
	}
	return a == b
}
