package interpreter

import (
	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// item returns the function that reads a value of a type in an array or a map.
func (in reader) item(of *form, t *catalog.Type) func(*wire.Decoder, *any) {
	if t.Nullable {
		return orNull(in.item(of, t.NotNull()))
	}
	switch t.Kind {
	case catalog.Array:
		return boxed(wire.ListOf(in.item(of, t.Elem)))
	case catalog.Map:
		return boxed(wire.MapOf(in.item(of, t.Elem)))
	case catalog.Record:
		return pointed(wire.RecordOf(in.record(of.records[t.Record])))
	case catalog.Union:
		return pointed(wire.RecordOf(in.union(of, t.Union)))
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

// orNull returns the function that reads a nullable value.
func orNull(value func(*wire.Decoder, *any)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		var v api.Nullable[any]
		wire.NullableOf(value)(d, &v)
		if value, ok := v.Get(); ok {
			*x = value
		} else {
			*x = null{}
		}
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

// pointed returns the function that reads a value into an any with a pointer to it.
func pointed[T any](read func(*wire.Decoder, *T)) func(*wire.Decoder, *any) {
	return func(d *wire.Decoder, x *any) {
		v := new(T)
		read(d, v)
		*x = v
	}
}

// itemCheck returns the function that performs a check of a value in an array or a map.
func itemCheck(c plan.Check, t *catalog.Type) func(*any, *wire.Validator) {
	return func(x *any, v *wire.Validator) {
		switch value := (*x).(type) {
		case []any:
			wire.ListCheck(itemCheck(c, t.Elem))(&value, v)
		case map[string]any:
			check := wire.MapCheck(itemCheck(c, t.Elem))
			if c.Field.Private() {
				check = wire.HiddenMapCheck(itemCheck(c, t.Elem))
			}
			check(&value, v)
		case checked:
			value.check(v)
		case string:
			if c.Ask == plan.Enum {
				wire.EnumCheck[string](valuesOf(t.Enum))(&value, v)
			}
		}
	}
}
