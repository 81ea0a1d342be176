package behavior

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A value in the file is a pointer, a word that starts with $, or a constant. Which of them are
// allowed, and what a bare pointer points into, depends on the key: that is its slot.

// valueReader reads the values of an operation, or of one of its steps.
type valueReader struct {
	*reader
	op    *catalog.Operation // nil if the catalog does not have it
	scope yamldoc.Scope
	item  *place // the item of each, nil without it
}

// report adds a problem of the operation.
func (v *valueReader) report(id catalog.ID, at *yamldoc.Node, format string, args ...any) *catalog.Problem {
	return v.Report(id, at, v.scope, format, args...)
}

// request returns the place of the request.
func (v *valueReader) request() place {
	if v.op == nil {
		return place{}
	}
	return ofShape(v.op.Request)
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
var sources = map[string]Source{
	"$request": Request, "$item": Item, "$result": Result,
	"$now": Now, "$caller": Caller, "$number": Number,
}

// words returns the words that a slot allows, sorted.
func (s slot) words() []string {
	var words []string
	for word, source := range sources {
		if slices.Contains(s.sources, source) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// constantKey is the key of a map around a constant that would be read as another value.
const constantKey = "$constant"

// value reads a value.
func (v *valueReader) value(n *yamldoc.Node, target slot) operand {
	isText := n.Kind == yamldoc.String
	switch {
	case n.Kind == yamldoc.Broken:
		return operand{node: n, bad: true}
	case n.Kind == yamldoc.Map && len(n.Entries) == 1 && n.Entries[0].Key.Text == constantKey:
		return v.constant(n.Entries[0].Value, target, false)
	case isText && strings.HasPrefix(n.Text, "/"):
		return v.follow(operand{node: n, Value: Value{Source: target.of, Pointer: n.Text}}, target)
	case isText && strings.HasPrefix(n.Text, "$"):
		return v.wordValue(n, target)
	}
	return v.constant(n, target, true)
}

// wordValue reads a value that starts with $.
func (v *valueReader) wordValue(n *yamldoc.Node, target slot) operand {
	word, rest, deeper := strings.Cut(n.Text, "/")
	source, ok := sources[word]
	if !ok {
		meant := v.DidYouMean(word, target.words)
		v.report(yamldoc.UnknownValue, n, "%s: there is no value %s%s",
			wording.Quote(target.key), wording.Quote(word),
			cmp.Or(meant, "; write {$constant: ...} for a text that starts with $"))
		return operand{node: n, bad: true}
	}
	g := operand{node: n, Value: Value{Source: source}}
	if deeper {
		g.Pointer = "/" + rest
	}
	return v.follow(g, target)
}

// constant reads a constant. If texts is true, it reports texts that look like other values.
func (v *valueReader) constant(n *yamldoc.Node, target slot, texts bool) operand {
	if !slices.Contains(target.sources, Constant) {
		v.reportMisplaced(n, target, "a constant")
		return operand{node: n, bad: true}
	}
	isValid := v.plain(n, target, texts)
	return operand{node: n, Value: Value{Constant: n.Plain()}, bad: !isValid}
}

// plain reports what a constant cannot contain, and returns whether it is valid.
func (v *valueReader) plain(n *yamldoc.Node, target slot, texts bool) bool {
	looksOther := strings.HasPrefix(n.Text, "/") || strings.HasPrefix(n.Text, "$")
	switch {
	case n.Kind == yamldoc.Broken || n.Partial:
		return false
	case n.Kind == yamldoc.OddNumber:
		v.report(yamldoc.WrongKind, n, "%s: expected a number as JSON writes it, found %s",
			wording.Quote(target.key), n.Found())
		return false
	case n.Kind == yamldoc.String && texts && looksOther:
		const form = `%s: %s would be a text inside a constant; set each member by its pointer, ` +
			`or write {$constant: ...} around the constant`
		v.report(MisplacedValue, n, form, wording.Quote(target.key), wording.Quote(n.Text))
		return false
	}
	ok := true
	for _, item := range n.Items {
		ok = v.plain(item, target, texts) && ok
	}
	for _, e := range n.Entries {
		if texts && strings.HasPrefix(e.Key.Text, "$") {
			const form = "%s: %s must be the only key of a map; " +
				"write {$constant: ...} around a constant with such a key"
			v.report(yamldoc.UnknownKey, e.Key, form, wording.Quote(target.key), wording.Quote(e.Key.Text))
			ok = false
		}
		ok = v.plain(e.Value, target, texts) && ok
	}
	return ok
}

// follow checks a value other than a constant, and sets its place.
func (v *valueReader) follow(g operand, target slot) operand {
	g.bad = true // until it is found to be good
	n := g.node
	names, ok := tokens(g.Pointer)
	switch {
	case !slices.Contains(target.sources, g.Source):
		v.reportMisplaced(n, target, wording.Quote(n.Text))
		return g
	case !ok:
		v.report(BadPointer, n, "%s: %s is not a JSON pointer%s",
			wording.Quote(target.key), wording.Quote(g.Pointer), pointerRemedy)
		return g
	case g.Source == Item && v.item == nil:
		const form = `%s: %s is the item of "each", which the step does not have; ` +
			`add it, or use a member of the request`
		v.report(MisplacedValue, n, form, wording.Quote(target.key), wording.Quote(n.Text))
		return g
	}
	switch g.Source {
	case Request:
		g.at, g.bad = v.descend(g, v.request(), "the request", names, target)
	case Item:
		g.at, g.bad = v.descend(g, *v.item, "the item", names, target)
	case Result: // the shape of documents is unknown
		g.bad = false
	default:
		g.at = placeOf(&catalog.Type{Kind: catalog.String})
		g.bad = g.Pointer != ""
		if g.bad {
			word, _, _ := strings.Cut(n.Text, "/")
			v.report(BadPointer, n, "%s: %s has no members; write %s", wording.Quote(target.key), word, word)
		}
	}
	return g
}

// descend returns the place to which names lead from one that a message calls what. It reports a
// member that does not exist, and returns whether there is one.
func (v *valueReader) descend(g operand, p place, what string, names []string, target slot) (_ place, bad bool) {
	for _, name := range names {
		next, ok := p.member(name)
		if !ok {
			key, member := wording.Quote(target.key), wording.Quote(name)
			if held := p.typeName(); held != anObject {
				v.report(UnknownMember, g.node, "%s: %s is %s, which has no member %s",
					key, what, held, member)
			} else {
				v.report(UnknownMember, g.node, "%s: %s has no member %s%s",
					key, what, member, v.OneOf(name, p.names))
			}
			return p, true
		}
		p, what = next, wording.Quote(name)
	}
	return p, false
}

// reportMisplaced reports a value that its key does not allow.
func (v *valueReader) reportMisplaced(n *yamldoc.Node, target slot, what string) {
	v.report(MisplacedValue, n, "%s: %s cannot be used here; write the pointer of a member, or %s",
		wording.Quote(target.key), what, wording.List(target.words(), "or"))
}

// found names the type of a value, "" if it is unknown.
func (o operand) found() string {
	if o.Source != Constant {
		return o.at.typeName()
	}
	if o.node.IsInteger() {
		return anInteger
	}
	return cmp.Or(nodeNames[o.node.Kind], anObject)
}

// nodeNames are the types of constants, except objects.
var nodeNames = map[yamldoc.Kind]string{
	yamldoc.Null: null, yamldoc.Bool: aBool, yamldoc.Number: aNumber,
	yamldoc.String: aString, yamldoc.List: aList,
}

// scalars are the types of values that are neither null nor have others inside of them.
var scalars = []string{aString, anInteger, aNumber, aBool}

// expect reports a value of another type than expected.
func (v *valueReader) expect(g operand, target slot, types ...string) {
	actual := g.found()
	if !g.bad && actual != "" && !slices.Contains(types, actual) {
		v.report(UnfitValue, g.node, "%s: expected %s, found %s",
			wording.Quote(target.key), wording.List(types, "or"), actual)
	}
}

// member reads the pointer of a member of a document, and the value for it.
func (v *valueReader) member(e yamldoc.Entry, target slot, kind *Kind) (Member, operand) {
	pointer := v.pointer(e.Key, v.scope, target.key)
	g := v.value(e.Value, target)
	if kind != nil && pointer == kind.ID {
		kind.addID(g.at)
	}
	return Member{Pointer: pointer, Value: g.Value}, g
}

// entries returns the entries of a map, and reports other values.
func (v *valueReader) entries(n *yamldoc.Node, key, expected string) []yamldoc.Entry {
	if n.Kind != yamldoc.Map {
		v.reportType(n, v.scope, key, expected)
	} else if len(n.Entries) == 0 && !n.Partial {
		v.report(yamldoc.EmptyValue, n, "%s is empty; fill it or delete the key", wording.Quote(key))
	}
	return n.Entries
}
