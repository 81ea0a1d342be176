package catalog

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// reservedTypes are declared in the package of every area, or in its tests.
var reservedTypes = []string{
	"Client", "Fake", "NewClient", "NewClientWithCaller", "NewFake", "NewFakeClient", "NewHandler", "Routes", "Service",
	"TestEveryOperation", "TestNothingSensitiveIsShown", "TestOutcomes", "TestVectors", "UnimplementedService", "WithCodes",
}

// Names that shapes declare: methods of every shape, the field of an open one, and the members of a
// response.
var (
	reservedFields   = []string{"AppendJSON", "Validate", "String", "GoString", "Format", "LogValue", "MarshalJSON", "UnmarshalJSON"}
	reservedOpen     = []string{"Extra"}
	reservedResponse = []string{"Received", "Decode"}
)

// reservedMethods are other methods of the types with operations (the calls that a fake recorded, and the
// struct that an implementation embeds), and those for which go vet expects a signature that operations
// do not have.
var reservedMethods = []string{
	"Calls", "UnimplementedService", "ReadByte", "WriteByte", "UnreadByte", "ReadRune", "UnreadRune",
	"MarshalJSON", "UnmarshalJSON", "MarshalXML", "UnmarshalXML", "GobEncode", "GobDecode",
}

// checkTypeNames checks the names of all types and constants, and collects them.
func (r *resolver) checkTypeNames() {
	r.types = newClaims(reservedTypes...)
	for _, o := range slices.Concat(r.doc.Objects("enums"), r.doc.Objects("records"), r.doc.Objects("unions")) {
		if name := o.Key.Text; !o.Misnamed {
			r.claimName(r.types, name, DuplicateType, claim{o: o, owner: name}, "%s and %s have one name, %s; rename one")
		}
	}
	for _, u := range r.catalog.Unions {
		for name, part := range map[string]string{u.Interface(): "the interface of ", u.Unknown(): "the variant with an unknown tag of "} {
			r.claimName(r.types, name, GoNameClash, claim{o: r.objects[u], part: part, owner: u.Name}, "%s and %s are both %s in Go; rename one")
		}
		for _, v := range u.Variants {
			r.claimName(r.types, v.GoName, GoNameClash, claim{o: r.objects[v], owner: u.Name}, bothInGo)
		}
	}
	for _, e := range r.catalog.Enums {
		for _, v := range e.Values {
			r.claimName(r.types, v.GoName, GoNameClash, claim{o: r.objects[enumText{e, v.Value}], owner: e.Name}, bothInGo)
		}
	}
}

// checkArea checks the names in one area, which become one Go package.
func (r *resolver) checkArea(a *Area) {
	methods := newClaims(reservedMethods...)
	for _, op := range a.Operations {
		r.claimName(methods, op.GoName, GoNameClash, claim{o: r.objects[op]}, bothInGo)
	}
	// Iterators and the funcs of a fake are declared beside the methods of all operations.
	for _, op := range a.Operations {
		o := r.objects[op]
		if op.Pagination != nil && op.Pagination.Items != nil && op.GoName != "" {
			r.claimName(methods, op.GoName+"Items", GoNameClash, claim{o: o, part: "the iterator of "}, bothInGo)
		}
		if methods.used[op.GoName].o == o {
			r.claimName(methods, op.GoName+"Func", GoNameClash, claim{o: o, part: "the func in a fake of "}, bothInGo)
		}
	}
	r.checkBodyNames(a)
}

// checkBodyNames compares the types of requests and responses with the other types of their
// package.
func (r *resolver) checkBodyNames(a *Area) {
	for _, op := range a.Operations {
		for name, part := range map[string]string{op.Request.GoName: "the request of ", op.Response.GoName: "the response of "} {
			if first, ok := r.types.used[name]; ok && op.GoName != "" && a.declares(first.owner) {
				r.claimName(r.types, name, GoNameClash, claim{o: r.objects[op], part: part}, "%s and %s are both %s in Go; set go: {name: ...} on the operation")
			}
		}
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
func (r *resolver) checkPackages() {
	names, packages := newClaims(), newClaims()
	if n := r.doc.Object("info").Value("package"); n != nil {
		packages.used[n.Text] = claim{o: &yamldoc.Object{Kind: "catalog", Key: n, Scope: yamldoc.Scope{Subject: "info"}}, part: "the package of "}
	}
	for _, a := range r.catalog.Areas {
		o := r.objects[a]
		if a.GoName == "" {
			continue // reported
		}
		if !CanBePackage(a.Package) || slices.Contains(rootNames, a.Package) {
			r.Report(BadPackage, goPlace(o), o.Scope, "package %s: %s; set go: {name: ...}", wording.Quote(a.Package), packageRule)
			continue
		}
		c := claim{o: o}
		if r.claimName(names, a.GoName, GoNameClash, c, bothInGo) == nil {
			r.claimName(packages, a.Package, PackageClash, c, "%s and %s become one Go package, %s; write go: {name: ...} on an area, or another info.package")
		}
	}
}
