package learn

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// This file turns what was recorded into types: an object with few keys becomes a record, one
// with many a map, and a text an enum if the user decided so.

// builder is the second stage: it resolves what was seen at a place to types of a catalog.
type builder struct {
	decided  *Decisions
	observed observed
	names    *naming
	privacy  *privacy
	choices  *choices
	groups   map[string]*place // records that the decisions name, by these names
}

// part is what was seen at a place, and how records in it are named.
type part struct {
	places   []string
	name     string
	shape    *recording.Shape
	declared *catalog.Type // an array or a map, if the catalog says so; else anything or nil
}

// build resolves a place and everything in it. A record that the decisions name is resolved once,
// by its group; the other places only refer to it, so a record may contain itself.
func (b *builder) build(observed part) *place {
	p := &place{places: observed.places, shape: observed.shape, kind: kindOf(observed.shape)}
	var elem *catalog.Type
	if observed.declared != nil && observed.declared.Holder() {
		p.kind = observed.declared.Kind
		elem = observed.declared.Elem
	} else if p.kind == catalog.Record && b.decided.isMap(observed.places) {
		p.kind = catalog.Map
	}
	switch p.kind {
	case catalog.Array:
		itemShape := cmp.Or(observed.shape.Items, new(recording.Shape))
		p.elem = b.build(part{child(observed.places, items), observed.name, itemShape, elem})
	case catalog.Map:
		p.elem = b.build(part{child(observed.places, items), observed.name, entryShape(observed.shape), elem})
	case catalog.String:
		b.buildEnum(p)
	case catalog.Record:
		if g := b.groups[b.decided.nameOf(observed.places)]; g != nil {
			p.group = g
			p.name = g.name
			break
		}
		p.name = b.names.recordName(observed.name, observed.places[0])
		b.buildFields(p, observed.name)
	}
	return p
}

// buildFields resolves the members of a record, and names the records in them. A member that was
// only null is left out until enough responses had it: it may have any type.
func (b *builder) buildFields(p *place, name string) {
	keys := fieldNames(p.shape)
	names := b.names.namesOfKeys(keys, map[string]bool{})
	for _, key := range keys {
		m := p.shape.Members[key]
		if m.Seen == m.Null && !b.observed.enoughNulls(p.places, m.Null) {
			continue
		}
		n := names[key]
		built := b.build(part{places: child(p.places, member(key)), name: name + "_" + n.inner, shape: m})
		f := &field{key: key, goName: n.name, place: built}
		f.sensitive = b.privacy.isPrivate(f)
		p.fields = append(p.fields, f)
	}
	tag := firstDecision(b.decided, p.places, func(d *decision) string { return d.tag })
	if tag != "" {
		b.buildUnion(p, tag)
	}
}

// buildEnum sets the enum of a text, if the decisions name one.
func (b *builder) buildEnum(p *place) {
	name := firstDecision(b.decided, p.places, func(d *decision) string { return d.enum })
	if name != "" && b.choices.add(p, name, p) {
		p.name = name
	}
}

// buildUnion makes a record a union by one of its members.
func (b *builder) buildUnion(p *place, tag string) {
	i := slices.IndexFunc(p.fields, func(f *field) bool { return f.key == tag })
	if i < 0 || p.fields[i].shape.String != p.shape.Object {
		b.choices.reject(p.places, "some of its objects have no string "+tag)
		return
	}
	if b.choices.add(p, p.name, p.fields[i].place) {
		p.union = tag
	}
}
