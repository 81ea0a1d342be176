package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// readReferences counts the references to each schema, and finds those that others extend, and those
// whose requests and responses differ since a property below them is readOnly or writeOnly. The
// root, each schema with a name and each target of a reference own the values below them.
func (im *importer) readReferences() {
	var owners []place        // to visit
	var sided []*yamldoc.Node // owners with a property of one side
	from, seen := map[*yamldoc.Node][]*yamldoc.Node{}, map[*yamldoc.Node]bool{}
	var visit func(p place, owner *yamldoc.Node, part bool)
	visit = func(p place, owner *yamldoc.Node, part bool) {
		if p.node.Kind != yamldoc.Map && p.node.Kind != yamldoc.List || seen[p.node] {
			return
		}
		seen[p.node] = true
		for _, e := range p.node.Entries {
			key := e.Key.Text
			v := place{file: p.file, key: e.Key, node: e.Value} // nobody asks for its pointer
			switch key {
			case "allOf", "oneOf", "anyOf":
				several := p.get("discriminator").ok() || len(slices.DeleteFunc(v.items(), im.onlyNull)) > 1
				for _, item := range v.items() {
					if base, _ := im.target(item.get("$ref")); base.ok() && key == "allOf" && p.node == owner {
						im.extended[base.node] = append(im.extended[base.node], p)
					}
					visit(item, owner, several)
				}
			case "$ref":
				if target, _ := im.target(v); target.ok() {
					if im.references[target.node]++; im.references[target.node] == 1 {
						owners = append(owners, target)
					}
					im.direct[target.node] = im.direct[target.node] || !part
					from[target.node] = append(from[target.node], owner)
				}
				continue
			case "readOnly", "writeOnly":
				if v.node.True() {
					sided = append(sided, owner)
				}
			}
			visit(v, owner, false)
		}
		for _, n := range p.node.Items {
			visit(place{file: p.file, node: n}, owner, false)
		}
	}
	for _, p := range im.schemas().entries() {
		owners = append(owners, p)
	}
	owners = append(owners, im.whole())
	for i := 0; i < len(owners); i++ {
		visit(owners[i], owners[i].node, false)
	}
	for i := 0; i < len(sided); i++ {
		if n := sided[i]; !im.isSided[n] {
			im.isSided[n] = true
			sided = append(sided, from[n]...)
		}
	}
}
