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

// Reached returns the records and enums that fields of shapes lead to. A record
// that is only included is not among them: its fields were taken over.
func Reached(shapes ...*Shape) (records map[*Shape]bool, enums map[*Enum]bool) {
	records, enums = map[*Shape]bool{}, map[*Enum]bool{}
	var visit func(s *Shape)
	visit = func(s *Shape) {
		for _, f := range s.Fields {
			if f.Type == nil {
				continue
			}
			switch t := f.Type.Item(); {
			case t.Kind == Enumeration:
				enums[t.Enum] = true
			case t.Kind == Record && !records[t.Record]:
				records[t.Record] = true
				visit(t.Record)
			}
		}
	}
	for _, s := range shapes {
		visit(s)
	}
	return records, enums
}

// Item returns the type of the items of an array, and any other type itself.
func (t *Type) Item() *Type {
	if t.Kind == Array {
		return t.Elem
	}
	return t
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
