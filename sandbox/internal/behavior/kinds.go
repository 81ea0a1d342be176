package behavior

import (
	"maps"
	"regexp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Kinds refer to each other in every direction, so they are read in rounds: first all names with
// what needs no other kind, then the parents, then the lists of parts, which must agree with them.

// name is the form of names of kinds and parents. The sandbox itself uses names that start
// with "_".
var name = regexp.MustCompile(`^[a-z][a-z0-9_]{0,99}$`)

// checkName reports a text that cannot be the name of a kind or a parent.
func (r *reader) checkName(n *yamldoc.Node, s yamldoc.Scope) {
	if !name.MatchString(n.Text) {
		const form = "%s cannot be the name of a kind or a parent; " +
			"use lower-case letters, digits and _, starting with a letter"
		r.Report(catalog.BadName, n, s, form, wording.Quote(n.Text))
	}
}

// readKinds reads the kinds: first their names, to which references are resolved then.
func (r *reader) readKinds(objects []*yamldoc.Object) {
	for _, o := range objects {
		kind := r.newKind(o)
		r.behavior.Kinds = append(r.behavior.Kinds, kind)
		r.kinds[o.Key.Text] = kind
	}
	for _, o := range objects {
		r.parents(r.kinds[o.Key.Text], o)
	}
	for _, o := range objects {
		r.children(r.kinds[o.Key.Text], o)
	}
	r.checkEndless(objects)
}

// newKind reads what a kind says without naming another one.
func (r *reader) newKind(o *yamldoc.Object) *Kind {
	r.checkName(o.Key, o.Scope)
	kind := &Kind{Name: wording.Clip(o.Key.Text), ID: "/id", Free: o.Is("free")}
	if n := o.Value("id"); n != nil {
		kind.ID = r.pointer(n, o.Scope, "id")
	}
	if n := o.Value("unique"); n != nil {
		kind.Unique = []string{}
		if len(n.Items) == 0 && !n.Partial && !o.Has("parents") {
			const text = `"unique" can only be empty for a kind with parents; ` +
				`list members, or delete the key`
			r.Report(yamldoc.EmptyValue, n, o.Scope, text)
		}
	}
	kind.Unique = append(kind.Unique, r.pointers(o, kind, "unique")...)
	kind.Distinct = r.pointers(o, kind, "distinct")
	return kind
}

// pointers returns the members of documents that a key of their kind lists.
func (r *reader) pointers(o *yamldoc.Object, kind *Kind, key string) (list []string) {
	for _, n := range o.Items(key) {
		at := r.pointer(n, o.Scope, key)
		if slices.Contains(list, at) {
			r.Report(catalog.DuplicateValue, n, o.Scope, "%s: %s is listed twice; delete one",
				wording.Quote(key), wording.Quote(at))
		}
		list = append(list, at)
		r.uses = append(r.uses, use{kind, at, key, n, o.Scope})
	}
	return list
}

// parents reads the parents of a kind: a list of kinds, or a map from names to kinds.
func (r *reader) parents(kind *Kind, o *yamldoc.Object) {
	n := o.Value("parents")
	if n == nil {
		return
	}
	kind.Parents = map[string]*Kind{}
	switch n.Kind {
	case yamldoc.List:
		for _, item := range n.Items {
			r.addParent(kind, o, item, item)
		}
	case yamldoc.Map:
		for _, e := range n.Entries {
			r.checkName(e.Key, o.Scope)
			r.addParent(kind, o, e.Key, e.Value)
		}
	default:
		r.reportType(n, o.Scope, "parents", "a list of kinds or a map from names to kinds")
		return
	}
	names := kind.ParentNames()
	if len(names) == 0 && !n.Partial {
		r.Report(yamldoc.EmptyValue, n, o.Scope, `"parents" is empty; fill it or delete the key`)
	}
	if len(names) == 1 && kind.Parents[names[0]] != nil {
		whole := kind.Parents[names[0]]
		whole.Parts = append(whole.Parts, kind)
	}
}

// addParent reads a parent of a kind, from its name and the name of its kind.
func (r *reader) addParent(kind *Kind, o *yamldoc.Object, name, kindName *yamldoc.Node) {
	if _, twice := kind.Parents[name.Text]; twice {
		parent := wording.Clip(kindName.Text)
		const form = `"parents": %s is listed twice; give them names, such as {owner: %s, tenant: %s}`
		r.Report(catalog.DuplicateValue, name, o.Scope, form, wording.Quote(name.Text), parent, parent)
	}
	kind.Parents[name.Text] = r.kind(kindName, o.Scope, "parents")
}

// children reads the members that list the parts of a kind.
func (r *reader) children(kind *Kind, o *yamldoc.Object) {
	n := o.Value("children")
	if n == nil {
		return
	}
	if n.Kind != yamldoc.Map {
		r.reportType(n, o.Scope, "children", "a map from pointers to kinds, such as {/phones: phone}")
		return
	}
	kind.Children = map[string]*Kind{}
	listed := map[*Kind]*yamldoc.Node{}
	for _, e := range n.Entries {
		at := r.pointer(e.Key, o.Scope, "children")
		child := r.kind(e.Value, o.Scope, "children")
		if child == nil {
			continue
		}
		kind.Children[at], child.ListedBy, child.ListedAt = child, kind, at
		if first := listed[child]; first != nil {
			const form = `"children": %s is listed in two members; use a kind for each`
			r.Report(BadChildren, e.Value, o.Scope, form, wording.Quote(child.Name)).
				And(first, "first listed here")
		}
		listed[child] = e.Value
		if !slices.Equal(slices.Collect(maps.Values(child.Parents)), []*Kind{kind}) {
			const form = `"children": the only parent of %s must be %s; write "parents: [%s]"`
			r.Report(BadChildren, e.Value, o.Scope, form,
				wording.Quote(child.Name), wording.Quote(kind.Name), kind.Name)
		}
	}
	r.checkChildren(kind, o)
}

// checkChildren reports members with lists of parts that contain each other, the id, or a unique
// or distinct member.
func (r *reader) checkChildren(kind *Kind, o *yamldoc.Object) {
	for _, e := range o.Value("children").Entries {
		if at := kind.child(parentOf(e.Key.Text)); at != "" {
			const form = `"children": %s is inside %s; ` +
				`members that list parts must not contain each other`
			r.Report(BadChildren, e.Key, o.Scope, form, wording.Quote(e.Key.Text), wording.Quote(at))
		}
	}
	for _, pointer := range slices.Concat([]string{kind.ID}, kind.Unique, kind.Distinct) {
		if at := kind.child(pointer); at != "" {
			const form = `"children": %s lists documents, so it cannot contain the id ` +
				`or a member of "unique" or "distinct"; use another member than %s`
			r.Report(BadChildren, o.Attrs["children"].Key, o.Scope, form,
				wording.Quote(at), wording.Quote(pointer))
		}
	}
}

// checkEndless reports kinds that are directly or indirectly parts of themselves, so that no
// first document can exist.
func (r *reader) checkEndless(objects []*yamldoc.Object) {
	possible := r.possibleKinds()
	for _, o := range objects {
		kind := r.kinds[o.Key.Text]
		if !possible[kind] && o.Has("parents") {
			const text = "a first document of this kind cannot exist, since its parents depend " +
				`on each other; delete a parent, or make its kind "free"`
			r.Report(BadParents, o.Attrs["parents"].Key, o.Scope, text)
		}
	}
}

// possibleKinds returns the kinds that can have a first document: those whose parents can. It
// looks at all kinds again and again, until it finds no further one.
func (r *reader) possibleKinds() map[*Kind]bool {
	possible := map[*Kind]bool{}
	waitsFor := func(parent *Kind) bool {
		return parent != nil && !parent.Free && !possible[parent]
	}
	for hasMore := true; hasMore; {
		hasMore = false
		for _, kind := range r.behavior.Kinds {
			parents := slices.Collect(maps.Values(kind.Parents))
			if !possible[kind] && !slices.ContainsFunc(parents, waitsFor) {
				possible[kind] = true
				hasMore = true
			}
		}
	}
	return possible
}
