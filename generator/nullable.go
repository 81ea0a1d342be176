package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Nullable fields have the type api.Nullable. wire.ValueOf returns their value.

// place returns the address of a field: &r.Phone.
func place(f *catalog.Field) *jen.Statement { return jen.Op("&").Add(on(f)) }

// held returns a pointer to the value of a nullable field, which is nil without a value.
// For a record behind a pointer, it returns that pointer.
func held(f *catalog.Field) *jen.Statement {
	at := rt("ValueOf").Call(place(f))
	if f.BehindPointer() {
		return rt("Or").Call(at, jen.Nil())
	}
	return at
}

// decodeNullable emits the statement that reads a nullable member:
//
//	wire.Nullable(d, nPhone, &r.Phone, wire.StringItem)
func decodeNullable(f *catalog.Field) jen.Code {
	reader := itemReader(f.Type.NotNull())
	if f.BehindPointer() {
		reader = rt("PointerOf").Call(reader)
	}
	return jen.Qual(wirePath, "Nullable").Call(jen.Id("d"), memberNumber(f), place(f), reader)
}

// appendNullable emits a nullable member with the field at an address:
//
//	b = wire.AppendNullable(b, `"phone":`, &r.Phone, wire.StringJSON[string])
func appendNullable(f *catalog.Field, at jen.Code) jen.Code {
	if f.BehindPointer() {
		return setB(rt("AppendNullable").Call(jen.Id("b"), key(f), at, rt("PointerJSON").Call(membersOf(f.Type.Record.GoName))))
	}
	if appendsItself(f.Type) && !f.Circular() {
		return setB(rt("AppendNullableRecord").Call(jen.Id("b"), key(f), at))
	}
	return setB(rt("AppendNullable").Call(jen.Id("b"), key(f), at, itemAppender(f, f.Type.NotNull())))
}

// nullableLiteral returns a value of a nullable type: api.Value("x") or api.Null[string]().
func nullableLiteral(t *catalog.Type, v any) *jen.Statement {
	base := typeCode(t.Value())
	if v == nil || v == any(sample.Null{}) {
		return rt("Null").Index(base).Call()
	}
	value := goValue(t.NotNull(), v)
	switch t.Kind {
	case catalog.Record, catalog.Array, catalog.Map, catalog.Union:
		return rt("Value").Call(base.Add(value))
	case catalog.Any, catalog.Unspecified:
		return rt("Value").Index(base).Call(value)
	default:
		return rt("Value").Call(value)
	}
}

// pointerLiteral is [nullableLiteral] for a record behind a pointer.
func pointerLiteral(t *catalog.Type, v any) *jen.Statement {
	base := typeCode(t.Value())
	if v == nil || v == any(sample.Null{}) {
		return rt("Null").Index(jen.Op("*").Add(base)).Call()
	}
	return rt("Value").Call(jen.Op("&").Add(base).Add(goValue(t.NotNull(), v)))
}
