package diff

import (
	"slices"

	"example.com/opgen/catalog"
)

// usage says where a record or an enum is used.
type usage struct {
	places
	open     places // all but the requests that include it: those are closed even if the record is open
	included bool   // in a request
	typed    bool   // it is the type of a field, so it has a Go type
}

// places are where a record or an enum is used.
type places struct {
	request, answer bool
	operations      []string // "claims.get_claim", in the order of the catalog
	goTypes         []string // what it is in Go: "claims.Address"; of an included record the bodies
}

// declared returns where its Go type is used. A record that is only included has no
// Go type.
func (u *usage) declared() []Context {
	if !u.typed {
		return []Context{Unused}
	}
	return u.contexts()
}

// add notes an operation and a Go type of its area, each once.
func (u *places) add(op *catalog.Operation, context Context, goName string) {
	u.request = u.request || context == InRequest
	u.answer = u.answer || context == InResponse
	if name := op.String(); len(u.operations) == 0 || u.operations[len(u.operations)-1] != name {
		u.operations = append(u.operations, name)
	}
	if name := op.Area.Package + "." + goName; !slices.Contains(u.goTypes, name) {
		u.goTypes = append(u.goTypes, name)
	}
}

// contexts returns where it is used: [Unused] if nothing uses it.
func (u *places) contexts() []Context {
	var all []Context
	if u.request {
		all = append(all, InRequest)
	}
	if u.answer {
		all = append(all, InResponse)
	}
	if all == nil {
		return []Context{Unused}
	}
	return all
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
	if s.Include != nil {
		use := u.records[s.Include]
		use.add(op, context, s.GoName)
		if context == InRequest {
			use.included = true
		} else {
			use.open.add(op, context, s.GoName)
		}
	}
	records, enums := catalog.Reached(s)
	for r := range records {
		u.records[r].add(op, context, r.GoName)
		u.records[r].open.add(op, context, r.GoName)
		u.records[r].typed = true
	}
	for e := range enums {
		u.enums[e].add(op, context, e.GoName)
	}
}
