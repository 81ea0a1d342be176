package dynamic

import (
	"reflect"
	"slices"

	"example.com/opgen/api/wire"
	"example.com/opgen/catalog"
	"example.com/opgen/internal/plan"
)

// decodeRequest reads a body, checks it and settles it.
func decodeRequest(body *plan.Plan, d *wire.Decoder) *record {
	r := newRecord(body)
	reader{wire: true}.members(d, r)
	r.check(&d.Validator)
	r.settle()
	return r
}

// decodeAnswer reads a response.
func decodeAnswer(d *wire.Decoder, r *record) {
	if len(r.plan.Needed()) > 0 {
		d.Begin(nil)
	} else {
		d.BeginAnswer()
	}
	reader{wire: true}.rest(d, r)
}

// reader reads objects, as they are sent or as a Go struct has them. In a struct
// no list is joined and no required value is missing.
type reader struct {
	wire bool
}

// members reads an object.
func (in reader) members(d *wire.Decoder, r *record) {
	d.Begin(nil)
	in.rest(d, r)
}

// rest reads an object that has begun.
func (in reader) rest(d *wire.Decoder, r *record) {
	for d.Next() {
		n := slices.IndexFunc(r.plan.Shape.Fields, func(f *catalog.Field) bool { return f.Name == d.Key() })
		switch {
		case n >= 0:
			r.values[n] = in.member(d, n, r.plan.Shape.Fields[n], r.values[n])
		case r.plan.Shape.Open:
			d.Extra(&r.extra)
		}
	}
	for n, f := range r.plan.Shape.Fields {
		if in.wire && f.Required {
			d.Require(n, f.Name)
		}
	}
}

// record returns what reads a record of a shape.
func (in reader) record(s *catalog.Shape) func(*wire.Decoder, *record) {
	p := plan.Record(s)
	return func(d *wire.Decoder, r *record) {
		if r.plan == nil {
			r.become(p)
		}
		in.members(d, r)
		if in.wire && d.IsRequest() {
			r.settle()
		}
	}
}

// member reads the value of member n.
func (in reader) member(d *wire.Decoder, n int, f *catalog.Field, before any) any {
	switch t := f.Type; {
	case f.Join != "" && in.wire:
		return orNil(d.Joined(n, f.Join))
	case t.Kind == catalog.Array:
		return in.array(d, n, t.Elem)
	case t.Kind == catalog.Record && f.Required:
		wire.RequiredRecord(d, n, before.(*record), in.record(t.Record))
		return before
	case t.Kind == catalog.Record:
		return orNil(wire.Record(d, n, in.record(t.Record)))
	}
	if x := scalar(d, n, f.Type); x != nil || f.Go().Nilable() {
		return x
	}
	return zero(f.Type)
}

func (in reader) array(d *wire.Decoder, n int, of *catalog.Type) any {
	switch of.Kind {
	case catalog.String, catalog.Enumeration:
		return orNil(d.Strings(n))
	case catalog.Boolean:
		return orNil(d.Bools(n))
	case catalog.Integer:
		return orNil(d.Ints(n))
	case catalog.Number:
		return orNil(d.Numbers(n))
	case catalog.Object:
		return orNil(d.Objects(n))
	case catalog.Record:
		return orNil(wire.Records(d, n, in.record(of.Record)))
	default:
		return orNil(d.Anys(n))
	}
}

// scalar reads a value that is no array and no record, nil if it is absent.
func scalar(d *wire.Decoder, n int, t *catalog.Type) any {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return pointedAt(d.OptString(n))
	case catalog.Boolean:
		return pointedAt(d.OptBool(n))
	case catalog.Integer:
		return pointedAt(d.OptInt(n))
	case catalog.Number:
		return pointedAt(d.OptNumber(n))
	case catalog.Object:
		return orNil(d.Object(n))
	default:
		return d.Any(n)
	}
}

// pointedAt is what a pointer points at, nil if it is nil.
func pointedAt[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// orNil is a slice, a map or a record, nil if it is nil.
func orNil(x any) any {
	if reflect.ValueOf(x).IsNil() {
		return nil
	}
	return x
}
