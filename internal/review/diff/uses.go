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
	open    [2]openness // in base and head
	lenient bool        // old clients read any response
}

// openness is whether a use of a record keeps unknown keys.
type openness int

const (
	asRecord openness = iota // if the record is open
	never
	always
)

// inRequest returns the openness of a request that includes a record.
func inRequest(op *catalog.Operation) openness {
	if op != nil && op.Request.Open {
		return always
	}
	return never
}

// isOpen reports whether a use keeps unknown keys at a place.
func (u use) isOpen(p place, side side) bool {
	return u.open[side] == always || u.open[side] == asRecord && p.open[side]
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

func inAnyWay(usedBy) bool     { return true }
func asType(by usedBy) bool    { return by.body == nil }
func whileOpen(by usedBy) bool { return by.open[inBase] == asRecord }

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

// usages are the uses of all records, enums and unions of a catalog.
type usages struct {
	of      map[any]usage           // by *catalog.Shape, *catalog.Enum or *catalog.TaggedUnion
	weighed map[*catalog.Shape]bool // records whose emptiness matters, besides rules
}

// usagesOf returns the uses in the base; became maps its operations to those of the head.
func usagesOf(c *catalog.Catalog, became map[*catalog.Operation]*catalog.Operation) usages {
	u := usages{map[any]usage{}, map[*catalog.Shape]bool{}}
	for _, r := range c.Records {
		u.weigh(r)
	}
	for op := range c.Operations() {
		u.weigh(op.Request)
		u.body(op, op.Request, use{Context: InRequest, open: [2]openness{inRequest(op), inRequest(became[op])}})
		u.body(op, op.Response.Shape, use{Context: InResponse, lenient: op.Response.Lenient})
		for _, s := range op.Outcomes() {
			// A failure that does not fit its record is one without a type.
			read := use{Context: InResponse, lenient: op.Failure != nil && s == op.Failure.Shape()}
			if s.Name != "" {
				u.add(s, usedBy{read, op, s.GoName, nil})
			}
			u.body(op, s, read)
		}
	}
	return u
}

func (u usages) add(thing any, by usedBy) { u.of[thing] = append(u.of[thing], by) }

// body notes the record that a request or response includes, and all types of its fields.
func (u usages) body(op *catalog.Operation, s *catalog.Shape, included use) {
	if s.Include != nil {
		u.add(s.Include, usedBy{included, op, s.GoName, s})
	}
	within := use{Context: included.Context, lenient: included.lenient}
	all := catalog.Reached(s)
	for r := range all.Records {
		u.add(r, usedBy{within, op, r.GoName, nil})
	}
	for e := range all.Enums {
		u.add(e, usedBy{within, op, e.GoName, nil})
	}
	for union := range all.Unions {
		u.add(union, usedBy{within, op, union.GoName, nil})
	}
}

// weigh notes the records of arrays that are sent if their first item is not empty.
func (u usages) weigh(s *catalog.Shape) {
	for _, f := range s.Fields {
		if _, asked := plan.Lower(f).When.(plan.FirstItemGiven); asked {
			u.weighed[f.Record()] = true
		}
	}
}
