package interpreter

import (
	"reflect"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Bodies are decoded by the decoder of the runtime, as generated code does, but into records that
// have their plan instead of a Go type. A record has a value for each field in the order of the
// catalog; nil is absent.

// decode reads and checks a body. It does not settle it, because appending a body does.
func (o *Operation) decode(d *wire.Decoder) *record {
	r := newRecord(o.request)
	reader{wire: true}.object(d, r)
	r.check(&d.Validator)
	return r
}

// decodeResponse reads a response.
func (o *Operation) decodeResponse(d *wire.Decoder, r *record) {
	if o.Response.Nothing {
		wire.Nothing(d)
		return
	}
	if o.Response.Whole != nil {
		readWhole(d, r)
		return
	}
	if len(r.plan.Needed()) > 0 {
		d.Begin(nil)
	} else {
		d.BeginResponse()
	}
	reader{wire: true}.members(d, r)
}

// readWhole reads a value that is not an object, or a union.
func readWhole(d *wire.Decoder, r *record) {
	wire.Whole(d, &r.values[0], reader{wire: true}.item(r.plan, r.plan.Shape.Fields[0].Type))
}

// reader reads objects as they are sent, or in the form of Go structs, in which no array is
// joined and no required value is missing.
type reader struct {
	wire     bool // as objects are sent
	complete bool // without wire: a member that a struct always has is required
}

// object reads an object.
func (rd reader) object(d *wire.Decoder, r *record) {
	d.Begin(nil)
	rd.members(d, r)
}

// members reads the members of an object.
func (rd reader) members(d *wire.Decoder, r *record) {
	for d.Next() {
		isKey := func(f *catalog.Field) bool { return f.Name == d.Key() }
		n := slices.IndexFunc(r.plan.Shape.Fields, isKey)
		switch {
		case n >= 0:
			r.values[n] = rd.member(d, r, n)
		case r.plan.Shape.Open:
			d.Extra(&r.extra)
		}
	}
	for n, f := range r.plan.Shape.Fields {
		isAlwaysSet := rd.complete && !f.Go().Nilable()
		if f.Required && (rd.wire || isAlwaysSet) {
			d.Require(n, f.Name)
		}
	}
}

// record returns the function that reads a record with a plan.
func (rd reader) record(of *recordPlan) func(*wire.Decoder, *record) {
	return func(d *wire.Decoder, r *record) {
		if r.plan == nil {
			r.setPlan(of)
		}
		rd.object(d, r)
	}
}

// member reads the value of member n of a record.
func (rd reader) member(d *wire.Decoder, r *record, n int) any {
	f := r.plan.Shape.Fields[n]
	nested := rd.record(r.plan.records[f.Record()])
	t := f.Type
	switch {
	case t.Nullable:
		var v api.Nullable[any]
		wire.Nullable(d, n, &v, rd.item(r.plan, t.NotNull()))
		return orNull(v)
	case f.Join != "" && rd.wire:
		return orNil(d.Joined(n, f.Join))
	case f.Join != "":
		return orNil(wire.Array(d, n, wire.StringItem))
	case t.Kind == catalog.Map:
		return orNil(wire.Map(d, n, rd.item(r.plan, t.Elem)))
	case t.Kind == catalog.Array:
		return orNil(wire.Array(d, n, rd.item(r.plan, t.Elem)))
	case t.Kind == catalog.Union:
		return rd.unionMember(d, r, n)
	case t.Kind == catalog.Record && f.Required:
		wire.RequiredRecord(d, n, r.values[n].(*record), nested)
		return r.values[n]
	case t.Kind == catalog.Record:
		return orNil(wire.Record(d, n, nested))
	}
	if x := scalar(d, n, f.Type); x != nil || f.Go().Nilable() {
		return x
	}
	return r.plan.zero(f.Type)
}

// unionMember reads the union in member n of a record, nil if it has no variant. If the key is repeated,
// it starts from the variant so far.
func (rd reader) unionMember(d *wire.Decoder, r *record, n int) any {
	variant, _ := r.values[n].(*record)
	if variant == nil {
		variant = new(record)
	}
	wire.RequiredRecord(d, n, variant, rd.union(r.plan, r.plan.Shape.Fields[n].Type.Union))
	if variant.plan == nil {
		return nil
	}
	return variant
}

// orNull returns a value that may be null.
func orNull(v api.Nullable[any]) any {
	if x, ok := v.Get(); ok {
		return x
	}
	return plan.Null{}
}

// scalar reads a value other than an array or a record, nil if it is absent.
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

// pointedAt returns the value that a pointer points to, nil if the pointer is nil.
func pointedAt[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// orNil returns a slice, a map or a record, and an untyped nil if it is nil.
func orNil(x any) any {
	if reflect.ValueOf(x).IsNil() {
		return nil
	}
	return x
}

// item returns the function that reads a value of a type in an array or a map.
func (rd reader) item(of *recordPlan, t *catalog.Type) func(*wire.Decoder, *any) {
	if t.Nullable {
		read := wire.NullableOf(rd.item(of, t.NotNull()))
		return func(d *wire.Decoder, x *any) {
			var v api.Nullable[any]
			read(d, &v)
			*x = orNull(v)
		}
	}
	switch t.Kind {
	case catalog.Array:
		return boxed(wire.ListOf(rd.item(of, t.Elem)))
	case catalog.Map:
		return boxed(wire.MapOf(rd.item(of, t.Elem)))
	case catalog.Record:
		return boxedPointer(wire.RecordOf(rd.record(of.records[t.Record])))
	case catalog.Union:
		return boxedPointer(wire.RecordOf(rd.union(of, t.Union)))
	case catalog.String, catalog.Enumeration:
		return boxed(wire.StringItem)
	case catalog.Boolean:
		return boxed(wire.BoolItem)
	case catalog.Integer:
		return boxed(wire.IntItem)
	case catalog.Number:
		return boxed(wire.NumberItem)
	case catalog.Object:
		return boxed(wire.ObjectItem)
	default:
		return wire.AnyItem
	}
}

// boxed returns the function that reads a value into an any.
func boxed[T any](read func(*wire.Decoder, *T)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		var v T
		read(d, &v)
		*x = v
	}
}

// boxedPointer returns the function that reads a value into an any with a pointer to it.
func boxedPointer[T any](read func(*wire.Decoder, *T)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		v := new(T)
		read(d, v)
		*x = v
	}
}
