package flat

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file reads the whole document once, before anything is translated: whether a schema becomes a
// type, and how many, depends on all its uses.

// Uses are how the schemas of a document are used.
type Uses struct {
	References map[*yamldoc.Node]int            // to each schema
	IsSided    map[*yamldoc.Node]bool           // requests and responses differ
	Direct     map[*yamldoc.Node]bool           // schemas with references outside of alternatives and allOf
	Extended   map[*yamldoc.Node][]origin.Place // named schemas that extend one by allOf
}

// ReadUses counts the references to each schema, and finds those that others extend, and those
// whose requests and responses differ since a property below them is readOnly or writeOnly. The
// root, each schema with a name and each target of a reference own the values below them.
func (fl *Merger) ReadUses() *Uses {
	r := usesReader{
		Merger: fl,
		uses: &Uses{
			References: map[*yamldoc.Node]int{},
			IsSided:    map[*yamldoc.Node]bool{},
			Direct:     map[*yamldoc.Node]bool{},
			Extended:   map[*yamldoc.Node][]origin.Place{},
		},
		seen:      map[*yamldoc.Node]bool{},
		referrers: map[*yamldoc.Node][]*yamldoc.Node{},
	}
	for _, p := range fl.Schemas().Entries() {
		r.owners = append(r.owners, p)
	}
	r.owners = append(r.owners, fl.Whole())
	for i := 0; i < len(r.owners); i++ { // visiting adds owners
		r.visit(r.owners[i], r.owners[i].Node, false)
	}
	r.spreadSides()
	return r.uses
}

// usesReader walks a document, one owner after the other.
type usesReader struct {
	*Merger
	uses      *Uses
	owners    []origin.Place
	seen      map[*yamldoc.Node]bool
	referrers map[*yamldoc.Node][]*yamldoc.Node // the owners that refer to a schema
	sided     []*yamldoc.Node                   // the owners with a property of one side
}

// visit reads a value that an owner has. A value is a part if it is in a list of several schemas that
// apply together or are alternatives.
func (r *usesReader) visit(p origin.Place, owner *yamldoc.Node, isPart bool) {
	isScalar := p.Node.Kind != yamldoc.Map && p.Node.Kind != yamldoc.List
	if isScalar || r.seen[p.Node] {
		return
	}
	r.seen[p.Node] = true
	for _, e := range p.Node.Entries {
		v := origin.Place{File: p.File, Key: e.Key, Node: e.Value} // nobody asks for its pointer
		switch e.Key.Text {
		case "allOf", "oneOf", "anyOf":
			r.visitList(p, v, owner)
		case "$ref":
			r.refer(v, owner, isPart)
			continue
		case "readOnly", "writeOnly":
			if v.Node.True() {
				r.sided = append(r.sided, owner)
			}
		}
		r.visit(v, owner, false)
	}
	for _, n := range p.Node.Items {
		r.visit(origin.Place{File: p.File, Node: n}, owner, false)
	}
}

// visitList reads the schemas in a list of a schema p. An owner extends the schemas in its allOf.
func (r *usesReader) visitList(p, list origin.Place, owner *yamldoc.Node) {
	isExtension := list.Key.Text == "allOf" && p.Node == owner
	values := slices.DeleteFunc(list.Items(), r.OnlyNull)
	hasSeveral := len(values) > 1 || p.Get("discriminator").OK()
	for _, item := range list.Items() {
		base, _ := r.Target(item.Get("$ref"))
		if base.OK() && isExtension {
			r.uses.Extended[base.Node] = append(r.uses.Extended[base.Node], p)
		}
		r.visit(item, owner, hasSeveral)
	}
}

// refer counts a reference. Its target becomes an owner.
func (r *usesReader) refer(ref origin.Place, owner *yamldoc.Node, isPart bool) {
	target, _ := r.Target(ref)
	if !target.OK() {
		return
	}
	r.uses.References[target.Node]++
	if r.uses.References[target.Node] == 1 {
		r.owners = append(r.owners, target)
	}
	if !isPart {
		r.uses.Direct[target.Node] = true
	}
	r.referrers[target.Node] = append(r.referrers[target.Node], owner)
}

// spreadSides marks the owners with a property of one side, and those that refer to them, at any
// distance.
func (r *usesReader) spreadSides() {
	for i := 0; i < len(r.sided); i++ {
		n := r.sided[i]
		if !r.uses.IsSided[n] {
			r.uses.IsSided[n] = true
			r.sided = append(r.sided, r.referrers[n]...)
		}
	}
}
