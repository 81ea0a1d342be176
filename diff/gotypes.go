package diff

import "example.com/opgen/catalog"

// goType writes the type of a field in Go: a value where it is required, a
// pointer where it is not, and what can be nil by itself as it is.
func goType(f *catalog.Field) string {
	switch f.Type.Kind {
	case catalog.Object, catalog.Any, catalog.Unspecified, catalog.Array:
		return baseType(f.Type)
	}
	if f.Required {
		return baseType(f.Type)
	}
	return "*" + baseType(f.Type)
}

// baseType writes a type in Go, without regard to its being optional.
func baseType(t *catalog.Type) string {
	switch t.Kind {
	case catalog.String:
		return "string"
	case catalog.Boolean:
		return "bool"
	case catalog.Integer:
		return "int"
	case catalog.Number:
		return "json.Number"
	case catalog.Object:
		return "api.Object"
	case catalog.Array:
		return "[]" + baseType(t.Elem)
	case catalog.Record:
		return t.Record.GoName
	case catalog.Enumeration:
		return t.Enum.GoName
	}
	return "any"
}
