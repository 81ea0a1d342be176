package counter

import (
	"slices"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
)

// pair is an operation before and after a change; head is nil where it is gone.
type pair struct{ base, head *catalog.Operation }

// pairing says what of the operations of the base is what in the head. What was
// renamed or moved is said by the changes.
type pairing struct {
	all  []pair // in the order of the base
	head map[*catalog.Operation]*catalog.Operation
	base map[*catalog.Operation]*catalog.Operation
}

func pairUp(base, head *catalog.Catalog, changes []diff.Change) pairing {
	p := pairing{head: map[*catalog.Operation]*catalog.Operation{}, base: map[*catalog.Operation]*catalog.Operation{}}
	gone, areas := map[*catalog.Operation]bool{}, map[*catalog.Area]string{}
	for _, c := range changes {
		b, h := c.Base, c.Head
		switch {
		case b.Operation != nil && h.Operation != nil:
			p.head[b.Operation], p.base[h.Operation] = h.Operation, b.Operation
		case b.Operation != nil && b.Field == nil && b.Shape == nil && b.Rule == nil && c.InBase:
			gone[b.Operation] = true
		case b.Operation == nil && b.Area != nil && h.Area != nil:
			areas[b.Area] = h.Area.Name
		}
	}
	named := map[[2]string]*catalog.Operation{}
	for _, a := range head.Areas {
		for _, op := range a.Operations {
			named[[2]string{a.Name, op.Name}] = op
		}
	}
	for _, a := range base.Areas {
		area := a.Name
		if now, renamed := areas[a]; renamed {
			area = now
		}
		for _, op := range a.Operations {
			h := named[[2]string{area, op.Name}]
			if p.head[op] == nil && h != nil && p.base[h] == nil && !gone[op] {
				p.head[op], p.base[h] = h, op
			}
			p.all = append(p.all, pair{op, p.head[op]})
		}
	}
	return p
}

// shownUses is how many of the operations that use something shared are tried.
const shownUses = 4

// concerned returns the operations that a change concerns.
func (p pairing) concerned(c *diff.Change) []pair {
	if op := c.Base.Operation; op != nil {
		return []pair{{op, p.head[op]}}
	}
	if op := c.Head.Operation; op != nil {
		if before := p.base[op]; before != nil {
			return []pair{{before, op}}
		}
		return nil
	}
	var found []pair
	everywhere := c.Base == (diff.Subject{}) && c.Head == (diff.Subject{})
	for _, one := range p.all {
		if len(found) == shownUses {
			break
		}
		op := one.base
		if everywhere || c.Base.Area == op.Area || slices.Contains(c.Uses, op.Area.Name+"."+op.Name) {
			found = append(found, one)
		}
	}
	return found
}
