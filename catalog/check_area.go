package catalog

import (
	"slices"

	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// checkArea checks the names in one area, which become one Go package.
func (r *resolver) checkArea(a *Area) {
	if o := r.areas[a]; r.segment(o) {
		r.checkGoName(o, a.GoName)
	}
	methods := claims{}
	for _, op := range a.Operations {
		o := r.operations[op]
		if !r.segment(o) || r.checkGoName(o, op.GoName) == "" {
			continue
		}
		what := "operation " + wording.Quote(op.Name)
		if r.reserved(op.GoName, reservedOperations, goPlace(o), o.Scope, what, "set go: {name: ...}") {
			continue
		}
		if slices.Contains(vettedMethods, op.GoName) {
			r.Report(ReservedName, goPlace(o), o.Scope, "%s becomes %s in Go, a method that go vet knows with another signature; set go: {name: ...}", what, wording.Quote(op.GoName))
			continue
		}
		r.take(methods, op.GoName, GoNameClash, claim{goPlace(o), what, o.Scope}, "%s and %s are both %s in Go; set go: {name: ...} on one")
	}
	// Iterators and the funcs of a fake stand beside the methods of all
	// operations, so all of those are known first.
	for _, op := range a.Operations {
		o := r.operations[op]
		if op.Pagination != nil && op.Pagination.Items != nil && op.GoName != "" {
			c := claim{goPlace(o), "the iterator of operation " + wording.Quote(op.Name), o.Scope}
			r.take(methods, op.GoName+"Pages", GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
		if own, ok := methods[op.GoName]; ok && own.at == goPlace(o) {
			c := claim{own.at, "the func of operation " + wording.Quote(op.Name) + " in a fake", o.Scope}
			r.take(methods, op.GoName+"Func", GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
	}
	r.checkBodyNames(a)
}

// checkBodyNames compares the types of requests and answers with the records,
// enums and constants that stand beside them.
func (r *resolver) checkBodyNames(a *Area) {
	taken := claims{}
	for _, s := range a.Records {
		o := r.shapes[s]
		taken[s.GoName] = claim{o.Key, "record " + wording.Quote(s.Name), o.Scope}
	}
	for _, e := range a.Enums {
		o := r.ofEnum[e]
		taken[e.GoName] = claim{o.Key, "enum " + wording.Quote(e.Name), o.Scope}
		for _, v := range e.Values {
			value := r.ofValue[v]
			taken[v.GoName] = claim{goPlace(value), "value " + wording.Quote(v.Value) + " of enum " + wording.Quote(e.Name), value.Scope}
		}
	}
	for _, op := range a.Operations {
		if op.GoName == "" {
			continue
		}
		o := r.operations[op]
		for name, what := range map[string]string{op.Request.GoName: "the request", op.Response.GoName: "the response"} {
			first, ok := taken[name]
			if !ok {
				continue
			}
			c := claim{goPlace(o), what + " of operation " + wording.Quote(a.Name+"."+op.Name), o.Scope}
			r.take(claims{name: first}, name, GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on the operation, or rename the other")
		}
	}
}

// rootNames are parameters and variables of the package that ties the areas
// together, in whose scope it refers to their packages.
var rootNames = []string{"caller", "opts", "services"}

// checkPackages compares the packages of the areas with each other and with the
// one that ties them together.
func (r *resolver) checkPackages() {
	names, packages := claims{}, claims{}
	if n := r.doc.Object("info").Value("package"); n != nil {
		packages[n.Text] = claim{n, "the package of the catalog", yamldoc.Scope{Subject: "info"}}
	}
	for _, a := range r.catalog.Areas {
		o := r.areas[a]
		if !exported(a.GoName) || len(a.Package) > maxSegment && goPlace(o) == o.Key {
			continue // reported
		}
		if reason := unusablePackage(a.Package); reason != "" {
			r.Report(BadPackage, goPlace(o), o.Scope, "package %s %s; set go: {name: ...}", wording.Quote(a.Package), reason)
			continue
		}
		if slices.Contains(rootNames, a.Package) {
			r.Report(BadPackage, goPlace(o), o.Scope, "package %s has the name of a variable where the generated code refers to it; set go: {name: ...}", wording.Quote(a.Package))
			continue
		}
		c := claim{goPlace(o), "area " + wording.Quote(a.Name), o.Scope}
		if _, ok := names[a.GoName]; ok {
			r.take(names, a.GoName, GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
			continue
		}
		names[a.GoName] = c
		r.take(packages, a.Package, PackageClash, c, "%s and %s become one Go package, %s; set go: {name: ...} on an area")
	}
}
