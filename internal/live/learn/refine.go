package learn

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// refine resolves the gaps that were seen, and returns those that the overlay fills. Clients
// can read responses despite a wrong guess, because these are lenient.
func (l *learner) refine() (refined []*gap) {
	for _, g := range l.gapOrder {
		if g.shape == nil {
			continue
		}
		g.outer = l.build(g.at, g.name, g.shape, g.field.Type)
		g.leaf = g.outer
		for t := g.field.Type; t.Holder(); t = t.Elem {
			g.leaf = g.leaf.elem
		}
		if g.typ = g.refinedType(); g.typ == "" {
			continue
		}
		switch why := l.obstacle(g); {
		case why == "":
			refined = append(refined, g)
			l.propose(g.outer)
		case g.unshown():
			l.addFinding(unshown, g.field.Pos, g.id,
				"nothing is shown of %s: %s", wording.Count(g.total, "response"), why)
		case g.parent != nil:
			l.addFinding(unnamed, g.field.Pos, g.id, "seen in %d of %d %s as %s, but not added: %s", g.shape.Seen, g.total, g.objects(), g.typ, why)
		default:
			l.addFinding(unrefined, g.field.Pos, g.id, "seen in %d of %d %s, but not refined to %s: %s", g.shape.Seen, g.total, g.objects(), g.typ, why)
		}
	}
	return refined
}

// refinedType returns the type of the field, "" if the catalog already shows it.
func (g *gap) refinedType() string {
	open := g.field.Type.Item()
	typ := g.leaf.typeName()
	switch {
	case g.unshown() && g.leaf.alwaysNull():
		return "none"
	case g.unshown(), g.parent != nil:
		return typ
	case open.Kind == catalog.Object && g.leaf.kind != catalog.Record && g.leaf.kind != catalog.Map:
		return "" // the contradiction is reported
	case open.Kind == catalog.Unspecified && g.leaf != g.outer:
		typ = g.leaf.itemType()
	}
	if typ == "unspecified" || open.Kind == catalog.Object && (typ == "object" || typ == "{string: unspecified}") {
		return ""
	}
	return strings.Replace(g.field.Type.String(), open.String(), typ, 1)
}

// obstacle says why the field must not change, "" if it may.
func (l *learner) obstacle(g *gap) string {
	blank := g.total - g.shape.Seen + g.shape.Null
	switch {
	case !g.field.Whole || g.outer != g.leaf:
	case g.leaf.kind == catalog.Record && !g.unshown():
		return "an overlay cannot replace the type of a response by fields; delete the response from the catalog to learn its fields"
	case g.leaf.kind == catalog.Record && len(g.leaf.fields) > 0:
	case g.leaf.kind == catalog.Record && hasNoMembers(g.shape):
		return "they are objects without members"
	case g.leaf.kind == catalog.Record:
		return "their keys are unknown: a key that looks like a name is recorded once it was in five bodies"
	case g.leaf.alwaysNull() && l.enoughNulls(g.at, blank):
	case g.leaf.alwaysNull():
		return fmt.Sprintf("none has a body; type none requires %d, to %d different requests", manyNulls, manyRequests)
	case g.leaf.kind == catalog.Unspecified:
		return "they are of several types: " + g.counts()
	case blank > 0:
		return share(blank, g.total, "response", "are") + " empty or null, which a response of this type cannot be"
	}
	return g.why
}

// counts says how many responses have each type.
func (g *gap) counts() string {
	var parts []string
	s := g.shape
	for _, one := range []struct {
		n    int
		what string
	}{
		{s.Boolean, "boolean"}, {s.Integer + s.Number, "number"}, {s.String, "string"},
		{s.Array, "array"}, {s.Object, "object"}, {s.Null, "null"}, {g.total - s.Seen, "empty"},
	} {
		if one.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", one.what, one.n))
		}
	}
	return strings.Join(parts, ", ")
}

// objects returns the noun for the objects that have the field.
func (g *gap) objects() string {
	if g.op != nil {
		return "responses"
	}
	return "objects"
}

// refinements writes the fields of one record or response of the catalog.
func (p *printer) refinements(indent int, gaps []*gap) {
	p.line(indent, "fields:")
	for _, g := range gaps {
		f := &field{place: g.outer, key: g.field.Name, goName: g.goName}
		f.sensitive = p.isPrivate(f)
		p.field(indent+1, f, g.typ, p.evidence(f, g.objects(), g.total), g.field)
	}
}

// wholeResponse writes the type of a whole response, or the fields of one that is not shown.
func (p *printer) wholeResponse(g *gap) {
	if g.unshown() {
		p.line(5, "lenient: true")
	}
	f := &field{place: g.outer}
	if g.op.Response.Assumed == "" {
		p.line(5, "assumed: %s", yamldoc.BlockScalar(p.evidence(f, "responses", g.total)))
	}
	if g.outer.kind == catalog.Record {
		p.line(5, "fields:")
		p.fields(6, g.outer, "responses", g.total)
		return
	}
	p.line(5, "type: %s", g.typ)
	if !g.field.Sensitive && g.typ != "none" && p.isPrivate(f) {
		p.line(5, "sensitive: true")
	}
}
