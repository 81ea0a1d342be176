package generator

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// A wire vector, an example or a default is JSON. This file writes such a value as Go: what a caller
// would write to send it. The type of the field decides how, since the JSON "a,b" is the Go
// []string{"a", "b"} of a joined list, and the JSON "individual" a constant of an enum.

// nullableLiteral returns a value of a nullable type, which may be behind a pointer:
// api.Value("x") or api.Null[string]().
func nullableLiteral(t *catalog.Type, v any, pointer bool) *jen.Statement {
	base := typeCode(t.Value())
	star, and := jen.Null(), jen.Null()
	if pointer {
		star, and = jen.Op("*"), jen.Op("&")
	}
	if v == nil {
		return apiName("Null").Index(star.Add(base)).Call()
	}
	value := goValue(t.NotNull(), v)
	switch t.Kind {
	case catalog.Record, catalog.Array, catalog.Map, catalog.Union:
		return apiName("Value").Call(and.Add(base).Add(value))
	case catalog.Any, catalog.Unspecified:
		return apiName("Value").Index(base).Call(value)
	default:
		return apiName("Value").Call(value)
	}
}

// objectOf returns a sample as the object of a vector.
func objectOf(r *sample.Record) vectors.Object {
	v, _ := vectors.ParseValue(r.JSON()) // it is JSON without repeated keys
	return v.(vectors.Object)
}

// structLiteral returns the literal of an object of a shape, without the name of its type.
func structLiteral(s *catalog.Shape, o vectors.Object) jen.Code {
	members := structMembers(s, o)
	if len(members) > 3 {
		return lines("{}", members)
	}
	return braces(members...)
}

// structMembers returns the members of a struct literal. A null leaves out the field, unless it is
// nullable. Keys that are not fields are additional keys.
func structMembers(s *catalog.Shape, o vectors.Object) []jen.Code {
	var members []jen.Code
	var further vectors.Object
	for _, m := range o {
		if f := s.Field(m.Key); f == nil {
			further = append(further, m)
		} else if m.Value != nil || f.Type.Nullable {
			members = append(members, memberLiteral(f, m.Value))
		}
	}
	if further != nil {
		members = append(members, jen.Id("Extra").Op(":").Add(goValue(anyType, further)))
	}
	return members
}

// variantLiteral is [structLiteral] for a union.
func variantLiteral(u *catalog.TaggedUnion, o vectors.Object) jen.Code {
	i := slices.IndexFunc(o, func(m vectors.Member) bool { return m.Key == u.By })
	if i < 0 || o[i].Value == nil {
		return braces()
	}
	tag, _ := o[i].Value.(string)
	rest := slices.Delete(slices.Clone(o), i, i+1)
	v := u.Variant(tag)
	name, value := u.Unknown(), braces()
	switch {
	case v == nil:
		value = braces(jen.Id("Tag").Op(":").Lit(tag),
			jen.Id("Body").Op(":").Add(goValue(anyType, rest)))
	case v.Record == nil:
		name = v.GoName
	default:
		name, value = v.GoName, structLiteral(v.Record, rest)
	}
	return braces(jen.Id("Variant").Op(":").Add(localName(name), value))
}

var anyType = &catalog.Type{Kind: catalog.Any}

// memberLiteral returns a field of a struct literal.
func memberLiteral(f *catalog.Field, v any) jen.Code {
	member := jen.Id(f.GoName).Op(":")
	value := goValue(f.Type, v)
	text, isText := v.(string)
	switch {
	case isText && f.Join != "":
		return member.Add(texts(strings.Split(text, f.Join)))
	case f.Type.Nullable:
		return member.Add(nullableLiteral(f.Type, v, f.BehindPointer()))
	case f.Type.Kind == catalog.Record && isPointer(f):
		return member.Op("&").Add(baseType(f.Type)).Add(value)
	case f.Type.Kind == catalog.Record, f.Type.Holder(), f.Type.Kind == catalog.Union:
		return member.Add(baseType(f.Type)).Add(value)
	case isPointer(f):
		return member.New(value)
	default:
		return member.Add(value)
	}
}

// goValue returns the literal of a value. Literals of records, arrays and maps omit the
// name of the type. A value of an enum is a constant if there is one.
func goValue(t *catalog.Type, v any) jen.Code {
	if t.Nullable {
		return nullableLiteral(t, v, false)
	}
	switch v := v.(type) {
	case nil:
		return jen.Nil()
	case vectors.Object:
		return objectLiteral(t, v)
	case []any:
		return listLiteral(t, v)
	case json.Number:
		return numberLiteral(t, v)
	case string:
		return stringLiteral(t, v)
	default:
		return jen.Lit(v)
	}
}

// objectLiteral returns a union, a record or a map, or an object of any content:
// api.Object{"further": "kept"}.
func objectLiteral(t *catalog.Type, o vectors.Object) jen.Code {
	switch t.Kind {
	case catalog.Union:
		return variantLiteral(t.Union, o)
	case catalog.Record:
		return structLiteral(t.Record, o)
	case catalog.Map:
		return jen.Values(valuesByKey(t.Elem, o))
	default:
		return apiName("Object").Values(valuesByKey(anyType, o))
	}
}

// valuesByKey returns the members of an object whose values have one type.
func valuesByKey(elem *catalog.Type, o vectors.Object) jen.Dict {
	values := jen.Dict{}
	for _, m := range o {
		values[jen.Lit(m.Key)] = goValue(elem, m.Value)
	}
	return values
}

// listLiteral returns the items of an array, or a list of any content: []any{1, "x"}.
func listLiteral(t *catalog.Type, items []any) jen.Code {
	if t.Kind == catalog.Array {
		return itemLiterals(t.Elem, items)
	}
	return jen.Index().Any().Add(itemLiterals(anyType, items))
}

// itemLiterals returns the items of a list in braces.
func itemLiterals(t *catalog.Type, items []any) jen.Code {
	var code []jen.Code
	for _, item := range items {
		code = append(code, goValue(t, item))
	}
	return braces(code...)
}

// numberLiteral returns 1 for an integer, even if the JSON is 1.0 or 1e0, and json.Number("1.50") for
// another number.
func numberLiteral(t *catalog.Type, number json.Number) jen.Code {
	text := number.String()
	if t.Kind != catalog.Integer {
		return jen.Qual("encoding/json", "Number").Call(jen.Lit(text))
	}
	if n, ok := cursor.ParseInt64(text); ok && strings.ContainsAny(text, ".eE") {
		text = strconv.FormatInt(n, 10)
	}
	return jen.Id(text)
}

// stringLiteral returns a string or a value of an enum: ContactTypeIndividual, or
// ContactType("other") if the catalog does not name the value.
func stringLiteral(t *catalog.Type, text string) jen.Code {
	if t.Kind != catalog.Enumeration {
		return jen.Lit(text)
	}
	for _, listed := range t.Enum.Values {
		if listed.Value == text {
			return localName(listed.GoName)
		}
	}
	return localName(t.Enum.GoName).Call(jen.Lit(text))
}
