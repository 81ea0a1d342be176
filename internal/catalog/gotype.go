package catalog

// GoType is a type in Go. It is decided here for the generated code, the
// reference, the changes that a comparison lists and the samples.
//
// A field is a value if it is required and a pointer if it is not. What can be
// nil by itself, a slice, a map, an object or any, is not a pointer, and neither is a
// union, which can be without a variant. A field that may be null is an api.Nullable,
// required or not.
type GoType struct {
	Pointer bool
	Elem    *GoType // of a slice or a map, nil for any other type
	Map     bool    // Elem is what a map with strings as keys holds
	Union   bool    // a struct that holds one of several variants, or none
	Package string  // json or api; "" for a predeclared type and for one of the area's package
	Name    string  // string, Number, AddressEntry
	Of      *GoType // of an api.Nullable, nil for any other type
}

// String writes the type as a file of the area's package does: "*string",
// "[]AddressEntry", "map[string]int", "json.Number".
func (g GoType) String() string {
	text := g.Name
	switch {
	case g.Map:
		text = "map[string]" + g.Elem.String()
	case g.Elem != nil:
		text = "[]" + g.Elem.String()
	case g.Package != "":
		text = g.Package + "." + g.Name
	}
	if g.Of != nil {
		text += "[" + g.Of.String() + "]"
	}
	if g.Pointer {
		return "*" + text
	}
	return text
}

// Nilable reports whether the zero value of the type says that a field is absent: it is
// nil, a union without a variant, or an api.Nullable.
func (g GoType) Nilable() bool {
	return g.Pointer || g.Elem != nil || g.Union || g.Of != nil || g == goTypes[Object] || g == goTypes[Any]
}

// goTypes are the types of the kinds that need no name.
var goTypes = map[Kind]GoType{
	String:      {Name: "string"},
	Boolean:     {Name: "bool"},
	Integer:     {Name: "int"},
	Number:      {Package: "json", Name: "Number"},
	Object:      {Package: "api", Name: "Object"},
	Any:         {Name: "any"},
	Unspecified: {Name: "any"},
}

// Go returns the type in Go, without regard to its being optional.
func (t *Type) Go() GoType {
	g := t.Value()
	if t.Nullable {
		return GoType{Package: "api", Name: "Nullable", Of: &g}
	}
	return g
}

// Value returns the type in Go of a value that is not null.
func (t *Type) Value() GoType {
	switch t.Kind {
	case Array, Map:
		elem := t.Elem.Go()
		return GoType{Elem: &elem, Map: t.Kind == Map}
	case Record:
		return GoType{Name: t.Record.GoName}
	case Enumeration:
		return GoType{Name: t.Enum.GoName}
	case Union:
		return GoType{Name: t.Union.GoName, Union: true}
	}
	return goTypes[t.Kind]
}

// BehindPointer reports whether the field is an api.Nullable of a pointer, since its record
// would contain itself otherwise.
func (f *Field) BehindPointer() bool {
	return f.Type.Nullable && f.Type.Kind == Record && f.Circular()
}

// Go returns the type of the struct field in Go.
func (f *Field) Go() GoType {
	g := f.Type.Go()
	if f.BehindPointer() {
		g.Of.Pointer = true
	}
	g.Pointer = !f.Required && !g.Nilable()
	return g
}
