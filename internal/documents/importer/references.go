package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// refer counts the references to each schema, and finds those whose requests and
// responses differ since a property below them is readOnly or writeOnly.
func (im *importer) refer() {
	w := &walk{importer: im, parts: map[*yamldoc.Node]bool{}, from: map[*yamldoc.Node][]*yamldoc.Node{}, seen: map[*yamldoc.Node]bool{}, queue: []place{im.root()}}
	for _, p := range im.schemas().entries() {
		for _, item := range p.get("allOf").items() {
			if base, ok := im.quietly(item.get("$ref")); ok {
				im.extended[base.node] = append(im.extended[base.node], p)
			}
		}
	}
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

// walk visits the document and the targets of its references. The root and each target of a
// reference own the values below them.
type walk struct {
	*importer
	parts map[*yamldoc.Node]bool            // alternatives, and items of an allOf
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
		switch key {
		case "allOf", "oneOf", "anyOf":
			if p.get("discriminator").ok() || len(slices.DeleteFunc(v.items(), w.onlyNull)) > 1 {
				for _, item := range v.node.Items {
					w.parts[item] = true
				}
			}
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

// quietly returns the target of a $ref, false if there is none, without recording a loss.
func (im *importer) quietly(ref place) (place, bool) {
	if !ref.ok() {
		return place{}, false
	}
	p, _ := im.referred(ref)
	return p, p.ok()
}
