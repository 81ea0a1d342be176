package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// node is a key of the catalog with a value, or an item of a list.
type node struct {
	kind    string // "operation", "field", "item", "flow", a kind of type ...; "" for most nodes
	key     string
	value   fmt.Stringer
	below   []*node  // instead of the value, unless there are none
	short   []string // keys below: the node has the value of one that is alone
	comment string
	rules   []*node // of a record or a body
	pinned  bool    // the name of the type does not depend on other types
	from    places  // what it was made from, where the loss is if it is removed
	via     places  // what else says the same

	// The rest is for mending.
	parent  *node
	subject string // of losses, "" for the subject of the parent
	rename  func() // gives it another name, nil if it has none
	renamed int    // how often
	keyword string // of the loss if it is removed, "" for the last one of from
	remedy  string // the proposal of the loss, "" if it is not removed
	removed func() // called after the removal, may be nil
	gone    bool
}

// Values of nodes, which are written as YAML on one line.
type (
	word    string                       // a scalar without quotes, or {}
	text    string                       // a string
	texts   []string                     // a list of strings
	literal struct{ node *yamldoc.Node } // a value of the document
)

func (w word) String() string    { return string(w) }
func (t text) String() string    { return yamldoc.Scalar(string(t)) }
func (l literal) String() string { return l.node.Flow() }

func (t texts) String() string {
	quoted := make([]string, len(t))
	for i, item := range t {
		quoted[i] = yamldoc.Scalar(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// The order of the keys below nodes of some kinds.
var (
	usualOrder = ranks(`summary description deprecated path effect open by empty envelope idempotency auth failure
		go include fields values of operations rules pagination response`)
	order = map[string]map[string]int{
		"service": ranks("catalog info path auth servers envelope idempotency failure enums records unions areas"),
		"area":    usualOrder, "operation": usualOrder, "record": usualOrder, "enum": usualOrder, "union": usualOrder,
		"field": ranks(`type required nullable non_blank min_length max_length pattern enum format min_items max_items
			minimum maximum default join send_if omit_empty codes sensitive assumed deprecated description example go`),
	}
)

// ranks numbers keys from 1, so that those without a rank come first.
func ranks(keys string) map[string]int {
	all := map[string]int{}
	for key := range strings.FieldsSeq(keys) {
		all[key] = len(all) + 1
	}
	return all
}

// add adds a node below n.
func (n *node) add(child *node) *node {
	child.parent = n
	at := len(n.below)
	if rank := order[n.kind]; rank != nil {
		for at > 0 && rank[n.below[at-1].key] > rank[child.key] {
			at--
		}
	}
	n.below = slices.Insert(n.below, at, child)
	return child
}

// set sets or replaces the value of a key, unless it is an empty text. A value without a place
// is not removed on its own.
func (n *node) set(key string, value fmt.Stringer, from ...place) *node {
	n.drop(key)
	child := &node{key: key, value: value, from: from}
	if len(from) > 0 {
		child.remedy = "it is left out"
	}
	if value == text("") {
		return child
	}
	return n.add(child)
}

// get returns the node of a key, nil if there is none.
func (n *node) get(key string) *node {
	if n != nil {
		for _, child := range n.below {
			if child.key == key {
				return child
			}
		}
	}
	return nil
}

// places returns what the value of a key was made from.
func (n *node) places(key string) places {
	if child := n.get(key); child != nil {
		return child.from
	}
	return nil
}

// getOrAdd returns the node of a key, which is added if there is none.
func (n *node) getOrAdd(key string) *node {
	if child := n.get(key); child != nil {
		return child
	}
	return n.add(&node{key: key})
}

func (n *node) drop(key string) {
	n.below = slices.DeleteFunc(n.below, func(child *node) bool { return child.key == key })
}

func (n *node) remove() {
	n.gone = true
	n.parent.below = slices.DeleteFunc(n.parent.below, func(child *node) bool { return child == n })
}

// list returns the nodes below a key.
func (n *node) list(key string) []*node { return cmp.Or(n.get(key), &node{}).below }

func (n *node) setOpen(open bool) {
	if open && !n.isOpen() {
		n.set("open", word("true"))
	}
}

// sources returns the places that a node and the nodes below it were made from.
func (n *node) sources(yield func(place) bool) bool {
	for _, all := range []places{n.from, n.via} {
		for _, p := range all {
			if !yield(p) {
				return false
			}
		}
	}
	for _, child := range n.below {
		if !child.sources(yield) {
			return false
		}
	}
	return true
}

// absorb adds the places of a node with the same contents, which is dropped.
func (n *node) absorb(same *node) {
	if n == same {
		return
	}
	n.from = n.from.and(same.from...)
	n.via = n.via.and(same.via...)
	for i, child := range same.below {
		if child.isItem() {
			n.below[i].absorb(child)
		} else if own := n.get(child.key); own != nil {
			own.absorb(child)
		}
	}
}

func (n *node) isOpen() bool { return n.get("open") != nil }

// about returns the subject of losses: a type, an operation or a field.
func (n *node) about() string {
	switch {
	case n == nil:
		return ""
	case n.isType():
		return n.key
	case n.isItem() || n.subject != "":
		return n.subject
	}
	return n.parent.about()
}

func (n *node) isItem() bool { return n.kind == "item" || n.kind == "rule" }

func (n *node) isType() bool { return n.kind == "record" || n.kind == "enum" || n.kind == "union" }

// String returns a node as YAML on one line, "" if n is nil.
func (n *node) String() string {
	if n == nil {
		return ""
	}
	if n.kind == "rule" {
		return n.below[0].String()
	}
	text := ""
	if n.value != nil {
		text = n.value.String()
	}
	if len(n.below) > 0 {
		parts := make([]string, len(n.below))
		for i, child := range n.below {
			parts[i] = child.String()
		}
		text = "{" + strings.Join(parts, ", ") + "}"
	}
	if n.kind == "item" {
		return text
	}
	return yamldoc.BlockScalar(n.key) + ": " + text
}

// typ is a type. Exactly one member other than null is set.
type typ struct {
	null     bool   // null is allowed, in items
	word     string // string, any ...
	elem     *typ   // of an array
	value    *typ   // of a map
	declared *node  // a record, an enum or a union
}

// is reports whether t is declared as a type of a kind.
func (t *typ) is(kind string) bool { return t.declared != nil && t.declared.kind == kind }

func (t *typ) String() string {
	text := t.word
	switch {
	case t.elem != nil:
		text = "[" + t.elem.String() + "]"
	case t.value != nil:
		text = "{string: " + t.value.String() + "}"
	case t.declared != nil && t.declared.gone: // the check refused it
		text = "object"
		if t.declared.kind == "enum" {
			text = "string"
		}
	case t.declared != nil:
		text = t.declared.key
	}
	if t.null {
		text += "?"
	}
	return text
}

// typ returns the type of a field.
func (n *node) typ() *typ { return n.get("type").value.(*typ) }
