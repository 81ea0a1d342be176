package diff

import "example.com/opgen/catalog"

// usage says where a record or an enum is used.
type usage struct {
	request, answer bool
	operations      []string        // "claims.get_claim", in the order of the catalog
	goTypes         []string        // what it is in Go: "claims.Address"; of an included record the bodies
	known           map[string]bool // the Go types
	included        bool            // in a request, which is closed even if the record is open
	typed           bool            // it is the type of a field, so it has a Go type
}

// declared returns where its Go type is used. A record that is only included has no
// Go type.
func (u *usage) declared() []Context {
	if !u.typed {
		return []Context{Unused}
	}
	return u.contexts()
}

// add notes an operation once.
func (u *usage) add(op *catalog.Operation, context Context) {
	u.request = u.request || context == InRequest
	u.answer = u.answer || context == InResponse
	if name := pathOf(op); len(u.operations) == 0 || u.operations[len(u.operations)-1] != name {
		u.operations = append(u.operations, name)
	}
}

// goType notes a Go type once.
func (u *usage) goType(name string) {
	if !u.known[name] {
		u.known[name] = true
		u.goTypes = append(u.goTypes, name)
	}
}

// contexts returns where it is used: [Unused] if nothing uses it.
func (u *usage) contexts() []Context {
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
		u.records[r] = &usage{known: map[string]bool{}}
	}
	for _, e := range c.Enums {
		u.enums[e] = &usage{known: map[string]bool{}}
	}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			u.body(op, op.Request, InRequest)
			u.body(op, op.Response.Shape, InResponse)
		}
	}
	return u
}

// body notes the record that a request or response includes, and its fields.
func (u usages) body(op *catalog.Operation, s *catalog.Shape, context Context) {
	if s.Include != nil {
		use := u.records[s.Include]
		use.add(op, context)
		use.goType(op.Area.Package + "." + s.GoName)
		use.included = use.included || context == InRequest
	}
	u.fields(op, s.Fields, context, map[*catalog.Shape]bool{})
}

// fields notes the records and enums of fields, and of the fields of the records.
func (u usages) fields(op *catalog.Operation, fields []*catalog.Field, context Context, seen map[*catalog.Shape]bool) {
	for _, f := range fields {
		switch t := f.Type.Item(); t.Kind {
		case catalog.Enumeration:
			u.enums[t.Enum].add(op, context)
			u.enums[t.Enum].typed = true
			u.enums[t.Enum].goType(op.Area.Package + "." + t.Enum.GoName)
		case catalog.Record:
			if !seen[t.Record] {
				seen[t.Record] = true
				use := u.records[t.Record]
				use.typed = true
				use.add(op, context)
				use.goType(op.Area.Package + "." + t.Record.GoName)
				u.fields(op, t.Record.Fields, context, seen)
			}
		}
	}
}

// pathOf returns the path of an operation: "claims.get_claim".
func pathOf(op *catalog.Operation) string { return op.Area.Name + "." + op.Name }
