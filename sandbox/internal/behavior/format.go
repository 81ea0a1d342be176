package behavior

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// Package yamldoc checks the keys of a file by the tables below, which spec/resources.schema.json
// repeats for editors. It leaves the values of keys to this package, since what they may be
// depends on the catalog.

// format is the format of resources.yaml.
var format = yamldoc.Format{
	Name: "behavior file", Article: "a", Kind: "file", Version: "resources",
	Remedy: `write one that begins with "resources: 1", or pass --resources`,
}

// The words of the file.
var (
	verbs    = []Verb{Create, Read, List, Update, Delete, Link, Unlink, Copy}
	classes  = []Class{Stateful, Seeded, Assumed, Canned}
	missings = []Missing{Fail, Ignore, Make}
)

// texts returns words as texts.
func texts[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// modifiers are the verbs of the keys that do not apply to all steps.
var modifiers = map[string][]Verb{
	"by":    {Read, List, Update, Delete, Unlink, Copy},
	"merge": {Create, Read, Update, Link, Copy},
	"set":   {Create, Read, Update, Link, Copy},
	"order": {List},
}

// stepOnly are the keys of a step other than its verb.
var stepOnly = []string{"by", "each", "merge", "missing", "order", "parent", "set", "when"}

// stepKeys are the keys of a step.
func stepKeys() map[string]yamldoc.Key {
	keys := map[string]yamldoc.Key{}
	for _, key := range stepOnly {
		keys[key] = yamldoc.Key{Value: yamldoc.AnyValue}
	}
	keys["missing"] = yamldoc.Key{Value: yamldoc.TextValue}
	keys["order"] = yamldoc.Key{Value: yamldoc.TextValue}
	for _, verb := range verbs {
		keys[string(verb)] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	}
	return keys
}

// operationKeys are the keys of an operation, including those of its only step.
func operationKeys() map[string]yamldoc.Key {
	keys := stepKeys()
	keys["steps"] = yamldoc.Key{Value: yamldoc.ListValue, Of: "step", Filled: true}
	keys["response"] = yamldoc.Key{Value: yamldoc.AnyValue}
	keys["class"] = yamldoc.Key{Value: yamldoc.TextValue}
	keys["assumed"] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	keys["func"] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	return keys
}

// grammar lists the keys of a file, of kinds, operations and steps.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"resources":  {Value: yamldoc.ScalarValue, Needed: true},
		"kinds":      {Value: yamldoc.NamedValue, Of: "kind"},
		"operations": {Value: yamldoc.NamedValue, Of: "operation"},
	},
	"kind": {
		"id":       {Value: yamldoc.TextValue},
		"parents":  {Value: yamldoc.AnyValue},
		"unique":   {Value: yamldoc.TextsValue},
		"distinct": {Value: yamldoc.TextsValue},
		"children": {Value: yamldoc.AnyValue},
		"free":     {Value: yamldoc.BoolValue},
	},
	"operation": operationKeys(),
	"step":      stepKeys(),
}, map[string]yamldoc.Named{
	"kind": {
		Subject: yamldoc.Starts, Short: map[yamldoc.Kind]string{yamldoc.Null: ""},
		Expected: "a map, such as {}",
	},
	"operation": {
		Subject:  yamldoc.Starts,
		Expected: "a map with a verb, such as {create: note}",
		Instead:  map[string]string{"answer": `"response"`}, // its name in earlier revisions
	},
})

// Keys returns the keys of the maps of a file, by the kind of map.
func Keys() map[string][]string { return grammar.All() }

// The ids of problems that only resources.yaml has. Like those of catalogs, an id is never
// renamed or reused.
const (
	UnknownKind    catalog.ID = "unknown-kind"
	UnknownParent  catalog.ID = "unknown-parent"
	UnknownMember  catalog.ID = "unknown-member"
	BadPointer     catalog.ID = "bad-pointer"
	BadParents     catalog.ID = "bad-parents"
	BadChildren    catalog.ID = "bad-children"
	MisplacedValue catalog.ID = "misplaced-value"
	UnfitValue     catalog.ID = "unfit-value"
	UnfitResponse  catalog.ID = "unfit-response"
)
