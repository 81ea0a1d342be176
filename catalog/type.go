package catalog

// kindNames are the names of the kinds in a catalog.
var kindNames = map[Kind]string{
	String:      "string",
	Boolean:     "boolean",
	Integer:     "integer",
	Number:      "number",
	Object:      "object",
	Any:         "any",
	Unspecified: "unspecified",
}

// String writes a type as a catalog does: "string", "AddressEntry",
// "[AddressEntry]".
func (t *Type) String() string {
	switch t.Kind {
	case Array:
		return "[" + t.Elem.String() + "]"
	case Record:
		return t.Record.Name
	case Enumeration:
		return t.Enum.Name
	}
	return kindNames[t.Kind]
}
