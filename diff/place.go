package diff

import (
	"fmt"
	"strconv"

	"example.com/opgen/catalog"
)

// place is a shape or an enum in both catalogs, and who is concerned by what
// changes in it.
type place struct {
	paths    [2]string // of base and head: "claims.get_claim", "AddressEntry"
	contexts []Context // where it is used
	goTypes  []string  // what it is in Go, in the base: "claims.GetClaimRequest"
	uses     []string  // operations that share it, in the base
	open     [2]bool   // base and head keep further keys, so that no key is refused
	private  bool      // it is sensitive as a whole
	base     Subject
	head     Subject
}

// gone begins a change of what is in the base alone.
func (p place) gone(name string, pos catalog.Position) Change {
	return Change{Path: join(p.paths[0], name), Side: Base, Pos: pos, Uses: p.uses, Base: p.base}
}

// here begins a change of what is in the head.
func (p place) here(name string, pos catalog.Position) Change {
	return Change{Path: join(p.paths[1], name), Side: Head, Pos: pos, Uses: p.uses, Base: p.base, Head: p.head}
}

// removed begins a change of a field that is in the base alone.
func (p place) removed(f *catalog.Field) Change {
	change := p.gone(f.Name, f.Pos)
	change.Base.Field = f
	return change
}

// added begins a change of a field that is in the head alone.
func (p place) added(f *catalog.Field) Change {
	change := p.here(f.Name, f.Pos)
	change.Base = Subject{}
	change.Head.Field = f
	return change
}

// changed begins a change of a field that is in both.
func (p place) changed(b, h *catalog.Field) Change {
	change := p.here(h.Name, h.Pos)
	change.Base.Field, change.Head.Field = b, h
	return change
}

func join(path, name string) string {
	switch {
	case name == "":
		return path
	case path == "":
		return name
	}
	return path + "." + name
}

// hits returns the cases of a rule, one for each context.
func (p place) hits(rule, when string) []hit { return p.either(rule, rule, when) }

// either returns the cases of one rule for requests and of another for answers.
func (p place) either(request, answer, when string) []hit {
	hits := make([]hit, len(p.contexts))
	for i, context := range p.contexts {
		hits[i] = hit{request, context, when}
		if context == InAnswer {
			hits[i].rule = answer
		}
	}
	return hits
}

// says sets what a change is about, in short and in a sentence.
func (c Change) says(what, format string, args ...any) Change {
	c.What = what
	c.Message = fmt.Sprintf(format, args...)
	return c
}

// about names what a change is about.
func (c Change) about() string {
	s := c.Head
	if c.Side == Base {
		s = c.Base
	}
	switch {
	case s.Field != nil:
		return "field " + s.Field.Name
	case s.Value != nil:
		return "value " + strconv.Quote(s.Value.Value)
	case s.Enum != nil:
		return "enum " + s.Enum.Name
	case s.Shape != nil && s.Shape.Name != "":
		return "record " + s.Shape.Name
	case s.Shape != nil:
		return s.Shape.GoName
	case s.Operation != nil:
		return "operation " + s.Operation.Name
	case s.Area != nil:
		return "area " + s.Area.Name
	}
	return "the service"
}

// arrow writes an old and a new value, either of which may be none.
func arrow(old, new string) string {
	if old == "" {
		old = "none"
	}
	if new == "" {
		new = "none"
	}
	return old + " -> " + new
}

// goMoves lists the members of a name in all Go types of the place.
func (p place) goMoves(member, to string) []string {
	moves := make([]string, len(p.goTypes))
	for i, typ := range p.goTypes {
		moves[i] = typ + "." + member + to
	}
	return moves
}
