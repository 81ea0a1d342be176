package catalog

// scope says what a problem is about: "claims.get_claim", field "claim_id".
type scope struct {
	subject string
	within  string // ends in ": " where it is not empty
}

// object is a map of the catalog whose keys are known to be right. A value of
// the wrong kind was reported, and reads as if it were absent.
type object struct {
	kind  string
	key   *node // the name under which it stands, nil where it has none
	node  *node
	scope scope
	attrs map[string]*attr
}

// attr is the value of a key of an object.
type attr struct {
	key, value *node
	bad        bool      // reported
	object     *object   // of an objectValue or responseValue
	objects    []*object // of a namedValue or listValue
}

// get returns an attribute, nil where it is absent or was reported.
func (o *object) get(key string) *attr {
	if o == nil {
		return nil
	}
	if a := o.attrs[key]; a != nil && !a.bad {
		return a
	}
	return nil
}

// has tells whether a key is given, be its value right or wrong.
func (o *object) has(key string) bool { return o != nil && o.attrs[key] != nil }

// value returns the node of an attribute, nil where there is none.
func (o *object) value(key string) *node {
	if a := o.get(key); a != nil {
		return a.value
	}
	return nil
}

// text returns the text of an attribute, "" where there is none.
func (o *object) text(key string) string {
	if n := o.value(key); n != nil {
		return n.text
	}
	return ""
}

// is tells whether an attribute is true.
func (o *object) is(key string) bool {
	n := o.value(key)
	return n != nil && n.truth()
}

// integer returns an attribute that is an integer, nil where there is none.
func (o *object) integer(key string) *int {
	n := o.value(key)
	if n == nil {
		return nil
	}
	i, _ := n.integer()
	return &i
}

// texts returns the nodes of a list.
func (o *object) texts(key string) []*node {
	if n := o.value(key); n != nil {
		return n.items
	}
	return nil
}

// object returns a map in a map, nil where there is none.
func (o *object) object(key string) *object {
	if a := o.get(key); a != nil {
		return a.object
	}
	return nil
}

// objects returns the maps in a map from names, or in a list.
func (o *object) objects(key string) []*object {
	if a := o.get(key); a != nil {
		return a.objects
	}
	return nil
}

// whole tells that no entry below a key was dropped, so that what is absent
// there is known to be absent.
func (o *object) whole(key string) bool {
	if o == nil {
		return true
	}
	a := o.attrs[key]
	return !o.node.partial && (a == nil || !a.bad && !a.value.partial)
}

// place is where a problem with the object as a whole is shown.
func (o *object) place() *node {
	if o.key != nil {
		return o.key
	}
	return o.node
}
