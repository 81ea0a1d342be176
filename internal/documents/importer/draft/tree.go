// Package draft is a catalog that is being made: a tree of keys in which each node knows the places
// that it was made from. It is checked without being printed, so that it can be mended before.
package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
)

// Node is a key of the catalog with a value, or an item of a list.
type Node struct {
	Kind    string // "operation", "field", "item", "flow", a kind of type ...; "" for most nodes
	Key     string
	Value   fmt.Stringer
	Below   []*Node  // instead of the value, unless there are none
	Short   []string // keys below: the node has the value of one that is alone
	Comment string
	Rules   []*Node       // of a record or a body
	Pinned  bool          // the name of the type does not depend on other types
	From    origin.Places // what it was made from, where the loss is if it is removed
	Via     origin.Places // what else says the same

	// The rest is for mending.
	Parent  *Node
	Subject string // of losses, "" for the subject of the parent
	Rename  func() // gives it another name, nil if it has none
	renamed int    // how often
	Keyword string // of the loss if it is removed, "" for the last one of from
	Remedy  string // the proposal of the loss, "" if it is not removed
	Removed func() // called after the removal, may be nil
	Gone    bool
}

// Values of nodes, which are written as YAML on one line.
type (
	Word    string                       // a scalar without quotes, or {}
	Text    string                       // a string
	Texts   []string                     // a list of strings
	Literal struct{ Node *yamldoc.Node } // a value of the document
)

// String returns the scalar as it is.
func (w Word) String() string { return string(w) }

// String returns the text with quotes, if it needs them.
func (t Text) String() string { return yamldoc.Scalar(string(t)) }

// String returns the value in flow style.
func (l Literal) String() string { return l.Node.Flow() }

// String returns the list in flow style.
func (t Texts) String() string {
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

// Add adds a node below n.
func (n *Node) Add(child *Node) *Node {
	child.Parent = n
	at := len(n.Below)
	if rank := order[n.Kind]; rank != nil {
		for at > 0 && rank[n.Below[at-1].Key] > rank[child.Key] {
			at--
		}
	}
	n.Below = slices.Insert(n.Below, at, child)
	return child
}

// Set sets or replaces the value of a key, unless it is an empty text. A value without a place
// is not removed on its own.
func (n *Node) Set(key string, value fmt.Stringer, from ...origin.Place) *Node {
	n.Drop(key)
	child := &Node{Key: key, Value: value, From: from}
	if len(from) > 0 {
		child.Remedy = "it is left out"
	}
	if value == Text("") {
		return child
	}
	return n.Add(child)
}

// Get returns the node of a key, nil if there is none.
func (n *Node) Get(key string) *Node {
	if n != nil {
		for _, child := range n.Below {
			if child.Key == key {
				return child
			}
		}
	}
	return nil
}

// Places returns what the value of a key was made from.
func (n *Node) Places(key string) origin.Places {
	if child := n.Get(key); child != nil {
		return child.From
	}
	return nil
}

// GetOrAdd returns the node of a key, which is added if there is none.
func (n *Node) GetOrAdd(key string) *Node {
	if child := n.Get(key); child != nil {
		return child
	}
	return n.Add(&Node{Key: key})
}

// Drop removes a key, if there is one.
func (n *Node) Drop(key string) {
	n.Below = slices.DeleteFunc(n.Below, func(child *Node) bool { return child.Key == key })
}

// Remove removes n from its parent, for good.
func (n *Node) Remove() {
	n.Gone = true
	n.Parent.Below = slices.DeleteFunc(n.Parent.Below, func(child *Node) bool { return child == n })
}

// List returns the nodes below a key.
func (n *Node) List(key string) []*Node { return cmp.Or(n.Get(key), &Node{}).Below }

// SetOpen adds the key open, if it is to be open and is not.
func (n *Node) SetOpen(open bool) {
	if open && !n.IsOpen() {
		n.Set("open", Word("true"))
	}
}

// Sources adds the places that a node and the nodes below it were made from to others.
func (n *Node) Sources(all origin.Places) origin.Places {
	all = append(all, n.From...)
	all = append(all, n.Via...)
	for _, child := range n.Below {
		all = child.Sources(all)
	}
	return all
}

// Absorb adds the places of a node with the same contents, which is dropped.
func (n *Node) Absorb(same *Node) {
	if n == same {
		return
	}
	n.From = n.From.And(same.From...)
	n.Via = n.Via.And(same.Via...)
	for i, child := range same.Below {
		if child.isItem() {
			n.Below[i].Absorb(child)
		} else if own := n.Get(child.Key); own != nil {
			own.Absorb(child)
		}
	}
}

// IsOpen reports whether n has the key open.
func (n *Node) IsOpen() bool { return n.Get("open") != nil }

// About returns the subject of losses: a type, an operation or a field.
func (n *Node) About() string {
	switch {
	case n == nil:
		return ""
	case n.isType():
		return n.Key
	case n.isItem() || n.Subject != "":
		return n.Subject
	}
	return n.Parent.About()
}

func (n *Node) isItem() bool { return n.Kind == "item" || n.Kind == "rule" }

func (n *Node) isType() bool { return n.Kind == "record" || n.Kind == "enum" || n.Kind == "union" }

// String returns a node as YAML on one line, "" if n is nil.
func (n *Node) String() string {
	if n == nil {
		return ""
	}
	if n.Kind == "rule" {
		return n.Below[0].String()
	}
	text := ""
	if n.Value != nil {
		text = n.Value.String()
	}
	if len(n.Below) > 0 {
		parts := make([]string, len(n.Below))
		for i, child := range n.Below {
			parts[i] = child.String()
		}
		text = "{" + strings.Join(parts, ", ") + "}"
	}
	if n.Kind == "item" {
		return text
	}
	return yamldoc.BlockScalar(n.Key) + ": " + text
}

// Type is a type. Exactly one member other than null is set.
type Type struct {
	Null     bool   // null is allowed, in items
	Word     string // string, any ...
	Elem     *Type  // of an array
	Value    *Type  // of a map
	Declared *Node  // a record, an enum or a union
}

// Is reports whether t is declared as a type of a kind.
func (t *Type) Is(kind string) bool { return t.Declared != nil && t.Declared.Kind == kind }

// String returns the type as a catalog names it.
func (t *Type) String() string {
	text := t.Word
	switch {
	case t.Elem != nil:
		text = "[" + t.Elem.String() + "]"
	case t.Value != nil:
		text = "{string: " + t.Value.String() + "}"
	case t.Declared != nil && t.Declared.Gone: // the check refused it
		text = "object"
		if t.Declared.Kind == "enum" {
			text = "string"
		}
	case t.Declared != nil:
		text = t.Declared.Key
	}
	if t.Null {
		text += "?"
	}
	return text
}

// Type returns the type of a field.
func (n *Node) Type() *Type { return n.Get("type").Value.(*Type) }

// NextGoName changes the explicit name of a node in Go: first to the given name, or to the fallback
// if that is not a name in Go, then by numbers.
func (n *Node) NextGoName(first, fallback string) {
	name := cmp.Or(catalog.Naming{}.GoName(first), fallback)
	n.renamed++
	if n.renamed > 1 {
		name += strconv.Itoa(n.renamed)
	}
	explicit := n.Set("go", nil)
	explicit.Kind = "flow"
	explicit.Set("name", Text(name))
}

// MemberText returns a text that equal types without names and descriptions have in common.
func (n *Node) MemberText() string {
	var b strings.Builder
	for _, child := range n.Below {
		b.WriteString(child.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Fields returns the fields of a body, including fields of an included record.
func (n *Node) Fields() []*Node {
	if n == nil {
		return nil
	}
	fields := slices.Clone(n.List("fields"))
	if include := n.Get("include"); include != nil {
		fields = append(fields, include.Value.(*Type).Declared.List("fields")...)
	}
	return fields
}
