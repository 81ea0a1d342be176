package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// Nullable fields have the type api.Nullable. wire.ValueOf returns their value.

// address returns the address of a field: &r.Phone.
func address(f *catalog.Field) *jen.Statement { return jen.Op("&").Add(fieldExpr(f)) }

// nullableValue returns a pointer to the value of a nullable field, which is nil without a value.
// For a record behind a pointer, it returns that pointer.
func nullableValue(f *catalog.Field) *jen.Statement {
	at := wireName("ValueOf").Call(address(f))
	if f.BehindPointer() {
		return wireName("Or").Call(at, jen.Nil())
	}
	return at
}

// fieldOrVariant returns the expression that is nil if a field is absent: the variant of a
// union, or the field itself.
func fieldOrVariant(f *catalog.Field) *jen.Statement {
	if f.Type.Kind == catalog.Union {
		return fieldExpr(f).Dot("Variant")
	}
	return fieldExpr(f)
}
