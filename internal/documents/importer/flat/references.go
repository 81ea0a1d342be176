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
	all := &Uses{References: map[*yamldoc.Node]int{}, IsSided: map[*yamldoc.Node]bool{},
		Direct: map[*yamldoc.Node]bool{}, Extended: map[*yamldoc.Node][]origin.Place{}}
	var owners []origin.Place // to visit
	var sided []*yamldoc.Node // owners with a property of one side
	from, seen := map[*yamldoc.Node][]*yamldoc.Node{}, map[*yamldoc.Node]bool{}
	var visit func(p origin.Place, owner *yamldoc.Node, part bool)
	visit = func(p origin.Place, owner *yamldoc.Node, part bool) {
		if p.Node.Kind != yamldoc.Map && p.Node.Kind != yamldoc.List || seen[p.Node] {
			return
		}
		seen[p.Node] = true
		for _, e := range p.Node.Entries {
			key := e.Key.Text
			v := origin.Place{File: p.File, Key: e.Key, Node: e.Value} // nobody asks for its pointer
			switch key {
			case "allOf", "oneOf", "anyOf":
				several := p.Get("discriminator").OK() || len(slices.DeleteFunc(v.Items(), fl.OnlyNull)) > 1
				for _, item := range v.Items() {
					if base, _ := fl.Target(item.Get("$ref")); base.OK() && key == "allOf" && p.Node == owner {
						all.Extended[base.Node] = append(all.Extended[base.Node], p)
					}
					visit(item, owner, several)
				}
			case "$ref":
				if target, _ := fl.Target(v); target.OK() {
					all.References[target.Node]++
					if all.References[target.Node] == 1 {
						owners = append(owners, target)
					}
					all.Direct[target.Node] = all.Direct[target.Node] || !part
					from[target.Node] = append(from[target.Node], owner)
				}
				continue
			case "readOnly", "writeOnly":
				if v.Node.True() {
					sided = append(sided, owner)
				}
			}
			visit(v, owner, false)
		}
		for _, n := range p.Node.Items {
			visit(origin.Place{File: p.File, Node: n}, owner, false)
		}
	}
	for _, p := range fl.Schemas().Entries() {
		owners = append(owners, p)
	}
	owners = append(owners, fl.Whole())
	for i := 0; i < len(owners); i++ {
		visit(owners[i], owners[i].Node, false)
	}
	for i := 0; i < len(sided); i++ {
		if n := sided[i]; !all.IsSided[n] {
			all.IsSided[n] = true
			sided = append(sided, from[n]...)
		}
	}
	return all
}
