package reference

import "example.com/opgen/catalog"

// uses are the operations that records and enums are used by: in their requests,
// in their answers, or in records there.
type uses struct {
	records map[*catalog.Shape][]*catalog.Operation
	enums   map[*catalog.Enum][]*catalog.Operation
}

func usesIn(c *catalog.Catalog) uses {
	u := uses{map[*catalog.Shape][]*catalog.Operation{}, map[*catalog.Enum][]*catalog.Operation{}}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			u.shape(op, op.Request)
			u.shape(op, op.Response.Shape)
		}
	}
	return u
}

func (u uses) shape(op *catalog.Operation, s *catalog.Shape) {
	if s.Include != nil {
		u.record(op, s.Include)
	}
	for _, f := range s.Fields {
		switch t := f.Type.Item(); t.Kind {
		case catalog.Record:
			u.record(op, t.Record)
		case catalog.Enumeration:
			u.enums[t.Enum], _ = with(op, u.enums[t.Enum])
		}
	}
}

func (u uses) record(op *catalog.Operation, r *catalog.Shape) {
	users, added := with(op, u.records[r])
	if u.records[r] = users; added {
		u.shape(op, r)
	}
}

// with adds an operation to the users, of which only the last can be it already.
func with(op *catalog.Operation, users []*catalog.Operation) (all []*catalog.Operation, added bool) {
	if len(users) > 0 && users[len(users)-1] == op {
		return users, false
	}
	return append(users, op), true
}
