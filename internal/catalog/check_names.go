package catalog

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Names are checked when all are resolved. The checks go from outside in: types and constants,
// which all packages share as far as they use them, then methods and bodies of an area, then
// packages.

// checkTypeNames checks the names of all types and constants, and collects them.
func (c *checker) checkTypeNames() {
	declared := slices.Concat(c.doc.Objects("enums"), c.doc.Objects("records"), c.doc.Objects("unions"))
	for _, o := range declared {
		if name := o.Key.Text; !o.Misnamed {
			c.claimName(c.types, name, DuplicateType, claim{o: o, owner: name},
				"%s and %s have one name, %s; rename one")
		}
	}
	for _, u := range c.catalog.Unions {
		for _, e := range u.Exports() {
			if e.Part != "" {
				by := claim{o: c.objects[u], part: e.Part, owner: u.Name}
				c.claimName(c.types, e.Name, GoNameClash, by,
					"%s and %s are both %s in Go; rename one")
			}
		}
		for _, v := range u.Variants {
			c.claimName(c.types, v.GoName, GoNameClash, claim{o: c.objects[v], owner: u.Name},
				bothInGo)
		}
	}
	for _, e := range c.catalog.Enums {
		for _, v := range e.Values {
			c.claimName(c.types, v.GoName, GoNameClash,
				claim{o: c.objects[enumText{e, v.Value}], owner: e.Name}, bothInGo)
		}
	}
}

// checkArea checks the names in one area, which become one Go package.
func (c *checker) checkArea(a *Area) {
	methods := newClaims(slices.Concat(fixedMethods, vetMethods)...)
	for _, op := range a.Operations {
		c.claimName(methods, op.GoName, GoNameClash, claim{o: c.objects[op]}, bothInGo)
	}
	// Iterators and the funcs of a fake are declared beside the methods of all operations.
	for _, op := range a.Operations {
		o := c.objects[op]
		if op.GoName != "" {
			c.claimName(methods, op.IteratorName(), GoNameClash,
				claim{o: o, part: "the iterator of "}, bothInGo)
		}
		if methods.used[op.GoName].o == o {
			c.claimName(methods, op.FuncName(), GoNameClash,
				claim{o: o, part: "the func in a fake of "}, bothInGo)
		}
	}
	c.checkBodyNames(a)
}

// checkBodyNames compares the types of requests and responses with the other types of their
// package.
func (c *checker) checkBodyNames(a *Area) {
	for _, op := range a.Operations {
		if op.GoName != "" {
			c.checkBodyName(a, op, op.Request.GoName, "the request of ")
			c.checkBodyName(a, op, op.Response.GoName, "the response of ")
		}
	}
}

// checkBodyName reports a type of the same name. It matters only in an area that declares that type:
// bodies are not shared.
func (c *checker) checkBodyName(a *Area, op *Operation, goName, part string) {
	first, isUsed := c.types.used[goName]
	if isUsed && a.declares(first.owner) {
		c.claimName(c.types, goName, GoNameClash, claim{o: c.objects[op], part: part},
			"%s and %s are both %s in Go; set go: {name: ...} on the operation")
	}
}

// declares reports whether the package of an area declares a record, an enum or a union.
func (a *Area) declares(name string) bool {
	return slices.ContainsFunc(a.Records, func(s *Shape) bool { return s.Name == name }) ||
		slices.ContainsFunc(a.Enums, func(e *Enum) bool { return e.Name == name }) ||
		slices.ContainsFunc(a.Unions, func(u *TaggedUnion) bool { return u.Name == name })
}

// rootNames are parameters and variables of the package above the areas. They are in scope where it
// refers to the packages of areas.
var rootNames = []string{"caller", "opts", "services"}

// checkPackages compares the packages of the areas with each other and with the one above them.
func (c *checker) checkPackages() {
	names := newClaims()
	packages := newClaims()
	if n := c.doc.Object("info").Value("package"); n != nil {
		above := &yamldoc.Object{Kind: "catalog", Key: n, Scope: yamldoc.Scope{Subject: "info"}}
		packages.used[n.Text] = claim{o: above, part: "the package of "}
	}
	for _, a := range c.catalog.Areas {
		o := c.objects[a]
		if a.GoName == "" {
			continue // reported
		}
		if !CanBePackage(a.Package) || slices.Contains(rootNames, a.Package) {
			c.Report(BadPackage, goPlace(o), o.Scope, "package %s: %s; set go: {name: ...}",
				wording.Quote(a.Package), packageRule)
			continue
		}
		by := claim{o: o}
		if c.claimName(names, a.GoName, GoNameClash, by, bothInGo) == nil {
			c.claimName(packages, a.Package, PackageClash, by,
				"%s and %s become one Go package, %s; write go: {name: ...} on an area, or "+
					"another info.package")
		}
	}
}

// checkPaths reports operations with the same path.
func (c *checker) checkPaths() {
	taken := newClaims()
	for op := range c.catalog.Operations() {
		o := c.objects[op]
		if op.OwnPath == "" && (o.Has("path") || c.catalog.Path == "") {
			continue // reported
		}
		by := claim{o: o, at: cmp.Or(o.Value("path"), o.Key)}
		c.claimName(taken, op.Path, PathClash, by,
			`%s and %s have the same path, %s, so requests cannot be distinguished; delete `+
				`one, or write the "path" that the service has`)
	}
}
