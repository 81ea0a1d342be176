package catalog

import (
	"cmp"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// check runs every check on the resolved catalog. A check ignores mistakes that another
// one reports.
func (r *resolver) check() {
	r.checkDocument()
	r.checkOutcomes(r.doc, r.catalog.Envelope, r.catalog.Failure)
	r.checkTypeNames()
	for _, s := range r.catalog.Records {
		r.checkShape(s, r.of[s], recordShape)
	}
	for _, u := range r.catalog.Unions {
		r.checkUnion(u)
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

// claim is a use of a Go name by an object.
type claim struct {
	o     *yamldoc.Object
	at    *yamldoc.Node // nil for what decides the Go name of the object
	what  string        // "" for the kind and the name of the object: `record "Contact"`
	owner string        // of a type: the name of the record, enum or union that declares it
}

func (c claim) place() *yamldoc.Node {
	if c.at != nil {
		return c.at
	}
	return goPlace(c.o)
}

func (c claim) String() string {
	if c.what != "" {
		return c.what
	}
	return c.o.Kind + " " + wording.Quote(c.o.Key.Text)
}

// claims are the uses of names in one scope of Go.
type claims struct {
	reserved []string // by the generated code
	used     map[string]claim
}

func newClaims(reserved ...string) claims { return claims{reserved, map[string]claim{}} }

// bothInGo is the usual message about two names that become the same Go name.
const bothInGo = "%s and %s are both %s in Go; set go: {name: ...} on one"

// take adds a claim to taken, or reports and returns a problem if the name is already taken. The later
// place in the text is the problem, and the earlier one its other place.
func (r *resolver) take(taken claims, goName string, id ID, c claim, format string) *Problem {
	first, ok := taken.used[goName]
	switch {
	case goName == "": // reported
		return nil
	case slices.Contains(taken.reserved, goName):
		return r.Report(ReservedName, c.place(), unfielded(c.o), "%s becomes %s in Go, which the generated code declares itself or go vet reserves; give it another name in Go", c, wording.Quote(goName))
	case !ok:
		taken.used[goName] = c
		return nil
	case c.place().Compare(first.place()) < 0:
		first, c = c, first
	}
	return r.Report(id, c.place(), unfielded(c.o), format, c, first, wording.Quote(goName)).And(first.place(), first.String()+" is here")
}

// repeated reports a node whose name is already known, and adds it to known otherwise.
func (r *resolver) repeated(known map[string]*yamldoc.Node, name string, n *yamldoc.Node, s yamldoc.Scope, id ID, format string, args ...any) bool {
	first := known[name]
	if first == nil {
		known[name] = n
		return false
	}
	r.Report(id, n, s, format, args...).And(first, "first given here")
	return true
}

// goPlace returns the place that decides the Go name of an object.
func goPlace(o *yamldoc.Object) *yamldoc.Node {
	if n := o.Object("go").Value("name"); n != nil {
		return n
	}
	return o.Place()
}

func (r *resolver) checkDocument() {
	if n := r.doc.Object("info").Value("package"); n != nil {
		if !CanBePackage(n.Text) {
			r.Report(BadPackage, n, yamldoc.Scope{Subject: "info"}, "package %s: %s; choose another name", wording.Quote(n.Text), packageRule)
		}
	}
	if n := r.doc.Value("path"); n != nil {
		if !strings.Contains(n.Text, "{operation}") {
			r.Report(BadPath, n, yamldoc.Scope{}, "path %s gives all operations the same path; it must contain {operation}", wording.Quote(n.Text))
		}
		r.checkPath(n, yamldoc.Scope{})
	}
	for _, key := range []string{"envelope", "failure"} {
		if o := r.doc.Object(key); o != nil && isNone(o) {
			r.Report(yamldoc.UnknownValue, o.Node, yamldoc.Scope{}, "only an operation can opt out; delete %s", wording.Quote(key))
		}
	}
	r.checkIdempotency(r.doc, nil)
}

var (
	packageName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

	// Windows does not allow names of devices for folders, and Go does not in import paths.
	deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com[1-9]|lpt[1-9])$`)
)

// unusablePackages are the names that a generated package cannot have: the go command or generated code
// uses them in another way.
var unusablePackages = strings.Fields("main init internal vendor testdata documentation unsafe api")

// predeclared are the identifiers of Go's universe block. Package go/types has them too, but
// it takes longer to compile than this module.
var predeclared = strings.Fields(`any bool byte comparable complex64 complex128 error float32 float64
	int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil
	append cap clear close complex copy delete imag len make max min new panic print println real recover`)

// CanBePackage reports whether a generated package can have the name.
func CanBePackage(name string) bool {
	return packageName.MatchString(name) && len(name) <= maxSegment && !token.IsKeyword(name) && !deviceName.MatchString(name) &&
		!strings.HasSuffix(name, "_test") && !slices.Contains(predeclared, name) && !slices.Contains(unusablePackages, name)
}

// packageRule describes the names for which CanBePackage returns true.
const packageRule = "a package has a name of up to 100 lower case ASCII letters and digits that Go and the generated code do not use"

// pathShape matches paths without empty segments and without characters that a URL escapes.
var pathShape = regexp.MustCompile(`^(/([A-Za-z0-9._~!$&'()*+,;=:@-]|\{area\}|\{operation\})+)+/?$|^/$`)

// CanBePath reports whether the format can express a path, with or without placeholders. Servers and
// proxies remove the segments "." and "..".
func CanBePath(path string) bool {
	return pathShape.MatchString(path) && !strings.Contains(path, "..") && !strings.Contains(path+"/", "/./")
}

// checkPath reports the mistakes in the path of the catalog or of an operation.
func (r *resolver) checkPath(n *yamldoc.Node, s yamldoc.Scope) {
	if !CanBePath(n.Text) {
		r.Report(BadPath, n, s, `the format cannot express path %s: it starts with "/" and consists of {area}, {operation} and characters that a URL does not escape, without "//", "/./", ".." and a query; write the path that reaches the service`, wording.Quote(n.Text))
	}
}

// checkPaths reports operations with the same path, unless the cause is a template without
// {operation}, which was reported.
func (r *resolver) checkPaths() {
	taken := newClaims()
	for op := range r.catalog.Operations() {
		o := r.of[op]
		if op.OwnPath == "" && !strings.Contains(r.catalog.Path, "{operation}") {
			continue
		}
		c := claim{o: o, at: cmp.Or(o.Value("path"), o.Key), what: "operation " + wording.Quote(op.String())}
		r.take(taken, op.Path, PathClash, c, `%s and %s have the same path, %s, so requests cannot be distinguished; delete one, or write the "path" that the service has`)
	}
}
