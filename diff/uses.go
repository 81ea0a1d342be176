package diff

import (
	"cmp"
	"slices"

	"example.com/opgen/catalog"
)

// use is one way in which something is used.
type use struct {
	Context
	open bool // an open record is open there; a request that includes one is closed
}

// usage says where a record or an enum is used.
type usage struct {
	places
	open  places // all but the requests that include it
	typed bool   // it is the type of a field, so it has a Go type
}

// places are where a record or an enum is used.
type places struct {
	uses       []use
	operations []string // "claims.get_claim", in the order of the catalog
	goTypes    []string // what it is in Go: "claims.Address"; of an included record the bodies
}

// declared returns where its Go type is used. A record that is only included has no
// Go type.
func (u *usage) declared() []use {
	if !u.typed {
		return unmet
	}
	return u.met()
}

// add notes a use, an operation and a Go type of its area, each once.
func (u *places) add(op *catalog.Operation, as use, goName string) {
	if !slices.Contains(u.uses, as) {
		u.uses = append(u.uses, as)
	}
	if name := op.String(); len(u.operations) == 0 || u.operations[len(u.operations)-1] != name {
		u.operations = append(u.operations, name)
	}
	if name := op.Area.Package + "." + goName; !slices.Contains(u.goTypes, name) {
		u.goTypes = append(u.goTypes, name)
	}
}

// unmet is the use of what nothing uses.
var unmet = []use{{Context: Unused}}

// met returns where it is used, requests first.
func (u *places) met() []use {
	if u.uses == nil {
		return unmet
	}
	return slices.SortedStableFunc(slices.Values(u.uses), func(a, b use) int { return cmp.Compare(a.Context, b.Context) })
}

// add notes a use, also among those that are open.
func (u *usage) add(op *catalog.Operation, as use, goName string) {
	u.places.add(op, as, goName)
	if as.open {
		u.open.add(op, as, goName)
	}
}

// usages are the uses of all records and enums of a catalog.
type usages struct {
	records map[*catalog.Shape]*usage
	enums   map[*catalog.Enum]*usage
}

func usagesOf(c *catalog.Catalog) usages {
	u := usages{map[*catalog.Shape]*usage{}, map[*catalog.Enum]*usage{}}
	for _, r := range c.Records {
		u.records[r] = new(usage)
	}
	for _, e := range c.Enums {
		u.enums[e] = new(usage)
	}
	for op := range c.Operations() {
		u.body(op, op.Request, InRequest)
		u.body(op, op.Response.Shape, InResponse)
	}
	return u
}

// body notes the record that a request or response includes, and what its fields
// lead to.
func (u usages) body(op *catalog.Operation, s *catalog.Shape, context Context) {
	open := use{context, true}
	if s.Include != nil {
		u.records[s.Include].add(op, use{context, context == InResponse}, s.GoName)
	}
	records, enums := catalog.Reached(s)
	for r := range records {
		u.records[r].add(op, open, r.GoName)
		u.records[r].typed = true
	}
	for e := range enums {
		u.enums[e].add(op, open, e.GoName)
	}
}
