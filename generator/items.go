package generator

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Functions of the runtime decode, encode, check and map arrays of arrays and maps. They
// are composed like the types.

// composed reports whether the runtime appends a type with a function for its items: maps,
// and arrays of other types than strings, objects, records and unions.
func composed(t *catalog.Type) bool {
	switch {
	case t.Kind != catalog.Array || t.Elem.Nullable:
		return t.Holder()
	case appendsItself(t.Elem):
		return false
	default:
		name := scalars[t.Elem.Kind]
		return name != "String" && name != "Object"
	}
}

// compose returns a function for values of a type: the runtime's functions for nullable values,
// arrays and maps, applied to the one for the values inside.
func compose(t *catalog.Type, nullable, list, mapped string, inner func(*catalog.Type) string) string {
	switch {
	case t.Nullable:
		return "wire." + nullable + "(" + compose(t.NotNull(), nullable, list, mapped, inner) + ")"
	case t.Kind == catalog.Array:
		return "wire." + list + "(" + compose(t.Elem, nullable, list, mapped, inner) + ")"
	case t.Kind == catalog.Map:
		return "wire." + mapped + "(" + compose(t.Elem, nullable, list, mapped, inner) + ")"
	default:
		return inner(t)
	}
}

// itemReader returns the function that reads a value of a type in an array or a map:
//
//	wire.ListOf(wire.RecordOf(decodeEmailEntry))
func itemReader(t *catalog.Type) string {
	return compose(t, "NullableOf", "ListOf", "MapOf", func(t *catalog.Type) string {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			return "wire.RecordOf(decode" + t.Go().Name + ")"
		case catalog.Enumeration:
			return "wire.EnumItem[" + t.Enum.GoName + "]"
		default:
			return "wire." + scalars[t.Kind] + "Item"
		}
	})
}

// wholeValue returns the expression that appends a response other than an object.
func wholeValue(f *catalog.Field) string {
	if t := f.Type; t.Kind == catalog.Array && t.Elem.Kind == catalog.Record && !t.Elem.Nullable {
		return fmt.Sprintf("wire.RecordsJSON(b, %s, (*%s).AppendJSON)", on(f), t.Elem.Record.GoName)
	}
	return itemAppender(f, f.Type) + "(b, " + on(f) + ")"
}

// itemAppender returns the function that appends a value in an array or a map of a field:
//
//	wire.ListJSON(wire.RecordJSON[EmailEntry])
func itemAppender(f *catalog.Field, t *catalog.Type) string {
	return compose(t, "NullableJSON", "ListJSON", "MapJSON", func(t *catalog.Type) string {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			if f.Circular() {
				return "wire.MembersJSON(" + membersOf(t.Go().Name) + ")"
			}
			return "wire.RecordJSON[" + t.Go().Name + "]"
		case catalog.Enumeration, catalog.String:
			return "wire.StringJSON[" + t.Go().Name + "]"
		default:
			return "wire." + scalars[t.Kind] + "JSON"
		}
	})
}

// composedCheck emits a check of the innermost items of an array of arrays or a map:
//
//	wire.CheckValues(v, "emails", r.Emails, wire.ListCheck((*EmailEntry).validate))
func composedCheck(f *catalog.Field, value string) string {
	name, hidden := "CheckItems", ""
	if f.Private() {
		hidden = "Hidden" // the keys of maps
	}
	if f.Type.Kind == catalog.Map {
		name = "Check" + hidden + "Values"
	}
	return fmt.Sprintf("wire.%s(v, %q, %s, %s)", name, f.Name, value, itemChecker(f.Type.Elem, hidden))
}

// itemChecker returns the function that checks a value of a type in an array or a map.
func itemChecker(t *catalog.Type, hidden string) string {
	return compose(t, "NullableCheck", "ListCheck", hidden+"MapCheck", func(t *catalog.Type) string {
		switch t.Kind {
		case catalog.Record, catalog.Union:
			return "(*" + t.Go().Name + ").validate"
		case catalog.Enumeration:
			return fmt.Sprintf("wire.EnumCheck[%s](%s)", t.Enum.GoName, valuesVar(t.Enum))
		default:
			return "wire." + scalars[t.Kind] + "Check"
		}
	})
}

// coder returns the function that maps the friendly names in a value of a type:
//
//	wire.CodedValues(wire.CodedItems(EmailEntry.withCodes))
func coder(t *catalog.Type) string {
	return compose(t, "CodedOrNull", "CodedItems", "CodedValues", func(t *catalog.Type) string {
		return t.Go().Name + ".withCodes"
	})
}

// Nullable fields have the type api.Nullable. wire.ValueOf returns their value.

// place returns the address of a field: &r.Phone.
func place(f *catalog.Field) string { return "&" + on(f) }

// held returns a pointer to the value of a nullable field, which is nil without a value.
// For a record behind a pointer, it returns that pointer.
func held(f *catalog.Field) string {
	at := "wire.ValueOf(" + place(f) + ")"
	if f.BehindPointer() {
		return "wire.Or(" + at + ", nil)"
	}
	return at
}

// decodeNullable emits the statement that reads a nullable member.
func decodeNullable(f *catalog.Field) string {
	reader := itemReader(f.Type.NotNull())
	if f.BehindPointer() {
		reader = "wire.PointerOf(" + reader + ")"
	}
	return fmt.Sprintf("wire.Nullable(d, %s, %s, %s)", memberNumber(f), place(f), reader)
}

// appendNullable emits a nullable member with the field at an address.
func appendNullable(f *catalog.Field, at string) string {
	switch {
	case f.BehindPointer():
		members := membersOf(f.Type.Record.GoName)
		return setB("wire.AppendNullable(b, %s, %s, wire.PointerJSON(%s))", key(f), at, members)
	case appendsItself(f.Type) && !f.Circular():
		return setB("wire.AppendNullableRecord(b, %s, %s)", key(f), at)
	}
	return setB("wire.AppendNullable(b, %s, %s, %s)", key(f), at, itemAppender(f, f.Type.NotNull()))
}

// nullableLiteral returns a value of a nullable type, which may be behind a pointer:
// api.Value("x") or api.Null[string]().
func nullableLiteral(t *catalog.Type, v any, pointer bool) string {
	base, star, and := t.Value().String(), "", ""
	if pointer {
		star, and = "*", "&"
	}
	if v == nil || v == any(sample.Null{}) {
		return "api.Null[" + star + base + "]()"
	}
	value := goValue(t.NotNull(), v)
	switch t.Kind {
	case catalog.Record, catalog.Array, catalog.Map, catalog.Union:
		return "api.Value(" + and + base + value + ")"
	case catalog.Any, catalog.Unspecified:
		return "api.Value[" + base + "](" + value + ")"
	default:
		return "api.Value(" + value + ")"
	}
}
