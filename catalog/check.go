package catalog

import "cmp"

// check runs every check on the resolved catalog. Each reports what is its own
// and passes over what another one has reported.
func (r *resolver) check() {
	r.checkDocument()
	r.checkTypeNames()
	for _, s := range r.catalog.Records {
		r.checkShape(s, r.shapes[s], recordShape)
	}
	r.checkCycles()
	for _, a := range r.catalog.Areas {
		r.checkArea(a)
		for _, op := range a.Operations {
			r.checkOperation(op)
		}
	}
	r.checkPackages()
	r.checkPaths()
}

// claim is a name of Go that something in the catalog becomes.
type claim struct {
	at   *node
	what string // `record "Contact"`
	s    scope
}

// claims are the names taken in one scope of Go.
type claims map[string]claim

// take reports a clash where a name is taken already. The later place in the
// text is the problem, the earlier one its other place.
func (r *resolver) take(taken claims, goName string, id ID, c claim, format string) {
	if goName == "" {
		return
	}
	first, ok := taken[goName]
	if !ok {
		taken[goName] = c
		return
	}
	if c.at.before(first.at) {
		first, c = c, first
	}
	r.report(id, c.at, c.s, format, c.what, first.what, quote(goName)).and(first.at, first.what+" is here")
}

// before tells whether a node stands before another one in the text.
func (n *node) before(other *node) bool {
	return cmp.Or(cmp.Compare(n.src.order, other.src.order), cmp.Compare(n.line, other.line), cmp.Compare(n.col, other.col)) < 0
}

// goPlace returns the place that decides an object's Go name.
func (o *object) goPlace() *node {
	if n := o.object("go").value("name"); n != nil {
		return n
	}
	return o.place()
}
