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
}

// start returns the beginning of a file of the format.
func (f Format) start() string { return f.Version + ": " + version }

// about returns the name with its article: "an overlay".
func (f Format) about() string { return f.Article + " " + f.Name }

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

func (c *Checker) suggest(name string, known func() []string, by func(string, []string) string) string {
	if c.compared > maxCompared {
		return ""
	}
	names := known()
	c.compared += len(names)
	return by(name, names)
}

// NewChecker returns a checker of files of the grammar.
func NewChecker(g *Grammar) *Checker { return &Checker{Grammar: g} }

// Problems returns the reported problems, sorted by file in the order of opening and by
// position, or nil if there are none.
func (c *Checker) Problems() Problems { return c.problems.sorted() }

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
		src:     at.src,
		width:   at.width,
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
	if root.Kind != Map {
		starts := ""
		if f.Version != "" {
			starts = "; " + f.about() + " starts with " + wording.Quote(f.start())
		}
		c.Report(WrongKind, root, Scope{}, "expected a map, found %s%s", root.Found(), starts)
		return nil
	}
	for _, other := range others {
		if n := root.key(other.Version); n != nil && root.key(f.Version) == nil {
			c.Report(WrongKind, n, Scope{}, "this is %s; %s is expected, which starts with %s", other.about(), f.about(), wording.Quote(f.start()))
			return nil
		}
	}
	o := c.decode(f.Kind, nil, root, Scope{})
	c.needed(o)
	if n := o.Value(f.Version); n != nil && n.Text != version {
		c.Report(WrongVersion, n, Scope{}, "%s version %s is not known; this program reads version %s: write %s, or use the release that reads yours",
			f.Version, wording.Quote(n.Text), version, wording.Quote(f.start()))
	}
	return o
}

// Complete reports missing keys of all objects in o, at any depth.
func (c *Checker) Complete(o *Object) {
	for _, a := range o.Attrs {
		for _, below := range a.Objects {
			c.needed(below)
			c.Complete(below)
		}
		if a.Object != nil {
			c.needed(a.Object)
			c.Complete(a.Object)
		}
	}
}

// needed reports missing keys of o itself.
func (c *Checker) needed(o *Object) {
	if o.Node.Partial {
		return
	}
	for _, name := range c.Keys(o.Kind) {
		if c.Maps[o.Kind][name].Needed && o.Attrs[name] == nil {
			c.Report(MissingKey, o.Start(), o.Scope, "key %s is missing; add it", wording.Quote(name))
		}
	}
}

// Decode reads a map of a kind and reports missing keys, at any depth. It is for values that
// the grammar leaves to the caller.
func (c *Checker) Decode(kind string, n *Node, s Scope) *Object {
	o := c.decode(kind, nil, n, s)
	c.needed(o)
	c.Complete(o)
	return o
}

// decode reads a map of a kind by the keys that the grammar lists.
func (c *Checker) decode(kind string, key, n *Node, s Scope) *Object {
	o := &Object{Kind: kind, Key: key, Node: n, Scope: s, Attrs: map[string]*Attr{}}
	for _, e := range n.Entries {
		spec, ok := c.Maps[kind][e.Key.Text]
		if !ok {
			c.unknownKey(o, e)
			continue
		}
		a := &Attr{Key: e.Key, Value: e.Value}
		o.Attrs[e.Key.Text] = a
		a.Bad = !c.attr(o, a, spec)
	}
	return o
}

func (c *Checker) unknownKey(o *Object, e Entry) {
	known := c.Keys(o.Kind)
	remedy := "; expected " + wording.QuotedList(known, "or")
	if c.compared += len(known); c.compared > maxCompared {
		known = nil
	}
	if meant := wording.Closest(e.Key.Text, known); meant != "" {
		remedy = "; did you mean " + wording.Quote(meant) + "?"
		if o.Attrs[meant] == nil { // it is misspelled, and not missing
			o.Attrs[meant] = &Attr{Key: e.Key, Value: e.Value, Bad: true}
		}
	}
	if write := c.foreign[o.Kind][e.Key.Text]; write != "" {
		remedy = "; write " + write
		for _, name := range known { // they are not missing, but written as in another format
			if (c.Maps[o.Kind][name].Needed || write == wording.Quote(name)) && o.Attrs[name] == nil {
				o.Attrs[name] = &Attr{Key: e.Key, Value: e.Value, Bad: true}
			}
		}
	}
	if e.Key.bare {
		remedy = "; it has no colon: quote the text before it if the comma belongs to that"
	}
	c.Report(UnknownKey, e.Key, o.Scope, "unknown key %s%s", wording.Quote(e.Key.Text), remedy)
}

// attr checks a value, decodes the maps in it, and reports whether it is valid.
func (c *Checker) attr(o *Object, a *Attr, spec Key) bool {
	if spec.Files {
		a.Value = c.file(a.Value, o.Scope, a.Key.Text, 1)
	}
	name, n := a.Key.Text, a.Value
	expected := spec.expected()
	wrong := func(remedy string) bool {
		if n.Kind != Broken {
			c.Report(WrongKind, n, o.Scope, "%s: expected %s, found %s%s", wording.Quote(name), expected, n.Found(), remedy)
		}
		return false
	}
	if spec.Value == WordValue && n.Kind == Null && n.Text == "null" {
		return true
	}
	if n.Kind == Null {
		return wrong(cmp.Or(spec.Remedy, "; give it or delete the key"))
	}
	switch spec.Value {
	case SizeValue:
		if i, ok := n.Int(); ok && i < 0 {
			c.Report(NegativeSize, n, o.Scope, "%s: %s is negative; give 0 or more", wording.Quote(name), n.Text)
			return false
		}
	case NumberValue:
		if expected = "a number as JSON writes it"; n.Kind == Number {
			expected = "a number below 1e400"
		}
	case MapValue:
		return c.object(o, a, spec, wrong)
	case TextsValue:
		return c.texts(o, a, spec, wrong)
	case NamedValue:
		if expected = "a map from names"; spec.Files {
			expected += orFile
		}
		return c.named(o, a, spec, wrong)
	case ListValue:
		expected = "a list of maps"
		return c.list(o, a, spec, wrong)
	}
	if !spec.takes(n) {
		remedy := spec.Remedy
		if spec.Value == TextValue || spec.Value == WordValue {
			remedy = n.QuoteRemedy()
		}
		return wrong(remedy)
	}
	if spec.Filled && n.Kind == String && (n.Text == "" || !spec.Blank && strings.TrimSpace(n.Text) == "") {
		return c.empty(o, a, spec)
	}
	return true
}

// takes reports whether a value has the kind of the key, which is not one for maps or lists.
func (k Key) takes(n *Node) (ok bool) {
	switch k.Value {
	case TextValue, WordValue:
		return n.Kind == String
	case ScalarValue:
		return n.Kind <= String
	case BoolValue:
		return n.Kind == Bool
	case SizeValue:
		_, ok = n.Int()
		return ok
	case NumberValue:
		_, ok = n.Rat()
		return ok
	case TextOrListValue:
		return n.Kind == String || n.Kind == List
	case ShapeValue:
		return n.Kind == String || n.Kind == List || n.Kind == Map
	default:
		return true
	}
}

// empty reports a value that must not be empty.
func (c *Checker) empty(o *Object, a *Attr, spec Key) bool {
	remedy := " or delete the key"
	if spec.Needed {
		remedy = ""
	}
	c.Report(EmptyValue, a.Value, o.Scope, "%s is empty; fill it%s", wording.Quote(a.Key.Text), remedy)
	return false
}

// object decodes a map or its short form.
func (c *Checker) object(o *Object, a *Attr, spec Key, wrong func(string) bool) bool {
	inner := o.Scope
	inner.Within += a.Key.Text + ": "
	switch {
	case spec.shortFor(a.Value) != "":
		a.Object = short(spec.Of, spec.shortFor(a.Value), nil, Entry{a.Key, a.Value}, inner)
	case a.Value.Kind == Map:
		a.Object = c.decode(spec.Of, nil, a.Value, inner)
	case spec.Short == "":
		return wrong("; its keys are " + wording.QuotedList(c.Keys(spec.Of), "and"))
	case a.Value.Kind == String:
		a.Object = short(spec.Of, spec.Short, nil, Entry{a.Key, a.Value}, inner)
	default:
		return wrong("")
	}
	return true
}

// texts checks a list of strings.
func (c *Checker) texts(o *Object, a *Attr, spec Key, wrong func(string) bool) bool {
	if a.Value.Kind != List {
		return wrong("; write [" + wording.Clip(a.Value.Text) + "]")
	}
	if spec.Filled && len(a.Value.Items) == 0 {
		return c.empty(o, a, spec)
	}
	ok := true
	for _, item := range a.Value.Items {
		if item.Kind == String {
			continue
		}
		ok = false
		if item.Kind != Broken {
			c.Report(WrongKind, item, o.Scope, "%s: expected a string, found %s%s", wording.Quote(a.Key.Text), item.Found(), item.QuoteRemedy())
		}
	}
	return ok
}

// named decodes a map from names to maps of a kind, or their short forms.
func (c *Checker) named(o *Object, a *Attr, spec Key, wrong func(string) bool) bool {
	n, form := a.Value, c.Named[spec.Of]
	if n.Kind != Map {
		return wrong("")
	}
	if spec.Filled && len(n.Entries) == 0 && !n.Partial {
		c.Report(EmptyValue, n, o.Scope, "%s is empty%s", wording.Quote(a.Key.Text), cmp.Or(spec.Remedy, "; fill it"))
		return false
	}
	for _, e := range n.Entries {
		s, expected := form.scope(o.Scope, spec.Of, e.Key.Text), form.Expected
		if spec.Files {
			e.Value = c.file(e.Value, s, spec.Of, 2)
			expected += orFile
		}
		key, isShort := form.short(e.Value)
		switch {
		case isShort:
			a.Objects = append(a.Objects, short(spec.Of, key, e.Key, e, s))
		case e.Value.Kind == Map:
			a.Objects = append(a.Objects, c.decode(spec.Of, e.Key, e.Value, s))
		default:
			if e.Value.Kind != Broken {
				c.Report(WrongKind, e.Value, s, "expected %s, found %s", expected, e.Value.Found())
			}
			n.Partial = true
		}
	}
	return true
}

// list decodes a list of maps or their short forms.
func (c *Checker) list(o *Object, a *Attr, spec Key, wrong func(string) bool) bool {
	if a.Value.Kind != List {
		return wrong("")
	}
	if spec.Filled && len(a.Value.Items) == 0 {
		return c.empty(o, a, spec)
	}
	for _, item := range a.Value.Items {
		switch {
		case item.Kind == Map:
			a.Objects = append(a.Objects, c.decode(spec.Of, nil, item, o.Scope))
		case item.Kind == String && spec.Short != "":
			a.Objects = append(a.Objects, short(spec.Of, spec.Short, nil, Entry{item, item}, o.Scope))
		case item.Kind == Broken:
		default:
			c.Report(WrongKind, item, o.Scope, "%s: expected a map, found %s%s", wording.Quote(a.Key.Text), item.Found(), spec.Remedy)
		}
	}
	return true
}
