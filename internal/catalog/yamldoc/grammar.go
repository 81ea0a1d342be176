package yamldoc

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/text/wording"
)

// ValueKind is what the value of a key has to be.
type ValueKind int

// The kinds of values.
const (
	AnyValue        ValueKind = iota + 1 // looked at by whoever reads the key
	TextValue                            // a string
	WordValue                            // a string, which may be the word null
	ScalarValue                          // kept as it is written: 2, 2.0 and v2 are all versions
	BoolValue                            // true or false
	SizeValue                            // an integer, not negative
	NumberValue                          // any number, kept as it is written
	TextsValue                           // a list of strings
	TextOrListValue                      // a string or a list, looked at by whoever reads the key
	ShapeValue                           // a string, a list or a map, looked at by whoever reads the key
	MapValue                             // a map
	NamedValue                           // a map from names to maps
	ListValue                            // a list of maps
)

// expectations name a value for a message.
var expectations = map[ValueKind]string{
	AnyValue: "a value", TextValue: "a string", WordValue: "a word", ScalarValue: "a string", BoolValue: "true or false",
	SizeValue: "an integer", NumberValue: "a number",
	TextsValue: "a list of strings", TextOrListValue: "a string or a list", ShapeValue: "a string, a list or a map",
	MapValue: "a map", NamedValue: "a map", ListValue: "a list",
}

// Key is what is known about a key of a map.
type Key struct {
	Value    ValueKind
	Of       string            // kind of the map or maps in the value
	Needed   bool              // the map is wrong without the key
	Filled   bool              // an empty text, list or map is refused
	Files    bool              // of a NamedValue: the path of a file may stand for the map, and for each map in it
	Blank    bool              // a text of white space is not empty
	Short    string            // of a MapValue or ListValue: the key of the map for which a string may stand
	ShortMap string            // of a MapValue: the only key of a map that stands for another value
	ShortFor map[string]string // of a MapValue: the keys for which other values may stand, by text; "" is a list, or a map of ShortMap
	Expected string            // names the value for a message, "" for what its kind is called
	Remedy   string            // ends the message about a value of another kind: "; write [T]"
}

// shortFor returns the key of the map for which a value stands, other than a text for
// Short.
func (k Key) shortFor(n *Node) string {
	switch {
	case k.ShortFor == nil:
		return ""
	case n.Kind == List, n.Kind == Map && len(n.Entries) == 1 && n.Entries[0].Key.Text == k.ShortMap:
		return k.ShortFor[""]
	case n.Kind == String && n.Text != "":
		return k.ShortFor[n.Text]
	}
	return ""
}

func (k Key) expected() string { return cmp.Or(k.Expected, expectations[k.Value]) }

// Grammar is what files of some formats may hold. It is read-only once it is
// made.
type Grammar struct {
	Maps  map[string]map[string]Key // the keys of every kind of map
	Named map[string]Named          // for the kinds that stand in a map from names

	foreign map[string]map[string]string // what to write in place of keys of other formats

	sorted map[string][]string // names of keys, sorted once: every field of a catalog asks for them
}

// Named is what is known about the maps of a kind in a map from names.
type Named struct {
	Subject  Subject
	Word     string          // names the map in a message, the kind if it is ""
	Short    map[Kind]string // the key for which another value stands, "" if it stands for a map without keys
	ShortMap string          // the only key of a map that is a value of the key in Short, too
	Expected string          // names the value for a message: "a type or a map"
}

// short returns the key for which a value stands, and whether it stands for one.
func (f Named) short(n *Node) (key string, ok bool) {
	if n.Kind == Map && f.ShortMap != "" && len(n.Entries) == 1 && n.Entries[0].Key.Text == f.ShortMap {
		return f.Short[List], true
	}
	key, ok = f.Short[n.Kind]
	return key, ok
}

// Subject tells what a name does to the subject of the problems in its map.
type Subject int

// The subjects.
const (
	Within    Subject = iota // the subject stays, and messages start with the name
	Starts                   // the name is the subject
	Continues                // the name is put behind the subject and a dot
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
	g := &Grammar{Maps: kinds, Named: named, sorted: map[string][]string{}}
	for kind, keys := range kinds {
		g.sorted[kind] = slices.Sorted(maps.Keys(keys))
	}
	return g
}

// Instead adds what to write in place of keys that other formats have, by kind of map and key.
func (g *Grammar) Instead(foreign map[string]map[string]string) *Grammar {
	g.foreign = foreign
	return g
}

// Keys returns the keys of one kind of map, sorted.
func (g *Grammar) Keys(kind string) []string { return g.sorted[kind] }

// All returns the keys of every kind of map, sorted.
func (g *Grammar) All() map[string][]string { return maps.Clone(g.sorted) }
