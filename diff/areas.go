package diff

import (
	"fmt"

	"example.com/opgen/catalog"
)

// areas compares the areas by name.
func (c *comparison) areas() {
	base, head := map[string]*catalog.Area{}, map[string]*catalog.Area{}
	for _, a := range c.base.Areas {
		base[a.Name] = a
	}
	for _, a := range c.head.Areas {
		head[a.Name] = a
		if base[a.Name] == nil {
			c.add(Change{Path: a.Name, Side: Head, Pos: a.Pos, Head: Subject{Area: a},
				Message: fmt.Sprintf("area %s is new", a.Name)}, hit{rule: "area-added"})
		}
	}
	for _, a := range c.base.Areas {
		if head[a.Name] == nil {
			c.add(Change{Path: a.Name, Side: Base, Pos: a.Pos, Base: Subject{Area: a},
				Message: fmt.Sprintf("area %s is gone", a.Name), Go: []string{"package " + a.Package + ": removed"}},
				hit{rule: "area-removed"})
			continue
		}
		c.operations(a, head[a.Name])
	}
}
