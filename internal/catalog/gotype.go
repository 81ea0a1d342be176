package catalog

// The generator, the reference and package diff show types in Go. They agree because they ask
// here; whether a field is a pointer also decides how a plan says that it is absent.

// GoType is a type in Go.
//
// A required field is a value, and an optional one a pointer. Slices, maps, objects, any and unions
// are never pointers, because they have a zero value without content. A nullable field is an
// api.Nullable.
type GoType struct {
	Pointer bool
	Elem    *GoType // of a slice or a map, nil for any other type
	Map     bool    // a map from strings to Elem
	Union   bool    // a struct with a variant or none
	Package string  // json or api; "" for a predeclared type or a type of the area's package
	Name    string  // string, Number, AddressEntry
	Of      *GoType // of an api.Nullable, nil for any other type
}

// String writes the type as in the area's package: "*string", "[]AddressEntry", "map[string]int",
// "json.Number".
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

// Nilable reports whether the zero value of the type means that a field is absent.
func (g GoType) Nilable() bool {
	isComposed := g.Elem != nil || g.Union || g.Of != nil
	return g.Pointer || isComposed || g == goTypes[Object] || g == goTypes[Any]
}

// goTypes are the types of kinds without a name.
var goTypes = map[Kind]GoType{
	String:      {Name: "string"},
	Boolean:     {Name: "bool"},
	Integer:     {Name: "int"},
	Number:      {Package: "json", Name: "Number"},
	Object:      {Package: "api", Name: "Object"},
	Any:         {Name: "any"},
	Unspecified: {Name: "any"},
}

// Go returns the type in Go of a required value.
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
		return GoType{Elem: new(t.Elem.Go()), Map: t.Kind == Map}
	case Record:
		return GoType{Name: t.Record.GoName}
	case Enumeration:
		return GoType{Name: t.Enum.GoName}
	case Union:
		return GoType{Name: t.Union.GoName, Union: true}
	}
	return goTypes[t.Kind]
}

// BehindPointer reports whether the field is an api.Nullable of a pointer, because otherwise its record
// would contain itself.
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
