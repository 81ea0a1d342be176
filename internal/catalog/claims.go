package catalog

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Names that are different in a catalog may become one name in Go, where they share a scope: the
// methods of a client, the types of a package, the fields of a struct. For each scope, there are
// claims; whoever comes second in the text is the problem, whichever was checked first.

// claim is a use of a Go name by an object.
type claim struct {
	o     *yamldoc.Object
	part  string        // for what the object uses the name, "" for itself: "the iterator of "
	owner string        // of a type: the name of the record, enum or union that declares it
	at    *yamldoc.Node // nil for what decides the Go name of the object
}

// place returns the place of problems with the name.
func (c claim) place() *yamldoc.Node {
	if c.at != nil {
		return c.at
	}
	return goPlace(c.o)
}

// String names what uses the name: `the iterator of operation "claims.list"`.
func (c claim) String() string {
	name := c.o.Key.Text
	if c.o.Kind == "operation" {
		name = c.o.Scope.Subject
	}
	ofOwner := ""
	if c.owner != "" && c.owner != name {
		ofOwner = " of " + c.owner
	}
	kind := cmp.Or(grammar.Named[c.o.Kind].Word, c.o.Kind)
	return c.part + kind + " " + wording.Quote(name) + ofOwner
}

// claims are the uses of names in one scope of Go.
type claims struct {
	reserved []string // by the generated code
	used     map[string]claim
}

// newClaims returns a scope in which no name is used.
func newClaims(reserved ...string) claims { return claims{reserved, map[string]claim{}} }

// bothInGo is the usual message about two names that become the same Go name.
const bothInGo = "%s and %s are both %s in Go; set go: {name: ...} on one"

// claimName adds a claim to taken, or reports and returns a problem if the name is already taken. The later
// place in the text is the problem, and the earlier one its other place.
func (d *document) claimName(taken claims, goName string, id ID, c claim, format string) *Problem {
	first, ok := taken.used[goName]
	switch {
	case goName == "": // reported
		return nil
	case slices.Contains(taken.reserved, goName):
		return d.Report(ReservedName, c.place(), shapeScope(c.o),
			"%s becomes %s in Go, which the generated code declares itself or go vet reserves; "+
				"give it another name in Go",
			c, wording.Quote(goName))
	case !ok:
		taken.used[goName] = c
		return nil
	case c.place().Compare(first.place()) < 0:
		first, c = c, first
	}
	return d.Report(id, c.place(), shapeScope(c.o), format, c, first,
		wording.Quote(goName)).And(first.place(), first.String()+" is here")
}
