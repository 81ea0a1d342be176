package importer

import "example.com/opgen/internal/yamldoc"

// refer counts the references to each schema, and finds those whose requests and
// answers differ since a property below them is readOnly or writeOnly.
func (im *importer) refer() {
	im.references = map[*yamldoc.Node]int{}
	im.isSided = map[*yamldoc.Node]bool{}
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
				switch {
				case key == "$ref" && v.node.Kind == yamldoc.String:
					target, ok := im.quietly(v)
					if !ok {
						continue
					}
					im.references[target.node]++
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

// quietly is resolve for a walk that reports nothing.
func (im *importer) quietly(ref place) (place, bool) {
	losses, lost := im.losses, im.lost
	im.lost = map[Loss]bool{}
	p, ok := im.resolve(ref, "")
	im.losses, im.lost = losses, lost
	return p, ok
}

func (im *importer) sided(n *yamldoc.Node) bool { return im.isSided[n] }
