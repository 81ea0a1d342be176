package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// refer counts the references to each schema, and finds those whose requests and
// responses differ since a property below them is readOnly or writeOnly.
func (im *importer) refer() {
	im.references, im.direct, im.isSided = map[*yamldoc.Node]int{}, map[*yamldoc.Node]bool{}, map[*yamldoc.Node]bool{}
	im.inherit()
	w := &walk{importer: im, parts: map[*yamldoc.Node]bool{}, from: map[*yamldoc.Node][]*yamldoc.Node{}, seen: map[*yamldoc.Node]bool{}, queue: []place{im.root()}}
	for len(w.queue) > 0 {
		owner := w.queue[0]
		w.queue = w.queue[1:]
		w.visit(owner, owner.node)
	}
	for len(w.sided) > 0 {
		n := w.sided[0]
		w.sided = w.sided[1:]
		if !im.isSided[n] {
			im.isSided[n] = true
			w.sided = append(w.sided, w.from[n]...)
		}
	}
}

// walk goes through the document and everything to which it refers. The root and each
// schema to which something refers own what is below them.
type walk struct {
	*importer
	parts map[*yamldoc.Node]bool            // alternatives, and what an allOf merges
	from  map[*yamldoc.Node][]*yamldoc.Node // owners that refer to a node
	seen  map[*yamldoc.Node]bool
	sided []*yamldoc.Node // owners with a property of one side
	queue []place         // owners to visit
}

func (w *walk) visit(p place, owner *yamldoc.Node) {
	if w.seen[p.node] {
		return
	}
	w.seen[p.node] = true
	for key, v := range p.entries() {
		if w.mixed(p, key, v) {
			for _, item := range v.node.Items {
				w.parts[item] = true
			}
		}
		switch key {
		case "$ref":
			if target, ok := w.quietly(v); ok {
				if w.references[target.node]++; w.references[target.node] == 1 {
					w.queue = append(w.queue, target)
				}
				w.direct[target.node] = w.direct[target.node] || !w.parts[p.node]
				w.from[target.node] = append(w.from[target.node], owner)
			}
			continue
		case "readOnly", "writeOnly":
			if v.node.True() {
				w.sided = append(w.sided, owner)
			}
		case "example", "examples", "default", "enum":
			continue
		case "schemas", "definitions":
			for _, schema := range v.entries() { // each is an owner
				w.queue = append(w.queue, schema)
			}
			continue
		}
		w.visit(v, owner)
	}
	for _, item := range p.items() {
		w.visit(item, owner)
	}
}

// mixed reports whether the schemas of a list are parts of another one: several are merged,
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
	im.extended = map[*yamldoc.Node][]place{}
	for _, p := range im.schemas().entries() {
		for _, item := range p.get("allOf").items() {
			if base, ok := im.quietly(item.get("$ref")); ok {
				im.extended[base.node] = append(im.extended[base.node], p)
			}
		}
	}
}

// quietly is resolve for a walk that reports nothing, also where there is no $ref.
func (im *importer) quietly(ref place) (place, bool) {
	if !ref.ok() {
		return place{}, false
	}
	p, _ := im.referred(ref)
	return p, p.ok()
}

// silent looks at something that may not be used, and forgets what is lost there.
func (im *importer) silent(look func()) {
	losses, lost := im.losses, im.lost
	im.lost = map[Loss]bool{}
	look()
	im.losses, im.lost = losses, lost
}
