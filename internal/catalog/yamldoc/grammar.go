package yamldoc

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/text/wording"
)

// ValueKind is the kind of value that a key requires.
type ValueKind int

// The kinds of values.
const (
	AnyValue        ValueKind = iota + 1 // checked by the caller
	TextValue                            // a string
	WordValue                            // a string or the word null
	ScalarValue                          // unchanged: 2, 2.0 and v2 are all versions
	BoolValue                            // true or false
	SizeValue                            // a non-negative integer
	NumberValue                          // any number, unchanged
	TextsValue                           // a list of strings
	TextOrListValue                      // a string or a list, checked by the caller
	ShapeValue                           // a string, a list or a map, checked by the caller
	MapValue                             // a map
	NamedValue                           // a map from names to maps
	ListValue                            // a list of maps
)

// expectations describe values in messages.
var expectations = map[ValueKind]string{
	AnyValue: "a value", TextValue: "a string", WordValue: "a word", ScalarValue: "a string", BoolValue: "true or false",
	SizeValue: "an integer", NumberValue: "a number",
	TextsValue: "a list of strings", TextOrListValue: "a string or a list", ShapeValue: "a string, a list or a map",
	MapValue: "a map", NamedValue: "a map", ListValue: "a list",
}

// Key describes a key of a map.
type Key struct {
	Value    ValueKind
	Of       string            // kind of the map or maps in the value
	Needed   bool              // the key is required
	Filled   bool              // an empty text, list or map is refused
	Files    bool              // of a NamedValue: the path of a file may replace the map and each map in it
	Blank    bool              // white space is not empty
	Short    string            // of a MapValue or ListValue: a string replaces a map with only this key
	ShortMap string            // of a MapValue: the only key of a map that ShortFor treats like a list
	ShortFor map[string]string // of a MapValue: the key that a text sets; "" is a list, or a map of ShortMap
	Expected string            // describes the value in messages; "" uses its kind
	Remedy   string            // ends the message about a value of another kind: "; write [T]"
}

// shortFor returns the key that a short form sets by ShortFor, "" if there is none.
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

// Grammar describes the contents of some formats. It does not change.
type Grammar struct {
	Maps  map[string]map[string]Key // the keys of every kind of map
	Named map[string]Named          // the kinds that occur in a map from names

	foreign map[string]map[string]string // replacements for keys of other formats

	sorted map[string][]string // names of keys, sorted once because every field of a catalog needs them
}

// Named describes the maps of a kind in a map from names.
type Named struct {
	Subject  Subject
	Word     string          // names the map in messages; "" uses the kind
	Short    map[Kind]string // the key that a value of another kind sets; "" is a map without keys
	ShortMap string          // the only key of a map that is a short form like a list
	Expected string          // describes the value in messages: "a type or a map"
}

// short returns the key that a value sets as a short form, and reports whether it is one.
func (f Named) short(n *Node) (key string, ok bool) {
	if n.Kind == Map && f.ShortMap != "" && len(n.Entries) == 1 && n.Entries[0].Key.Text == f.ShortMap {
		return f.Short[List], true
	}
	key, ok = f.Short[n.Kind]
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
	g := &Grammar{Maps: kinds, Named: named, sorted: map[string][]string{}}
	for kind, keys := range kinds {
		g.sorted[kind] = slices.Sorted(maps.Keys(keys))
	}
	return g
}

// Instead adds replacements for keys of other formats, by kind of map and key.
func (g *Grammar) Instead(foreign map[string]map[string]string) *Grammar {
	g.foreign = foreign
	return g
}

// Keys returns the keys of one kind of map, sorted.
func (g *Grammar) Keys(kind string) []string { return g.sorted[kind] }

// All returns the keys of every kind of map, sorted.
func (g *Grammar) All() map[string][]string { return maps.Clone(g.sorted) }
