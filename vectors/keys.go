package vectors

import "example.com/opgen/internal/yamldoc"

// format is that of a file of wire vectors.
var format = yamldoc.Format{Name: "file of wire vectors", Article: "a", Kind: "file", Version: "vectors"}

// grammar lists the keys of a file and of a vector.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"vectors":    {Value: yamldoc.ScalarValue, Needed: true},
		"operations": {Value: yamldoc.AnyValue, Needed: true, Expected: "a map from names"},
	},
	"vector": {
		"name":       {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"shows":      {Value: yamldoc.TextsValue, Filled: true},
		"only":       {Value: yamldoc.TextValue},
		"request":    {Value: yamldoc.TextValue, Needed: true},
		"body":       {Value: yamldoc.TextValue},
		"violations": {Value: yamldoc.TextsValue, Filled: true},
	},
}, nil)

// Keys returns the keys that a file and a vector may have.
func Keys() map[string][]string {
	return map[string][]string{"file": grammar.Keys("file"), "vector": grammar.Keys("vector")}
}
