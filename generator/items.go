package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// Functions of the runtime decode, encode, check and map arrays of arrays and maps. They
// are composed like the types.

// compose returns a function for values of a type: the runtime's functions for nullable values,
// arrays and maps, applied to the one for the values inside.
func compose(t *catalog.Type, nullable, list, mapped string, inner func(*catalog.Type) *jen.Statement) *jen.Statement {
	switch {
	case t.Nullable:
		return wireName(nullable).Call(compose(t.NotNull(), nullable, list, mapped, inner))
	case t.Kind == catalog.Array:
		return wireName(list).Call(compose(t.Elem, nullable, list, mapped, inner))
	case t.Kind == catalog.Map:
		return wireName(mapped).Call(compose(t.Elem, nullable, list, mapped, inner))
	default:
		return inner(t)
	}
}

// itemReader returns the function that reads a value of a type in an array or a map:
//
//	wire.ListOf(wire.RecordOf(decodeEmailEntry))
func itemReader(t *catalog.Type) *jen.Statement {
	return compose(t, "NullableOf", "ListOf", "MapOf", func(t *catalog.Type) *jen.Statement {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			return wireName("RecordOf").Call(decoderOf(shareableOf(t), t.Go().Name))
		case catalog.Enumeration:
			return wireName("EnumItem").Index(jen.Id(t.Enum.GoName))
		default:
			return wireName(scalars[t.Kind] + "Item")
		}
	})
}

// wholeValue returns the expression that appends a response other than an object:
//
//	wire.RecordsJSON(b, r.Items, (*EmailEntry).AppendJSON)
func wholeValue(f *catalog.Field) jen.Code {
	if t := f.Type; t.Kind == catalog.Array && t.Elem.Kind == catalog.Record && !t.Elem.Nullable {
		return wireName("RecordsJSON").Call(jen.Id("b"), fieldExpr(f),
			jen.Parens(jen.Op("*").Id(t.Elem.Record.GoName)).Dot("AppendJSON"))
	}
	return itemAppender(f, f.Type).Call(jen.Id("b"), fieldExpr(f))
}

// itemAppender returns the function that appends a value in an array or a map of a field:
//
//	wire.ListJSON(wire.RecordJSON[EmailEntry])
func itemAppender(f *catalog.Field, t *catalog.Type) *jen.Statement {
	return compose(t, "NullableJSON", "ListJSON", "MapJSON", func(t *catalog.Type) *jen.Statement {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			if f.Circular() {
				return wireName("MembersJSON").Call(membersOf(shareableOf(t), t.Go().Name))
			}
			return wireName("RecordJSON").Index(baseType(t))
		case catalog.Enumeration, catalog.String:
			return wireName("StringJSON").Index(baseType(t))
		default:
			return wireName(scalars[t.Kind] + "JSON")
		}
	})
}

// composedCheck emits a check of the innermost items of an array of arrays or a map:
//
//	wire.CheckValues(v, "emails", r.Emails, wire.ListCheck((*EmailEntry).validate))
func composedCheck(f *catalog.Field, value jen.Code) jen.Code {
	name, hidden := "CheckItems", ""
	if f.Private() {
		hidden = "Hidden" // the keys of maps
	}
	if f.Type.Kind == catalog.Map {
		name = "Check" + hidden + "Values"
	}
	return wireName(name).Call(jen.Id("v"), jen.Lit(f.Name), value,
		itemChecker(f.Type.Elem, hidden))
}

// itemChecker returns the function that checks a value of a type in an array or a map.
func itemChecker(t *catalog.Type, hidden string) *jen.Statement {
	return compose(t, "NullableCheck", "ListCheck", hidden+"MapCheck", func(t *catalog.Type) *jen.Statement {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			return nestedFunc(shareableOf(t), t.Go().Name, "validate", catalog.ValidateVerb)
		case catalog.Enumeration:
			return wireName("EnumCheck").Index(jen.Id(t.Enum.GoName)).Call(valuesVar(t.Enum))
		default:
			return wireName(scalars[t.Kind] + "Check")
		}
	})
}

// itemCoder returns the function that maps the friendly names in a value of a type:
//
//	wire.CodedValues(wire.CodedItems(EmailEntry.withCodes))
func itemCoder(t *catalog.Type) *jen.Statement {
	return compose(t, "CodedOrNull", "CodedItems", "CodedValues", func(t *catalog.Type) *jen.Statement {
		return coderOf(t)
	})
}

// appendNullable emits a nullable member with the field at an address:
//
//	b = wire.AppendNullable(b, `"phone":`, &r.Phone, wire.StringJSON[string])
func appendNullable(f *catalog.Field, at jen.Code) jen.Code {
	appender := itemAppender(f, f.Type.NotNull())
	switch {
	case f.BehindPointer():
		appender = wireName("PointerJSON").Call(membersOf(f.Type.Record, f.Type.Record.GoName))
	case appendsItself(f.Type) && !f.Circular():
		return setBuffer(wireName("AppendNullableRecord").Call(jen.Id("b"), keyLiteral(f), at))
	}
	return setBuffer(wireName("AppendNullable").Call(jen.Id("b"), keyLiteral(f), at, appender))
}
