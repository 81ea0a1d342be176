package catalog

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
