package learn

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file decides which gaps an overlay can fill, and says why it cannot fill the others.

// refinement is a gap whose type was seen.
type refinement struct {
	*gap
	outer, leaf *place // the place, and the place in it whose type the catalog does not show
	typ         string // the refined type
}

// refine resolves the gaps that were seen, and returns those that an overlay can fill. Clients
// can read responses despite a wrong guess, because these are lenient.
func refine(gaps *gapSet, b *builder, p *proposer, to *findings) (refined []refinement) {
	for _, g := range gaps.order {
		if g.shape == nil {
			continue
		}
		r := resolve(g, b)
		if r.typ == "" {
			continue
		}
		why := r.obstacle(b.observed)
		if why == "" {
			refined = append(refined, r)
			p.propose(r.outer)
			continue
		}
		r.report(why, to)
	}
	return refined
}

// resolve finds the type of a gap. The leaf is inside of the arrays and maps that the catalog already
// shows: for the field of type [object], it is an item.
func resolve(g *gap, b *builder) refinement {
	r := refinement{gap: g}
	r.outer = b.build(part{g.places, g.name, g.shape, g.field.Type})
	r.leaf = r.outer
	for t := g.field.Type; t.Holder(); t = t.Elem {
		r.leaf = r.leaf.elem
	}
	r.typ = r.refinedType()
	return r
}

// refinedType returns the type of the field, "" if the catalog already shows it.
func (r refinement) refinedType() string {
	typ := r.leaf.typeName()
	switch {
	case r.unshown() && r.leaf.alwaysNull():
		return "none"
	case r.unshown(), r.parent != nil:
		return typ
	}
	unresolved := r.field.Type.Item()
	switch unresolved.Kind {
	case catalog.Object:
		isObject := r.leaf.kind == catalog.Record || r.leaf.kind == catalog.Map
		if !isObject { // the contradiction is reported
			return ""
		}
		if typ == "object" || typ == "{string: unspecified}" {
			return ""
		}
	case catalog.Unspecified:
		if r.leaf != r.outer {
			typ = r.leaf.itemType()
		}
	}
	if typ == "unspecified" {
		return ""
	}
	return strings.Replace(r.field.Type.String(), unresolved.String(), typ, 1)
}

// obstacle says why the field must not change, "" if it may.
func (r refinement) obstacle(calls observed) string {
	if !r.field.Whole || r.outer != r.leaf {
		return r.why
	}
	if r.leaf.kind == catalog.Record {
		return r.recordObstacle()
	}
	empty := r.total - r.shape.Seen + r.shape.Null
	switch {
	case r.leaf.alwaysNull() && calls.enoughNulls(r.places, empty):
		return r.why
	case r.leaf.alwaysNull():
		return fmt.Sprintf("none has a body; type none requires %d, to %d different requests",
			manyNulls, manyRequests)
	case r.leaf.kind == catalog.Unspecified:
		return "they are of several types: " + r.counts()
	case empty > 0:
		return share(empty, r.total, "response", "are") +
			" empty or null, which a response of this type cannot be"
	}
	return r.why
}

// recordObstacle is like obstacle, of a whole response that is an object.
func (r refinement) recordObstacle() string {
	switch {
	case !r.unshown():
		return "an overlay cannot replace the type of a response by fields; " +
			"delete the response from the catalog to learn its fields"
	case len(r.leaf.fields) > 0:
		return r.why
	case hasNoMembers(r.shape):
		return "they are objects without members"
	}
	return "their keys are unknown: a key that looks like a name is recorded once it was in five bodies"
}

// report reports a gap that stays as it is.
func (r refinement) report(why string, to *findings) {
	rule := unrefined
	format := "seen in %d of %d %s, but not refined to %s: %s"
	switch {
	case r.unshown():
		to.add(unshown, r.field.Pos, r.id, "nothing is shown of %s: %s",
			wording.Count(r.total, "response"), why)
		return
	case r.parent != nil:
		rule = unnamed
		format = "seen in %d of %d %s as %s, but not added: %s"
	}
	to.add(rule, r.field.Pos, r.id, format, r.shape.Seen, r.total, r.objects(), r.typ, why)
}

// counts says how many responses have each type.
func (g *gap) counts() string {
	var parts []string
	s := g.shape
	for _, typ := range []struct {
		n    int
		what string
	}{
		{s.Boolean, "boolean"},
		{s.Integer + s.Number, "number"},
		{s.String, "string"},
		{s.Array, "array"},
		{s.Object, "object"},
		{s.Null, "null"},
		{g.total - s.Seen, "empty"},
	} {
		if typ.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", typ.what, typ.n))
		}
	}
	return strings.Join(parts, ", ")
}
