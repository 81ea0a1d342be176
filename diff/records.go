package diff

import "example.com/opgen/catalog"

// compareRecords compares the records that are in both catalogs.
func (c *comparison) compareRecords() {
	for _, b := range c.base.Records {
		h := c.records[b]
		if h == nil {
			continue
		}
		m := newMatching()
		m.match(c.correspondence, b.Fields, h.Fields)
		c.matchings[b] = m
		p, use := c.record(b, h), c.uses.records[b]
		if b.Name != h.Name || b.GoName != h.GoName {
			change := p.here("", h.Pos).says(arrow(b.Name, h.Name), "record %s is called %s now", b.Name, h.Name)
			named := p
			named.contexts = use.declared()
			if use.typed {
				change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
			}
			c.add(change, named.hits("record-renamed", "")...)
		}
		if b.Open != h.Open {
			c.openness(p, b, h)
		}
		c.compareFields(p, m)
		c.shapeDocs(p, b, h)
	}
}

// record is the place of a record.
func (c *comparison) record(b, h *catalog.Shape) place {
	use := c.uses.records[b]
	p := place{
		paths:    [2]string{b.Name, h.Name},
		contexts: use.contexts(),
		goTypes:  use.goTypes,
		uses:     use.operations,
		open:     [2]bool{b.Open && !use.included, h.Open && !use.included},
		private:  c.private[0][b] || c.private[1][h],
		base:     Subject{Shape: b},
		head:     Subject{Shape: h},
	}
	return p
}

// goRenames lists the Go types that end in a name and have another one now.
func goRenames(goTypes []string, old, new string) []string {
	var moves []string
	for _, typ := range goTypes {
		if len(typ) > len(old) && typ[len(typ)-len(old)-1:] == "."+old {
			moves = append(moves, typ+" -> "+new)
		}
	}
	return moves
}

// openness reports a record, or an answer that includes one, that keeps further
// keys now, or does not any more. A body that includes it does not keep them
// either way.
func (c *comparison) openness(p place, b, h *catalog.Shape) {
	change := p.here("", h.Pos)
	if h.Open {
		c.add(change.says("closed -> open", "%s keeps further keys now", change.about()), p.hits("record-opened", "")...)
		return
	}
	change.Go = p.goMoves("Extra", ": removed")
	c.add(change.says("open -> closed", "%s does not keep further keys any more", change.about()), p.hits("record-closed", "")...)
}

// addedAndRemovedRecords reports the records that are in one catalog alone,
// unless another change has told about them.
func (c *comparison) addedAndRemovedRecords() {
	for _, b := range c.base.Records {
		if c.records[b] != nil || c.toldRecords[b] {
			continue
		}
		use := c.uses.records[b]
		p := place{paths: [2]string{b.Name, b.Name}, contexts: use.declared(), uses: use.operations, base: Subject{Shape: b}}
		change := p.gone("", b.Pos).says("removed", "record %s is gone", b.Name)
		if use.typed {
			for _, typ := range use.goTypes {
				change.Go = append(change.Go, typ+": removed")
			}
		}
		c.add(change, p.hits("record-removed", "")...)
	}
	for _, h := range c.head.Records {
		if c.newRecords[h] && !c.toldRecords[h] {
			c.add(Change{Path: h.Name, Side: Head, Pos: h.Pos, Head: Subject{Shape: h}}.
				says("added", "record %s is new", h.Name), hit{rule: "record-added"})
		}
	}
}
