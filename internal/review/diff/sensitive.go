package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// This file finds values that were hidden in logs and errors and are printed now. A missing
// mark is only one cause: a field can also lose its hidden record, move to an open one, or get
// another type.

// The gravest change that nothing shows: no request fails, everything compiles, and logs contain
// what they must not.
var sensitivityRemoved = rule("sensitivity-removed",
	"A field is no longer sensitive, so it may be printed.",
	"Its values appear in logs, errors and dumps on both sides.",
	example{before: "note: {type: string, sensitive: true}", after: "note: string"},
	Anywhere.verdicts("··SS").because(printedValues),
	Anywhere.verdicts("····").when(hiddenAnyway),
).security().invisible().goOnly()

// The reverse change is harmless for callers and services alike.
var sensitivityAdded = rule("sensitivity-added",
	"A field became sensitive, so it is no longer printed.",
	"Logs and errors show less. Nothing else changes.",
	example{before: "note: string", after: "note: {type: string, sensitive: true}"},
	Anywhere.verdicts("····"),
	Anywhere.verdicts("····").when(hiddenAnyway),
).goOnly()

// Another mark, such as that of the record around it, hides them.
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
		marks := arrow(markWords(b), markWords(h))
		c.add(p.fieldChange(b, h).inSituation(hiddenAnyway), rule, marks,
			"the mark of field %s changes: %s%s", h.Name, marks, hiddenAnyway.clause())
		return
	}
	if h.Sensitive {
		c.add(p.fieldChange(b, h), sensitivityAdded, "printed -> sensitive",
			"values of %s are no longer printed", fieldWords(h))
		return
	}
	for thing := range catalog.Reached(&catalog.Shape{Fields: []*catalog.Field{b}}).All() {
		c.reported[part{thing, "sensitive"}] = true
	}
	c.addExposed(p.fieldChange(b, h), fieldWords(h))
}

// markWords returns the mark of a field as in a catalog, or "".
func markWords(f *catalog.Field) string {
	if f.Sensitive {
		return "sensitive"
	}
	return ""
}

// isHidden reports whether no part of a field's value is printed: the field is sensitive, or its
// record prints nothing.
func isHidden(f *catalog.Field) bool {
	return f.Private() || f.Type.Kind == catalog.Record && !isPrinted(f.Type.Record)
}

// isPrinted reports whether some value of a record is printed.
func isPrinted(s *catalog.Shape) bool {
	if s.Private() {
		return false
	}
	prints := func(f *catalog.Field) bool {
		if f.Private() {
			return false
		}
		return f.Type.Kind != catalog.Record || !f.Circular() && isPrinted(f.Type.Record)
	}
	return s.Open || slices.ContainsFunc(s.Fields, prints)
}

// Types that take the place of what is gone, when members of two types are compared.
var (
	anything = &catalog.Type{Kind: catalog.Any} // the type of what an open record keeps
	keepsAll = &catalog.Shape{Open: true}       // an object without fields
)

// reportRevealed reports members of a type that were private, and are not in the type that
// replaces it. A field that is gone is kept in an open record, and an object keeps them all.
func (c *comparison) reportRevealed(change Change, b, h *catalog.Type) {
	r := revelation{records: c.Records, compared: map[[2]*catalog.Shape]bool{}}
	r.compareTypes(b, h)
	if r.names != nil {
		c.addExposed(change, strings.Join(r.names, ", "))
	}
}

// addExposed adds the change that the values of something are printed now.
func (c *comparison) addExposed(change Change, subject string) {
	c.add(change, sensitivityRemoved, "sensitive -> printed",
		"values of %s appear in logs and errors now", subject)
}

// revelation collects the names of fields that a type hides and its replacement prints.
type revelation struct {
	records  map[*catalog.Shape]*catalog.Shape // pairs, which are compared elsewhere
	compared map[[2]*catalog.Shape]bool        // compared already
	names    []string
}

// compareTypes compares the innermost types. An object or any value prints all that a record hid.
func (r *revelation) compareTypes(b, h *catalog.Type) {
	for b.Holder() && b.Kind == h.Kind {
		b, h = b.Elem, h.Elem
	}
	oldItem := b.Item()
	newItem := h.Item()
	switch {
	case hasKeys(h), isAny(newItem), newItem.Kind == catalog.Object:
		for _, record := range oldItem.Records() {
			r.compareShapes(record, keepsAll)
		}
	case oldItem.Union != nil && newItem.Union != nil:
		for _, v := range oldItem.Union.Variants {
			if w := newItem.Union.Variant(v.Tag); w != nil {
				r.compareShapes(v.Record, w.Record)
			}
		}
	default:
		r.compareShapes(oldItem.Record, newItem.Record)
	}
}

// compareShapes compares a record and the one that takes its place. Records that are pairs are
// compared where they are declared, and every pair once, since records may contain each other.
func (r *revelation) compareShapes(b, h *catalog.Shape) {
	if b == nil || h == nil {
		return
	}
	pair := [2]*catalog.Shape{b, h}
	if r.records[b] == h || r.compared[pair] {
		return
	}
	r.compared[pair] = true
	keepsUnknown := h.Open && !h.PrivateKeys()
	for _, f := range b.Fields {
		replacement, isHidden := anything, !keepsUnknown
		if g := h.Field(f.Name); g != nil {
			replacement = g.Type
			isHidden = g.Private()
		}
		switch {
		case isHidden:
		case f.Private() && !slices.Contains(r.names, f.Name):
			r.names = append(r.names, f.Name)
		default:
			r.compareTypes(f.Type, replacement)
		}
	}
}
