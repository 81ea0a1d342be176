// Package baseline reads and writes the file with the rules that a service enforced when
// gen verify checked it. docs/truth.md describes the file.
package baseline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// State is the state of a fact.
type State string

// The states.
const (
	Enforced    State = "enforced"     // a request that breaks the rule is refused
	NotEnforced State = "not enforced" // it is accepted
	Unknown     State = "unknown"      // it could not be determined yet
)

// states are the words of a file.
var states = []string{string(Enforced), string(NotEnforced), string(Unknown)}

// Key names a fact.
type Key struct {
	Operation string // "claims.get_claim"
	Fact      string // "/claim_id required"
}

// Compare orders keys as in a file.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Operation, other.Operation), cmp.Compare(k.Fact, other.Fact))
}

// Line is a line of a file.
type Line struct {
	State State
	Pos   yamldoc.Position
}

// Baseline is the content of a file. A nil Baseline is empty.
type Baseline struct {
	Name  string // of the file
	Lines map[Key]Line
}

// Keys returns the keys in the order of a file.
func (b *Baseline) Keys() []Key {
	if b == nil {
		return nil
	}
	return slices.SortedFunc(maps.Keys(b.Lines), Key.Compare)
}

// State returns the state of a fact, "" if the file does not have it.
func (b *Baseline) State(k Key) State {
	if b == nil {
		return ""
	}
	return b.Lines[k].State
}

// start begins every file. gen verify --update replaces only files that begin so.
const start = `# Rules that the service enforces, as found by gen verify --update. Review a
# change to a line like a change to the service.
baseline: 1
operations:
`

// Text returns the text of the file: one line for each fact, sorted, so that a change of a
// fact changes one line.
func (b *Baseline) Text() []byte {
	if len(b.Lines) == 0 {
		return []byte(strings.TrimSuffix(start, "\n") + " {}\n")
	}
	var p yamldoc.Printer
	p.WriteString(start)
	operation := ""
	for _, k := range b.Keys() {
		if k.Operation != operation {
			operation = k.Operation
			p.Line(1, yamldoc.Scalar(operation), ":")
		}
		p.Line(2, yamldoc.Scalar(k.Fact), ": ", string(b.Lines[k].State))
	}
	return p.Bytes()
}

// format describes the file in errors.
var format = yamldoc.Format{
	Name:    "baseline",
	Article: "a",
	Kind:    "file",
	Version: "baseline",
	Remedy:  "gen verify --update writes it",
}

// grammar has the keys of the file. Facts are not keys, because only a catalog knows them.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"baseline":   {Value: yamldoc.ScalarValue, Needed: true},
		"operations": {Value: yamldoc.EntriesValue, Needed: true, Expected: "a map from names to facts"},
	},
}, nil)

// Read reads a file. Its error is [yamldoc.Problems] with all mistakes, or says why the file
// cannot be read.
func Read(name string) (*Baseline, error) {
	source, err := yamldoc.ReadFile(name, format)
	if err != nil {
		return nil, err
	}
	return Parse(source)
}

// Parse reads a text. It accepts any facts, because it does not know the catalog.
func Parse(source yamldoc.Source) (*Baseline, error) {
	c := yamldoc.NewChecker(grammar)
	b := &Baseline{Name: source.Name, Lines: map[Key]Line{}}
	err := c.Read(source, format, func(root *yamldoc.Object) { b.read(c, root) })
	return b, err
}

// read reads the facts of all operations, and reports other words than the states.
func (b *Baseline) read(c *yamldoc.Checker, root *yamldoc.Object) {
	for _, operation := range root.Entries("operations") {
		scope := yamldoc.Scope{Subject: wording.Clip(operation.Key.Text)}
		if n := operation.Value; n.Kind != yamldoc.Map && n.Kind != yamldoc.Broken {
			c.Report(yamldoc.WrongKind, n, scope,
				`expected a map from facts to "enforced", "not enforced" or "unknown", found %s`, n.Found())
		}
		for _, fact := range operation.Value.Entries {
			n := fact.Value
			isState := n.Kind == yamldoc.String && slices.Contains(states, n.Text)
			switch {
			case isState:
				b.Lines[Key{operation.Key.Text, fact.Key.Text}] = Line{State(n.Text), fact.Key.Pos()}
			case n.Kind != yamldoc.Broken:
				c.Report(yamldoc.UnknownValue, n, scope,
					"%s: found %s; write enforced, not enforced or unknown",
					wording.Quote(fact.Key.Text), n.Shown())
			}
		}
	}
}
