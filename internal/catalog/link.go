package catalog

import (
	"cmp"
)

// linker connects operations with each other and with the fields that their rules and paginations
// name, and reports mistakes in these.
type linker struct {
	*lookup
	catalog *Catalog
	named   map[string]*Operation // by area.operation
	whole   bool                  // no operation was dropped
}

// newLinker returns the linker of a catalog whose elements are resolved.
func newLinker(l *lookup, c *Catalog) *linker {
	whole := l.doc.Whole("areas")
	for _, a := range c.Areas {
		whole = whole && l.objects[a].Whole("operations")
	}
	return &linker{l, c, c.ByName(), whole}
}

// link connects the operations. A pagination is compared with all rules, so the rules come first.
func (l *linker) link() {
	for op := range l.catalog.Operations() {
		if d := op.Deprecated; d != nil {
			op.instead = cmp.Or(l.named[d.Use], l.named[op.Area.Name+"."+d.Use])
		}
		l.rules(op)
	}
	for op := range l.catalog.Operations() {
		l.pages(op)
	}
}
