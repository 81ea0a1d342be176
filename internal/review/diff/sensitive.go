package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

var sensitivityRemoved = rule("sensitivity-removed",
	"A field is no longer sensitive, so it may be printed.",
	"Its values appear in logs, errors and dumps on both sides.",
	example{before: "note: {type: string, sensitive: true}", after: "note: string"},
	Anywhere.verdicts("··SS").because(printedValues),
	Anywhere.verdicts("····").when(hiddenAnyway),
).security().invisible().goOnly()

var sensitivityAdded = rule("sensitivity-added",
	"A field became sensitive, so it is no longer printed.",
	"Logs and errors show less. Nothing else changes.",
	example{before: "note: string", after: "note: {type: string, sensitive: true}"},
	Anywhere.verdicts("····"),
	Anywhere.verdicts("····").when(hiddenAnyway),
).goOnly()

var hiddenAnyway = Situation{words: "the values are hidden on both sides anyway"}

// compareSensitivity reports a mark that was added or removed. If the values are hidden without
// it, because their record is, only the tags of generated structs change.
func (c *comparison) compareSensitivity(p place, b, h *catalog.Field) {
	if b.Sensitive == h.Sensitive {
		return
	}
	if isHidden(h) && isHidden(b) {
		rule := sensitivityRemoved
		if h.Sensitive {
			rule = sensitivityAdded
		}
		what := arrow(markWords(b), markWords(h))
		c.add(p.fieldChange(b, h).inSituation(hiddenAnyway), rule, what,
			"the mark of field %s changes: %s%s", h.Name, what, hiddenAnyway.clause())
		return
	}
	rule, what, says := sensitivityRemoved, "sensitive -> printed", "values of %s appear in logs and errors now"
	if h.Sensitive {
		rule, what, says = sensitivityAdded, "printed -> sensitive", "values of %s are no longer printed"
	} else {
		for thing := range catalog.Reached(&catalog.Shape{Fields: []*catalog.Field{b}}).All() {
			c.reported[part{thing, "sensitive"}] = true
		}
	}
	c.add(p.fieldChange(b, h), rule, what, says, fieldWords(h))
}

func markWords(f *catalog.Field) string {
	if f.Sensitive {
		return "sensitive"
	}
	return ""
}

// isHidden reports whether no part of a field's value is printed.
func isHidden(f *catalog.Field) bool {
	return f.Private() || f.Type.Kind == catalog.Record && !isPrinted(f.Type.Record)
}

// isPrinted reports whether some value of a record is printed.
func isPrinted(s *catalog.Shape) bool {
	return !s.Private() && (s.Open || slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool {
		return !f.Private() && (f.Type.Kind != catalog.Record || !f.Circular() && isPrinted(f.Type.Record))
	}))
}

// anything is the type of what an open record keeps.
var anything = &catalog.Type{Kind: catalog.Any}

// reportRevealed reports members of a type that were private, and are not in the type that replaces
// it. A field that is gone is kept in an open record, and an object keeps them all.
func (c *comparison) reportRevealed(change Change, b, h *catalog.Type) {
	met, object := map[[2]*catalog.Shape]bool{}, &catalog.Shape{Open: true}
	var names []string
	var compare func(b, h *catalog.Shape)
	types := func(b, h *catalog.Type) {
		for b.Holder() && b.Kind == h.Kind {
			b, h = b.Elem, h.Elem
		}
		switch b, to := b.Item(), h.Item(); {
		case hasKeys(h), isAny(to), to.Kind == catalog.Object:
			for _, r := range b.Records() {
				compare(r, object)
			}
		case b.Union != nil && to.Union != nil:
			for _, v := range b.Union.Variants {
				if w := to.Union.Variant(v.Tag); w != nil {
					compare(v.Record, w.Record)
				}
			}
		default:
			compare(b.Record, to.Record)
		}
	}
	compare = func(b, h *catalog.Shape) {
		if b == nil || h == nil || c.Records[b] == h || met[[2]*catalog.Shape{b, h}] {
			return
		}
		met[[2]*catalog.Shape{b, h}] = true
		for _, f := range b.Fields {
			g := h.Field(f.Name)
			switch kept := h.Open && !h.PrivateKeys(); {
			case g == nil && !kept, g != nil && g.Private():
			case f.Private() && !slices.Contains(names, f.Name):
				names = append(names, f.Name)
			case g == nil:
				types(f.Type, anything)
			default:
				types(f.Type, g.Type)
			}
		}
	}
	if types(b, h); names != nil {
		c.add(change, sensitivityRemoved, "sensitive -> printed", "values of %s appear in logs and errors now", strings.Join(names, ", "))
	}
}
