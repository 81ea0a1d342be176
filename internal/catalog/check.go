package catalog

// The last stage of reading. Everything is resolved, so a check can compare any two elements: names
// in Go, keys of a field, an envelope with the response inside it. The checks of each kind of
// element are in a file of their own.

// checker compares the elements of a resolved catalog with each other.
type checker struct {
	*linker
	types   claims       // of the names of types and constants; see checkTypeNames
	endless map[node]int // see findEndless
}

// runChecks runs every check on the resolved catalog. A check ignores mistakes that another
// one reports.
func runChecks(l *linker) {
	c := &checker{l, newClaims(FixedNames...), findEndless(l.catalog)}
	c.checkTypeNames()
	for _, s := range c.catalog.Records {
		c.checkShape(s, c.objects[s], recordShape)
	}
	for _, u := range c.catalog.Unions {
		c.checkUnion(u)
	}
	c.checkCycles()
	for _, a := range c.catalog.Areas {
		c.checkArea(a)
		for _, op := range a.Operations {
			c.checkOperation(op)
		}
	}
	c.checkPackages()
	c.checkPaths()
}
