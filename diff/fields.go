package diff

import (
	"cmp"
	"strings"

	"example.com/opgen/catalog"
)

// compareFields reports the changes of the fields of a shape.
func (c *comparison) compareFields(p place, m *matching) {
	for _, n := range m.nestings {
		c.nesting(p, n)
	}
	for _, f := range m.removed {
		if !m.isNested(f) && !c.told[told{f, "all"}] {
			c.removedField(p, f)
		}
	}
	first := len(m.head) == 0 && p.base.Operation != nil && p.contexts[0] == InRequest
	for _, f := range m.added {
		if m.isNested(f) || c.told[told{f, "all"}] {
			continue
		}
		c.addedField(p, f, first && !f.Required && len(m.removed) == 0)
		first = first && f.Required
	}
	for _, pair := range m.pairs {
		c.compareField(p, pair[0], pair[1], m)
	}
}

// nesting reports fields that moved into a record, or out of one, and tells
// about the record that came or went with them.
func (c *comparison) nesting(p place, n nesting) {
	names := fieldNames(n.moved)
	record := n.holder.Type.Record
	change := p.added(n.holder).says("nested "+names, "%s moved into record %s at field %s", names, record.Name, n.holder.Name)
	change.Base = p.base
	if n.side == Base {
		change = p.removed(n.holder).says("unnested "+names, "%s moved out of record %s at field %s", names, record.Name, n.holder.Name)
		change.Head = p.head
		change.Go = p.goMoves(n.holder.GoName, ": removed")
		if c.records[record] == nil {
			c.toldRecords[record] = true
		}
	} else {
		for _, f := range n.moved {
			change.Go = append(change.Go, p.goMoves(f.GoName, " -> "+n.holder.GoName+"."+f.GoName)...)
		}
		if c.newRecords[record] {
			c.toldRecords[record] = true
		}
	}
	c.add(change, p.hits("field-nested-in-record", "")...)
}

func fieldNames(fields []*catalog.Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

func (c *comparison) removedField(p place, f *catalog.Field) {
	change := p.removed(f).says("removed", "field %s (%s) is gone", f.Name, f.Type.String())
	change.Go = p.goMoves(f.GoName, ": removed")
	request, when := "request-field-removed", ""
	if f.Deprecated != nil && c.over(f.Deprecated) {
		request = "request-field-removed-after-sunset"
	}
	if p.open[1] {
		when = openRecord
	}
	c.add(change, p.either(request, "response-field-removed", when)...)
}

// over tells whether the sunset of a deprecation has come.
func (c *comparison) over(d *catalog.Deprecation) bool { return d.Sunset != "" && d.Sunset <= c.today }

// addedField reports a new field; first, where the request had none.
func (c *comparison) addedField(p place, f *catalog.Field, first bool) {
	optional, when := "optional", ""
	request, answer := "request-optional-field-added", "response-field-added"
	if f.Required {
		optional, request, answer = "required", "request-required-field-added", "response-required-field-added"
	}
	if first {
		request = "operation-first-field-added"
	}
	if p.open[0] {
		when = openRecord
	}
	change := p.added(f).says("added "+f.Type.String(), "%s field %s (%s) is new", optional, f.Name, f.Type.String())
	c.add(change, p.either(request, answer, when)...)
}

// compareField reports the changes of a field that is in both catalogs.
func (c *comparison) compareField(p place, b, h *catalog.Field, m *matching) {
	c.fieldName(p, b, h)
	c.requiredness(p, b, h)
	sameType := c.fieldType(p, b, h)
	c.constraints(p, b, h)
	c.sending(p, b, h, sameType)
	c.sensitivity(p, b, h)
	c.fieldDocs(p, b, h, m)
}

func (c *comparison) fieldName(p place, b, h *catalog.Field) {
	wire, golang := b.Name != h.Name, b.GoName != h.GoName
	change := p.changed(b, h)
	if golang {
		change.Go = p.goMoves(b.GoName, " -> "+h.GoName)
	}
	switch {
	case wire && golang:
		c.add(change.says(arrow(b.Name, h.Name), "field %s is called %s now", b.Name, h.Name),
			p.hits("field-renamed", "")...)
	case wire:
		c.add(change.says(arrow(b.Name, h.Name), "field %s is called %s on the wire now, and %s in Go as before", b.Name, h.Name, h.GoName),
			p.hits("field-wire-name-changed", "")...)
	case golang:
		c.add(change.says(arrow(b.GoName, h.GoName), "field %s is called %s in Go now, not %s", h.Name, h.GoName, b.GoName),
			p.hits("field-go-name-changed", "")...)
	}
}

// requiredness reports a field that became required or optional.
func (c *comparison) requiredness(p place, b, h *catalog.Field) {
	if b.Required == h.Required {
		return
	}
	was := *b // as it would be in Go, were its type the new one
	was.Type = h.Type
	when := ""
	change := p.changed(b, h)
	if goType(&was) == goType(h) {
		when = sameGo
	} else {
		change.Go = p.goMoves(b.GoName, ": "+arrow(goType(b), goType(h)))
	}
	if h.Required {
		c.add(change.says("optional -> required", "field %s is required now", h.Name),
			p.either("request-field-became-required", "response-field-became-required", when)...)
		return
	}
	c.add(change.says("required -> optional", "field %s is optional now", h.Name),
		p.either("request-field-became-optional", "response-field-became-optional", when)...)
}

// sensitivity reports a field that may be printed now, or may not any more.
func (c *comparison) sensitivity(p place, b, h *catalog.Field) {
	switch cmp.Compare(truth(b.Sensitive), truth(h.Sensitive)) {
	case -1:
		c.add(p.changed(b, h).says("printed -> sensitive", "values of field %s are not printed any more", h.Name),
			p.hits("sensitivity-added", "")...)
	case 1:
		c.add(p.changed(b, h).says("sensitive -> printed", "values of field %s turn up in logs and errors now", h.Name),
			p.hits("sensitivity-removed", "")...)
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
