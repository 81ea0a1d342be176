package generator

import (
	"encoding/json"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
	"example.com/opgen/vectors"
)

// shapeLiteral is the values of a struct literal of a body or record. A null is
// a field that is not given, and a key that names no field is a further one.
func shapeLiteral(s *catalog.Shape, o vectors.Object) jen.Code {
	var members []jen.Code
	further := jen.Dict{}
	for _, m := range o {
		i := slices.IndexFunc(s.Fields, func(f *catalog.Field) bool { return f.Name == m.Key })
		switch {
		case i < 0:
			further[jen.Lit(m.Key)] = anyLiteral(m.Value)
		case m.Value != nil:
			f := s.Fields[i]
			members = append(members, jen.Id(f.GoName).Op(":").Add(fieldLiteral(f, m.Value)))
		}
	}
	if len(further) > 0 {
		members = append(members, jen.Id("Extra").Op(":").Add(rt("Object")).Values(further))
	}
	if len(members) > 3 {
		return lines("{}", members)
	}
	return braces(members...)
}

// fieldLiteral is the value of a field, or a pointer to it.
func fieldLiteral(f *catalog.Field, v any) jen.Code {
	code := valueLiteral(f.Type, v)
	switch {
	case f.Type.Kind == catalog.Record && pointed(f):
		return jen.Op("&").Id(f.Type.Record.GoName).Add(code)
	case f.Type.Kind == catalog.Record:
		return jen.Id(f.Type.Record.GoName).Add(code)
	case pointed(f):
		return jen.New(code)
	default:
		return code
	}
}

// valueLiteral is a value of a type, of a record without the name of its type.
func valueLiteral(t *catalog.Type, v any) jen.Code {
	switch t.Kind {
	case catalog.Integer:
		return jen.Id(v.(json.Number).String())
	case catalog.Enumeration:
		for _, known := range t.Enum.Values {
			if known.Value == v {
				return jen.Id(known.GoName)
			}
		}
		return jen.Id(t.Enum.GoName).Call(jen.Lit(v))
	case catalog.Record:
		return shapeLiteral(t.Record, v.(vectors.Object))
	case catalog.Array:
		var items []jen.Code
		for _, item := range v.([]any) {
			items = append(items, valueLiteral(t.Elem, item))
		}
		return baseType(t).Add(braces(items...))
	default:
		return anyLiteral(v)
	}
}

// anyLiteral is a value of a type that the catalog does not describe, or of one
// whose values look the same.
func anyLiteral(v any) jen.Code {
	switch v := v.(type) {
	case nil:
		return jen.Nil()
	case json.Number:
		return jen.Qual("encoding/json", "Number").Call(jen.Lit(v.String()))
	case []any:
		var items []jen.Code
		for _, item := range v {
			items = append(items, anyLiteral(item))
		}
		return jen.Index().Any().Add(braces(items...))
	case vectors.Object:
		members := jen.Dict{}
		for _, m := range v {
			members[jen.Lit(m.Key)] = anyLiteral(m.Value)
		}
		return rt("Object").Values(members)
	default:
		return jen.Lit(v)
	}
}
