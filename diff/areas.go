package diff

import (
	"fmt"

	"example.com/opgen/catalog"
)

// document compares what the catalogs say of the service as a whole.
func (c *comparison) document() {
	b, h := c.base, c.head
	here := func(path string) Change { return Change{Path: path, Side: Head, Pos: h.Pos} }
	if b.Path != h.Path {
		c.add(here("path").says(arrow(b.Path, h.Path), "the paths of all operations change: %s", arrow(b.Path, h.Path)),
			hit{rule: "path-template-changed"})
	}
	if b.Package != h.Package {
		change := here("info.package").says(arrow(b.Package, h.Package), "Go package %s is called %s now", b.Package, h.Package)
		change.Go = []string{"package " + arrow(b.Package, h.Package)}
		c.add(change, hit{rule: "root-package-renamed"})
	}
	if b.Version != h.Version {
		c.add(here("info.version").says(arrow(b.Version, h.Version), "the version changes: %s", arrow(b.Version, h.Version)),
			hit{rule: "version-changed"})
	}
	c.addDocs(here("info"), everywhere, text{"title", b.Title, h.Title}, text{"description", b.Description, h.Description})
}

// everywhere is the place of what has no request and no answer.
var everywhere = place{contexts: []Context{Anywhere}}

// compareAreas compares the areas, and their operations with each other.
func (c *comparison) compareAreas() {
	operations := map[*catalog.Operation]bool{}
	for _, h := range c.operations {
		operations[h] = true
	}
	areas := map[*catalog.Area]bool{}
	for _, b := range c.base.Areas {
		h := c.areas[b]
		if h == nil {
			c.removedArea(b)
		} else {
			areas[h] = true
			c.compareArea(b, h)
		}
		for _, op := range b.Operations {
			switch to := c.operations[op]; {
			case to != nil:
				c.compareOperation(op, to)
			case h != nil:
				c.removedOperation(op)
			}
		}
	}
	for _, h := range c.head.Areas {
		if !areas[h] {
			c.addedArea(h, operations)
			continue
		}
		for _, op := range h.Operations {
			if !operations[op] {
				c.add(Change{Path: pathOf(op), Side: Head, Pos: op.Pos, Head: Subject{Area: h, Operation: op}}.
					says("added", "operation %s is new", op.Name), hit{rule: "operation-added"})
			}
		}
	}
}

// removedArea reports an area with those of its operations that did not move
// elsewhere. Where all did, there is nothing left to report.
func (c *comparison) removedArea(a *catalog.Area) {
	var gone []string
	over := true
	for _, op := range a.Operations {
		if c.operations[op] == nil {
			gone = append(gone, op.Name)
			over = over && op.Deprecated != nil && c.over(op.Deprecated)
		}
	}
	if gone == nil {
		return
	}
	change := Change{Path: a.Name, Side: Base, Pos: a.Pos, Base: Subject{Area: a}}.
		says("removed", "area %s is gone, with %s: %s", a.Name, plural(len(gone), "operation"), few(gone, ", "))
	change.Go = []string{"package " + a.Package + ": removed"}
	for _, name := range gone {
		change.Uses = append(change.Uses, a.Name+"."+name)
	}
	c.add(change, hit{rule: "area-removed", when: choose(over, afterSunset, "")})
}

// addedArea reports an area, unless all of its operations moved there.
func (c *comparison) addedArea(a *catalog.Area, met map[*catalog.Operation]bool) {
	var added []string
	for _, op := range a.Operations {
		if !met[op] {
			added = append(added, op.Name)
		}
	}
	if added != nil {
		c.add(Change{Path: a.Name, Side: Head, Pos: a.Pos, Head: Subject{Area: a}}.
			says("added", "area %s is new, with %s: %s", a.Name, plural(len(added), "operation"), few(added, ", ")),
			hit{rule: "area-added"})
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (c *comparison) compareArea(b, h *catalog.Area) {
	p := place{paths: [2]string{b.Name, h.Name}, contexts: []Context{Anywhere}, base: Subject{Area: b}, head: Subject{Area: h}}
	wire, golang := b.Name != h.Name, b.GoName != h.GoName
	change := p.here("", h.Pos)
	if golang {
		change.Go = []string{"package " + arrow(b.Package, h.Package), c.base.Package + ".Client." + arrow(b.GoName, h.GoName)}
	}
	switch {
	case wire && golang:
		c.add(change.says(arrow(b.Name, h.Name), "area %s is called %s now", b.Name, h.Name), hit{rule: "area-name-changed"})
	case wire:
		c.add(change.says(arrow(b.Name, h.Name), "area %s is called %s in paths now, and %s in Go as before", b.Name, h.Name, h.GoName),
			hit{rule: "area-prefix-changed"})
	case golang:
		c.add(change.says(arrow(b.GoName, h.GoName), "area %s is called %s in Go now, not %s", h.Name, h.GoName, b.GoName),
			hit{rule: "area-renamed"})
	}
	c.docs(p, "", h.Pos, text{"description", b.Description, h.Description})
}
