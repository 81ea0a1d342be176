package behavior

import (
	"regexp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// given is a whole document, or a member.
type given struct {
	step  *Step // that gives it, nil if another source does
	place place
	name  string // of the member, "" for a whole document
}

func (g given) has(name string) bool {
	_, ok := g.place.member(name)
	return g.name == name || g.name == "" && ok
}

// addDocument records that documents can have the type of a place.
func (k *Kind) addDocument(p place, by *Step) {
	if k != nil {
		k.given = append(k.given, given{by, p, ""})
	}
}

// addID records that values of a place are ids of documents.
func (k *Kind) addID(p place) {
	if k != nil && p.field != nil {
		k.IDs = append(k.IDs, p.field)
	}
}

// addMember records that documents can have a member.
func (k *Kind) addMember(pointer string, by *Step) {
	if names, _ := tokens(pointer); k != nil && len(names) > 0 {
		k.given = append(k.given, given{by, place{}, names[0]})
	}
}

// describeChildren records for children the types of the lists that contain them.
func describeChildren(k *Kind) {
	for _, pointer := range k.Lists() {
		child := k.Children[pointer]
		names, _ := tokens(pointer)
		for _, g := range k.given {
			if list, ok := g.place.descend(names); ok && g.name == "" {
				child.addDocument(elem(list), nil)
			}
		}
		k.addMember(pointer, nil)
		for _, s := range k.shown {
			if p, rest, ok := s.shownAt(pointer); ok && rest == "" {
				child.addShow(show{s.op, s.step, "", elem(p), s.at})
			}
		}
		describeChildren(child)
	}
}

// use is a member that a step uses to select or order documents, or that a response shows.
type use struct {
	kind    *Kind
	pointer string
	key     string
	at      *yamldoc.Node
	scope   yamldoc.Scope
}

// checkMembers reports members in steps and responses that no document has and that are probably
// misspelt.
func (r *reader) checkMembers() {
	for _, k := range r.behavior.Kinds {
		if k.ListedBy == nil {
			describeChildren(k)
		}
	}
	for _, u := range r.uses {
		kind, pointer := u.kind, u.pointer
		for at := kind.child(pointer); at != "" && at != pointer; at = kind.child(pointer) {
			kind, pointer = kind.Children[at], pointer[len(at):]
		}
		names, _ := tokens(pointer)
		if len(names) == 0 {
			continue
		}
		if meant := kind.suggest(r.Checker, names[0], nil); meant != "" {
			r.Report(UnknownMember, u.at, u.scope, "%s: no operation gives %s the member %s%s", wording.Quote(u.key), Article(kind.Name), wording.Quote(names[0]), meant)
		}
	}
}

// suggest suggests another member for a probably misspelt one, "" if documents may have it. More
// names are members that the catalog does not show.
func (k *Kind) suggest(r *yamldoc.Checker, name string, more []string) string {
	isWhole := func(g given) bool { return g.name == "" }
	if !slices.ContainsFunc(k.given, isWhole) || slices.ContainsFunc(k.given, func(g given) bool { return g.has(name) }) {
		return ""
	}
	return r.DidYouMean(name, func() []string {
		names := slices.Clone(more)
		for _, g := range k.given {
			if names = append(names, g.place.names()...); g.name != "" {
				names = append(names, g.name)
			}
		}
		slices.Sort(names)
		numbered := func(other string) bool {
			return digits.ReplaceAllString(other, "") == digits.ReplaceAllString(name, "")
		}
		return slices.DeleteFunc(slices.Compact(names), numbered) // address_2 is not address_1 misspelt
	})
}

var digits = regexp.MustCompile(`\d`)

// CheckSeed reports members of a seed that are probably misspelt or do not fit a response. It
// returns whether all fit.
func (k *Kind) CheckSeed(r *yamldoc.Checker, id catalog.ID, n *yamldoc.Node) (ok bool) {
	ok = true
	for _, e := range n.Entries {
		name := e.Key.Text
		if _, isParent := k.Parents[name]; isParent {
			continue
		}
		if child := k.Children[pointer(name)]; child != nil {
			for _, item := range e.Value.Items {
				ok = child.CheckSeed(r, id, item) && ok
			}
		} else if meant := k.suggest(r, name, k.ParentNames()); meant != "" {
			r.Report(id, e.Key, yamldoc.Scope{}, "no operation gives %s the member %s%s", Article(k.Name), wording.Quote(name), meant)
		}
	}
	return ok && k.checkShown(r, id, n)
}
