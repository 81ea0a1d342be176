// Package yamldoc reads YAML files such as catalogs, overlays, wire vectors and settings. It
// keeps the position of every value, bounds size and nesting, and reports problems with their
// position and source line.
//
// A [Grammar] lists the keys of a format. A [Checker] opens files of that format and collects
// all problems:
//
//	c := yamldoc.NewChecker(grammar)
//	o := c.Open(source, format)
//	c.Complete(o)
//	if problems := c.Problems(); problems != nil { ... }
package yamldoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// version is the version of every format that this program reads.
const version = "1"

// Format is a kind of file.
type Format struct {
	Name    string // "catalog"
	Article string // "a"
	Kind    string // of its outermost map, in the grammar
	Version string // the key of the version, which identifies the format; "" if it has none
	Empty   bool   // an empty text is valid and means a map without keys
	Remedy  string // for a missing file; "" asks the user to write it or to name another
	Private bool   // problems do not show the text and its values, which may be sensitive
}

// start returns the beginning of a file of the format.
func (f Format) start() string { return f.Version + ": " + version }

// withArticle returns the name with its article: "an overlay".
func (f Format) withArticle() string { return f.Article + " " + f.Name }

// Checker reads files and collects their problems.
type Checker struct {
	*Grammar
	problems Problems
	sources  []*source
	compared int // names with which unknown ones were compared
}

// maxCompared bounds the comparisons of unknown names with known ones. Beyond it, messages
// contain no suggestions.
const maxCompared = 1 << 19

// DidYouMean is [wording.DidYouMean] within the bound.
func (c *Checker) DidYouMean(name string, known func() []string) string {
	return c.suggest(name, known, wording.DidYouMean)
}

// OneOf is [wording.OneOf] within the bound.
func (c *Checker) OneOf(name string, known func() []string) string {
	return c.suggest(name, known, wording.OneOf)
}

// suggest ends a message about an unknown name by a comparison with the known ones.
func (c *Checker) suggest(name string, known func() []string, compare func(string, []string) string) string {
	if c.compared > maxCompared {
		return ""
	}
	names := known()
	c.compared += len(names)
	return compare(name, names)
}

// NewChecker returns a checker of files of the grammar.
func NewChecker(g *Grammar) *Checker { return &Checker{Grammar: g} }

// Problems returns the reported problems, sorted by file in the order of opening and by
// position, or nil if there are none.
func (c *Checker) Problems() Problems {
	c.problems = c.problems.sorted()
	return c.problems
}

// Sources returns the opened texts with \n as line breaks and without a byte order mark, so
// that positions apply to them.
func (c *Checker) Sources() []Source {
	var sources []Source
	for _, s := range c.sources {
		sources = append(sources, Source{Name: s.name, Text: []byte(s.text)})
	}
	return sources
}

// Report adds a problem at a node.
func (c *Checker) Report(id ID, at *Node, s Scope, format string, args ...any) *Problem {
	c.problems = append(c.problems, Problem{
		ID:      id,
		Pos:     at.Pos(),
		Subject: wording.OneLine(s.Subject),
		Message: wording.OneLine(s.Within + fmt.Sprintf(format, args...)),
		at:      at.place,
	})
	return &c.problems[len(c.problems)-1]
}

// Open parses a text, decodes it and checks its version. It returns nil if the text is not a
// map, or if its version key is that of another format. [Checker.Complete] reports missing keys
// below the outermost map, after overlays may have added them.
func (c *Checker) Open(src Source, f Format, others ...Format) *Object {
	root := c.Parse(src, f)
	if root == nil {
		return nil
	}
	return c.open(root, f, others...)
}

// open is Open for the value of a text.
func (c *Checker) open(root *Node, f Format, others ...Format) *Object {
	if root.Kind != Map {
		remedy := ""
		if f.Version != "" {
			remedy = "; " + f.withArticle() + " starts with " + wording.Quote(f.start())
		}
		c.Report(WrongKind, root, Scope{}, "expected a map, found %s%s", root.Found(), remedy)
		return nil
	}
	for _, other := range others {
		if n := root.key(other.Version); n != nil && root.key(f.Version) == nil {
			c.Report(WrongKind, n, Scope{}, "this is %s; %s is expected, which starts with %s",
				other.withArticle(), f.withArticle(), wording.Quote(f.start()))
			return nil
		}
	}
	o := c.decode(f.Kind, nil, root, Scope{})
	c.reportMissing(o)
	if n := o.Value(f.Version); n != nil && n.Text != version {
		c.Report(WrongVersion, n, Scope{}, "%s version %s is not known; this program reads "+
			"version %s: write %s, or use the release that reads yours",
			f.Version, wording.Quote(n.Text), version, wording.Quote(f.start()))
	}
	return o
}

// Read opens a text that has no overlays and calls read, unless the text is not a map. The error is
// [Problems] with all mistakes.
func (c *Checker) Read(src Source, f Format, read func(root *Object)) error {
	if root := c.Open(src, f); root != nil {
		c.Complete(root)
		read(root)
	}
	return c.Problems().Err()
}

// Complete reports missing keys of o and all objects in it, at any depth.
func (c *Checker) Complete(o *Object) {
	c.reportMissing(o)
	for _, a := range o.Attrs {
		for _, below := range a.Objects {
			c.Complete(below)
		}
		if a.Object != nil {
			c.Complete(a.Object)
		}
	}
}

// reportMissing reports missing keys of o itself.
func (c *Checker) reportMissing(o *Object) {
	if o.Node.Partial {
		return
	}
	for _, name := range c.needed[o.Kind] {
		if o.Attrs[name] == nil {
			c.Report(MissingKey, o.Start(), o.Scope, "key %s is missing; add it",
				wording.Quote(name))
		}
	}
}

// Decode reads a map of a kind and reports missing keys, at any depth. It is for values that
// the grammar leaves to the caller.
func (c *Checker) Decode(kind string, n *Node, s Scope) *Object {
	o := c.decode(kind, nil, n, s)
	c.Complete(o)
	return o
}

// decode reads a map of a kind by the keys that the grammar lists.
func (c *Checker) decode(kind string, key, n *Node, s Scope) *Object {
	o := &Object{Kind: kind, Key: key, Node: n, Scope: s, Attrs: map[string]*Attr{}}
	attrs := make([]Attr, len(n.Entries))
	keys := c.Maps[kind]
	for i, e := range n.Entries {
		spec, isKnown := keys[e.Key.Text]
		if !isKnown {
			c.unknownKey(o, e)
			continue
		}
		a := &attrs[i]
		a.Key = e.Key
		a.Value = e.Value
		o.Attrs[e.Key.Text] = a
		a.Bad = !c.attr(o, a, e.Key.Text, spec)
	}
	return o
}

// unknownKey reports an entry whose key the grammar does not list. A known key that the entry seems to
// mean counts as given, so that it is not also reported as missing.
func (c *Checker) unknownKey(o *Object, e Entry) {
	meansKey := func(name string) {
		if o.Attrs[name] == nil {
			o.Attrs[name] = &Attr{Key: e.Key, Value: e.Value, Bad: true}
		}
	}
	known := c.Keys(o.Kind)
	remedy := "; expected " + wording.QuotedList(known, "or")
	c.compared += len(known)
	if c.compared > maxCompared {
		known = nil
	}
	if meant := wording.Closest(e.Key.Text, known); meant != "" { // it is misspelled
		remedy = "; did you mean " + wording.Quote(meant) + "?"
		meansKey(meant)
	}
	if replacement := c.Named[o.Kind].Instead[e.Key.Text]; replacement != "" { // it is from another format
		remedy = "; write " + replacement
		for _, name := range known {
			if c.Maps[o.Kind][name].Needed || replacement == wording.Quote(name) {
				meansKey(name)
			}
		}
	}
	switch {
	case e.Value.bare:
		remedy = "; it has no value: put a blank after the colon"
		meant, _, _ := strings.Cut(e.Key.Text, ":")
		meansKey(meant)
	case e.Key.bare:
		remedy = "; it has no colon: quote the text before it if the comma belongs to that"
	}
	c.Report(UnknownKey, e.Key, o.Scope, "unknown key %s%s", wording.Quote(e.Key.Text), remedy)
}

// attr checks the value of the key with a name, decodes the maps in it, and reports whether it is valid.
func (c *Checker) attr(o *Object, a *Attr, name string, spec Key) bool {
	if spec.Files {
		a.Value = c.file(a.Value, o.Scope, name, 1)
	}
	if spec.Single && a.Value.Kind == String {
		list := *a.Value
		list.Kind, list.Items = List, []*Node{a.Value}
		a.Value = &list
	}
	n := a.Value
	mayBeWord := n.Kind == Null || n.Kind == String && spec.Of != ""
	switch {
	case mayBeWord && slices.Contains(spec.Words, n.Text):
		return true
	case n.Kind == Null:
		return c.wrongKind(o, n, name, spec, cmp.Or(spec.Remedy, "; give it or delete the key"))
	case spec.Value == MapValue:
		return c.mapValue(o, a, name, spec)
	case !spec.Value.Takes(n):
		return c.wrongKind(o, n, name, spec, spec.remedy(n))
	}
	return c.content(o, a, name, spec)
}

// mapValue is attr for a map, or its short form.
func (c *Checker) mapValue(o *Object, a *Attr, name string, spec Key) bool {
	inner := o.Scope
	inner.Within += name + ": "
	a.Object = c.object(spec.Of, nil, Entry{a.Key, a.Value}, inner)
	switch {
	case a.Object != nil:
		return true
	case c.Named[spec.Of].Short == nil:
		remedy := "; its keys are " + wording.QuotedList(c.Keys(spec.Of), "and")
		return c.wrongKind(o, a.Value, name, spec, remedy)
	default:
		return c.wrongKind(o, a.Value, name, spec, "")
	}
}

// wrongKind reports a value of another kind than its key requires, unless the value was reported, and
// returns false.
func (c *Checker) wrongKind(o *Object, n *Node, name string, spec Key, remedy string) bool {
	expected := cmp.Or(spec.Expected, spec.Value.Expected)
	if spec.Files {
		expected += orFile
	}
	if n.Kind != Broken {
		c.Report(WrongKind, n, o.Scope, "%s: expected %s, found %s%s", wording.Quote(name),
			expected, n.Found(), remedy)
	}
	return false
}

// content is attr for a value of the right kind.
func (c *Checker) content(o *Object, a *Attr, name string, spec Key) bool {
	n := a.Value
	size, _ := n.Int()
	if spec.Value == SizeValue && size < 0 {
		c.Report(NegativeSize, n, o.Scope, "%s: %s is negative; give 0 or more",
			wording.Quote(name), n.Text)
		return false
	}
	if spec.Words != nil && spec.Of == "" && !slices.Contains(spec.Words, n.Text) {
		remedy := c.OneOf(n.Text, func() []string { return spec.Words })
		c.Report(UnknownValue, n, o.Scope, "%s: unknown value %s%s", wording.Quote(name),
			wording.Quote(n.Text), remedy)
		return false
	}
	if spec.Filled && spec.isEmpty(n) {
		remedy := "; fill it or delete the key"
		if spec.Needed {
			remedy = "; fill it"
		}
		c.Report(EmptyValue, n, o.Scope, "%s is empty%s", wording.Quote(name), remedy)
		return false
	}
	switch spec.Value {
	case TextValue, SizeValue, BoolValue:
		return c.allows(spec.Check, n, o.Scope, name)
	case TextsValue:
		return c.texts(o, a, name, spec.Check)
	case NamedValue:
		c.named(o, a, spec)
	case ListValue:
		c.list(o, a, spec)
	}
	return true
}

// remedy ends the message about a value of another kind.
func (k Key) remedy(n *Node) string {
	switch k.Value {
	case TextValue:
		return n.QuoteRemedy()
	case TextsValue:
		return "; write [" + wording.Clip(n.Text) + "]"
	}
	return k.Remedy
}

// isEmpty reports whether a value of the key is empty. It ignores maps and lists that the caller checks.
func (k Key) isEmpty(n *Node) bool {
	switch n.Kind {
	case String:
		return n.Text == "" || !k.Blank && strings.TrimSpace(n.Text) == ""
	case List, Map:
		return k.Value != AnyValue && len(n.Items)+len(n.Entries) == 0 && !n.Partial
	}
	return false
}

// object decodes a map of a kind or its short form. It returns nil for other values.
func (c *Checker) object(kind string, name *Node, e Entry, s Scope) *Object {
	key, isShort := c.Named[kind].short(e.Value)
	switch {
	case isShort:
		o := &Object{Kind: kind, Key: name, Node: e.Value, Scope: s, Attrs: map[string]*Attr{}}
		if key != "" {
			a := &Attr{Key: e.Key, Value: e.Value}
			o.Attrs[key] = a
			isWord := slices.Contains(c.Named[kind].Words, key)
			a.Bad = !isWord && !c.attr(o, a, key, c.Maps[kind][key])
		}
		return o
	case e.Value.Kind == Map:
		return c.decode(kind, name, e.Value, s)
	}
	return nil
}

// texts checks a list of strings.
func (c *Checker) texts(o *Object, a *Attr, name string, check Check) bool {
	isValid := true
	for _, item := range a.Value.Items {
		if item.Kind == String {
			isAllowed := c.allows(check, item, o.Scope, name)
			isValid = isValid && isAllowed
			continue
		}
		isValid = false
		if item.Kind != Broken {
			c.Report(WrongKind, item, o.Scope, "%s: expected a string, found %s%s",
				wording.Quote(name), item.Found(), item.QuoteRemedy())
		}
	}
	return isValid
}

// allows reports whether a check accepts a node, which is a name or in the value of a key. It reports
// a node that is refused.
func (c *Checker) allows(check Check, n *Node, s Scope, key string) bool {
	if check.Wrong == nil {
		return true
	}
	wrong := check.Wrong(n.Text)
	if wrong == "" {
		return true
	}
	if key != "" {
		s.Within += wording.Quote(key) + ": "
	}
	c.Report(check.ID, n, s, "%s %s", n.Shown(), wrong)
	return false
}

// named decodes a map from names to maps of a kind, or their short forms.
func (c *Checker) named(o *Object, a *Attr, spec Key) {
	for _, e := range a.Value.Entries {
		form := c.Named[spec.Of]
		s := form.scope(o.Scope, spec.Of, e.Key.Text)
		expected := form.Expected
		if spec.Files {
			e.Value = c.file(e.Value, s, spec.Of, 2)
			expected += orFile
		}
		if below := c.object(spec.Of, e.Key, e, s); below != nil {
			below.Misnamed = !c.allows(form.Names, e.Key, s, "")
			a.Objects = append(a.Objects, below)
			continue
		}
		if e.Value.Kind != Broken {
			c.Report(WrongKind, e.Value, s, "expected %s, found %s", expected, e.Value.Found())
		}
		a.Value.Partial = true
	}
}

// list decodes a list of maps or their short forms.
func (c *Checker) list(o *Object, a *Attr, spec Key) {
	for _, item := range a.Value.Items {
		if below := c.object(spec.Of, nil, Entry{item, item}, o.Scope); below != nil {
			a.Objects = append(a.Objects, below)
		} else if item.Kind != Broken {
			c.Report(WrongKind, item, o.Scope, "%s: expected a map, found %s%s",
				wording.Quote(a.Key.Text), item.Found(), spec.Remedy)
		}
	}
}
