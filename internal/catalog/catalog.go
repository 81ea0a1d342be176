// Package catalog reads an opgen catalog, which is a YAML file with the operations of a service, and
// its overlays.
//
// [Load] returns the [Catalog] or every [Problem]. In a catalog, references are pointers, and all
// names in Go are resolved.
package catalog

import (
	"encoding/json"
	"iter"
	"slices"
)

// Catalog is a catalog without problems. It is read-only.
type Catalog struct {
	Title       string
	Version     string
	Description string
	Package     string         // name of the Go package above the areas
	Naming      Naming         // makes Go names, with the initialisms of the catalog
	Path        string         // path template with {area} and {operation}
	Areas       []*Area        // in document order
	Records     []*Shape       // in document order
	Enums       []*Enum        // in document order
	Unions      []*TaggedUnion // in document order
	Envelope    *Envelope      // default of operations, nil for none
	Failure     *Failure       // default of operations, nil for none
	Auth        *Auth          // default of operations, nil if unknown
	Servers     []*Server
	Contact     *Contact            // nil if there is none
	License     *License            // nil if there is none
	Pos         Position            // of the document
	Places      map[string]Position // of path, info, info.go, info.package and info.version, if there are any

	sources  []Source
	overlays int // number of overlays, which are the last sources
}

// Sources returns the texts of the catalog, of the files that it names, and of its overlays. Line
// breaks are \n, so that positions apply.
func (c *Catalog) Sources() []Source { return c.sources }

// Overlaid reports whether a position is in an overlay.
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

// ByName returns the operations by their names, such as claims.get_claim.
func (c *Catalog) ByName() map[string]*Operation {
	all := map[string]*Operation{}
	for op := range c.Operations() {
		all[op.String()] = op
	}
	return all
}

// Area is a group of operations that becomes one Go package.
type Area struct {
	Name        string // as on the wire: "claims"
	GoName      string // field of the root client: "Claims"
	Package     string // Go package and its folder: "claims"
	Description string
	Operations  []*Operation   // in document order
	Records     []*Shape       // used by the operations, sorted by Go name
	Enums       []*Enum        // used by the operations, sorted by Go name
	Unions      []*TaggedUnion // used by the operations, sorted by Go name
	Pos         Position
}

func (a *Area) names() []string {
	return each(a.Operations, func(op *Operation) string { return op.Name })
}

// Effect is the effect of repeating a call, which determines whether clients may retry it.
type Effect string

// The effects. Write is the default, for which repetitions may be harmful.
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
	EmptyNone   Empty = "none"   // no body and no Content-Type
	EmptyNull   Empty = "null"
)

// Body returns the body of a request without fields.
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

// Operation is a POST of a JSON object to a path.
type Operation struct {
	Area        *Area
	Name        string // as on the wire: "get_claim"
	GoName      string // method name: "GetClaim"
	Path        string // resolved: "/api/v2/claims/get_claim"
	OwnPath     string // template of the operation; "" uses the catalog's
	Summary     string
	Description string
	Deprecated  *Deprecation
	Effect      Effect
	Request     *Shape // never nil, its Go name is GoName + "Request"
	Empty       Empty  // other than EmptyObject only if the request has no fields and is not open
	Rules       []*Rule
	Pagination  *Pagination
	KeyHeader   string    // the header field of the idempotency key, "" for none
	Response    *Response // never nil
	Envelope    *Envelope // its own or the catalog's, nil for none
	Unwrapped   bool      // it opts out of the envelope
	Failure     *Failure  // its own or the catalog's, nil for none
	Auth        *Auth     // its own or the catalog's, nil if unknown
	Pos         Position

	instead *Operation
	ownAuth bool
}

// Instead returns the replacement of a deprecated operation, nil if there is none.
func (op *Operation) Instead() *Operation { return op.instead }

// String writes an operation as a catalog does: "claims.get_claim".
func (op *Operation) String() string { return op.Area.Name + "." + op.Name }

// Response is the response of an operation.
type Response struct {
	*Shape         // its Go name is the operation's + "Response"
	Shown   bool   // false: the specification does not show the shape, and Fields is empty
	Whole   *Field // the only field if the response is a value of its type, else nil
	Nothing bool   // a success has no response; Shown is true, and Fields is empty
	Lenient bool   // the shape is not guaranteed; other values become zero and are reported
}

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
func Names(fields []*Field) []string { return each(fields, func(f *Field) string { return f.Name }) }

// each returns a text of each element.
func each[T any](all []T, text func(T) string) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = text(one)
	}
	return texts
}

func (s *Shape) names() []string { return Names(s.Fields) }

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
	GoName      string // the constant: "ContactTypeIndividual"
	Description string
	Pos         Position
}

// Pagination describes how an operation pages. With page numbers, if a caller sets Page or Size, the
// other gets its default. With a cursor, each response contains the cursor of the next page.
type Pagination struct {
	Page        *Field // integer of the request, nil with a cursor
	Size        *Field // integer of the request, optional with a cursor
	First       *int   // number of the first page, the default of Page
	DefaultSize *int   // the default of Size

	Cursor   *Field     // of the request, or the request of Continue; nil with page numbers
	Next     *Place     // of the next cursor, nil with page numbers
	More     *Place     // of a boolean that reports whether there is a next page, or nil
	Continue *Operation // the operation of this area that takes the cursor, nil for the same one

	Items  *Field // array of items in the response, the last of At.Fields, or nil
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
	Name    string   // as in the catalog: the name of a field, or a pointer
	Pointer string   // a JSON pointer from the whole body
	Fields  []*Field // the path to it, as far as the catalog shows it
	Type    *Type    // nil if the catalog does not show it
	Beside  bool     // it is beside the response, and Fields starts at the record of siblings
}

// Field returns the field with the value, nil if the catalog does not show it.
func (p *Place) Field() *Field {
	if p == nil || p.Type == nil {
		return nil
	}
	return p.Fields[len(p.Fields)-1]
}

// Deprecation describes a deprecated element. Each part may be empty.
type Deprecation struct {
	Since  string
	Sunset string // date, YYYY-MM-DD
	Use    string // the replacement: an operation ("claims.get_claim") or a field of the same shape
}

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

// Types are the types that the fields of shapes refer to, directly or indirectly.
type Types struct {
	Records map[*Shape]bool
	Enums   map[*Enum]bool
	Unions  map[*TaggedUnion]bool
}

// Reached returns the types that the fields of shapes refer to. It omits records that are only
// included, because the shapes have their fields.
func Reached(shapes ...*Shape) Types {
	t := Types{map[*Shape]bool{}, map[*Enum]bool{}, map[*TaggedUnion]bool{}}
	for _, s := range shapes {
		t.add(s)
	}
	return t
}

// All returns the names in Go of the records, enums and unions.
func (all Types) All() map[any]string {
	names := map[any]string{}
	for r := range all.Records {
		names[r] = r.GoName
	}
	for e := range all.Enums {
		names[e] = e.GoName
	}
	for u := range all.Unions {
		names[u] = u.GoName
	}
	return names
}

func (all Types) add(s *Shape) {
	for _, f := range s.Fields {
		switch t := f.item(); t.Kind {
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
