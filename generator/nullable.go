package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/sample"
)

// Fields that may be null. They are an api.Nullable, which wire.ValueOf looks into.

// place is where a field is: &r.Phone.
func place(f *catalog.Field) *jen.Statement { return jen.Op("&").Add(on(f)) }

// held is where the value of a field is that may be null, nil without one.
func held(f *catalog.Field) *jen.Statement { return rt("ValueOf").Call(place(f)) }

// decodeNullable emits how a member is read that may be null:
//
//	wire.Nullable(d, nPhone, &r.Phone, wire.StringItem)
func decodeNullable(f *catalog.Field) jen.Code {
	return jen.Qual(wirePath, "Nullable").Call(jen.Id("d"), memberNumber(f), place(f), itemReader(f.Type.NotNull()))
}

// appendNullable emits a member that may be null, of the field at a place:
//
//	b = wire.AppendNullable(b, `"phone":`, &r.Phone, wire.StringJSON[string])
func appendNullable(f *catalog.Field, at jen.Code) jen.Code {
	if f.Type.Kind == catalog.Record {
		return setB(rt("AppendNullableRecord").Call(jen.Id("b"), key(f), at))
	}
	return setB(rt("AppendNullable").Call(jen.Id("b"), key(f), at, itemAppender(f, f.Type.NotNull())))
}

// nullableLiteral is a value of a type that may be null: api.Value("x"), or
// api.Null[string]().
func nullableLiteral(t *catalog.Type, v any) *jen.Statement {
	base := typeCode(t.Value())
	if v == nil || v == any(sample.Null{}) {
		return rt("Null").Index(base).Call()
	}
	value := goValue(t.NotNull(), v)
	switch t.Kind {
	case catalog.Record, catalog.Array, catalog.Map:
		return rt("Value").Call(base.Add(value))
	case catalog.Any, catalog.Unspecified:
		return rt("Value").Index(base).Call(value)
	default:
		return rt("Value").Call(value)
	}
}
