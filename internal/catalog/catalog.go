// Package catalog reads an opgen catalog: the YAML file that lists the operations
// of a service, and the overlays that add to it.
//
// [Load] returns the [Catalog] or every [Problem]. In a catalog, references are
// pointers, and every Go name is decided. Emitters only read it and make
// no decisions.
package catalog

import (
	"encoding/json"
	"iter"
	"slices"
)

// Catalog is a catalog without problems. Its readers do not change it.
type Catalog struct {
	Title       string
	Version     string
	Description string
	Package     string         // name of the Go package that ties the areas together
	Path        string         // path template with {area} and {operation}
	Areas       []*Area        // in document order
	Records     []*Shape       // in document order
	Enums       []*Enum        // in document order
	Unions      []*TaggedUnion // in document order
	Envelope    *Envelope      // around the responses of operations that have none of their own, nil for none
	Failure     *Failure       // of operations that have none of their own, nil for none
	Auth        *Auth          // who may call, nil if the catalog does not say
	Servers     []*Server
	Contact     *Contact // nil if there is none
	License     *License // nil if there is none
	Pos         Position // of the document

	sources  []Source
	overlays int // of the sources, the last ones
}

// Sources returns the texts of the catalog, of the files that it names and of its
// overlays, in their order.
// Line breaks are \n, so that lines are those of positions.
func (c *Catalog) Sources() []Source { return c.sources }

// Overlaid reports whether a place is in an overlay, rather than in the catalog or a
// file that it names.
func (c *Catalog) Overlaid(p Position) bool {
	return slices.ContainsFunc(c.sources[len(c.sources)-c.overlays:], func(s Source) bool { return s.Name == p.File })
}

// Operations returns the operations of all areas, in document order.
func (c *Catalog) Operations() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for _, a := range c.Areas {
			for _, op := range a.Operations {
				if !yield(op) {
					return
				}
			}
		}
	}
}

// Area is a group of operations that becomes one Go package.
type Area struct {
	Name        string // as on the wire: "claims"
	GoName      string // field of the root client: "Claims"
	Package     string // Go package and its folder: "claims"
	Description string
	Operations  []*Operation   // in document order
	Records     []*Shape       // those that the operations reach, sorted by Go name
	Enums       []*Enum        // those that the operations reach, sorted by Go name
	Unions      []*TaggedUnion // those that the operations reach, sorted by Go name
	Pos         Position
}

// Effect is the effect of a repeated call, which decides what a client may retry.
type Effect string

// The effects. Write is the default: nothing is known, so nothing is repeated.
const (
	Read       Effect = "read"
	Idempotent Effect = "idempotent"
	Write      Effect = "write"
)

// Empty is the body that a client sends for a request without fields.
type Empty string

// The bodies of requests without fields. EmptyObject is the default.
const (
	EmptyObject Empty = "object" // {}
	EmptyNone   Empty = "none"   // no body, and so no Content-Type
	EmptyNull   Empty = "null"
)

// Body returns the body in which a request without fields is sent.
func (e Empty) Body() string {
	switch e {
	case EmptyNone:
		return ""
	case EmptyNull:
		return "null"
	default:
		return "{}"
	}
}

// Operation is one POST of a JSON object to a path of its own.
type Operation struct {
	Area        *Area
	Name        string // as on the wire: "get_claim"
	GoName      string // method name: "GetClaim"
	Path        string // resolved: "/api/v2/claims/get_claim"
	OwnPath     string // template of the operation alone; "" follows that of the catalog
	Summary     string
	Description string
	Deprecated  *Deprecation
	Effect      Effect
	Request     *Shape // never nil, its Go name is GoName + "Request"
	Empty       Empty  // other than EmptyObject only if the request has no fields and is not open
	Rules       []*Rule
	Pagination  *Pagination
	KeyHeader   string    // the header field of a key for each call, by which the service knows a repetition; "" for none
	Response    *Response // never nil
	Envelope    *Envelope // of the catalog or its own, nil for none
	Unwrapped   bool      // it opts out of the envelope
	Failure     *Failure  // of the catalog or its own, nil for none
	Auth        *Auth     // that of the catalog if the operation does not say, nil if that does not either
	Pos         Position

	instead *Operation
	ownAuth bool
}

// Instead returns the operation that replaces a deprecated one, nil if none does.
func (op *Operation) Instead() *Operation { return op.instead }

// String writes an operation as a catalog does: "claims.get_claim".
func (op *Operation) String() string { return op.Area.Name + "." + op.Name }

// Response is the response of an operation.
type Response struct {
	*Shape         // its Go name is the operation's + "Response"
	Shown   bool   // false: the specification does not show the shape, and Fields is empty
	Whole   *Field // the only field, if the response is a value of its type and not an object; else nil
	Nothing bool   // a success carries nothing; Shown, and Fields is empty
	Lenient bool   // not guaranteed: a value of another type is zero, and reported
}

// Shape is a JSON object: a record, or the body of a request or a response.
type Shape struct {
	Name        string // of the record in the catalog; "" for a body or a response
	GoName      string // exported Go type name
	Description string
	Include     *Shape // the record whose fields were taken over, they stand first in Fields
	Open        bool   // further keys are kept, both ways; a response takes that over from Include, a request does not
	Fields      []*Field
	Assumed     string // evidence, where the shape is an inference
	Pos         Position

	private, holdsPrivate bool // see sensitive.go
	cycle                 int  // see cycles.go; records and unions that contain each other have the same number, others 0
}

// Field is a member of a Shape. Sizes and bounds that the catalog does not
// give are nil.
type Field struct {
	Name        string // as on the wire: "claim_id"
	GoName      string // struct field: "ClaimID"
	Type        *Type
	Description string

	Required bool // present, and not null unless Type is nullable; never together with Default
	NonBlank bool // a string, where present, holds a non-space character

	MinItems, MaxItems   *int        // of an array or a map
	MinLength, MaxLength *int        // of a string, in Unicode code points
	Minimum, Maximum     json.Number // of an integer or number; "" is none
	Pattern              string      // RE2 expression, searched for in a string; "" is none
	Format               Format      // of a string; "" is none
	Enum                 []string    // values allowed in place; a named enum is in Type

	Default   any    // nil, string, bool, int or json.Number, as Type says
	Join      string // separator: the array travels as one string; "" is off
	SendIf    SendIf
	OmitEmpty bool   // an empty string counts as absent
	Codes     string // name of the table of friendly names; "" is none

	Sensitive  bool   // marked as never printed, a whole response too; what follows from marks is asked of Private
	Assumed    string // evidence, where the fact is an inference
	Deprecated *Deprecation
	Example    any // as decoded from YAML: string, bool, json.Number, []any, map[string]any
	Pos        Position

	Whole bool // it is a whole response, and has no name

	private  bool // its record is private, see sensitive.go
	circular bool // see cycles.go
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
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

func (s *Shape) names() []string { return Names(s.Fields) }

// SendIf is a condition on which a client sends a field.
type SendIf string

// FirstItemNonEmpty sends an array only where its first item exists and is not
// empty: not "", not an object without members, not an empty array.
const FirstItemNonEmpty SendIf = "first_item_non_empty"

// Kind is the kind of a Type.
type Kind int

// The kinds. Any is stated to be any JSON value; Unspecified is not shown by
// the specification. Both are any in Go.
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
	Map // an object of any keys, whose values are of one type
	Union
)

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
}

// EnumValue is a value of an Enum.
type EnumValue struct {
	Value       string // as on the wire
	GoName      string // constant, the enum's name included: "ContactTypeIndividual"
	Description string
	Pos         Position
}

// Pagination describes how an operation pages. By page numbers, once either of Page and
// Size is given, the other gets its default, if it has one. By a cursor, each
// response holds the cursor of the next page.
type Pagination struct {
	Page        *Field // integer of the request, nil by a cursor
	Size        *Field // integer of the request; nil by a cursor that comes without one
	First       *int   // number of the first page, the default of Page
	DefaultSize *int   // the default of Size

	Cursor   *Field     // of the request, or of that of Continue; nil by page numbers
	Next     *Place     // of the next cursor, nil by page numbers
	More     *Place     // of a boolean that says whether there is a next page, or nil
	Continue *Operation // the operation of this area that takes the cursor, nil for the same one

	Items  *Field // array of the response that holds the items, the last of At.Fields, or nil
	At     *Place // of Items
	ThenAt *Place // of the items in the response of Continue
	Keys   []PageKey
	Pos    Position
}

// PageKey is a key of the pagination of an operation, with its value: an int, or the name of a
// field, a place or an operation.
type PageKey struct {
	Name  string
	Value any
}

// Place is a value in the body of a response.
type Place struct {
	Name    string   // as the catalog has it: the name of a field, or the pointer
	Pointer string   // a JSON pointer from the whole body
	Fields  []*Field // that lead to it, as far as the catalog shows them
	Type    *Type    // nil if the catalog does not show it
	Beside  bool     // the response, in its envelope: Fields begin at the record of the siblings
}

// Field returns the field that has the value, nil if the catalog does not show it.
func (p *Place) Field() *Field {
	if p == nil || p.Type == nil {
		return nil
	}
	return p.Fields[len(p.Fields)-1]
}

// Deprecation describes since when something should not be used, when it ends, and its
// replacement. Each may be empty.
type Deprecation struct {
	Since  string
	Sunset string // date, YYYY-MM-DD
	Use    string // an operation ("claims.get_claim") or a field beside this one
}

// kindNames are the names in a catalog of the kinds that have one.
var kindNames = []string{
	String:      "string",
	Boolean:     "boolean",
	Integer:     "integer",
	Number:      "number",
	Object:      "object",
	Any:         "any",
	Unspecified: "unspecified",
}

// Types are the types that the fields of shapes refer to, directly or not.
type Types struct {
	Records map[*Shape]bool
	Enums   map[*Enum]bool
	Unions  map[*TaggedUnion]bool
}

// Reached returns the types that the fields of shapes refer to. It leaves out records that
// are only included, because the shapes have their fields.
func Reached(shapes ...*Shape) Types {
	t := Types{map[*Shape]bool{}, map[*Enum]bool{}, map[*TaggedUnion]bool{}}
	for _, s := range shapes {
		t.add(s)
	}
	return t
}

func (all Types) add(s *Shape) {
	for _, f := range s.Fields {
		if f.Type == nil {
			continue
		}
		switch t := f.Type.Item(); t.Kind {
		case Enumeration:
			all.Enums[t.Enum] = true
		case Union:
			all.Unions[t.Union] = true
		}
		for _, record := range f.Records() {
			if !all.Records[record] {
				all.Records[record] = true
				all.add(record)
			}
		}
	}
}

// IsMap reports whether the type is a map. Templates call it.
func (t *Type) IsMap() bool { return t.Kind == Map }

// Item returns the type that arrays and maps hold in the end, however they nest,
// and any other type itself.
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

// Holder reports whether the type holds values of another one: an array or a map.
func (t *Type) Holder() bool { return t.Elem != nil }

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

// item writes a type as it stands in brackets or braces: "string?" if it may be null.
func (t *Type) item() string {
	if t.Nullable {
		return t.String() + "?"
	}
	return t.String()
}
