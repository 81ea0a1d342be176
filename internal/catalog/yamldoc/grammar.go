package yamldoc

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/text/wording"
)

// A format is data: the keys of each kind of map, and what their values look like. The checker reads
// by it, so that a new key of a format is a line of its grammar.

// ValueKind is the kind of value that a key requires.
type ValueKind struct {
	Expected string             // describes the value in messages
	Takes    func(n *Node) bool // reports whether a value has the kind
}

// The kinds of values.
var (
	AnyValue     = &ValueKind{"a value", func(*Node) bool { return true }} // checked by the caller
	TextValue    = valueOf("a string", String)
	ScalarValue  = valueOf("a string", Bool, Number, OddNumber, String) // unchanged: 2, 2.0 and v2 are all versions
	BoolValue    = valueOf("true or false", Bool)
	SizeValue    = &ValueKind{"an integer", isInt}                              // not negative
	NumberValue  = &ValueKind{"a number as JSON writes it, below 1e400", isRat} // unchanged
	TextsValue   = valueOf("a list of strings", List)
	ShapeValue   = valueOf("a string, a list or a map", String, List, Map) // checked by the caller
	MapValue     = valueOf("a map", Map)
	EntriesValue = valueOf("a map", Map) // of any keys and values, checked by the caller
	NamedValue   = valueOf("a map from names", Map)
	ListValue    = valueOf("a list of maps", List)
)

// isInt reports whether a node is an integer that an int can have.
func isInt(n *Node) bool {
	_, ok := n.Int()
	return ok
}

// isRat reports whether a node is a number with an exact value.
func isRat(n *Node) bool {
	_, ok := n.Rat()
	return ok
}

// valueOf returns a kind of value that nodes of some kinds have.
func valueOf(expected string, kinds ...Kind) *ValueKind {
	return &ValueKind{expected, func(n *Node) bool { return slices.Contains(kinds, n.Kind) }}
}

// Key describes a key of a map.
type Key struct {
	Value    *ValueKind
	Of       string   // kind of the map or maps in the value
	Words    []string // the allowed texts, perhaps null, or nil for any; of a map or a list, the texts that replace it
	Check    Check    // of a text, or of each item of a list
	Needed   bool     // the key is required
	Filled   bool     // an empty text, list or map is refused
	Files    bool     // of a NamedValue: the path of a file may replace the map and each map in it
	Blank    bool     // white space is not empty
	Single   bool     // of a TextsValue: a text is a list with one item
	Expected string   // describes the value in messages; "" uses its kind
	Remedy   string   // ends the message about a value of another kind: "; write [T]"
}

// Check refuses some texts, and reports them under an id.
type Check struct {
	ID    ID
	Wrong func(text string) string // what is wrong with a text, such as "is not a date", "" for nothing
}

// Grammar describes the contents of some formats. It does not change.
type Grammar struct {
	Maps  map[string]map[string]Key // the keys of every kind of map
	Named map[string]Named          // by kind

	// By kind, the names of keys, sorted once because every field of a catalog needs them.
	sorted map[string][]string
	needed map[string][]string
}

// Named describes the maps of a kind that have names, short forms or other keys in other formats.
type Named struct {
	Subject  Subject
	Names    Check             // of the names
	Word     string            // names the map in messages; "" uses the kind
	Short    map[Kind]string   // the key that a value of another kind sets; "" is a map without keys
	Words    []string          // texts that are short for a map with the key of that name
	ShortMap string            // the only key of a map that is a short form like a list
	Expected string            // describes the value in messages: "a type or a map"
	Instead  map[string]string // replacements for keys of other formats
}

// short returns the key that a value sets as a short form, and reports whether it is one.
func (f Named) short(n *Node) (key string, ok bool) {
	if n.Kind == String && slices.Contains(f.Words, n.Text) {
		return n.Text, true
	}
	kind := n.Kind
	hasOneKey := kind == Map && len(n.Entries) == 1
	if hasOneKey && f.ShortMap != "" && n.Entries[0].Key.Text == f.ShortMap {
		kind = List
	}
	key, ok = f.Short[kind]
	return key, ok
}

// Subject determines how a name changes the subject of the problems in its map.
type Subject int

// The subjects.
const (
	Within    Subject = iota // the subject stays, and messages start with the name
	Starts                   // the name is the subject
	Continues                // the subject is followed by a dot and the name
)

// scope returns the scope of the map of a name.
func (f Named) scope(s Scope, kind, name string) Scope {
	switch f.Subject {
	case Starts:
		return Scope{Subject: wording.Clip(name)}
	case Continues:
		return Scope{Subject: s.Subject + "." + wording.Clip(name)}
	}
	s.Within += cmp.Or(f.Word, kind) + " " + wording.Quote(name) + ": "
	return s
}

// NewGrammar returns a grammar of the kinds of maps.
func NewGrammar(kinds map[string]map[string]Key, named map[string]Named) *Grammar {
	g := &Grammar{
		Maps: kinds, Named: named,
		sorted: map[string][]string{}, needed: map[string][]string{},
	}
	for kind, keys := range kinds {
		g.sorted[kind] = slices.Sorted(maps.Keys(keys))
		for _, name := range g.sorted[kind] {
			if keys[name].Needed {
				g.needed[kind] = append(g.needed[kind], name)
			}
		}
	}
	return g
}

// Keys returns the keys of one kind of map, sorted.
func (g *Grammar) Keys(kind string) []string { return g.sorted[kind] }

// All returns the keys of every kind of map, sorted.
func (g *Grammar) All() map[string][]string { return maps.Clone(g.sorted) }
