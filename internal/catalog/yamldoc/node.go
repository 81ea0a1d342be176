package yamldoc

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Kind is the kind of a YAML value.
type Kind uint8

// The kinds.
const (
	Null Kind = iota + 1
	Bool
	Number    // as JSON writes it
	OddNumber // a number that JSON cannot express: 0x1F, .5, 007, .inf
	String
	Map
	List
	Broken // its problem was reported
)

// Node is a YAML value with its position. An alias is the node to which it refers, so the nodes
// of a text form an acyclic graph.
type Node struct {
	Text    string // of a scalar, without quotes
	Entries []Entry
	Items   []*Node

	place
	size    int32 // number of nodes, including itself and expanded aliases
	height  int8  // levels of maps and lists
	Kind    Kind
	Partial bool // an entry was reported and dropped, so a missing key is no problem
	bare    bool // a key between braces that has no value, or that value
	merge   bool // a scalar that is the key of a merge
}

// Entry is a key of a map with its value.
type Entry struct {
	Key, Value *Node
}

// add adds a child to size and height.
func (n *Node) add(child *Node) {
	n.size += child.size
	n.height = max(n.height, child.height+1)
}

// Compare orders nodes by file and position.
func (n *Node) Compare(other *Node) int { return n.compare(other.place) }

var (
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	yamlNumber = regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// plainKind returns the kind of a scalar without quotes by the core schema of YAML 1.2, where
// yes, no, on and off are strings.
func plainKind(text string) Kind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	}
	c := text[0]
	switch {
	case (c < '0' || c > '9') && strings.IndexByte("-+.", c) < 0:
		return String
	case jsonNumber.MatchString(text):
		return Number
	case yamlNumber.MatchString(text):
		return OddNumber
	}
	return String
}

// Found describes a node in a message about another expected value: the number 12, a list.
func (n *Node) Found() string {
	switch n.Kind {
	case Null:
		if n.bare {
			return "nothing, because no blank follows the colon before it"
		}
		return "nothing"
	case Bool:
		return n.found("boolean", n.Text)
	case Number, OddNumber:
		return n.found("number", wording.Clip(n.Text))
	case String:
		return n.found("string", wording.Quote(n.Text))
	case Map:
		return "a map"
	default:
		return "a list"
	}
}

// found describes a scalar, without the value if the text is private.
func (n *Node) found(what, value string) string {
	if n.src != nil && n.src.set.private {
		return "a " + what
	}
	return "the " + what + " " + value
}

// Shown returns a value as messages show it.
func (n *Node) Shown() string {
	if n.Kind == String {
		return wording.Quote(n.Text)
	}
	return wording.Clip(n.Flow())
}

// QuoteRemedy returns the end of a message about a value that must be a string.
func (n *Node) QuoteRemedy() string {
	switch n.Kind {
	case Bool, Number, OddNumber:
		return "; quote it: " + strconv.Quote(n.Text)
	case List:
		return "; quote a text that starts with ["
	case Map:
		return "; quote a text that starts with {"
	}
	return ""
}

// True returns the value of a boolean.
func (n *Node) True() bool { return n.Kind == Bool && strings.EqualFold(n.Text, "true") }

// Int returns the value of an integer, false if the node is not one.
func (n *Node) Int() (int, bool) {
	if n.Kind != Number {
		return 0, false
	}
	i, err := strconv.Atoi(n.Text)
	return i, err == nil
}

// IsInteger reports whether the node is an integer of at most 64 bits, even if an int has fewer.
func (n *Node) IsInteger() bool {
	_, err := strconv.ParseInt(n.Text, 10, 64)
	return n.Kind == Number && err == nil
}

// Rat returns the exact value of a number, false if the node is not one or is
// out of range.
func (n *Node) Rat() (*big.Rat, bool) {
	if n.Kind != Number {
		return nil, false
	}
	return Rat(n.Text)
}

// Rat returns the exact value of a JSON number, or false if it is out of range. The bound on the
// exponent prevents numbers with a billion digits.
func Rat(number string) (*big.Rat, bool) {
	if len(number) > 1000 {
		return nil, false
	}
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		exp, err := strconv.Atoi(number[i+1:])
		if err != nil || exp >= 400 || exp <= -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(number)
}

// Plain returns a value as encoding/json decodes it with UseNumber.
func (n *Node) Plain() any {
	switch n.Kind {
	case String:
		return n.Text
	case Bool:
		return n.True()
	case Number:
		return json.Number(n.Text)
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.Plain()
		}
		return list
	case Map:
		m := make(map[string]any, len(n.Entries))
		for _, e := range n.Entries {
			m[e.Key.Text] = e.Value.Plain()
		}
		return m
	}
	return nil
}

// fewKeys is the number of keys that are compared one by one. Most maps have fewer, and a Go map
// for each of them would take longer to make than it saves.
const fewKeys = 16

// keySet finds the keys of a map to which entries are added. The zero keySet is that of an empty map.
type keySet struct {
	byName map[string]*Node // nil while the keys are few
}

// find returns the key of m with a name, nil if there is none.
func (k *keySet) find(m *Node, name string) *Node {
	if len(m.Entries) < fewKeys {
		return m.key(name)
	}
	if k.byName == nil {
		k.byName = make(map[string]*Node, 2*len(m.Entries))
		for _, e := range m.Entries {
			k.byName[e.Key.Text] = e.Key
		}
	}
	return k.byName[name]
}

// add says that a map gets a key.
func (k *keySet) add(key *Node) {
	if k.byName != nil {
		k.byName[key.Text] = key
	}
}

// key returns the key of a map with a name, nil if there is none.
func (n *Node) key(name string) *Node {
	for _, e := range n.Entries {
		if e.Key.Text == name {
			return e.Key
		}
	}
	return nil
}
