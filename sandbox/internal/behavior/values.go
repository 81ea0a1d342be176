package behavior

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// opReader reads an operation or a step.
type opReader struct {
	*reader
	op    *catalog.Operation // nil if the catalog does not have it
	scope yamldoc.Scope
	item  *place // the item of each, nil without it
}

func (a *opReader) report(id catalog.ID, at *yamldoc.Node, format string, args ...any) *catalog.Problem {
	return a.Report(id, at, a.scope, format, args...)
}

// request returns the place of the request.
func (a *opReader) request() place {
	if a.op == nil {
		return place{}
	}
	return ofShape(a.op.Request)
}

// slot is a key of the file that has values.
type slot struct {
	key     string
	of      Source   // of a pointer without a word
	sources []Source // the allowed ones
}

// The slots.
var (
	inSet      = slot{"set", Request, []Source{Constant, Request, Item, Now, Caller, Number}}
	inMerge    = slot{"merge", Request, []Source{Constant, Request, Item}}
	inBy       = slot{"by", Request, []Source{Constant, Request, Item, Now, Caller}}
	inParent   = slot{"parent", Request, []Source{Constant, Request, Item, Now, Caller}}
	inWhen     = slot{"when", Request, []Source{Request, Item, Caller}}
	inEach     = slot{"each", Request, []Source{Request}}
	inResponse = slot{"response", Result, []Source{Constant, Request, Result, Now, Caller}}
)

// sources are the words of sources other than constants.
var sources = map[string]Source{"$request": Request, "$item": Item, "$result": Result, "$now": Now, "$caller": Caller, "$number": Number}

// words returns the words that a slot allows, sorted.
func (in slot) words() []string {
	var words []string
	for word, source := range sources {
		if slices.Contains(in.sources, source) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// operand is a value with its node and its type.
type operand struct {
	Value
	node *yamldoc.Node // of the value or the constant
	at   place         // its type, except for constants
	bad  bool          // it has been reported
}

const constantKey = "$constant"

// value reads a value.
func (a *opReader) value(n *yamldoc.Node, in slot) operand {
	g := operand{node: n}
	switch {
	case n.Kind == yamldoc.Broken:
		g.bad = true
	case n.Kind == yamldoc.Map && len(n.Entries) == 1 && n.Entries[0].Key.Text == constantKey:
		g.node = n.Entries[0].Value
		g.bad = !a.constant(&g, in, false)
	case n.Kind == yamldoc.String && strings.HasPrefix(n.Text, "/"):
		g.Source, g.Pointer = in.of, n.Text
		g.bad = !a.follow(&g, in)
	case n.Kind == yamldoc.String && strings.HasPrefix(n.Text, "$"):
		word, rest, deeper := strings.Cut(n.Text, "/")
		source, ok := sources[word]
		if !ok {
			a.report(yamldoc.UnknownValue, n, "%s: there is no value %s%s", wording.Quote(in.key), wording.Quote(word),
				cmp.Or(a.DidYouMean(word, in.words), "; write {$constant: ...} for a text that starts with $"))
			g.bad = true
			break
		}
		if g.Source = source; deeper {
			g.Pointer = "/" + rest
		}
		g.bad = !a.follow(&g, in)
	default:
		g.bad = !a.constant(&g, in, true)
	}
	return g
}

// constant reads a constant, and returns whether it is valid. If texts is true, it reports texts that
// look like other values.
func (a *opReader) constant(g *operand, in slot, texts bool) bool {
	if !slices.Contains(in.sources, Constant) {
		return a.misplaced(g, in, "a constant")
	}
	g.Constant = g.node.Plain()
	return a.plain(g.node, in, texts)
}

// plain reports what a constant cannot contain, and returns whether it is valid.
func (a *opReader) plain(n *yamldoc.Node, in slot, texts bool) bool {
	switch {
	case n.Kind == yamldoc.Broken || n.Partial:
		return false
	case n.Kind == yamldoc.OddNumber:
		a.report(yamldoc.WrongKind, n, "%s: expected a number as JSON writes it, found %s", wording.Quote(in.key), n.Found())
		return false
	case n.Kind == yamldoc.String && texts && (strings.HasPrefix(n.Text, "/") || strings.HasPrefix(n.Text, "$")):
		a.report(MisplacedValue, n, `%s: %s would be a text inside a constant; set each member by its pointer, or write {$constant: ...} around the constant`, wording.Quote(in.key), wording.Quote(n.Text))
		return false
	}
	ok := true
	for _, item := range n.Items {
		ok = a.plain(item, in, texts) && ok
	}
	for _, e := range n.Entries {
		if texts && strings.HasPrefix(e.Key.Text, "$") {
			a.report(yamldoc.UnknownKey, e.Key, "%s: %s must be the only key of a map; write {$constant: ...} around a constant with such a key", wording.Quote(in.key), wording.Quote(e.Key.Text))
			ok = false
		}
		ok = a.plain(e.Value, in, texts) && ok
	}
	return ok
}

// follow checks a value other than a constant, sets its place, and returns whether it is valid.
func (a *opReader) follow(g *operand, in slot) bool {
	n := g.node
	names, ok := tokens(g.Pointer)
	switch {
	case !slices.Contains(in.sources, g.Source):
		return a.misplaced(g, in, wording.Quote(n.Text))
	case !ok:
		a.report(BadPointer, n, "%s: %s is not a JSON pointer%s", wording.Quote(in.key), wording.Quote(g.Pointer), pointerRemedy)
		return false
	case g.Source == Item && a.item == nil:
		a.report(MisplacedValue, n, `%s: %s is the item of "each", which the step does not have; add it, or use a member of the request`, wording.Quote(in.key), wording.Quote(n.Text))
		return false
	}
	var what string
	switch g.Source {
	case Request:
		g.at, what = a.request(), "the request"
	case Item:
		g.at, what = *a.item, "the item"
	case Result:
		return true // the shape of documents is unknown
	default:
		g.at = placeOf(&catalog.Type{Kind: catalog.String})
		if g.Pointer != "" {
			word, _, _ := strings.Cut(n.Text, "/")
			a.report(BadPointer, n, "%s: %s has no members; write %s", wording.Quote(in.key), word, word)
		}
		return g.Pointer == ""
	}
	for _, name := range names {
		next, ok := g.at.member(name)
		if !ok {
			if held := g.at.typeName(); held != anObject {
				a.report(UnknownMember, n, "%s: %s is %s, which has no member %s", wording.Quote(in.key), what, held, wording.Quote(name))
			} else {
				a.report(UnknownMember, n, "%s: %s has no member %s%s", wording.Quote(in.key), what, wording.Quote(name), a.OneOf(name, g.at.names))
			}
			return false
		}
		g.at, what = next, wording.Quote(name)
	}
	return true
}

// misplaced reports a value that its key does not allow, and returns false.
func (a *opReader) misplaced(g *operand, in slot, what string) bool {
	a.report(MisplacedValue, g.node, "%s: %s cannot be used here; write the pointer of a member, or %s", wording.Quote(in.key), what, wording.List(in.words(), "or"))
	return false
}

// found names the type of a value, "" if it is unknown.
func (g operand) found() string {
	if g.Source != Constant {
		return g.at.typeName()
	}
	if g.node.IsInteger() {
		return anInteger
	}
	return cmp.Or(nodeNames[g.node.Kind], anObject)
}

// nodeNames are the types of constants, except objects.
var nodeNames = map[yamldoc.Kind]string{yamldoc.Null: null, yamldoc.Bool: aBool, yamldoc.Number: aNumber, yamldoc.String: aString, yamldoc.List: aList}

// scalars are the types of values that are neither null nor have others inside of them.
var scalars = []string{aString, anInteger, aNumber, aBool}

// expect reports a value of another type than expected.
func (a *opReader) expect(g operand, in slot, types ...string) {
	if found := g.found(); !g.bad && found != "" && !slices.Contains(types, found) {
		a.report(UnfitValue, g.node, "%s: expected %s, found %s", wording.Quote(in.key), wording.List(types, "or"), found)
	}
}

// member reads the pointer of a member of a document, and the value for it.
func (a *opReader) member(e yamldoc.Entry, in slot, of *Kind) (Member, operand) {
	at := a.pointer(e.Key, a.scope, in.key)
	g := a.value(e.Value, in)
	if of != nil && at == of.ID {
		of.addID(g.at)
	}
	return Member{Pointer: at, Value: g.Value}, g
}

// entries returns the entries of a map, and reports other values.
func (a *opReader) entries(n *yamldoc.Node, key, expected string) []yamldoc.Entry {
	if n.Kind != yamldoc.Map {
		a.reportType(n, a.scope, key, expected)
	} else if len(n.Entries) == 0 && !n.Partial {
		a.report(yamldoc.EmptyValue, n, "%s is empty; fill it or delete the key", wording.Quote(key))
	}
	return n.Entries
}
