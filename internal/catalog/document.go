package catalog

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// The model does not refer to the text that it was made from, except by positions. The stages of
// reading need more, such as the node of a key or whether a key is set, and find it by the
// element.

// document is a catalog that is being read, and what was made of the objects in its text. Every
// stage adds to it: the resolver makes the elements, the linker connects operations, and the checker
// compares the elements with each other.
type document struct {
	*yamldoc.Checker
	doc *yamldoc.Object

	// By area, operation, shape, field, rule, enum, enumText, union and variant. A body that the
	// text does not have has no object.
	objects map[any]*yamldoc.Object
}

// enumText is a value of an enum.
type enumText struct {
	enum *Enum
	text string
}

// pos returns the position of an object: its name, or its beginning if it has no name or is a file.
func (d *document) pos(o *yamldoc.Object) Position { return o.Start().Pos() }

// repeated reports a node with a name that an earlier one has, and reports whether it has. Otherwise, it
// adds the node to the earlier ones.
func (d *document) repeated(earlier map[string]*yamldoc.Node, name string, n *yamldoc.Node,
	s yamldoc.Scope, id ID, format string, args ...any) bool {
	first := earlier[name]
	if first == nil {
		earlier[name] = n
		return false
	}
	d.Report(id, n, s, format, args...).And(first, "first given here")
	return true
}

// addKeyElsewhere adds the key of a field as the second place of a problem if it is in another file, such as
// an overlay.
func addKeyElsewhere(p *Problem, o *yamldoc.Object, key string) {
	if n := o.Value(key); n != nil {
		p.AndElsewhere(n, wording.Quote(key)+" is here")
	}
}

// goPlace returns the place that decides the Go name of an object.
func goPlace(o *yamldoc.Object) *yamldoc.Node {
	if n := o.Object("go").Value("name"); n != nil {
		return n
	}
	return o.Place()
}

// shapeScope returns the scope of the shape of a field, for messages that contain the name of the
// field.
func shapeScope(o *yamldoc.Object) yamldoc.Scope {
	s := o.Scope
	if o.Kind == "field" {
		s.Within = strings.TrimSuffix(s.Within, "field "+wording.Quote(o.Key.Text)+": ")
	}
	return s
}

// textOf returns the text of a scalar.
func textOf(n *yamldoc.Node) string { return n.Text }
