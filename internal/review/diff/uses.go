package diff

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// use is one way in which something is used.
type use struct {
	Context
	open    [2]openness // in base and head
	lenient bool        // a response that old clients read whatever comes
}

// openness says whether what uses a record keeps unknown keys.
type openness int

const (
	asRecord openness = iota // if the record is open
	never
	always
)

// inRequest is the openness of a request that includes a record, which it says itself.
func inRequest(op *catalog.Operation) openness {
	if op != nil && op.Request.Open {
		return always
	}
	return never
}

// isOpen reports whether unknown keys are kept at a place that is used like this.
func (u use) isOpen(p place, side side) bool {
	return u.open[side] == always || u.open[side] == asRecord && p.open[side]
}

// usedBy is a place where a record, an enum or a union is used.
type usedBy struct {
	use
	operation *catalog.Operation
	goName    string         // what it is in Go; of an included record the body
	body      *catalog.Shape // that includes it; nil if it is the type of a field
}

// usage says where a record, an enum or a union is used, in the order of the catalog.
type usage []usedBy

// places sum up a usage.
type places struct {
	met        []use    // each once, requests first
	operations []string // "claims.get_claim"
	goTypes    []string // "claims.Address"
}

// The ways in which a record, an enum or a union is used.
func inAnyWay(usedBy) bool     { return true }
func asType(by usedBy) bool    { return by.body == nil }
func whileOpen(by usedBy) bool { return by.open[inBase] == asRecord }

// places returns the places where something is used in a certain way.
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

// usagesOf returns the uses in the base, by what became of its operations.
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

// body notes the record that a request or response includes, and what its fields
// lead to.
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
