package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// The elements are made from outside in: what is said about the whole catalog, the types, and the
// operations, which have what the catalog sets and they do not.

// places returns the positions of the keys in [Catalog.Places].
func (r *resolver) places(info *yamldoc.Object) map[string]Position {
	positions := map[string]Position{}
	for name, attr := range map[string]*yamldoc.Attr{
		"path":         r.doc.Get("path"),
		"info":         r.doc.Get("info"),
		"info.go":      info.Get("go"),
		"info.package": info.Get("package"),
		"info.version": info.Get("version"),
	} {
		if attr != nil {
			positions[name] = attr.Key.Pos()
		}
	}
	return positions
}

// resolveElements makes the elements of a catalog. Their references to operations are not set yet, because
// these are only known together.
func resolveElements(l *lookup) *Catalog {
	r := &resolver{lookup: l, catalog: &Catalog{}, failing: map[*TaggedUnion]*Shape{}}
	r.about(l.doc.Object("info"))
	r.types()
	r.catalog.Envelope = r.envelope(r.doc, nil)
	r.catalog.Failure = r.failure(r.doc, r.catalog.Envelope, nil)
	for _, o := range r.doc.Objects("areas") {
		r.area(o)
	}
	return r.catalog
}

// about resolves what is said about the whole catalog.
func (r *resolver) about(info *yamldoc.Object) {
	r.catalog.Title = info.Text("title")
	r.catalog.Version = info.Text("version")
	r.catalog.Description = info.Text("description")
	r.catalog.Package = info.Text("package")
	r.catalog.Naming = r.naming(info.Object("go"))
	r.catalog.Path = r.doc.Text("path")
	r.contacts(info)
	r.catalog.Auth = r.auth(r.doc, nil)
	r.catalog.Pos = r.pos(r.doc)
	r.catalog.Places = r.places(info)
}

// types resolves records, enums and unions. All of them are declared before the fields of records,
// which refer to them by name.
func (r *resolver) types() {
	for _, o := range r.doc.Objects("records") {
		r.record(o)
	}
	for _, o := range r.doc.Objects("enums") {
		r.enum(o)
	}
	for _, o := range r.doc.Objects("unions") {
		r.union(o)
	}
	for _, s := range r.catalog.Records {
		r.ownFields(s, r.objects[s])
	}
}

// naming returns how names become Go names, and reports an initialism that is given twice.
func (r *resolver) naming(o *yamldoc.Object) Naming {
	own, listed := map[string]bool{}, map[string]*yamldoc.Node{}
	for _, n := range o.Items("initialisms") {
		own[n.Text] = true
		r.repeated(listed, n.Text, n, o.Scope, DuplicateValue,
			`"initialisms" contains %s twice; delete one`, wording.Quote(n.Text))
	}
	return Naming{own}
}

// area resolves an area and what its package contains.
func (r *resolver) area(o *yamldoc.Object) {
	a := &Area{
		Name:        o.Key.Text,
		GoName:      r.goName(o, ""),
		Description: o.Text("description"),
		Pos:         r.pos(o),
	}
	a.Package = strings.ToLower(a.GoName)
	for _, op := range o.Objects("operations") {
		a.Operations = append(a.Operations, r.operation(a, op))
	}
	r.reach(a)
	r.catalog.Areas = append(r.catalog.Areas, a)
	r.objects[a] = o
}

// reach collects the types in the package of an area.
func (r *resolver) reach(a *Area) {
	used := Reach(a.Operations...)
	a.Records = slices.Collect(maps.Keys(used.Records))
	a.Enums = slices.Collect(maps.Keys(used.Enums))
	a.Unions = slices.Collect(maps.Keys(used.Unions))
	a.sortTypes()
}

// sortTypes sorts the types of an area by their Go names.
func (a *Area) sortTypes() {
	slices.SortFunc(a.Records, func(x, y *Shape) int { return cmp.Compare(x.GoName, y.GoName) })
	slices.SortFunc(a.Enums, func(x, y *Enum) int { return cmp.Compare(x.GoName, y.GoName) })
	slices.SortFunc(a.Unions, func(x, y *TaggedUnion) int { return cmp.Compare(x.GoName, y.GoName) })
}
