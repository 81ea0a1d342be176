package catalog

// Each area is a Go package of its own, with the types that it uses. It shares those that other areas
// use, too; see sharing.go. What an area uses is everything that its requests, responses,
// envelopes and failures refer to, at any depth.

// Types are the types that the fields of shapes refer to, directly or indirectly.
type Types struct {
	Records map[*Shape]bool
	Enums   map[*Enum]bool
	Unions  map[*TaggedUnion]bool
}

// Reached returns the types that the fields of shapes refer to. It omits records that are only
// included, because the shapes have their fields.
func Reached(shapes ...*Shape) Types {
	t := Types{map[*Shape]bool{}, map[*Enum]bool{}, map[*TaggedUnion]bool{}}
	for _, s := range shapes {
		t.add(s)
	}
	return t
}

// All returns the names in Go of the records, enums and unions.
func (all Types) All() map[any]string {
	names := map[any]string{}
	for r := range all.Records {
		names[r] = r.GoName
	}
	for e := range all.Enums {
		names[e] = e.GoName
	}
	for u := range all.Unions {
		names[u] = u.GoName
	}
	return names
}

func (all Types) add(s *Shape) {
	for _, f := range s.Fields {
		switch t := f.item(); t.Kind {
		case Enumeration:
			all.Enums[t.Enum] = true
		case Union:
			all.Unions[t.Union] = true
		}
		for _, record := range f.Records() {
			if !all.Records[record] {
				all.Records[record] = true
				all.add(record)
			}
		}
	}
}

// Outcomes returns the shapes of the additional envelope members and of the failure of an
// operation.
func (op *Operation) Outcomes() []*Shape {
	var shapes []*Shape
	if op.Envelope != nil && op.Envelope.Siblings != nil {
		shapes = append(shapes, op.Envelope.Siblings)
	}
	if op.Failure != nil && op.Failure.shape != nil {
		shapes = append(shapes, op.Failure.shape)
	}
	return shapes
}

// Reach returns the types of the requests, responses, additional envelope members and
// failures of operations.
func Reach(ops ...*Operation) Types {
	all := ResponseReach(ops...)
	for _, op := range ops {
		all.add(op.Request)
	}
	return all
}

// ResponseReach is like Reach without the requests.
func ResponseReach(ops ...*Operation) Types {
	all := Reached()
	for _, op := range ops {
		all.add(op.Response.Shape)
		for _, s := range op.Outcomes() {
			all.add(s)
			if s.Name != "" {
				all.Records[s] = true
			}
		}
	}
	return all
}
