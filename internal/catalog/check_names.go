package catalog

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Limits of names in bytes. Areas and operations become folders and parts of a
// URL.
const (
	maxSegment = 100
	maxName    = 256
)

var segmentName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// checkGoName reports a Go name that is given and wrong, or that neither is
// given nor follows from the name. It returns the name, "" if it was reported.
func (r *resolver) checkGoName(o *yamldoc.Object, resolved string) string {
	if n := o.Object("go").Value("name"); n != nil {
		if !exported(n.Text) {
			r.Report(BadGoName, n, o.Scope, "%s is not an exported identifier of Go; start it with a capital, then letters and digits", wording.Quote(n.Text))
			return ""
		}
		return resolved
	}
	if resolved == "" && !o.Has("go") {
		r.Report(NoGoName, o.Key, o.Scope, "no Go name follows from %s; give one with go: {name: ...}", wording.Quote(o.Key.Text))
	}
	return resolved
}

// withinLimit reports a name that is too long, with what to do about it.
func (r *resolver) withinLimit(o *yamldoc.Object, limit int, remedy string) bool {
	name := o.Key.Text
	if len(name) <= limit {
		return true
	}
	r.Report(BadName, o.Key, o.Scope, "a name has %d bytes at most, this one has %d; %s", limit, len(name), remedy)
	return false
}

// inexpressible ends a message about a name that is sent. Another name would be
// another wire format, so renaming is no remedy.
const inexpressible = "the format cannot express a service that has this name on the wire"

// printable reports a name that is empty, too long, or holds a control
// character.
func (r *resolver) printable(o *yamldoc.Object) bool {
	name := o.Key.Text
	if name == "" || strings.ContainsFunc(name, unicode.IsControl) {
		r.Report(BadName, o.Key, o.Scope, "the name of a field is neither empty nor does it hold control characters; %s", inexpressible)
		return false
	}
	return r.withinLimit(o, maxName, inexpressible)
}

// segment reports a name that cannot be a part of a path. It can be another one if
// the path says what is sent.
func (r *resolver) segment(o *yamldoc.Object) bool {
	remedy := "choose another name, which is not sent"
	switch placeholder := "{" + o.Kind + "}"; {
	case o.Kind == "operation" && !o.Has("path") && strings.Contains(r.catalog.Path, placeholder):
		remedy = `choose another name, and write what is sent as the "path" of the operation`
	case o.Kind == "area" && strings.Contains(r.catalog.Path, placeholder):
		remedy = `choose another name, and write what is sent as the "path" of its operations`
	}
	if segmentName.MatchString(o.Key.Text) {
		return r.withinLimit(o, maxSegment, remedy)
	}
	r.Report(BadName, o.Key, o.Scope, "%s %s is no part of a path, which has letters, digits, _ and -; %s", o.Kind, wording.Quote(o.Key.Text), remedy)
	return false
}

// reservedTypes are declared in the package of every area, or in its tests.
var reservedTypes = []string{
	"Client", "Fake", "NewClient", "NewClientWithCaller", "NewFake", "NewFakeClient", "NewHandler", "Routes", "Service",
	"TestEveryOperation", "TestNothingSensitiveIsShown", "TestOutcomes", "TestVectors", "UnimplementedService", "WithCodes",
}

// Names that a shape needs for itself: methods of every shape, the field of an
// open one, and the members of a response.
var (
	reservedFields   = []string{"AppendJSON", "Validate", "String", "GoString", "Format", "LogValue", "MarshalJSON", "UnmarshalJSON"}
	reservedOpen     = []string{"Extra"}
	reservedResponse = []string{"Received", "Decode"}
)

// reservedOperations are methods beside those of the operations: the calls that
// a fake recorded, and the struct that an implementation embeds.
var reservedOperations = []string{"Calls", "UnimplementedService"}

// vettedMethods are methods that go vet knows with one signature, which is not
// that of an operation.
var vettedMethods = []string{
	"ReadByte", "WriteByte", "UnreadByte", "ReadRune", "UnreadRune",
	"MarshalJSON", "UnmarshalJSON", "MarshalXML", "UnmarshalXML", "GobEncode", "GobDecode",
}

// checkTypeNames checks the names of records, enums, unions, variants and constants, which are
// declared side by side.
func (r *resolver) checkTypeNames() {
	taken := claims{}
	for _, o := range slices.Concat(r.doc.Objects("enums"), r.doc.Objects("records"), r.doc.Objects("unions")) {
		if !exported(o.Key.Text) {
			remedy := "start it with a capital, then letters and digits"
			if name := GoName(o.Key.Text); name != "" {
				remedy = "write " + wording.Quote(name)
			}
			r.Report(BadName, o.Key, o.Scope, "%s %s has to be an exported type name of Go; %s", o.Kind, wording.Quote(o.Key.Text), remedy)
			continue
		}
		if !r.withinLimit(o, maxName, "shorten it; it is not sent") {
			continue
		}
		r.reserved(o.Key.Text, reservedTypes, o.Key, o.Scope, o.Kind+" "+wording.Quote(o.Key.Text), "rename it")
		r.take(taken, o.Key.Text, DuplicateType, claim{o.Key, o.Kind + " " + wording.Quote(o.Key.Text), o.Scope}, "%s and %s have one name, %s; rename one")
	}
	for _, u := range r.catalog.Unions {
		for name, c := range r.unionTypes(u) {
			r.reserved(name, reservedTypes, c.at, c.s, c.what, "rename the union")
			r.take(taken, name, GoNameClash, c, "%s and %s are both %s in Go; rename one")
		}
		for _, v := range u.Variants {
			o := r.of[v]
			if strings.ContainsFunc(v.Tag, unicode.IsControl) {
				r.Report(BadName, o.Key, o.Scope, "the format cannot express a tag with control characters; leave it out and set open: true")
				continue
			}
			name := r.checkGoName(o, v.GoName)
			r.reserved(name, reservedTypes, goPlace(o), o.Scope, "the variant", "set go: {name: ...}")
			r.take(taken, name, GoNameClash, r.variantClaim(u, v), "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
	}
	for _, e := range r.catalog.Enums {
		for _, v := range e.Values {
			o := r.of[v]
			if strings.ContainsFunc(v.Value, unicode.IsControl) {
				r.Report(BadName, o.Key, o.Scope, "the format cannot express a value with control characters; leave it out and set open: true")
				continue
			}
			name := r.checkGoName(o, v.GoName)
			r.reserved(name, reservedTypes, goPlace(o), o.Scope, "the constant", "set go: {name: ...}")
			r.take(taken, name, GoNameClash, r.valueClaim(e, v), "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
	}
}

// unionTypes are the types of a union beside it and its variants.
func (r *resolver) unionTypes(u *TaggedUnion) claims {
	o := r.of[u]
	types := claims{u.Interface(): {o.Key, "the interface of union " + wording.Quote(u.Name), o.Scope}}
	if u.Open {
		types[u.Unknown()] = claim{o.Key, "the variant with an unknown tag of union " + wording.Quote(u.Name), o.Scope}
	}
	return types
}

// variantClaim is the claim of a variant to its type.
func (r *resolver) variantClaim(u *TaggedUnion, v *Variant) claim {
	o := r.of[v]
	return claim{goPlace(o), "variant " + wording.Quote(v.Tag) + " of union " + wording.Quote(u.Name), o.Scope}
}

// valueClaim is the claim of a value of an enum to its constant.
func (r *resolver) valueClaim(e *Enum, v *EnumValue) claim {
	o := r.of[v]
	return claim{goPlace(o), "value " + wording.Quote(v.Value) + " of enum " + wording.Quote(e.Name), o.Scope}
}

// claimsOf returns the claim of a record, an enum or a union to its name.
func (r *resolver) claimsOf(named any) claims {
	o := r.of[named]
	return claims{o.Key.Text: {o.Key, o.Kind + " " + wording.Quote(o.Key.Text), o.Scope}}
}

// reserved reports a name that generated code declares itself.
func (r *resolver) reserved(name string, taken []string, at *yamldoc.Node, s yamldoc.Scope, what, remedy string) bool {
	if !slices.Contains(taken, name) {
		return false
	}
	r.Report(ReservedName, at, s, "%s becomes %s in Go, which the generated code declares itself; %s", what, wording.Quote(name), remedy)
	return true
}

// checkArea checks the names in one area, which become one Go package.
func (r *resolver) checkArea(a *Area) {
	if o := r.of[a]; r.segment(o) {
		r.checkGoName(o, a.GoName)
	}
	methods := claims{}
	for _, op := range a.Operations {
		o := r.of[op]
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
		o := r.of[op]
		if op.Pagination != nil && op.Pagination.Items != nil && op.GoName != "" {
			c := claim{goPlace(o), "the iterator of operation " + wording.Quote(op.Name), o.Scope}
			r.take(methods, op.GoName+"Items", GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
		if own, ok := methods[op.GoName]; ok && own.at == goPlace(o) {
			c := claim{own.at, "the func of operation " + wording.Quote(op.Name) + " in a fake", o.Scope}
			r.take(methods, op.GoName+"Func", GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
		}
	}
	r.checkBodyNames(a)
}

// checkBodyNames compares the types of requests and responses with the records,
// enums and constants that stand beside them.
func (r *resolver) checkBodyNames(a *Area) {
	taken := claims{}
	for _, s := range a.Records {
		maps.Copy(taken, r.claimsOf(s))
	}
	for _, e := range a.Enums {
		maps.Copy(taken, r.claimsOf(e))
		for _, v := range e.Values {
			taken[v.GoName] = r.valueClaim(e, v)
		}
	}
	for _, u := range a.Unions {
		maps.Copy(taken, r.claimsOf(u))
		maps.Copy(taken, r.unionTypes(u))
		for _, v := range u.Variants {
			taken[v.GoName] = r.variantClaim(u, v)
		}
	}
	for _, op := range a.Operations {
		if op.GoName == "" {
			continue
		}
		o := r.of[op]
		for name, what := range map[string]string{op.Request.GoName: "the request", op.Response.GoName: "the response"} {
			first, ok := taken[name]
			if !ok {
				continue
			}
			c := claim{goPlace(o), what + " of operation " + wording.Quote(a.Name+"."+op.Name), o.Scope}
			r.take(claims{name: first}, name, GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on the operation")
		}
	}
}

// rootNames are parameters and variables of the package that ties the areas
// together. It refers to their packages where these are in scope.
var rootNames = []string{"caller", "opts", "services"}

// checkPackages compares the packages of the areas with each other and with the
// one that ties them together.
func (r *resolver) checkPackages() {
	names, packages := claims{}, claims{}
	if n := r.doc.Object("info").Value("package"); n != nil {
		packages[n.Text] = claim{n, "the package of the catalog", yamldoc.Scope{Subject: "info"}}
	}
	for _, a := range r.catalog.Areas {
		o := r.of[a]
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
		r.take(packages, a.Package, PackageClash, c, "%s and %s become one Go package, %s; write go: {name: ...} on an area, or another info.package")
	}
}
