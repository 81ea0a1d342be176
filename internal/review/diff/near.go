package diff

import "example.com/opgen/internal/catalog"

// near returns where the head has what is nearest to something that it does not have:
// the enum, the union, the record, the operation or the area that it was in, or else the
// beginning of the catalog.
func (c *comparison) near(gone Subject) catalog.Position {
	if h := c.enums[gone.Enum]; h != nil {
		return h.Pos
	}
	if h := c.unions[gone.Union]; h != nil {
		return h.Pos
	}
	if h := c.records[gone.Shape]; h != nil {
		return h.Pos
	}
	if h := c.operations[gone.Operation]; h != nil {
		return h.Pos
	}
	if h := c.areas[gone.Area]; h != nil {
		return h.Pos
	}
	return c.head.Pos
}
