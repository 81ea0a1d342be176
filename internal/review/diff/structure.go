package diff

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Situations of a type that replaces another.
var (
	stillFits  = Situation{"every value that is sent also fits the other type"}
	fitsInPart = Situation{"what is sent can be read as the other type, but not everything in it means the same"}
	sameJSON   = Situation{"only the name in Go changes"}
)

// replacementSituation returns the situation of a type that replaces another. The rules for what types contain
// decide, as if one type had been changed into the other.
func (c *comparison) replacementSituation(u useKind, b, h *catalog.Type) Situation {
	switch verdict, alike := c.replacementVerdict(u, b, h); {
	case alike:
		return sameJSON
	case verdict <= report.Safe:
		return stillFits
	case verdict == report.Shifts:
		return fitsInPart
	}
	return general
}

// replacementVerdict returns the verdict on requests or responses with a type that replaces another, and
// whether both have the same JSON.
func (c *comparison) replacementVerdict(u useKind, b, h *catalog.Type) (verdict report.Verdict, alike bool) {
	from, to := b, h
	if u.Context == InResponse {
		from, to = h, b
	}
	pair := [2]string{b.String(), h.String()}
	if c.replacing[pair] { // a recursive type
		return report.Safe, true
	}
	inner := *c
	inner.replacing = maps.Clone(c.replacing)
	inner.replacing[pair] = true
	c = &inner
	switch {
	case b.Enum != nil && h.Enum != nil:
		return c.contentVerdict(u, enumDeclaration(b.Enum), enumDeclaration(h.Enum))
	case b.Union != nil && h.Union != nil:
		return c.contentVerdict(u, unionDeclaration(b.Union), unionDeclaration(h.Union))
	case isAny(to), to.Kind == catalog.Number && from.Kind == catalog.Integer, to.Kind == catalog.Object && isJSONObject(from):
		return report.Safe, from.Kind == to.Kind
	case from.Kind == catalog.Array && to.Kind == catalog.Array, hasKeys(from) && hasKeys(to):
		if elemOf(from).Nullable && !elemOf(to).Nullable {
			return report.Breaks, false
		}
		verdict, alike = c.replacementVerdict(u, elemOf(b), elemOf(h))
		return verdict, alike && elemOf(b).Nullable == elemOf(h).Nullable
	case isJSONObject(from) && isJSONObject(to):
		return c.objectVerdict(u, b, h, from, to)
	}
	return choose(from.Kind == to.Kind, report.Safe, report.Breaks), from.Kind == to.Kind
}

// isAny reports whether a type accepts every JSON value.
func isAny(t *catalog.Type) bool { return t.Kind == catalog.Any || t.Kind == catalog.Unspecified }

func hasKeys(t *catalog.Type) bool { return t.Kind == catalog.Object || t.Kind == catalog.Map }

func isJSONObject(t *catalog.Type) bool { return hasKeys(t) || t.Record != nil || t.Union != nil }

// objectVerdict compares types of objects of different kinds, or records.
func (c *comparison) objectVerdict(u useKind, b, h, from, to *catalog.Type) (verdict report.Verdict, alike bool) {
	if from.Union != nil || to.Union != nil || to.Kind == catalog.Map && !isAny(to.Elem) && from.Record != nil && from.Record.Open {
		return report.Breaks, false
	}
	target := choose(u.Context == InRequest, h, nil)
	verdict, alike = c.contentVerdict(u, recordDeclaration(asRecord(b, h.Record, target)), recordDeclaration(asRecord(h, b.Record, target)))
	return verdict, alike && from.Kind == to.Kind
}

// asRecord returns the record of a type, or describes a map or an object as an open record with
// the fields of another. A map as the target of requests refuses null, which an optional field takes
// as absent.
func asRecord(t *catalog.Type, fields *catalog.Shape, target *catalog.Type) *catalog.Shape {
	if t.Record != nil {
		return t.Record
	}
	elem, s := elemOf(t), &catalog.Shape{Open: true}
	for _, f := range fields.Fields {
		s.Fields = append(s.Fields, &catalog.Field{Name: f.Name, GoName: f.GoName, Type: elem, Required: t == target && !elem.Nullable})
	}
	return s
}

// elemOf returns the type of the items of an array, or of the members of a map or an object.
func elemOf(t *catalog.Type) *catalog.Type {
	if t.Elem == nil || isAny(t.Elem) {
		return &catalog.Type{Kind: catalog.Any, Nullable: true}
	}
	return t.Elem
}

// contentVerdict compares the contents of two types, and returns the worst verdict on requests or
// responses, and whether only names and documentation differ.
func (c *comparison) contentVerdict(u useKind, b, h *declaration) (worst report.Verdict, alike bool) {
	u.open = [2]bool{b.open, h.open}
	found := *c
	found.changes, found.reported, found.matchings = nil, map[part]bool{}, map[*catalog.Shape]*matching{}
	found.uses = nil // those of the base are not meant here
	p := place{places: places{useKinds: []useKind{u}}, base: b.subject, head: h.subject}
	if b.open != h.open {
		found.reportOpenness(p, h.pos, h.open)
	}
	found.compareContents(p, b, h)
	alike = true
	for _, change := range found.changes {
		worst = max(worst, change.Verdicts.Requests, change.Verdicts.Responses)
		alike = alike && !slices.ContainsFunc(change.cases,
			func(c *Case) bool { return !c.isGoOnly() && !c.isTextOnly() })
	}
	return worst, alike
}
