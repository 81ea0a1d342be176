package catalog

import (
	"fmt"
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

// claim is a use of a Go name.
type claim struct {
	at    *yamldoc.Node
	what  string // `record "Contact"`
	s     yamldoc.Scope
	owner string // of a type: the name of the record, enum or union that declares it
}

// claims are the uses of names in one scope of Go.
type claims map[string]claim

// bothInGo is the usual message about two names that become the same Go name.
const bothInGo = "%s and %s are both %s in Go; set go: {name: ...} on one"

// take adds a claim to taken, or reports a clash if the name is already taken. The later place
// in the text is the problem, and the earlier one its other place.
func (r *resolver) take(taken claims, goName string, id ID, c claim, format string) bool {
	first, ok := taken[goName]
	switch {
	case goName == "":
		return false
	case !ok:
		taken[goName] = c
		return true
	case c.at.Compare(first.at) < 0:
		first, c = c, first
	}
	r.Report(id, c.at, c.s, format, c.what, first.what, wording.Quote(goName)).And(first.at, first.what+" is here")
	return false
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
		if reason := unusablePackage(n.Text); reason != "" {
			r.Report(BadPackage, n, yamldoc.Scope{Subject: "info"}, "package %s %s; choose another name", wording.Quote(n.Text), reason)
		}
	}
	if n := r.doc.Value("path"); n != nil {
		if !strings.Contains(n.Text, "{operation}") {
			r.Report(BadPath, n, yamldoc.Scope{}, "path %s gives all operations the same path; it must contain {operation}", wording.Quote(n.Text))
		}
		r.checkPath(n, yamldoc.Scope{})
	}
	r.checkIdempotency(r.doc, nil)
}

var (
	packageName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

	// Windows does not allow names of devices for folders, and Go does not in import paths.
	deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com[1-9]|lpt[1-9])$`)
)

// unusablePackages lists the names that a generated package cannot have, with the reasons.
var unusablePackages = map[string]string{
	"main":          "cannot be imported",
	"init":          "cannot be imported under its name",
	"internal":      "hides what is below it from other modules",
	"vendor":        "is the folder of vendored modules",
	"testdata":      "is a folder that the go command ignores",
	"documentation": "is a package that the go command ignores",
	"unsafe":        "is a package of the compiler",
	"api":           "is the package that generated code imports",
}

// predeclared are the identifiers of Go's universe block. Package go/types has them too, but
// it takes longer to compile than this module.
var predeclared = strings.Fields(`any bool byte comparable complex64 complex128 error float32 float64
	int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil
	append cap clear close complex copy delete imag len make max min new panic print println real recover`)

// CanBePackage reports whether a generated package can have the name.
func CanBePackage(name string) bool { return unusablePackage(name) == "" }

// unusablePackage describes why a package cannot have a name, "" if it can.
func unusablePackage(name string) string {
	switch {
	case !packageName.MatchString(name):
		return "is not a lower case ASCII letter followed by lower case letters and digits"
	case token.IsKeyword(name):
		return "is a keyword of Go"
	case slices.Contains(predeclared, name):
		return "is predeclared in Go"
	case deviceName.MatchString(name):
		return "is the name of a device on Windows"
	case strings.HasSuffix(name, "_test"):
		return "is the name of a package of tests"
	case len(name) > maxSegment:
		return fmt.Sprintf("is a folder, and longer than %d bytes", maxSegment)
	}
	return unusablePackages[name]
}

var (
	pathCharacters = regexp.MustCompile(`^[A-Za-z0-9._~!$&'()*+,;=:@/{}-]*$`)
	placeholder    = regexp.MustCompile(`\{[^{}]*\}|[{}]`)
)

// checkPath reports the mistakes in the path of the catalog or of an operation.
func (r *resolver) checkPath(n *yamldoc.Node, s yamldoc.Scope) {
	for _, fault := range pathFaults(n.Text) {
		r.Report(BadPath, n, s, "path %s %s", wording.Quote(n.Text), fault)
	}
}

// CanBePath reports whether the format can express a path, with or without placeholders.
func CanBePath(path string) bool { return pathFaults(path) == nil }

// pathFaults describes the mistakes in a path.
func pathFaults(path string) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if !strings.HasPrefix(path, "/") {
		bad(`does not start with "/", as every path that is sent does; put one in front`)
	}
	for _, p := range placeholder.FindAllString(path, -1) {
		if p != "{area}" && p != "{operation}" {
			bad("contains %s; the placeholders are {area} and {operation}", wording.Quote(p))
		}
	}
	if strings.ContainsAny(path, "?#") {
		bad(`contains "?" or "#"; the format cannot express a query or a fragment`)
	} else if !pathCharacters.MatchString(path) {
		bad("contains a character that a URL would escape, which the format cannot express")
	}
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, segment := range segments {
		switch {
		case segment == "" && i < len(segments)-1:
			bad(`contains "//", which the format cannot express`)
		case segment == "." || strings.Contains(segment, ".."):
			bad("contains %s, which servers and proxies remove; write the path that reaches the service", wording.Quote(segment))
		}
	}
	return faults
}

// checkPaths reports operations with the same path, unless the cause is a template without
// {operation}, which was reported.
func (r *resolver) checkPaths() {
	taken := claims{}
	for op := range r.catalog.Operations() {
		o := r.of[op]
		if op.OwnPath == "" && !strings.Contains(r.catalog.Path, "{operation}") {
			continue
		}
		c := claim{at: o.Key, what: "operation " + wording.Quote(op.String()), s: o.Scope}
		if n := o.Value("path"); n != nil {
			c.at = n
		}
		r.take(taken, op.Path, PathClash, c, `%s and %s have the same path, %s, so requests cannot be distinguished; delete one, or write the "path" that the service has`)
	}
}
