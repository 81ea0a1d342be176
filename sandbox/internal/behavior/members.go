package behavior

import (
	"regexp"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Nothing declares the members of documents, so a misspelt one is found by comparison: if no step
// gives documents a member, and one that they can have has nearly this name, it is reported. A
// name that resembles no other one passes, since seeds and funcs can give documents any member.

// checkUses reports members in steps and responses that no document has and that are probably
// misspelt.
func (r *reader) checkUses() {
	for _, k := range r.behavior.Kinds {
		if k.ListedBy == nil {
			describeChildren(k)
		}
	}
	for _, u := range r.uses {
		kind, pointer := u.kind, u.pointer
		for place := kind.child(pointer); place != "" && place != pointer; place = kind.child(pointer) {
			kind, pointer = kind.Children[place], pointer[len(place):]
		}
		names, _ := tokens(pointer)
		if len(names) == 0 {
			continue
		}
		if meant := kind.suggest(r.Checker, names[0], nil); meant != "" {
			r.Report(UnknownMember, u.at, u.scope, "%s: no operation gives %s the member %s%s",
				wording.Quote(u.key), Article(kind.Name), wording.Quote(names[0]), meant)
		}
	}
}

// describeChildren records for children the types of the lists that contain them.
func describeChildren(k *Kind) {
	for _, pointer := range k.Lists() {
		child := k.Children[pointer]
		names, _ := tokens(pointer)
		for _, g := range k.given {
			if list, ok := g.place.descend(names); ok && g.name == "" {
				child.addDocument(list.elem(), nil)
			}
		}
		k.addMember(pointer, nil)
		for _, s := range k.shown {
			if list, rest, ok := s.shownAt(pointer); ok && rest == "" {
				child.addShow(show{s.op, s.step, "", list.elem(), s.at})
			}
		}
		describeChildren(child)
	}
}

// suggest suggests another member for a probably misspelt one, "" if documents may have it. More
// names are members that the catalog does not show.
func (k *Kind) suggest(c *yamldoc.Checker, name string, more []string) string {
	isWhole := func(g given) bool { return g.name == "" }
	hasIt := func(g given) bool { return g.has(name) }
	if !slices.ContainsFunc(k.given, isWhole) || slices.ContainsFunc(k.given, hasIt) {
		return ""
	}
	candidates := func() []string {
		isOtherNumber := func(other string) bool { // address_2 is not address_1 misspelt
			return withoutDigits(other) == withoutDigits(name)
		}
		return slices.DeleteFunc(k.memberNames(more), isOtherNumber)
	}
	return c.DidYouMean(name, candidates)
}

// memberNames returns the names of the members that documents may have, and more, sorted.
func (k *Kind) memberNames(more []string) []string {
	names := slices.Clone(more)
	for _, g := range k.given {
		names = append(names, g.place.names()...)
		if g.name != "" {
			names = append(names, g.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// digits are those that tell numbered members apart.
var digits = regexp.MustCompile(`\d`)

// withoutDigits returns a name without its numbers.
func withoutDigits(name string) string { return digits.ReplaceAllString(name, "") }
