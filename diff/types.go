package diff

import (
	"slices"

	"example.com/opgen/catalog"
)

// fieldType reports another type, or another way to travel, and tells whether
// the type is the same.
func (c *comparison) fieldType(p place, b, h *catalog.Field) bool {
	change := p.changed(b, h)
	rule, when := c.typeRule(b.Type, h.Type)
	if b.Join+h.Join != "" && rule == "field-type-changed" && joins(b, h) {
		rule = "field-joined-list-changed"
	}
	if rule != "" {
		if when != sameGo {
			change.Go = p.goMoves(b.GoName, ": "+arrow(goType(b), goType(h)))
		}
		c.add(change.says(arrow(b.Type.String(), h.Type.String()),
			"the type of field %s changes: %s", h.Name, arrow(b.Type.String(), h.Type.String())), p.hits(rule, when)...)
		return false
	}
	switch {
	case b.Join == h.Join:
	case b.Join == "" || h.Join == "":
		c.add(change.says("join "+arrow(b.Join, h.Join), "field %s %s", h.Name,
			choose(h.Join == "", "travels as an array now, not as one string", "travels as one string now, not as an array")),
			p.hits("field-encoding-changed", "")...)
	default:
		c.add(change.says("join "+arrow(b.Join, h.Join), "the items of field %s are separated by %q now, not by %q", h.Name, h.Join, b.Join),
			p.hits("field-separator-changed", "")...)
	}
	return true
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// joins tells whether one of two fields is a string and the other a list that
// travels as one.
func joins(b, h *catalog.Field) bool {
	return b.Type.Kind == catalog.String && h.Join != "" || h.Type.Kind == catalog.String && b.Join != ""
}

// typeRule returns the rule that a change of type meets, "" where it is the
// same, and what is special about it.
func (c *comparison) typeRule(b, h *catalog.Type) (rule, when string) {
	if c.typeKey(b, Base) == c.typeKey(h, Head) && b.Kind == h.Kind {
		return "", ""
	}
	if b.Kind == catalog.Array && h.Kind == catalog.Array {
		return c.typeRule(b.Elem, h.Elem)
	}
	if b.Kind == catalog.Unspecified && h.Kind == catalog.Any || b.Kind == catalog.Any && h.Kind == catalog.Unspecified {
		when = sameGo
	}
	for _, t := range typeTransitions {
		if slices.Contains(t.from, b.Kind) && slices.Contains(t.to, h.Kind) {
			return t.rule, choose(when == "", leniency(t.rule, h), when)
		}
	}
	return "field-type-changed", ""
}

// leniency names the case of a type that takes more than its like.
func leniency(rule string, t *catalog.Type) string {
	switch rule {
	case "object-became-record":
		if t.Record.Open && !slices.ContainsFunc(t.Record.Fields, func(f *catalog.Field) bool { return f.Required }) {
			return lenientRecord
		}
	case "enum-introduced":
		if t.Enum.Open {
			return openEnum
		}
	}
	return ""
}

var every = []catalog.Kind{
	catalog.String, catalog.Boolean, catalog.Integer, catalog.Number, catalog.Object, catalog.Any,
	catalog.Unspecified, catalog.Array, catalog.Record, catalog.Enumeration,
}

// typeTransitions are the changes from one kind of type to another that have a
// rule of their own. The first that fits decides.
var typeTransitions = []struct {
	from, to []catalog.Kind
	rule     string
}{
	{[]catalog.Kind{catalog.Unspecified}, every, "field-type-declared"},
	{every, []catalog.Kind{catalog.Unspecified}, "field-type-undeclared"},
	{every, []catalog.Kind{catalog.Any}, "field-type-widened"},
	{[]catalog.Kind{catalog.Any}, every, "field-type-narrowed"},
	{[]catalog.Kind{catalog.Integer}, []catalog.Kind{catalog.Number}, "field-type-widened"},
	{[]catalog.Kind{catalog.Number}, []catalog.Kind{catalog.Integer}, "field-type-narrowed"},
	{[]catalog.Kind{catalog.Object}, []catalog.Kind{catalog.Record}, "object-became-record"},
	{[]catalog.Kind{catalog.Record}, []catalog.Kind{catalog.Object}, "record-became-object"},
	{[]catalog.Kind{catalog.String}, []catalog.Kind{catalog.Enumeration}, "enum-introduced"},
	{[]catalog.Kind{catalog.Enumeration}, []catalog.Kind{catalog.String}, "enum-dropped"},
}
