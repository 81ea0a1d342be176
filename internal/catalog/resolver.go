package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// resolver makes the elements of a catalog. Parts that cannot be resolved stay empty, and the checks
// report why.
type resolver struct {
	*lookup
	catalog  *Catalog
	failing  map[*TaggedUnion]*Shape // of unions that are failures
	included int                     // number of included fields
}

// maxIncluded bounds the total number of included fields. A record counts once for each body that
// includes it.
const maxIncluded = 500_000

// goName returns the Go name that an object sets, or the one for its name. That of a value of an enum or
// a variant of a union starts with the name of the type. It returns "" for a name that was reported.
func (r *resolver) goName(o *yamldoc.Object, outer string) string {
	part := r.catalog.Naming.Part(o.Key.Text)
	switch {
	case o.Has("go"):
		return o.Object("go").Text("name")
	case o.Misnamed:
	case part != "" && (outer != "" || exported(part)):
		return outer + part
	default:
		r.Report(NoGoName, o.Key, o.Scope, "%s gives no Go name; set go: {name: ...}",
			wording.Quote(o.Key.Text))
	}
	return ""
}

// deprecation returns the deprecation in an object, nil if there is none.
func deprecation(o *yamldoc.Object) *Deprecation {
	if o == nil {
		return nil
	}
	return &Deprecation{Since: o.Text("since"), Sunset: o.Text("sunset"), Use: o.Text("use")}
}
