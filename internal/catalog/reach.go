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
func (t Types) All() map[any]string {
	names := map[any]string{}
	for r := range t.Records {
		names[r] = r.GoName
	}
	for e := range t.Enums {
		names[e] = e.GoName
	}
	for u := range t.Unions {
		names[u] = u.GoName
	}
	return names
}

// add adds the types that the fields of a shape refer to.
func (t Types) add(s *Shape) {
	for _, f := range s.Fields {
		item := f.item()
		if item.Enum != nil {
			t.Enums[item.Enum] = true
		}
		if item.Union != nil {
			t.Unions[item.Union] = true
		}
		for _, record := range f.Records() {
			if !t.Records[record] {
				t.Records[record] = true
				t.add(record)
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
	t := ResponseReach(ops...)
	for _, op := range ops {
		t.add(op.Request)
	}
	return t
}

// ResponseReach is like Reach without the requests.
func ResponseReach(ops ...*Operation) Types {
	t := Reached()
	for _, op := range ops {
		t.add(op.Response.Shape)
		for _, s := range op.Outcomes() {
			t.add(s)
			if s.Name != "" {
				t.Records[s] = true
			}
		}
	}
	return t
}
