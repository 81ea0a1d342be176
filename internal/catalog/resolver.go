package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// resolver makes the elements of a catalog. Parts that cannot be resolved stay empty, and the
// checks report why.
type resolver struct {
	*lookup
	catalog  *Catalog
	failing  map[*TaggedUnion]*Shape // of unions that are failures: the whole union as one field
	included int                     // number of included fields
}

// maxIncluded bounds the total number of included fields. A record counts once for each body that
// includes it.
const maxIncluded = 500_000

// goName returns the Go name that an object sets, or the one for its name: that of claim_id is
// ClaimID. A value of an enum and a variant of a union have the Go name of their type in front,
// which is outer: the value red of Color is ColorRed. For all others, outer is "". If there is no
// Go name, goName reports that and returns "".
func (r *resolver) goName(o *yamldoc.Object, outer string) string {
	switch {
	case o.Has("go"):
		return o.Object("go").Text("name")
	case o.Misnamed:
		return "" // a problem of the name itself is reported already
	}
	part := r.catalog.Naming.Part(o.Key.Text)
	mayFollow := outer != "" // so that it needs no capital
	if part == "" || !mayFollow && !exported(part) {
		r.Report(NoGoName, o.Key, o.Scope, "%s gives no Go name; set go: {name: ...}",
			wording.Quote(o.Key.Text))
		return ""
	}
	return outer + part
}

// deprecation returns the deprecation in an object, nil if there is none.
func deprecation(o *yamldoc.Object) *Deprecation {
	if o == nil {
		return nil
	}
	return &Deprecation{Since: o.Text("since"), Sunset: o.Text("sunset"), Use: o.Text("use")}
}
