package generator

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// sampleStruct returns the struct literal of a sample, without the name of its type.
func sampleStruct(r *sample.Record) jen.Code {
	members := sampleMembers(r)
	if len(members) > 3 || len(r.JSON()) > 120 { // a line for each, so that a new member adds a line
		return lines("{}", apart(members))
	}
	return braces(members...)
}

func sampleMembers(r *sample.Record) []jen.Code {
	var members []jen.Code
	for _, m := range r.Members {
		members = append(members, memberLiteral(m.Field, m.Value))
	}
	if r.Further != "" {
		members = append(members, furtherLiteral(jen.Dict{jen.Lit(r.Further): jen.Lit(r.Kept)}))
	}
	return members
}

// vectorStruct is [sampleStruct] for a vector. A null leaves out the field, unless it is
// nullable. Keys that are not fields are additional keys.
func vectorStruct(s *catalog.Shape, o vectors.Object) jen.Code {
	var members []jen.Code
	further := jen.Dict{}
	for _, m := range o {
		if f := s.Field(m.Key); f == nil {
			further[jen.Lit(m.Key)] = goValue(anyType, m.Value)
		} else if m.Value != nil || f.Type.Nullable {
			members = append(members, memberLiteral(f, m.Value))
		}
	}
	if len(further) > 0 {
		members = append(members, furtherLiteral(further))
	}
	if len(members) > 3 {
		return lines("{}", members)
	}
	return braces(members...)
}

// sampleVariant returns the literal of a union, without the name of its type.
func sampleVariant(r *sample.Record) jen.Code {
	v := r.Union.Variant(r.Tag)
	if v == nil {
		body := jen.Dict{}
		if r.Further != "" {
			body[jen.Lit(r.Further)] = jen.Lit(r.Kept)
		}
		return variantLiteral(jen.Id(r.Union.Unknown()).Add(unknownLiteral(r.Tag, body)))
	}
	return variantLiteral(jen.Id(v.GoName).Add(sampleStruct(r)))
}

// vectorVariant is [sampleVariant] for a vector.
func vectorVariant(u *catalog.TaggedUnion, o vectors.Object) jen.Code {
	var tag any
	var rest vectors.Object
	for _, m := range o {
		if m.Key == u.By {
			tag = m.Value
		} else {
			rest = append(rest, m)
		}
	}
	text, _ := tag.(string)
	switch v := u.Variant(text); {
	case tag == nil:
		return braces()
	case v == nil:
		body := jen.Dict{}
		for _, m := range rest {
			body[jen.Lit(m.Key)] = goValue(anyType, m.Value)
		}
		return variantLiteral(jen.Id(u.Unknown()).Add(unknownLiteral(text, body)))
	case v.Record == nil:
		return variantLiteral(jen.Id(v.GoName).Add(braces()))
	default:
		return variantLiteral(jen.Id(v.GoName).Add(vectorStruct(v.Record, rest)))
	}
}

func variantLiteral(v jen.Code) jen.Code { return braces(jen.Id("Variant").Op(":").Add(v)) }

func unknownLiteral(tag string, body jen.Dict) jen.Code {
	return braces(jen.Id("Tag").Op(":").Lit(tag), jen.Id("Body").Op(":").Add(rt("Object")).Values(body))
}

var anyType = &catalog.Type{Kind: catalog.Any}

func furtherLiteral(keys jen.Dict) jen.Code {
	return jen.Id("Extra").Op(":").Add(rt("Object")).Values(keys)
}

// memberLiteral returns a field of a struct literal.
func memberLiteral(f *catalog.Field, v any) jen.Code {
	member, value := jen.Id(f.GoName).Op(":"), goValue(f.Type, v)
	switch {
	case f.Type.Nullable:
		return member.Add(nullableLiteral(f.Type, v, f.BehindPointer()))
	case f.Type.Kind == catalog.Record && pointed(f):
		return member.Op("&").Add(baseType(f.Type)).Add(value)
	case f.Type.Kind == catalog.Record, f.Type.Holder(), f.Type.Kind == catalog.Union:
		return member.Add(baseType(f.Type)).Add(value)
	case pointed(f):
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
	case nil, sample.Null:
		return jen.Nil()
	case *sample.Record:
		if t.Kind == catalog.Union {
			return sampleVariant(v)
		}
		return sampleStruct(v)
	case vectors.Object:
		if t.Kind == catalog.Union {
			return vectorVariant(t.Union, v)
		}
		if t.Kind == catalog.Record {
			return vectorStruct(t.Record, v)
		}
		values := jen.Dict{}
		for _, m := range v {
			values[jen.Lit(m.Key)] = goValue(heldType(t), m.Value)
		}
		return mapLiteral(t, values)
	case map[string]any:
		values := jen.Dict{}
		for key, value := range v {
			values[jen.Lit(key)] = goValue(heldType(t), value)
		}
		return mapLiteral(t, values)
	case []any:
		if t.Kind != catalog.Array {
			return jen.Index().Any().Add(itemLiterals(anyType, v))
		}
		return itemLiterals(t.Elem, v)
	case json.Number:
		if t.Kind == catalog.Integer {
			text := v.String()
			if n, ok := cursor.ParseInt64(text); ok && strings.ContainsAny(text, ".eE") { // 1.0
				text = strconv.FormatInt(n, 10)
			}
			return jen.Id(text)
		}
		return jen.Qual("encoding/json", "Number").Call(jen.Lit(v.String()))
	case string:
		if t.Kind == catalog.Enumeration {
			for _, known := range t.Enum.Values {
				if known.Value == v {
					return jen.Id(known.GoName)
				}
			}
			return jen.Id(t.Enum.GoName).Call(jen.Lit(v))
		}
	}
	return jen.Lit(v)
}

// heldType returns the type of the values in a map or an object.
func heldType(t *catalog.Type) *catalog.Type {
	if t.Kind == catalog.Map {
		return t.Elem
	}
	return anyType
}

// mapLiteral returns a map without the name of its type, or an object with it.
func mapLiteral(t *catalog.Type, values jen.Dict) jen.Code {
	if t.Kind == catalog.Map {
		return jen.Values(values)
	}
	return rt("Object").Values(values)
}

func itemLiterals(t *catalog.Type, items []any) jen.Code {
	var code []jen.Code
	for _, item := range items {
		code = append(code, goValue(t, item))
	}
	return braces(code...)
}
