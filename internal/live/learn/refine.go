package learn

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/recording"
)

// refine resolves the gaps of which something was seen, and returns those that the overlay
// fills. A client reads a wrong guess too, because every response that leads there is lenient.
func (l *learner) refine() (refined []*gap) {
	for _, g := range l.gapOrder {
		if g.shape == nil {
			continue
		}
		g.outer, g.leaf = l.through(g.field.Type, g.at, g.name, g.shape)
		if g.typ = g.refinedType(); g.typ == "" {
			continue
		}
		switch why := g.kept(); {
		case why == "":
			refined = append(refined, g)
			l.propose(g.outer)
		case g.within != nil:
			l.find(unnamed, g.field.Pos, g.id, "seen in %d of %d %s as %s, and not added: %s", g.shape.Seen, g.of, g.objects(), g.typ, why)
		default:
			l.find(unrefined, g.field.Pos, g.id, "seen in %d of %d %s, and not refined to %s: %s", g.shape.Seen, g.of, g.objects(), g.typ, why)
		}
	}
	return refined
}

// through resolves what arrays and maps of a type hold, and returns both.
func (l *learner) through(t *catalog.Type, at []string, name string, s *recording.Shape) (outer, leaf *place) {
	s = or(s)
	if t.Elem == nil {
		p := l.build(at, name, s)
		return p, p
	}
	outer = &place{at: at, shape: s, kind: list}
	inner := s.Items
	if t.Kind == catalog.Map {
		outer.kind, inner = mapping, values(s)
	}
	outer.elem, leaf = l.through(t.Elem, pointer(at, "*"), name, inner)
	return outer, leaf
}

// refinedType is the type of the field, "" if it says no more than that of the catalog.
func (g *gap) refinedType() string {
	open := g.field.Type.Item()
	typ := g.leaf.typ()
	switch {
	case g.within != nil:
		return typ
	case open.Kind == catalog.Object && g.leaf.kind != record && g.leaf.kind != mapping:
		return "" // the contradiction is told
	case open.Kind == catalog.Unspecified && g.leaf != g.outer:
		typ = g.leaf.item()
	}
	if typ == "unspecified" || open.Kind == catalog.Object && (typ == "object" || typ == "{string: unspecified}") {
		return ""
	}
	return strings.Replace(g.field.Type.String(), open.String(), typ, 1)
}

// kept says why the field has to stay as it is, "" if it does not.
func (g *gap) kept() string {
	if g.field.Whole && g.outer == g.leaf {
		if g.leaf.kind == record {
			return "a response that is an object has fields, and no overlay makes them of a type; delete the response from the catalog, and its fields are learned"
		}
		if blank := g.of - g.shape.Seen + g.shape.Null; blank > 0 {
			return some(blank, g.of, "response", "are") + " empty or null, which a response of this type cannot be"
		}
	}
	return g.why
}

// objects are what has the field.
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
		p.owner, p.month = g.id, g.month
		f := &field{place: g.outer, key: g.field.Name, goName: g.goName}
		f.sensitive = p.private(f)
		p.field(indent+1, f, g.typ, p.seen(f, g.objects(), g.of), g.field)
	}
}

// refinedWhole writes the type of a whole response.
func (p *printer) refinedWhole(g *gap) {
	p.owner, p.month = g.id, g.month
	p.line(5, "type: %s", g.typ)
	if !g.field.Sensitive && p.private(&field{place: g.outer}) {
		p.line(5, "sensitive: true")
	}
	if g.op.Response.Assumed == "" {
		p.line(5, "assumed: %s", yamldoc.BlockScalar(p.seen(&field{place: g.outer}, "responses", g.of)))
	}
}

// concerns reports whether a problem of an operation or of a gap may be one of this gap.
func (g *gap) concerns(owner string, c *catalog.Catalog) bool {
	for op := range c.Operations() {
		if op.String() == owner {
			return g.op == op || op.Response.Include == g.record && g.record != nil || catalog.Reached(op.Response.Shape).Records[g.record]
		}
	}
	return g.id == owner || g.record != nil && g.record.Name == owner
}
