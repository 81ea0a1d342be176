package diff

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// Situations of unions.
var (
	openUnion = Situation{"the union is open"}
	takesBoth = Situation{"the union is open, and the variant takes what came with an unknown tag"}
	tagGained = Situation{"the tag stood alone, and no field of the record is required"}
	tagLost   = Situation{"the tag stands alone now, and no field of the record was required"}
)

// compareUnions compares the unions.
func (c *comparison) compareUnions() {
	met := map[*catalog.TaggedUnion]bool{}
	for _, b := range c.base.Unions {
		use, h := c.uses.unions[b].places(inAnyWay), c.unions[b]
		p := place{paths: [2]string{b.Name, b.Name}, places: use, base: Subject{Union: b}}
		if h == nil {
			change := p.gone("", b.Pos)
			for _, typ := range use.goTypes {
				change.Go = append(change.Go, typ+": removed")
			}
			c.add(change.of("union"), typeRemoved, "removed", "union %s is gone", b.Name)
			continue
		}
		met[h] = true
		p.paths[1], p.head = h.Name, Subject{Union: h}
		c.compareUnion(p, b, h)
	}
	for _, h := range c.head.Unions {
		if !met[h] {
			c.add(here(h.Name, h.Pos, Subject{Union: h}).of("union"), typeAdded, "added", "union %s is new", h.Name)
		}
	}
}

func (c *comparison) compareUnion(p place, b, h *catalog.TaggedUnion) {
	if b.Name != h.Name {
		change := p.here("", h.Pos)
		change.Go = goRenames(p.goTypes, b.GoName, h.GoName)
		c.add(change.of("union"), typeRenamed, arrow(b.Name, h.Name), "union %s is called %s now", b.Name, h.Name)
	}
	if b.By != h.By {
		c.add(p.here("", h.Pos), wireNameChanged, arrow(b.By, h.By), "the tag of union %s is %q now, not %q", h.Name, h.By, b.By)
	}
	switch change := p.here("", h.Pos); {
	case h.Open && !b.Open:
		c.add(change.of("union").when(openedUnion), typeOpened, "closed -> open", "union %s accepts other tags now", h.Name)
	case b.Open && !h.Open:
		change.Go = p.beside(b.Unknown(), ": removed")
		c.add(change.of("union"), typeClosed, "open -> closed", "union %s accepts only its own tags now", h.Name)
	}
	c.variants(p, b, h)
	c.docs(p.here("", h.Pos), text{"description", b.Description, h.Description})
}

// variants compares the variants of a union: first by their tags, then by their names
// in Go, ignoring a new name of the union.
func (c *comparison) variants(p place, b, h *catalog.TaggedUnion) {
	same, types := map[*catalog.Variant]*catalog.Variant{}, map[*catalog.Variant]string{}
	for _, v := range b.Variants {
		types[v] = prefixed(v.GoName, b.GoName, h.GoName)
	}
	for _, w := range h.Variants {
		types[w] = w.GoName
	}
	gone, added := byKey(same, b.Variants, h.Variants, func(v *catalog.Variant) string { return v.Tag })
	gone, added = byKey(same, gone, added, func(v *catalog.Variant) string { return types[v] })
	for _, v := range gone {
		c.variant(p, p.gone(v.Tag, v.Pos), v, nil)
	}
	for _, w := range added {
		c.variant(p, p.here(w.Tag, w.Pos), nil, w)
	}
	for v, w := range same {
		c.variant(p, p.here(w.Tag, w.Pos), v, w)
		c.variantRecord(p, v, w)
		p.base.Variant, p.head.Variant = v, w
		c.docs(p.here(w.Tag, w.Pos), text{"description", v.Description, w.Description})
	}
}

var variantAdded = rule("variant-added",
	"A union has a new variant; the key is request or response.",
	"Old requests stay valid, unless the union is open: then they may have had the tag with other fields, which are checked now. Old clients cannot read it in a response, unless the union is open: then they have it as an unknown variant. The service and callers may receive a variant that they do not handle; those that handle the tag as unknown compile and do not meet it any more.",
	example{before: "Entry: {by: kind, of: {file: File, gone: }}", after: "Entry: {by: kind, of: {file: File, gone: , link: }}"},
	InRequest.verdicts("·–·S"),
	InRequest.verdicts("B–SS").when(openUnion),
	InRequest.verdicts("S–SS").when(takesBoth),
	InResponse.verdicts("–BS·"),
	InResponse.verdicts("–·SS").when(openUnion)).eitherSide().
	replaces("request-variant-added:request", "response-variant-added:response")

var variantRemoved = rule("variant-removed",
	"A union lost a variant; the key is request or response.",
	"Requests with it are refused. If the union is open, the service gets them as unknown variants. Old clients never receive it; if the union is open, they may receive its tag with other fields, which they cannot read, unless the variant took everything. Its Go type is removed.",
	example{before: "Entry: {by: kind, of: {file: File, gone: , link: }}", after: "Entry: {by: kind, of: {file: File, gone: }}"},
	InRequest.verdicts("B–BB"),
	InRequest.verdicts("S–BB").when(openUnion),
	InResponse.verdicts("–·BB"),
	InResponse.verdicts("–BBB").when(openUnion)).eitherSide().
	replaces("request-variant-removed:request", "response-variant-removed:response")

// variant reports a variant that is gone, new, or called differently.
func (c *comparison) variant(p place, change Change, v, w *catalog.Variant) {
	b, h := p.base.Union, p.head.Union
	change.Base, change.Head = Subject{Union: b, Variant: v}, Subject{Union: h, Variant: w}
	switch {
	case w == nil:
		change.Go = p.beside(v.GoName, ": removed")
		when := func(u use) Situation {
			return choose(h.Open && (u.Context == InRequest || !readsAll(v)), openUnion, general)
		}
		c.add(change.each(when), variantRemoved, "removed", "variant %q is gone", v.Tag)
	case v == nil:
		when := func(u use) Situation {
			switch {
			case !b.Open:
				return general
			case u.Context == InRequest && acceptsAll(w):
				return takesBoth
			}
			return openUnion
		}
		c.add(change.each(when), variantAdded, "added", "variant %q is new", w.Tag)
	case v.Tag != w.Tag:
		when := func(u use) Situation {
			kept := h.Open && (!b.Open || acceptsAll(w))
			if u.Context == InResponse {
				kept = b.Open && (!h.Open || readsAll(v))
			}
			return choose(kept, takesBoth, general)
		}
		c.add(change.each(when), wireNameChanged, arrow(v.Tag, w.Tag), "the tag of variant %s is %q now, not %q", w.GoName, w.Tag, v.Tag)
	case prefixed(v.GoName, b.GoName, h.GoName) != w.GoName:
		change.Go = p.beside(v.GoName, " -> "+w.GoName)
		c.add(change, goNameChanged, arrow(v.GoName, w.GoName), "variant %q is called %s in Go now, not %s", w.Tag, w.GoName, v.GoName)
	}
}

var variantRecordChanged = rule("variant-record-changed",
	"A variant of a union has another record, has one now, or has none any more.",
	"Fields that the old record does not have are refused or ignored, and those that it requires may be missing. The Go type of the variant has other fields.",
	example{before: "of: {file: File}", after: "of: {file: Folder}"},
	InRequest.verdicts("B–BB"), InResponse.verdicts("–BBB"),
	InRequest.verdicts("·–BB").when(tagGained), InResponse.verdicts("–SBB").when(tagGained),
	InResponse.verdicts("–·BB").when(tagLost)).mayRequire()

// variantRecord reports that a variant has another record.
func (c *comparison) variantRecord(p place, v, w *catalog.Variant) {
	if v.Record == w.Record || v.Record != nil && c.records[v.Record] == w.Record {
		return
	}
	change := p.here(w.Tag, w.Pos)
	change.Base.Variant, change.Head.Variant = v, w
	change.Go = p.beside(v.GoName, ": "+arrow(recordIn(v), recordIn(w)))
	when := general
	switch {
	case v.Record == nil && !requires(w.Record):
		when = tagGained
	case w.Record == nil && !requires(v.Record):
		when = tagLost
	}
	c.add(change.when(when), variantRecordChanged, arrow(recordName(v), recordName(w)),
		"the record of variant %q changes: %s", w.Tag, arrow(recordName(v), recordName(w)))
}

func requires(s *catalog.Shape) bool {
	return slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool { return f.Required })
}

// readsAll tells whether a variant reads every object in a response, where further keys
// are ignored.
func readsAll(v *catalog.Variant) bool {
	return v.Record == nil || !slices.ContainsFunc(v.Record.Fields, func(f *catalog.Field) bool { return f.Required || !takesAll(f) })
}

// acceptsAll tells whether a variant takes every object in a request.
func acceptsAll(v *catalog.Variant) bool { return v.Record != nil && v.Record.Open && readsAll(v) }

func recordName(v *catalog.Variant) string {
	if v.Record == nil {
		return ""
	}
	return v.Record.Name
}

// recordIn is what the type of a variant is defined as in Go.
func recordIn(v *catalog.Variant) string {
	if v.Record == nil {
		return "struct{}"
	}
	return v.Record.GoName
}

// prefixed is the name in Go that something would have if what it belongs to had its
// new name.
func prefixed(name, old, new string) string {
	if rest, ok := strings.CutPrefix(name, old); ok {
		return new + rest
	}
	return name
}

// beside lists a name in all packages that have the enum or the union.
func (p place) beside(name, to string) []string {
	moves := make([]string, len(p.goTypes))
	for i, typ := range p.goTypes {
		pkg, _, _ := strings.Cut(typ, ".")
		moves[i] = pkg + "." + name + to
	}
	return moves
}
