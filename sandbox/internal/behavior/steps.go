package behavior

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// step reads a step.
func (a *opReader) step(o *yamldoc.Object, verb Verb) *Step {
	a.item = nil
	at := o.Attrs[string(verb)]
	s := &Step{Verb: verb, Missing: word(a.reader, o, "missing", missings)}
	if !at.Bad {
		s.Kind = a.kind(at.Value, a.scope, string(verb))
	}
	a.applicable(o, s)
	if n := o.Value("each"); n != nil {
		a.each(n, s)
	}
	if n := o.Value("when"); n != nil {
		a.when(n, s)
	}
	if n := o.Value("by"); n != nil {
		a.by(n, s)
	}
	a.parent(o, s)
	a.merge(o, s)
	if n := o.Value("set"); n != nil {
		for _, e := range a.entries(n, "set", "a map from pointers to values, such as {/written: $now}") {
			m, g := a.member(e, inSet, s.Kind)
			if at := s.Kind.child(m.Pointer); at != m.Pointer && at != "" {
				a.report(BadPointer, e.Key, `"set": %s is inside the documents of %s; set the whole list, or change them in another step`, wording.Quote(m.Pointer), wording.Quote(at))
			}
			if g.bad {
				continue
			}
			s.Kind.addMember(m.Pointer, s)
			a.writes = append(a.writes, write{a, s, m.Pointer, g, inSet})
			s.Set = append(s.Set, m)
		}
	}
	if n := o.Value("order"); n != nil {
		s.Order = a.pointer(n, a.scope, "order")
		a.uses = append(a.uses, use{s.Kind, s.Order, "order", n, a.scope})
		if s.Kind.child(s.Order) != "" {
			a.report(BadPointer, n, `"order": %s is inside other documents; use a member of the document itself`, wording.Quote(s.Order))
		}
	}
	a.complete(o, s, at.Key)
	return s
}

// applicable reports keys that do not apply to the verb.
func (a *opReader) applicable(o *yamldoc.Object, s *Step) {
	for _, key := range stepOnly {
		at := o.Attrs[key]
		if at == nil || modifiers[key] == nil || slices.Contains(modifiers[key], s.Verb) {
			continue
		}
		a.report(catalog.InapplicableKey, at.Key, "%s does not apply to %s, only to %s; delete it, or use another verb", wording.Quote(key), wording.Quote(string(s.Verb)),
			wording.List(texts(modifiers[key]), "and"))
	}
	if n := o.Value("missing"); n != nil && s.Missing == Make && s.Verb != Read && s.Verb != Update {
		a.report(catalog.InapplicableKey, n, `"missing": "create" does not apply to %s, only to read and update; write "fail" or "ignore"`, wording.Quote(string(s.Verb)))
	}
}

func (a *opReader) each(n *yamldoc.Node, s *Step) {
	g := a.value(n, inEach)
	a.item = &place{}
	if f := g.at.asField(); f.Join != "" {
		g.at = placeOf(f.Type)
	}
	a.expect(g, inEach, aList)
	if t := g.at.sentType(); t.Kind == catalog.Array {
		*a.item = placeOf(t.Elem)
	}
	s.Each = &g.Value
}

func (a *opReader) when(n *yamldoc.Node, s *Step) {
	for _, e := range a.entries(n, "when", "a map from values to constants, such as {/hard_delete: true}") {
		g := a.value(e.Key, inWhen)
		if e.Value.Kind == yamldoc.String && e.Value.Text == "$given" {
			s.When = append(s.When, Condition{Value: g.Value, Given: true})
			continue
		}
		is := operand{node: e.Value}
		if is.bad = !a.constantFor(e.Value); g.bad || is.bad {
			continue
		}
		a.expect(is, inWhen, append(scalars, null)...)
		if slices.Contains(scalars, is.found()) {
			a.checkFit(is, g.at, inWhen, UnfitValue, "the request")
		}
		s.When = append(s.When, Condition{Value: g.Value, Is: e.Value.Plain()})
	}
}

// constantFor reports a value that cannot be the constant of a condition, and returns whether
// it can.
func (a *opReader) constantFor(n *yamldoc.Node) bool {
	if n.Kind == yamldoc.String && strings.HasPrefix(n.Text, "$") {
		a.report(yamldoc.UnknownValue, n, `"when": expected a constant or $given, found %s`, wording.Quote(n.Text))
		return false
	}
	return a.plain(n, inWhen, false)
}

// by reads the selection of documents: one match, or a list of alternatives.
func (a *opReader) by(n *yamldoc.Node, s *Step) {
	const expected = "a map from pointers to values, such as {/id: /note_id}"
	match := func(n *yamldoc.Node) (m Match) {
		for _, e := range a.entries(n, "by", expected) {
			for _, way := range comparisons(e.Value, s) {
				m = append(m, a.selection(e.Key, way, s))
			}
		}
		return m
	}
	switch {
	case n.Kind == yamldoc.String && n.Text == everything && (s.touches() || s.Verb == List):
	case s.Verb == List:
		s.Where = match(n)
	case n.Kind == yamldoc.List:
		if len(n.Items) == 0 {
			a.report(yamldoc.EmptyValue, n, `"by" is empty; fill it or delete the key`)
		}
		for _, item := range n.Items {
			s.By = append(s.By, match(item))
		}
	default:
		s.By = []Match{match(n)}
	}
}

// selection reads a member that selects documents, and the value with which it is compared.
func (a *opReader) selection(key *yamldoc.Node, way yamldoc.Entry, s *Step) Member {
	member, g := a.member(yamldoc.Entry{Key: key, Value: way.Value}, inBy, s.Kind)
	member.Compare = Compare(way.Key.Text)
	if at := s.Kind.child(member.Pointer); at != "" && at == member.Pointer {
		a.report(BadPointer, key, `"by": %s is a list of documents; add a member of them, such as %s`, wording.Quote(at), wording.Quote(at+"/name"))
	}
	if member.Compare != Equal && s.Kind != nil && member.Pointer == s.Kind.ID {
		a.report(MisplacedValue, key, `"by": %s is the id, which can only be compared as a whole; write the value alone`, wording.Quote(member.Pointer))
	}
	a.uses = append(a.uses, use{s.Kind, member.Pointer, "by", key, a.scope})
	if s.Missing == Make {
		s.Kind.addMember(member.Pointer, s)
		a.writes = append(a.writes, write{a, s, member.Pointer, g, inBy})
	}
	if g.found() == aList { // the member is compared with its items
		g = operand{node: g.node, Value: Value{Source: Item}, at: elem(g.at), bad: g.bad}
	}
	a.expect(g, inBy, scalars...)
	return member
}

// comparisons returns the values with which "by" compares a member, by the word of the comparison.
func comparisons(n *yamldoc.Node, s *Step) []yamldoc.Entry {
	isOther := func(e yamldoc.Entry) bool {
		return !slices.Contains([]Compare{Contains, From, To}, Compare(e.Key.Text))
	}
	if s.Verb != List || len(n.Entries) == 0 || slices.ContainsFunc(n.Entries, isOther) {
		return []yamldoc.Entry{{Key: new(yamldoc.Node), Value: n}}
	}
	return n.Entries
}

// everything is the "by" of a step that selects all documents of its kind.
const everything = "all"

// touches reports whether a step changes or deletes all selected documents.
func (s *Step) touches() bool {
	return s.Verb == Update || s.Verb == Delete || s.Verb == Unlink
}

// parent reads the parents of the documents of a step.
func (a *opReader) parent(o *yamldoc.Object, s *Step) {
	n := o.Value("parent")
	if n == nil {
		return
	}
	s.Parents = map[string]Value{}
	for _, e := range a.entries(n, "parent", "a map from the names of parents to values, such as {contact: /contact_id}") {
		g := a.value(e.Value, inParent)
		a.expect(g, inParent, scalars...)
		s.Parents[e.Key.Text] = g.Value
		if s.Kind == nil {
			continue
		}
		of, ok := s.Kind.Parents[e.Key.Text]
		if of.addID(g.at); !ok {
			a.report(UnknownParent, e.Key, `"parent": %s has no parent %s%s`, wording.Quote(s.Kind.Name), wording.Quote(e.Key.Text), a.OneOf(e.Key.Text, s.Kind.ParentNames))
		}
	}
}

// ParentNames returns the names of Parents, sorted.
func (k *Kind) ParentNames() []string { return slices.Sorted(maps.Keys(k.Parents)) }

// merge reads the object that is merged into the document. By default, create and link merge
// the request or the item.
func (a *opReader) merge(o *yamldoc.Object, s *Step) {
	n := o.Value("merge")
	switch {
	case n != nil:
		g := a.value(n, inMerge)
		a.expect(g, inMerge, anObject)
		s.Merge = &g.Value
		if g.Source == Constant {
			for _, e := range g.node.Entries {
				s.Kind.addMember(pointer(e.Key.Text), s)
				a.writes = append(a.writes, write{a, s, pointer(e.Key.Text), operand{node: e.Value}, inMerge})
			}
		} else {
			s.Kind.addDocument(g.at, s)
		}
	case o.Has("merge"), s.Verb != Create && s.Verb != Link:
	case a.item == nil:
		s.Merge = &Value{Source: Request}
		s.Kind.addDocument(a.request(), s)
	case a.item.typeName() == anObject || a.item.typeName() == "":
		s.Merge = &Value{Source: Item}
		s.Kind.addDocument(*a.item, s)
	}
}

// shown is the maximum number of missing names in a problem.
const shown = 10

// complete reports what is missing in a step.
func (a *opReader) complete(o *yamldoc.Object, s *Step, at *yamldoc.Node) {
	kind := s.Kind
	if kind == nil || o.Node.Partial {
		return
	}
	kind.addMember(kind.ID, s)
	if (s.Verb == Link || s.Verb == Unlink) && len(kind.Parents) < 2 {
		a.report(BadParents, at, `%s: %s does not have two parents; write %s, or add "parents" to the kind`, wording.Quote(string(s.Verb)), wording.Quote(kind.Name),
			wording.Quote(map[Verb]string{Link: "create", Unlink: "delete"}[s.Verb]))
		return
	}
	if s.touches() && o.Attrs["by"] == nil && o.Attrs["parent"] == nil {
		a.report(yamldoc.MissingKey, at, `%s requires "by"; add it, or write "by: all" for every %s`, wording.Quote(string(s.Verb)), wording.Quote(kind.Name))
		return
	}
	if n := o.Attrs["parent"]; !s.creates() || n != nil && (n.Bad || n.Value.Kind != yamldoc.Map || n.Value.Partial) {
		return
	}
	for name := range s.Parents { // reported, and probably a misspelt one
		if _, ok := kind.Parents[name]; !ok {
			return
		}
	}
	var lacks []string
	for _, name := range kind.ParentNames() {
		if _, ok := s.Parents[name]; !ok && len(lacks) < shown {
			lacks = append(lacks, name)
		}
	}
	if lacks != nil {
		first := wording.Clip(lacks[0])
		a.report(yamldoc.MissingKey, at, `a new %s needs its parents, and "parent" lacks %s; add it, such as {%s: /%s_id}`, kind.Name, wording.QuotedList(lacks, "and"), first, first)
	}
}
