package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// refer counts the references to each schema, and finds those whose requests and
// answers differ since a property below them is readOnly or writeOnly.
func (im *importer) refer() {
	im.references = map[*yamldoc.Node]int{}
	im.isSided = map[*yamldoc.Node]bool{}
	im.direct = map[*yamldoc.Node]bool{}
	im.inherit()
	parts := map[*yamldoc.Node]bool{}           // alternatives, and what an allOf merges
	from := map[*yamldoc.Node][]*yamldoc.Node{} // what refers to a node
	var sided []*yamldoc.Node
	seen := map[*yamldoc.Node]bool{}
	queue := []place{im.root()}
	targets := map[string]bool{}
	for len(queue) > 0 {
		owner := queue[0]
		queue = queue[1:]
		var visit func(p place)
		visit = func(p place) {
			if seen[p.node] {
				return
			}
			seen[p.node] = true
			for key, v := range p.entries() {
				if im.mixed(p, key, v) {
					for _, item := range v.node.Items {
						parts[item] = true
					}
				}
				switch {
				case key == "$ref" && v.node.Kind == yamldoc.String:
					target, ok := im.quietly(v)
					if !ok {
						continue
					}
					im.references[target.node]++
					im.direct[target.node] = im.direct[target.node] || !parts[p.node]
					from[target.node] = append(from[target.node], owner.node)
					if !targets[target.ptr] {
						targets[target.ptr] = true
						queue = append(queue, target)
					}
				case (key == "readOnly" || key == "writeOnly") && v.node.True():
					sided = append(sided, owner.node)
				case key == "example" || key == "examples" || key == "default" || key == "enum":
				case (key == "schemas" || key == "definitions") && v.isMap():
					for _, schema := range v.entries() { // each is an owner of its own
						queue = append(queue, schema)
					}
				default:
					visit(v)
				}
			}
			for _, item := range p.items() {
				visit(item)
			}
		}
		visit(owner)
	}
	for len(sided) > 0 {
		n := sided[0]
		sided = sided[1:]
		if !im.isSided[n] {
			im.isSided[n] = true
			sided = append(sided, from[n]...)
		}
	}
}

// mixed tells whether the schemas of a list are parts of another one: several are merged,
// or are alternatives.
func (im *importer) mixed(p place, key string, v place) bool {
	switch key {
	case "allOf":
		return len(v.node.Items) > 1 || slices.ContainsFunc(p.node.Entries, func(e yamldoc.Entry) bool {
			return e.Key.Text != key && !annotation(e.Key.Text) && e.Key.Text != "type" && e.Key.Text != "nullable"
		})
	case "oneOf", "anyOf":
		return p.get("discriminator").ok() || len(slices.DeleteFunc(v.items(), im.onlyNull)) > 1
	}
	return false
}

// inherit finds the schemas with names that extend another one.
func (im *importer) inherit() {
	im.heirs = map[*yamldoc.Node][]place{}
	for _, list := range []place{im.root().get("components").get("schemas"), im.root().get("definitions")} {
		for _, p := range list.entries() {
			for _, item := range p.get("allOf").items() {
				if base, ok := im.quietly(item.get("$ref")); ok {
					im.heirs[base.node] = append(im.heirs[base.node], p)
				}
			}
		}
	}
}

// quietly is resolve for a walk that reports nothing, also where there is no $ref.
func (im *importer) quietly(ref place) (p place, ok bool) {
	if ref.ok() {
		im.silent(func() { p, ok = im.resolve(ref, "") })
	}
	return p, ok
}

// silent looks at something that may not be used, and forgets what is lost there.
func (im *importer) silent(look func()) {
	losses, lost := im.losses, im.lost
	im.lost = map[Loss]bool{}
	look()
	im.losses, im.lost = losses, lost
}

func (im *importer) sided(n *yamldoc.Node) bool { return im.isSided[n] }
