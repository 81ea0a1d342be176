package learn

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

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
	at       []string
	name     string
	shape    *recording.Shape
	declared *catalog.Type // an array or a map, if the catalog says so; else anything or nil
}

// build resolves a place.
func (b *builder) build(of part) *place {
	p := &place{at: of.at, shape: of.shape, kind: kindOf(of.shape)}
	var elem *catalog.Type
	if of.declared != nil && of.declared.Holder() {
		p.kind = of.declared.Kind
		elem = of.declared.Elem
	} else if p.kind == catalog.Record && b.decided.isMap(of.at) {
		p.kind = catalog.Map
	}
	switch p.kind {
	case catalog.Array:
		seen := cmp.Or(of.shape.Items, new(recording.Shape))
		p.elem = b.build(part{child(of.at, items), of.name, seen, elem})
	case catalog.Map:
		p.elem = b.build(part{child(of.at, items), of.name, values(of.shape), elem})
	case catalog.String:
		b.buildEnum(p)
	case catalog.Record:
		if g := b.groups[b.decided.nameOf(of.at)]; g != nil {
			p.group = g
			p.name = g.name
			break
		}
		p.name = b.names.recordName(of.name, of.at[0])
		b.buildFields(p, of.name)
	}
	return p
}

// buildFields resolves the members of a record, and names the records in them.
func (b *builder) buildFields(p *place, name string) {
	keys := fieldNames(p.shape)
	names := b.names.namesOfKeys(keys, map[string]bool{})
	for _, key := range keys {
		m := p.shape.Members[key]
		if m.Seen == m.Null && !b.observed.enoughNulls(p.at, m.Null) {
			continue
		}
		n := names[key]
		built := b.build(part{at: child(p.at, member(key)), name: name + "_" + n.inner, shape: m})
		f := &field{key: key, goName: n.name, place: built}
		f.sensitive = b.privacy.isPrivate(f)
		p.fields = append(p.fields, f)
	}
	tag := firstDecision(b.decided, p.at, func(d *decision) string { return d.tag })
	if tag != "" {
		b.buildUnion(p, tag)
	}
}

// buildEnum sets the enum of a text, if the decisions name one.
func (b *builder) buildEnum(p *place) {
	name := firstDecision(b.decided, p.at, func(d *decision) string { return d.enum })
	if name != "" && b.choices.add(p, name, p) {
		p.name = name
	}
}

// buildUnion makes a record a union by one of its members.
func (b *builder) buildUnion(p *place, tag string) {
	i := slices.IndexFunc(p.fields, func(f *field) bool { return f.key == tag })
	if i < 0 || p.fields[i].shape.String != p.shape.Object {
		b.choices.reject(p.at, "some of its objects have no string "+tag)
		return
	}
	if b.choices.add(p, p.name, p.fields[i].place) {
		p.union = tag
	}
}
