package generator

import (
	"encoding/json"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/sample"
)

// sampleStruct is the values of a struct literal, without the name of its type.
func sampleStruct(r *sample.Record) jen.Code {
	members := sampleMembers(r)
	if len(members) > 3 || len(r.JSON()) > 120 { // a line for each, so that one more is one more
		return lines("{}", apart(members))
	}
	return braces(members...)
}

func sampleMembers(r *sample.Record) []jen.Code {
	var members []jen.Code
	for _, m := range r.Members {
		members = append(members, jen.Id(m.Field.GoName).Op(":").Add(sampleMember(m.Field, m.Value)))
	}
	if r.Further != "" {
		members = append(members, jen.Id("Extra").Op(":").Add(rt("Object")).
			Values(jen.Dict{jen.Lit(r.Further): jen.Lit(r.Kept)}))
	}
	return members
}

// sampleMember is the value of a field in Go.
func sampleMember(f *catalog.Field, v any) jen.Code {
	value := jen.Add(goValue(f.Type, v))
	switch {
	case f.Type.Kind == catalog.Array:
		return baseType(f.Type).Add(value)
	case f.Type.Kind == catalog.Record && pointed(f):
		return jen.Op("&").Add(baseType(f.Type)).Add(value)
	case f.Type.Kind == catalog.Record:
		return baseType(f.Type).Add(value)
	case pointed(f):
		return jen.New(value)
	default:
		return value
	}
}

// goValue is a value of a type in Go, of a record or an array without the name of
// its type. That of an enum is one of its constants where it has one.
func goValue(t *catalog.Type, v any) jen.Code {
	switch v := v.(type) {
	case *sample.Record:
		return sampleStruct(v)
	case []any:
		var items []jen.Code
		for _, item := range v {
			items = append(items, goValue(t.Elem, item))
		}
		return braces(items...)
	case map[string]any:
		values := jen.Dict{}
		for key, value := range v {
			values[jen.Lit(key)] = jen.Lit(value)
		}
		return rt("Object").Values(values)
	case json.Number:
		return jen.Qual("encoding/json", "Number").Call(jen.Lit(string(v)))
	case string:
		if t.Kind == catalog.Enumeration {
			return enumValue(t.Enum, v)
		}
	}
	return jen.Lit(v)
}

func enumValue(e *catalog.Enum, value string) jen.Code {
	for _, v := range e.Values {
		if v.Value == value {
			return jen.Id(v.GoName)
		}
	}
	return jen.Id(e.GoName).Call(jen.Lit(value))
}
