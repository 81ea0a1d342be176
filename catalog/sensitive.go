package catalog

import "slices"

// SensitiveRecords returns the records that stand in a sensitive field of an
// area, and those that they hold: all of them is sensitive there, also where they
// stand in another field.
func (a *Area) SensitiveRecords() map[*Shape]bool {
	whole := map[*Shape]bool{}
	var mark func(r *Shape)
	mark = func(r *Shape) {
		if r == nil || whole[r] {
			return
		}
		whole[r] = true
		for _, f := range r.Fields {
			mark(f.Record())
		}
	}
	shapes := slices.Clone(a.Records)
	for _, op := range a.Operations {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if f.Sensitive {
				mark(f.Record())
			}
		}
	}
	return whole
}

// Record returns the record that a field holds, alone or in an array, or nil.
func (f *Field) Record() *Shape {
	if f.Type.Kind == Array {
		return f.Type.Elem.Record
	}
	return f.Type.Record
}
