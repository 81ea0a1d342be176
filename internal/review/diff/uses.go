package diff

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// use is one way to use an element.
type use struct {
	Context
	open    [2]bool // whether base and head keep unknown keys of the record
	lenient bool    // old clients read any response
}

// usedBy is one use of a record, an enum or a union.
type usedBy struct {
	use
	operation *catalog.Operation
	goName    string         // the Go type, or the body for an included record
	body      *catalog.Shape // that includes the record; nil if it is the type of a field
}

// usage lists the uses of a record, an enum or a union, in the order of the catalog.
type usage []usedBy

// places summarizes a usage.
type places struct {
	met        []use    // each once, requests first
	operations []string // "claims.get_claim"
	goTypes    []string // "claims.Address"
}

func inAnyWay(usedBy) bool  { return true }
func asType(by usedBy) bool { return by.body == nil }

// whileOpen accepts uses that keep unknown keys if the record is open. A request decides itself.
func whileOpen(by usedBy) bool { return by.body == nil || by.Context == InResponse }

// places summarizes the uses that in accepts.
func (u usage) places(in func(usedBy) bool) places {
	var p places
	types := map[string]bool{}
	for _, by := range u {
		if !in(by) {
			continue
		}
		if !slices.Contains(p.met, by.use) {
			p.met = append(p.met, by.use)
		}
		if name := by.operation.String(); len(p.operations) == 0 || p.operations[len(p.operations)-1] != name {
			p.operations = append(p.operations, name)
		}
		if name := by.operation.Area.Package + "." + by.goName; !types[name] {
			types[name] = true
			p.goTypes = append(p.goTypes, name)
		}
	}
	if p.met == nil {
		p.met = []use{{Context: Unused}}
	}
	slices.SortStableFunc(p.met, func(a, b use) int { return cmp.Compare(a.Context, b.Context) })
	return p
}

// usages are the uses of all records, enums and unions of a catalog, by *catalog.Shape,
// *catalog.Enum or *catalog.TaggedUnion.
type usages map[any]usage

// usagesOf returns the uses in the base of what is found in both catalogs.
func usagesOf(c *catalog.Catalog, found *correspondence) usages {
	u := usages{}
	for op := range c.Operations() {
		to := found.operations[op]
		u.body(found, op, op.Request, use{Context: InRequest, open: [2]bool{op.Request.Open, to != nil && to.Request.Open}})
		u.body(found, op, op.Response.Shape, use{Context: InResponse, lenient: op.Response.Lenient}.of(op.Response.Include, found))
		for _, s := range op.Outcomes() {
			// A failure that does not fit its record is one without a type.
			read := use{Context: InResponse, lenient: op.Failure != nil && s == op.Failure.Shape()}
			if s.Name != "" {
				u.add(s, usedBy{read.of(s, found), op, s.GoName, nil})
			}
			u.body(found, op, s, read.of(s.Include, found))
		}
	}
	return u
}

func (u usages) add(thing any, by usedBy) { u[thing] = append(u[thing], by) }

// of returns the use of a record, which may be nil.
func (u use) of(record *catalog.Shape, found *correspondence) use {
	h := found.records[record]
	u.open = [2]bool{record != nil && record.Open, h != nil && h.Open}
	return u
}

// body notes the record that a request or response includes, and all types of its fields.
func (u usages) body(found *correspondence, op *catalog.Operation, s *catalog.Shape, included use) {
	if s.Include != nil {
		u.add(s.Include, usedBy{included, op, s.GoName, s})
	}
	within := use{Context: included.Context, lenient: included.lenient}
	for thing, goName := range catalog.Reached(s).All() {
		record, _ := thing.(*catalog.Shape)
		u.add(thing, usedBy{within.of(record, found), op, goName, nil})
	}
}

// weighs reports whether it matters, besides rules, if a record is empty: some array of it is
// sent only if its first item is not.
func (c *comparison) weighs(record *catalog.Shape) bool {
	asks := func(f *catalog.Field) bool {
		_, asked := plan.Lower(f).When.(plan.FirstItemGiven)
		return asked && f.Record() == record
	}
	holds := func(s *catalog.Shape) bool { return slices.ContainsFunc(s.Fields, asks) }
	for op := range c.base.Operations() {
		if holds(op.Request) {
			return true
		}
	}
	return slices.ContainsFunc(c.base.Records, holds)
}
