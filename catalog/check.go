package catalog

import (
	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

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
	at   *yamldoc.Node
	what string // `record "Contact"`
	s    yamldoc.Scope
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
	if c.at.Before(first.at) {
		first, c = c, first
	}
	r.Report(id, c.at, c.s, format, c.what, first.what, wording.Quote(goName)).And(first.at, first.what+" is here")
}

// goPlace returns the place that decides an object's Go name.
func goPlace(o *yamldoc.Object) *yamldoc.Node {
	if n := o.Object("go").Value("name"); n != nil {
		return n
	}
	return o.Place()
}
