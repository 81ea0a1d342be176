package diff

import "example.com/opgen/internal/catalog"

// Situations of null.
var (
	nullWasRefused = Situation{"the field was required, so that null was refused"}
	nullIsRefused  = Situation{"the field is required, so that null is refused"}
)

var fieldBecameNullable = rule("field-became-nullable",
	"The null of a field is a value of its own now, and no longer stands for an absent field.",
	"The service gets null where it got nothing, or the default, before. Old clients read null as absent, and refuse it in a field that was required. The Go type changes to an api.Nullable.",
	example{before: "note: string", after: "note: {type: string, nullable: true}"},
	InRequest.verdicts("S–BB"),
	InRequest.verdicts("·–BB").when(nullWasRefused),
	InResponse.verdicts("–SBB"),
	InResponse.verdicts("–BBB").when(nullWasRefused)).violates("required")

var fieldNoLongerNullable = rule("field-no-longer-nullable",
	"The null of a field is no value of its own any more.",
	"It stands for an absent field, and is refused in a required one. Old clients read every new response. The Go type changes from an api.Nullable.",
	example{before: "note: {type: string, nullable: true}", after: "note: string"},
	InRequest.verdicts("S–BB"),
	InRequest.verdicts("B–BB").when(nullIsRefused),
	InResponse.verdicts("–·BB")).violates("required")

// nullability reports a field that may be null now, or no longer may.
func (c *comparison) nullability(p place, b, h *catalog.Field) {
	if b.Type.Nullable == h.Type.Nullable {
		return
	}
	change := p.changed(b, h)
	change.Go = p.goMoves(b.GoName, ": "+arrow(b.Go().String(), h.Go().String()))
	if h.Type.Nullable {
		c.addWhen(change, fieldBecameNullable, choose(b.Required, nullWasRefused, general), "absent -> null",
			"null in field %s is not the same as absent now", h.Name)
		return
	}
	each := func(u use) Situation { return choose(h.Required && u.Context == InRequest, nullIsRefused, general) }
	c.addEach(change, fieldNoLongerNullable, fieldNoLongerNullable, each, "null -> absent",
		"field %s is no longer nullable", h.Name)
}
