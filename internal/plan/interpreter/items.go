package interpreter

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// list is an array of arrays or maps, and any array in one or in a map. entries are a
// map. Their values are those of fields, and those of records are *record.
type (
	list    []any
	entries map[string]any
)

// item returns what reads a value of a type in a list or a map.
func (in reader) item(of *form, t *catalog.Type) func(*wire.Decoder, *any) {
	if t.Nullable {
		return orNull(in.item(of, t.NotNull()))
	}
	switch t.Kind {
	case catalog.Array:
		read := wire.ListOf(in.item(of, t.Elem))
		return func(d *wire.Decoder, x *any) {
			var items []any
			read(d, &items)
			*x = list(items)
		}
	case catalog.Map:
		read := wire.MapOf(in.item(of, t.Elem))
		return func(d *wire.Decoder, x *any) {
			var values map[string]any
			read(d, &values)
			*x = entries(values)
		}
	case catalog.Record:
		form := of.records[t.Record]
		read := wire.RecordOf(in.record(form))
		return func(d *wire.Decoder, x *any) {
			r := newRecord(form)
			read(d, r)
			*x = r
		}
	case catalog.Union:
		read := wire.RecordOf(in.union(of, t.Union))
		return func(d *wire.Decoder, x *any) {
			c := new(choice)
			read(d, c)
			*x = c
		}
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

// orNull returns what reads a value that may be null.
func orNull(value func(*wire.Decoder, *any)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		var v api.Nullable[any]
		wire.NullableOf(value)(d, &v)
		if held, ok := v.Get(); ok {
			*x = held
		} else {
			*x = null{}
		}
	}
}

// boxed returns what reads a value into an any.
func boxed[T any](read func(*wire.Decoder, *T)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		var v T
		read(d, &v)
		*x = v
	}
}

// appendItem appends a value in a list or a map.
func appendItem(b []byte, x any) []byte {
	switch x := x.(type) {
	case list:
		return wire.ListJSON(appendItem)(b, x)
	case entries:
		return wire.MapJSON(appendItem)(b, x)
	case *record:
		return x.AppendJSON(b)
	case *choice:
		return x.AppendJSON(b)
	case null:
		return append(b, "null"...)
	case json.Number:
		return wire.NumberJSON(b, x)
	case api.Object:
		return wire.ObjectJSON(b, x)
	default:
		return wire.AnyJSON(b, x)
	}
}

// itemCheck returns what makes a check of a value of a type in a list or a map.
func itemCheck(c plan.Check, t *catalog.Type) func(*any, *wire.Validator) {
	return func(x *any, v *wire.Validator) {
		switch value := (*x).(type) {
		case list:
			wire.ListCheck(itemCheck(c, t.Elem))((*[]any)(&value), v)
		case entries:
			check := wire.MapCheck(itemCheck(c, t.Elem))
			if c.Field.Private() {
				check = wire.HiddenMapCheck(itemCheck(c, t.Elem))
			}
			check((*map[string]any)(&value), v)
		case *record:
			value.check(v)
		case *choice:
			value.check(v)
		case string:
			if c.Ask == plan.Enum {
				wire.EnumCheck[string](valuesOf(t.Enum))(&value, v)
			}
		}
	}
}
