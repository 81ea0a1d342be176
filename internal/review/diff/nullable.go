package diff

import "example.com/opgen/internal/catalog"

// Situations of null.
var (
	nullWasRefused = Situation{"the field was required, so that null was refused"}
	nullIsRefused  = Situation{"the field is required, so that null is refused"}
	nullIsAbsent   = Situation{"null stands for an absent field now"}
)

var nullabilityChanged = rule("nullability-changed",
	"The null of a field is now a value of its own, or counts as absent; the key is added or removed.",
	"The service gets null where it got nothing, or the default, before, or the other way round; null is refused in a required field. Old clients read null as absent, and refuse it in a field that was required. The Go type changes to an api.Nullable, or from one.",
	example{before: "note: string", after: "note: {type: string, nullable: true}"},
	InRequest.verdicts("S–BB"), InResponse.verdicts("–SBB"),
	InRequest.verdicts("·–BB").when(nullWasRefused), InResponse.verdicts("–BBB").when(nullWasRefused),
	InResponse.verdicts("–·BB").when(nullIsAbsent), InRequest.verdicts("B–BB").when(nullIsRefused)).violates("required").
	replaces("field-became-nullable:added", "field-no-longer-nullable:removed")

// nullability reports a field that may be null now, or no longer may.
func (c *comparison) nullability(p place, b, h *catalog.Field) {
	if b.Type.Nullable == h.Type.Nullable {
		return
	}
	change := p.changed(b, h)
	change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
	if h.Type.Nullable {
		c.add(change.of("added").when(choose(b.Required, nullWasRefused, general)), nullabilityChanged, "absent -> null",
			"null in field %s is now distinct from an absent field", h.Name)
		return
	}
	each := func(u use) Situation {
		return choose(h.Required && u.Context == InRequest, nullIsRefused, nullIsAbsent)
	}
	c.add(change.of("removed").each(each), nullabilityChanged, "null -> absent",
		"field %s is no longer nullable", h.Name)
}
