package catalog

import (
	"encoding/json"
)

// This file has the model of values: shapes, their fields and the types of these. It knows nothing
// of operations, which catalog.go has, and nothing of the text that a catalog was read from. Other
// files add methods to these types, one file for each question: gotype.go says what they are in
// Go, sensitive.go what is private, cycles.go what contains itself, words.go how to describe them.

// Shape is a JSON object: a record, or the body of a request or a response.
type Shape struct {
	Name        string // of the record in the catalog; "" for a body or a response
	GoName      string // exported Go type name
	Description string
	Include     *Shape // the included record, whose fields are first in Fields
	Open        bool   // unknown keys are kept; responses inherit this from Include, requests do not
	Fields      []*Field
	Assumed     string // the evidence, if the shape is inferred
	Pos         Position

	content
	sharing // of a record
}

// Field is a member of a Shape. Sizes that the catalog does not set are nil.
type Field struct {
	Name        string // as on the wire: "claim_id"
	GoName      string // struct field: "ClaimID"
	Type        *Type
	Description string

	Required bool // present, and not null unless Type is nullable; excludes Default
	NonBlank bool // a string that is present contains a non-space character

	MinItems, MaxItems   *int        // of an array or a map
	MinLength, MaxLength *int        // of a string, in Unicode code points
	Minimum, Maximum     json.Number // of an integer or number; "" is none
	Pattern              string      // RE2 expression that matches somewhere in a string; "" is none
	Format               Format      // of a string; "" is none
	Enum                 []string    // allowed values; a named enum is in Type

	Default   any    // nil, string, bool, int or json.Number, depending on Type
	Join      string // separator of an array that is sent as one string; "" is none
	SendIf    SendIf
	OmitEmpty bool   // an empty string counts as absent
	Codes     string // name of the table of friendly names; "" is none

	Sensitive  bool   // marked as sensitive; use Private to include the consequences of marks
	Assumed    string // the evidence, if the field is inferred
	Deprecated *Deprecation
	Example    any // as decoded from YAML: string, bool, json.Number, []any, map[string]any
	Pos        Position

	Whole bool // it is a whole response without a name

	in *Shape // that declares it, nil for a whole response
}

// Type is the type of a Field, of the items of an array or of the values of a map.
type Type struct {
	Kind   Kind
	Elem   *Type        // of an Array and a Map
	Record *Shape       // of a Record
	Enum   *Enum        // of an Enumeration
	Union  *TaggedUnion // of a Union

	Nullable bool // null is a value, different from absent
}

// Enum is a string type with constants.
type Enum struct {
	Name        string
	GoName      string
	Description string
	Open        bool // other values are accepted
	Values      []*EnumValue
	Pos         Position

	sharing
}

// EnumValue is a value of an Enum.
type EnumValue struct {
	Value       string // as on the wire
	GoName      string // the constant: "ContactTypeIndividual"
	Description string
	Pos         Position
}

// TaggedUnion is an object with several shapes. One member, the tag, selects the shape. In Go, it is a
// struct with one field, Variant.
type TaggedUnion struct {
	Name        string
	GoName      string
	Description string
	By          string // key of the tag, a member of the object: ".tag"
	Open        bool   // other tags are accepted, and their objects are kept
	Variants    []*Variant
	Pos         Position

	content
	sharing
	ending *Variant // see cycles.go
}

// Variant is one of the shapes of a [TaggedUnion].
type Variant struct {
	Tag         string // as on the wire
	GoName      string // the type: "MetadataFile"
	Record      *Shape // with the fields beside the tag, nil if there are none
	Description string
	Pos         Position
}

// Deprecation describes a deprecated element. Each part may be empty.
type Deprecation struct {
	Since  string
	Sunset string // date, YYYY-MM-DD
	Use    string // the replacement: an operation ("claims.get_claim") or a field of the same shape
}

// content describes what the values of a shape or a union contain, directly or through others.
type content struct {
	private, holdsPrivate bool // see sensitive.go
	holdsCodes            bool
	cycle                 int // equal for records and unions that contain each other, otherwise 0
}

// SendIf is a condition on which a client sends a field.
type SendIf string

// FirstItemNonEmpty sends an array only if its first item exists and is not "", an empty object or an
// empty array.
const FirstItemNonEmpty SendIf = "first_item_non_empty"

// Kind is the kind of a Type.
type Kind int

// The kinds. Any accepts all JSON values; the specification does not show the type of Unspecified. Both
// are any in Go.
const (
	String Kind = iota + 1
	Boolean
	Integer
	Number
	Object
	Any
	Unspecified
	Array
	Record
	Enumeration
	Map // an object with any keys and values of one type
	Union
)

// kindNames are the names of kinds in a catalog.
var kindNames = []string{
	String:      "string",
	Boolean:     "boolean",
	Integer:     "integer",
	Number:      "number",
	Object:      "object",
	Any:         "any",
	Unspecified: "unspecified",
}

// Type returns the type of the values: a record, unless a response has a type without fields.
func (s *Shape) Type() *Type {
	if len(s.Fields) == 1 && s.Fields[0].Whole {
		return s.Fields[0].Type
	}
	return &Type{Kind: Record, Record: s}
}

// Field returns a field of a shape by its wire name, nil if there is none.
func (s *Shape) Field(name string) *Field {
	for _, f := range s.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Own returns the fields of a shape without those that it includes.
func (s *Shape) Own() []*Field {
	if s.Include == nil {
		return s.Fields
	}
	return s.Fields[len(s.Include.Fields):]
}

// Names returns the wire names of fields.
func Names(fields []*Field) []string {
	return each(fields,
		func(f *Field) string { return f.Name })
}

// names returns the wire names of the fields.
func (s *Shape) names() []string { return Names(s.Fields) }

// item returns the innermost type of the field. It is empty if the type is invalid, which may be while
// the catalog is checked.
func (f *Field) item() *Type {
	if f.Type == nil {
		return &Type{}
	}
	return f.Type.Item()
}

// Record returns the record of a field, which may be in arrays and maps, or nil.
func (f *Field) Record() *Shape { return f.item().Record }

// Records returns the record of a field, or the records of its union, which may be in arrays and maps.
func (f *Field) Records() []*Shape { return f.item().Records() }

// Union returns the union of a field, which may be in arrays and maps, or nil.
func (f *Field) Union() *TaggedUnion { return f.item().Union }

// IsMap reports whether the type is a map. Templates call it.
func (t *Type) IsMap() bool { return t.Kind == Map }

// Item returns the innermost element type of nested arrays and maps, or t itself for other types.
func (t *Type) Item() *Type {
	for t.Elem != nil {
		t = t.Elem
	}
	return t
}

// NotNull returns the type of the values that are not null.
func (t *Type) NotNull() *Type {
	value := *t
	value.Nullable = false
	return &value
}

// Holder reports whether the type is an array or a map.
func (t *Type) Holder() bool { return t.Elem != nil }

// Records returns the record of a type, or the records of its union.
func (t *Type) Records() []*Shape {
	switch {
	case t.Record != nil:
		return []*Shape{t.Record}
	case t.Union != nil:
		return t.Union.Records()
	}
	return nil
}

// String writes a type as a catalog does: "string", "AddressEntry",
// "[AddressEntry]", "{string: [AddressEntry?]}". It does not show whether the
// type itself is nullable.
func (t *Type) String() string {
	switch t.Kind {
	case Array:
		return "[" + t.Elem.item() + "]"
	case Map:
		return "{string: " + t.Elem.item() + "}"
	case Record:
		return t.Record.Name
	case Enumeration:
		return t.Enum.Name
	case Union:
		return t.Union.Name
	}
	return kindNames[t.Kind]
}

// item writes a type as in brackets or braces: "string?" if it may be null.
func (t *Type) item() string {
	if t.Nullable {
		return t.String() + "?"
	}
	return t.String()
}

func isString(t *Type) bool { return t.Kind == String }

func isArray(t *Type) bool { return t.Kind == Array }

func isNumeric(t *Type) bool { return t.Kind == Integer || t.Kind == Number }

func isAny(t *Type) bool { return t.Kind == Any || t.Kind == Unspecified }

func isStringArray(t *Type) bool {
	return t.Kind == Array && t.Elem.Kind == String && !t.Elem.Nullable
}

// hasDefault reports whether a field of a type may have a default.
func hasDefault(t *Type) bool {
	switch t.Kind {
	case String, Boolean, Enumeration, Integer, Number:
		return true
	default:
		return false
	}
}

// Texts returns the values in the order of the catalog.
func (e *Enum) Texts() []string {
	return each(e.Values, func(v *EnumValue) string { return v.Value })
}

// Variant returns the variant of a tag, nil if there is none.
func (u *TaggedUnion) Variant(tag string) *Variant {
	for _, v := range u.Variants {
		if v.Tag == tag {
			return v
		}
	}
	return nil
}

// Tags returns the tags in the order of the catalog.
func (u *TaggedUnion) Tags() []string {
	return each(u.Variants, func(v *Variant) string { return v.Tag })
}

// Interface returns the Go name of the interface that the variants implement.
func (u *TaggedUnion) Interface() string { return u.GoName + "Variant" }

// Unknown returns the Go name of the variant with an unknown tag, "" if the union is closed.
func (u *TaggedUnion) Unknown() string {
	return textIf(u.Open, u.GoName+"Unknown")
}

// Records returns the records of the variants, once for each variant that has one.
func (u *TaggedUnion) Records() []*Shape {
	var records []*Shape
	for _, v := range u.Variants {
		if v.Record != nil {
			records = append(records, v.Record)
		}
	}
	return records
}
