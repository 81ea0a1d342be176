package behavior

import (
	"slices"
	"strings"
)

// While steps and responses are read, each kind collects what its documents can have (given) and
// what responses show of them (shown). Both are complete only when the whole file has been read,
// and then members.go and shown.go hold them against each other. A nil kind is one whose name was
// reported; recording a fact of it does nothing.

// has reports whether g gives documents a member with a name.
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

// addMember records that documents can have a member.
func (k *Kind) addMember(pointer string, by *Step) {
	names, _ := tokens(pointer)
	if k != nil && len(names) > 0 {
		k.given = append(k.given, given{by, place{}, names[0]})
	}
}

// addID records that values of a place are ids of documents.
func (k *Kind) addID(p place) {
	if k != nil && p.field != nil {
		k.IDs = append(k.IDs, p.field)
	}
}

// addShow records what a response shows. Of a lenient one, it records only the field of the id.
func (k *Kind) addShow(s show) {
	if k == nil || s.op == nil || s.place.typeName() == "" {
		return
	}
	id, rest, ok := s.shownAt(k.ID)
	if showsID := ok && rest == "" && id.field != nil; showsID {
		if k.IDField == nil {
			k.IDField = id.field
			k.IDs = slices.Insert(k.IDs, 0, id.field)
		} else {
			k.addID(id)
		}
	}
	if !s.op.Response.Lenient {
		k.shown = append(k.shown, s)
	}
}

// shownAt returns the place where the response shows the member at a pointer into a document.
// If the response shows only something inside the member, rest is the pointer to that.
func (s show) shownAt(pointer string) (p place, rest string, ok bool) {
	within, isShown := strings.CutPrefix(s.pointer, pointer)
	if isShown && (within == "" || within[0] == '/') {
		return s.place, within, true
	}
	deeper, isShown := strings.CutPrefix(pointer, s.pointer)
	if !isShown || deeper[0] != '/' {
		return place{}, "", false
	}
	names, _ := tokens(deeper)
	p, ok = s.place.descend(names)
	return p, "", ok
}

// required returns the members of documents that the response always shows.
func (s show) required() (members []string) {
	names, _ := tokens(s.pointer)
	if len(names) > 0 {
		if s.place.asField().Required {
			return names[:1]
		}
		return nil
	}
	shape := s.place.shape()
	if shape == nil {
		return nil
	}
	for _, f := range shape.Fields {
		if f.Required {
			members = append(members, f.Name)
		}
	}
	return members
}
