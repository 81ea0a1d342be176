package yamldoc

import "cmp"

// Object is a map with known keys. A value of the wrong kind was reported and counts as absent.
// A nil object has no keys.
type Object struct {
	Kind     string
	Key      *Node // its name, nil if it has none
	Node     *Node
	Scope    Scope
	Attrs    map[string]*Attr
	Misnamed bool // its name was reported
}

// Attr is the value of a key of an object.
type Attr struct {
	Key, Value *Node
	Bad        bool      // reported
	Object     *Object   // of a [MapValue]
	Objects    []*Object // of a [NamedValue] or [ListValue]
}

// Get returns an attribute, nil if it is absent or was reported.
func (o *Object) Get(key string) *Attr {
	if o == nil {
		return nil
	}
	if a := o.Attrs[key]; a != nil && !a.Bad {
		return a
	}
	return nil
}

// Has reports whether a key is set, even to an invalid value.
func (o *Object) Has(key string) bool { return o != nil && o.Attrs[key] != nil }

// valid returns an attribute, an empty one if it is absent or was reported.
func (o *Object) valid(key string) Attr {
	if a := o.Get(key); a != nil {
		return *a
	}
	return Attr{}
}

// Value returns the node of an attribute, nil if there is none.
func (o *Object) Value(key string) *Node { return o.valid(key).Value }

// absent is the value of an attribute that has none.
var absent Node

func (o *Object) node(key string) *Node { return cmp.Or(o.Value(key), &absent) }

// Text returns the text of an attribute, "" if there is none.
func (o *Object) Text(key string) string { return o.node(key).Text }

// Is reports whether an attribute is true.
func (o *Object) Is(key string) bool { return o.node(key).True() }

// Int returns an attribute that is an integer, nil if there is none.
func (o *Object) Int(key string) *int {
	n := o.Value(key)
	if n == nil {
		return nil
	}
	i, _ := n.Int()
	return &i
}

// Items returns the nodes of a list.
func (o *Object) Items(key string) []*Node { return o.node(key).Items }

// Entries returns the entries of a map, none if there is no map.
func (o *Object) Entries(key string) []Entry { return o.node(key).Entries }

// Object returns a map in a map, nil if there is none.
func (o *Object) Object(key string) *Object { return o.valid(key).Object }

// Objects returns the maps in a map from names, or in a list.
func (o *Object) Objects(key string) []*Object { return o.valid(key).Objects }

// Whole reports whether no entry below a key was dropped, so that a missing one is really
// missing.
func (o *Object) Whole(key string) bool {
	if o == nil {
		return true
	}
	a := o.Attrs[key]
	return !o.Node.Partial && (a == nil || !a.Bad && !a.Value.Partial)
}

// Start returns the beginning of the object: its place, or its own file.
func (o *Object) Start() *Node {
	if at := o.Place(); at.src == o.Node.src {
		return at
	}
	return o.Node
}

// Place returns the place of problems with the whole object.
func (o *Object) Place() *Node {
	if o.Key != nil {
		return o.Key
	}
	return o.Node
}
