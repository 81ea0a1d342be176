package catalog

import (
	"cmp"
)

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
