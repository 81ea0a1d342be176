package behavior

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// name is the form of names of kinds and parents. The sandbox itself uses names that start
// with "_".
var name = regexp.MustCompile(`^[a-z][a-z0-9_]{0,99}$`)

func (r *reader) checkName(n *yamldoc.Node, s yamldoc.Scope) {
	if !name.MatchString(n.Text) {
		r.Report(catalog.BadName, n, s, "%s cannot be the name of a kind or a parent; use lower-case letters, digits and _, starting with a letter", wording.Quote(n.Text))
	}
}

// readKinds reads the kinds: first their names, to which references are resolved then.
func (r *reader) readKinds(objects []*yamldoc.Object) {
	for _, o := range objects {
		r.checkName(o.Key, o.Scope)
		kind := &Kind{Name: wording.Clip(o.Key.Text), ID: "/id", Free: o.Is("free")}
		if n := o.Value("id"); n != nil {
			kind.ID = r.pointer(n, o.Scope, "id")
		}
		if n := o.Value("unique"); n != nil {
			kind.Unique = []string{}
			if len(n.Items) == 0 && !n.Partial && !o.Has("parents") {
				r.Report(yamldoc.EmptyValue, n, o.Scope, `"unique" can only be empty for a kind with parents; list members, or delete the key`)
			}
		}
		kind.Unique = append(kind.Unique, r.pointers(o, kind, "unique")...)
		kind.Distinct = r.pointers(o, kind, "distinct")
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

// pointers returns the members of documents that a key of their kind lists.
func (r *reader) pointers(o *yamldoc.Object, kind *Kind, key string) (all []string) {
	for _, n := range o.Items(key) {
		at := r.pointer(n, o.Scope, key)
		if slices.Contains(all, at) {
			r.Report(catalog.DuplicateValue, n, o.Scope, "%s: %s is listed twice; delete one", wording.Quote(key), wording.Quote(at))
		}
		all = append(all, at)
		r.uses = append(r.uses, use{kind, at, key, n, o.Scope})
	}
	return all
}

// pointer returns the pointer of a member of a document, "" if the text is not one.
func (r *reader) pointer(n *yamldoc.Node, s yamldoc.Scope, key string) string {
	if _, ok := tokens(n.Text); ok && n.Text != "" {
		return n.Text
	}
	r.Report(BadPointer, n, s, "%s: %s is not the JSON pointer of a member%s", wording.Quote(key), wording.Quote(n.Text), pointerRemedy)
	return ""
}

// kind returns the kind that a text names, nil if there is none.
func (r *reader) kind(n *yamldoc.Node, s yamldoc.Scope, key string) *Kind {
	if n.Kind != yamldoc.String {
		r.reportType(n, s, key, "the name of a kind")
		return nil
	}
	kind := r.kinds[n.Text]
	if kind == nil {
		r.Report(UnknownKind, n, s, "%s: there is no kind %s%s", wording.Quote(key), wording.Quote(n.Text),
			cmp.Or(r.DidYouMean(n.Text, r.behavior.KindNames), `; add it to "kinds"`))
	}
	return kind
}

// KindNames returns the names of the kinds, in document order.
func (b *Behavior) KindNames() (names []string) {
	for _, kind := range b.Kinds {
		names = append(names, kind.Name)
	}
	return names
}

// parents reads the parents of a kind: a list of kinds, or a map from names to kinds.
func (r *reader) parents(kind *Kind, o *yamldoc.Object) {
	n := o.Value("parents")
	if n == nil {
		return
	}
	kind.Parents = map[string]*Kind{}
	add := func(name, of *yamldoc.Node) {
		if _, twice := kind.Parents[name.Text]; twice {
			r.Report(catalog.DuplicateValue, name, o.Scope, `"parents": %s is listed twice; give them names, such as {owner: %s, tenant: %s}`, wording.Quote(name.Text), wording.Clip(of.Text), wording.Clip(of.Text))
		}
		kind.Parents[name.Text] = r.kind(of, o.Scope, "parents")
	}
	switch n.Kind {
	case yamldoc.List:
		for _, item := range n.Items {
			add(item, item)
		}
	case yamldoc.Map:
		for _, e := range n.Entries {
			r.checkName(e.Key, o.Scope)
			add(e.Key, e.Value)
		}
	default:
		r.reportType(n, o.Scope, "parents", "a list of kinds or a map from names to kinds")
		return
	}
	if names := kind.ParentNames(); len(names) == 1 && kind.Parents[names[0]] != nil {
		whole := kind.Parents[names[0]]
		whole.Parts = append(whole.Parts, kind)
	}
	if len(kind.Parents) == 0 && !n.Partial {
		r.Report(yamldoc.EmptyValue, n, o.Scope, `"parents" is empty; fill it or delete the key`)
	}
}

// children reads the members that list the parts of a kind. They must not contain each other,
// the id, or a unique or distinct member.
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
			r.Report(BadChildren, e.Value, o.Scope, `"children": %s is listed in two members; use a kind for each`, wording.Quote(child.Name)).
				And(first, "first listed here")
		}
		listed[child] = e.Value
		if !slices.Equal(slices.Collect(maps.Values(child.Parents)), []*Kind{kind}) {
			r.Report(BadChildren, e.Value, o.Scope, `"children": the only parent of %s must be %s; write "parents: [%s]"`, wording.Quote(child.Name), wording.Quote(kind.Name), kind.Name)
		}
	}
	for _, e := range n.Entries {
		if at := kind.child(parentOf(e.Key.Text)); at != "" {
			r.Report(BadChildren, e.Key, o.Scope, `"children": %s is inside %s; members that list parts must not contain each other`, wording.Quote(e.Key.Text), wording.Quote(at))
		}
	}
	for _, pointer := range slices.Concat([]string{kind.ID}, kind.Unique, kind.Distinct) {
		if at := kind.child(pointer); at != "" {
			r.Report(BadChildren, o.Attrs["children"].Key, o.Scope, `"children": %s lists documents, so it cannot contain the id or a member of "unique" or "distinct"; use another member than %s`, wording.Quote(at), wording.Quote(pointer))
		}
	}
}

// parentOf returns the pointer of the object that contains the member at a pointer.
func parentOf(pointer string) string { return pointer[:max(0, strings.LastIndexByte(pointer, '/'))] }

// Lists returns the pointers of Children, sorted.
func (k *Kind) Lists() []string { return slices.Sorted(maps.Keys(k.Children)) }

// child returns the key of Children that is the beginning of a pointer, "" if there is none.
func (k *Kind) child(pointer string) string {
	if k == nil || len(k.Children) == 0 {
		return ""
	}
	for ; pointer != ""; pointer = parentOf(pointer) {
		if _, ok := k.Children[pointer]; ok {
			return pointer
		}
	}
	return ""
}

// checkEndless reports kinds that are directly or indirectly parts of themselves, so that no
// first document can exist.
func (r *reader) checkEndless(objects []*yamldoc.Object) {
	// A kind can begin if all parents can.
	begins := map[*Kind]bool{}
	for more := true; more; {
		more = false
		for _, kind := range r.behavior.Kinds {
			waits := slices.ContainsFunc(slices.Collect(maps.Values(kind.Parents)), func(p *Kind) bool { return p != nil && !p.Free && !begins[p] })
			if !begins[kind] && !waits {
				begins[kind], more = true, true
			}
		}
	}
	for _, o := range objects {
		if kind := r.kinds[o.Key.Text]; !begins[kind] && o.Has("parents") {
			r.Report(BadParents, o.Attrs["parents"].Key, o.Scope, `a first document of this kind cannot exist, since its parents depend on each other; delete a parent, or make its kind "free"`)
		}
	}
}

// index sets Indexed of each kind. A document is found by its id without an index.
func (r *reader) index() {
	for _, u := range r.uses {
		if u.key != inResponse.key && (u.key != inBy.key || u.pointer != u.kind.ID) {
			u.kind.Indexed = append(u.kind.Indexed, u.pointer)
		}
	}
	for _, kind := range r.behavior.Kinds {
		slices.Sort(kind.Indexed)
		kind.Indexed = slices.Compact(kind.Indexed)
	}
}
