package behavior

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A step is read beside its kind: each member that it selects by, sets or merges is recorded as a
// fact about the kind's documents, which the checks in members.go and shown.go need. A step whose
// kind is unknown is still read, for its other mistakes.

// step reads a step. Its values are read apart from those of other steps, since only they can
// name its item.
func (v *valueReader) step(o *yamldoc.Object, verb Verb) *Step {
	forStep := *v
	return forStep.readStep(o, verb)
}

// readStep reads the keys of a step in an order in which each knows what it depends on: the item
// before values that may name it, and the parents before what is missing of them.
func (v *valueReader) readStep(o *yamldoc.Object, verb Verb) *Step {
	attr := o.Attrs[string(verb)]
	s := &Step{Verb: verb, Missing: word(v.reader, o, "missing", missings)}
	if !attr.Bad {
		s.Kind = v.kind(attr.Value, v.scope, string(verb))
	}
	v.checkApplicable(o, s)
	if n := o.Value("each"); n != nil {
		v.each(n, s)
	}
	if n := o.Value("when"); n != nil {
		v.when(n, s)
	}
	if n := o.Value("by"); n != nil {
		v.by(n, s)
	}
	if n := o.Value("parent"); n != nil {
		v.parent(n, s)
	}
	v.merge(o, s)
	if n := o.Value("set"); n != nil {
		v.set(n, s)
	}
	if n := o.Value("order"); n != nil {
		v.order(n, s)
	}
	v.checkComplete(o, s, attr.Key)
	return s
}

// checkApplicable reports keys that do not apply to the verb.
func (v *valueReader) checkApplicable(o *yamldoc.Object, s *Step) {
	verb := wording.Quote(string(s.Verb))
	for _, key := range stepOnly {
		attr, only := o.Attrs[key], modifiers[key]
		if attr == nil || only == nil || slices.Contains(only, s.Verb) {
			continue
		}
		const form = "%s does not apply to %s, only to %s; delete it, or use another verb"
		v.report(catalog.InapplicableKey, attr.Key, form,
			wording.Quote(key), verb, wording.List(texts(only), "and"))
	}
	n := o.Value("missing")
	if n != nil && s.Missing == Make && s.Verb != Read && s.Verb != Update {
		const form = `"missing": "create" does not apply to %s, only to read and update; ` +
			`write "fail" or "ignore"`
		v.report(catalog.InapplicableKey, n, form, verb)
	}
}

// each reads the list for whose items the step is repeated, and sets the item.
func (v *valueReader) each(n *yamldoc.Node, s *Step) {
	g := v.value(n, inEach)
	if f := g.at.asField(); f.Join != "" { // the items of a joined array, which is sent as a string
		g.at = placeOf(f.Type)
	}
	v.expect(g, inEach, aList)
	v.item = &place{}
	if t := g.at.sentType(); t.Kind == catalog.Array {
		*v.item = placeOf(t.Elem)
	}
	s.Each = &g.Value
}

// when reads the conditions of a step.
func (v *valueReader) when(n *yamldoc.Node, s *Step) {
	const expected = "a map from values to constants, such as {/hard_delete: true}"
	for _, e := range v.entries(n, "when", expected) {
		g := v.value(e.Key, inWhen)
		if e.Value.Kind == yamldoc.String && e.Value.Text == "$given" {
			s.When = append(s.When, Condition{Value: g.Value, Given: true})
			continue
		}
		isValid := v.checkConstant(e.Value)
		if g.bad || !isValid {
			continue
		}
		is := operand{node: e.Value}
		v.expect(is, inWhen, append(scalars, null)...)
		if slices.Contains(scalars, is.found()) {
			v.checkFit(is, g.at, inWhen, UnfitValue, "the request")
		}
		s.When = append(s.When, Condition{Value: g.Value, Is: e.Value.Plain()})
	}
}

// checkConstant reports a value that cannot be the constant of a condition, and returns whether
// it can.
func (v *valueReader) checkConstant(n *yamldoc.Node) bool {
	if n.Kind == yamldoc.String && strings.HasPrefix(n.Text, "$") {
		v.report(yamldoc.UnknownValue, n, `"when": expected a constant or $given, found %s`,
			wording.Quote(n.Text))
		return false
	}
	return v.plain(n, inWhen, false)
}

// everything is the "by" of a step that selects all documents of its kind.
const everything = "all"

// by reads the selection of documents: one match, or a list of alternatives.
func (v *valueReader) by(n *yamldoc.Node, s *Step) {
	isAll := n.Kind == yamldoc.String && n.Text == everything
	switch {
	case isAll && (s.touches() || s.Verb == List):
		// No condition selects all documents.
	case s.Verb == List:
		s.Where = v.match(n, s)
	case n.Kind == yamldoc.List:
		if len(n.Items) == 0 {
			v.report(yamldoc.EmptyValue, n, `"by" is empty; fill it or delete the key`)
		}
		for _, item := range n.Items {
			s.By = append(s.By, v.match(item, s))
		}
	default:
		s.By = []Match{v.match(n, s)}
	}
}

// match reads the members that select documents.
func (v *valueReader) match(n *yamldoc.Node, s *Step) (m Match) {
	for _, e := range v.entries(n, "by", "a map from pointers to values, such as {/id: /note_id}") {
		for _, way := range comparisons(e.Value, s) {
			m = append(m, v.selection(e.Key, way, s))
		}
	}
	return m
}

// comparisons returns the values with which "by" compares a member, by the word of the comparison:
// {$from: /first, $to: /last} has two. A value without a word must be equal, and a map with other
// keys is such a value.
func comparisons(n *yamldoc.Node, s *Step) []yamldoc.Entry {
	isOther := func(e yamldoc.Entry) bool {
		return !slices.Contains([]Compare{Contains, From, To, Date}, Compare(e.Key.Text))
	}
	if s.Verb != List || len(n.Entries) == 0 || slices.ContainsFunc(n.Entries, isOther) {
		return []yamldoc.Entry{{Key: new(yamldoc.Node), Value: n}}
	}
	return n.Entries
}

// selection reads a member that selects documents, and the value with which it is compared.
func (v *valueReader) selection(key *yamldoc.Node, way yamldoc.Entry, s *Step) Member {
	member, g := v.member(yamldoc.Entry{Key: key, Value: way.Value}, inBy, s.Kind)
	member.Compare = Compare(way.Key.Text)
	v.checkSelection(key, member, s.Kind)
	v.uses = append(v.uses, use{kind: s.Kind, pointer: member.Pointer, key: "by", at: key, scope: v.scope})
	if s.Missing == Make { // a document that is made gets the value
		v.recordWrite(s, member.Pointer, g, inBy)
	}
	v.expect(g.compared(), inBy, scalars...)
	return member
}

// checkSelection reports a member that selects no documents: a list of others, or a part of an id.
func (v *valueReader) checkSelection(key *yamldoc.Node, m Member, kind *Kind) {
	list := kind.child(m.Pointer)
	isList := list != "" && list == m.Pointer
	if isList {
		v.report(BadPointer, key, `"by": %s is a list of documents; add a member of them, such as %s`,
			wording.Quote(list), wording.Quote(list+"/name"))
	}
	isID := kind != nil && m.Pointer == kind.ID
	if isID && m.Compare != Equal {
		const form = `"by": %s is the id, which can only be compared as a whole; write the value alone`
		v.report(MisplacedValue, key, form, wording.Quote(m.Pointer))
	}
}

// compared returns what a member is compared with: the items of a list, or else the value itself.
func (g operand) compared() operand {
	if g.found() != aList {
		return g
	}
	return operand{node: g.node, Value: Value{Source: Item}, at: g.at.elem(), bad: g.bad}
}

// recordWrite records that a step gives a value to a member of documents.
func (v *valueReader) recordWrite(s *Step, pointer string, g operand, target slot) {
	s.Kind.addMember(pointer, s)
	v.writes = append(v.writes, write{
		op: v.op, step: s, pointer: pointer, given: g, key: target.key, scope: v.scope,
	})
}

// parent reads the parents of the documents of a step.
func (v *valueReader) parent(n *yamldoc.Node, s *Step) {
	const expected = "a map from the names of parents to values, such as {contact: /contact_id}"
	s.Parents = map[string]Value{}
	for _, e := range v.entries(n, "parent", expected) {
		g := v.value(e.Value, inParent)
		v.expect(g, inParent, scalars...)
		name := e.Key.Text
		s.Parents[name] = g.Value
		if s.Kind == nil {
			continue
		}
		parent, ok := s.Kind.Parents[name]
		if !ok {
			v.report(UnknownParent, e.Key, `"parent": %s has no parent %s%s`,
				wording.Quote(s.Kind.Name), wording.Quote(name), v.OneOf(name, s.Kind.ParentNames))
			continue
		}
		parent.addID(g.at)
	}
}

// merge reads the object that is merged into the document. By default, create and link merge
// the request or the item.
func (v *valueReader) merge(o *yamldoc.Object, s *Step) {
	n := o.Value("merge")
	switch {
	case n != nil:
		v.givenMerge(n, s)
	case o.Has("merge") || !s.makesNew():
		// The value is null or was reported, or the verb has no default.
	case v.item == nil:
		s.Merge = &Value{Source: Request}
		s.Kind.addDocument(v.request(), s)
	case v.item.typeName() == anObject || v.item.typeName() == "":
		s.Merge = &Value{Source: Item}
		s.Kind.addDocument(*v.item, s)
	}
}

// givenMerge reads the value of the key "merge".
func (v *valueReader) givenMerge(n *yamldoc.Node, s *Step) {
	g := v.value(n, inMerge)
	v.expect(g, inMerge, anObject)
	s.Merge = &g.Value
	if g.Source != Constant {
		s.Kind.addDocument(g.at, s)
		return
	}
	for _, e := range g.node.Entries {
		v.recordWrite(s, pointer(e.Key.Text), operand{node: e.Value}, inMerge)
	}
}

// set reads the members that a step sets.
func (v *valueReader) set(n *yamldoc.Node, s *Step) {
	const expected = "a map from pointers to values, such as {/written: $now}"
	for _, e := range v.entries(n, "set", expected) {
		m, g := v.member(e, inSet, s.Kind)
		if list := s.Kind.child(m.Pointer); list != m.Pointer && list != "" {
			const form = `"set": %s is inside the documents of %s; ` +
				`set the whole list, or change them in another step`
			v.report(BadPointer, e.Key, form, wording.Quote(m.Pointer), wording.Quote(list))
		}
		if !g.bad {
			v.recordWrite(s, m.Pointer, g, inSet)
			s.Set = append(s.Set, m)
		}
	}
}

// order reads the member by which a list is ordered.
func (v *valueReader) order(n *yamldoc.Node, s *Step) {
	s.Order = v.pointer(n, v.scope, "order")
	v.uses = append(v.uses, use{s.Kind, s.Order, "order", n, v.scope})
	if s.Kind.child(s.Order) != "" {
		const form = `"order": %s is inside other documents; use a member of the document itself`
		v.report(BadPointer, n, form, wording.Quote(s.Order))
	}
}

// listed is the maximum number of missing names in a problem.
const listed = 10

// checkComplete reports what is missing in a step. The place of problems is that of its verb.
func (v *valueReader) checkComplete(o *yamldoc.Object, s *Step, at *yamldoc.Node) {
	kind := s.Kind
	if kind == nil || o.Node.Partial {
		return
	}
	kind.addMember(kind.ID, s)
	verb, name := wording.Quote(string(s.Verb)), wording.Quote(kind.Name)
	isOfLink := s.Verb == Link || s.Verb == Unlink
	selects := o.Attrs["by"] != nil || o.Attrs["parent"] != nil
	switch {
	case isOfLink && len(kind.Parents) < 2:
		plain := map[Verb]string{Link: "create", Unlink: "delete"}[s.Verb]
		const form = `%s: %s does not have two parents; write %s, or add "parents" to the kind`
		v.report(BadParents, at, form, verb, name, wording.Quote(plain))
	case s.touches() && !selects:
		const form = `%s requires "by"; add it, or write "by: all" for every %s`
		v.report(yamldoc.MissingKey, at, form, verb, name)
	case s.creates():
		v.checkParents(o, s, at)
	}
}

// checkParents reports parents of a new document that are missing, unless there is a mistake in
// "parent", where they may be misspelt.
func (v *valueReader) checkParents(o *yamldoc.Object, s *Step, at *yamldoc.Node) {
	n := o.Attrs["parent"]
	if n != nil && (n.Bad || n.Value.Kind != yamldoc.Map || n.Value.Partial) {
		return
	}
	for name := range s.Parents {
		if _, ok := s.Kind.Parents[name]; !ok {
			return
		}
	}
	isNamed := func(name string) bool {
		_, ok := s.Parents[name]
		return ok
	}
	absent := slices.DeleteFunc(s.Kind.ParentNames(), isNamed)
	if len(absent) > 0 {
		first := wording.Clip(absent[0])
		mentioned := absent[:min(len(absent), listed)]
		const form = `a new %s needs its parents, and "parent" lacks %s; ` +
			`add it, such as {%s: /%s_id}`
		v.report(yamldoc.MissingKey, at, form,
			s.Kind.Name, wording.QuotedList(mentioned, "and"), first, first)
	}
}
