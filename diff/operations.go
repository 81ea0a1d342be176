package diff

import (
	"fmt"

	"example.com/opgen/catalog"
)

// operations compares the operations of an area by name.
func (c *comparison) operations(baseArea, headArea *catalog.Area) {
	base, head := map[string]*catalog.Operation{}, map[string]*catalog.Operation{}
	for _, op := range baseArea.Operations {
		base[op.Name] = op
	}
	for _, op := range headArea.Operations {
		head[op.Name] = op
		if base[op.Name] == nil {
			c.add(Change{Path: headArea.Name + "." + op.Name, Side: Head, Pos: op.Pos,
				Head: Subject{Operation: op}, Message: fmt.Sprintf("operation %s is new", op.Name)},
				hit{rule: "operation-added"})
		}
	}
	for _, op := range baseArea.Operations {
		if head[op.Name] == nil {
			c.add(Change{Path: baseArea.Name + "." + op.Name, Side: Base, Pos: op.Pos,
				Base: Subject{Operation: op}, Message: fmt.Sprintf("operation %s is gone", op.Name),
				Go: []string{fmt.Sprintf("%s.Client.%s: removed", baseArea.Package, op.GoName)}},
				hit{rule: "operation-removed-without-deprecation"})
		}
	}
}
