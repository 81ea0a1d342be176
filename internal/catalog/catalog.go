// Package catalog reads an opgen catalog, which is a YAML file with the operations of a service, and
// its overlays.
//
// [Load] returns the [Catalog] or every [Problem]. In a catalog, references are pointers, and all
// names in Go are resolved.
package catalog

import (
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
	overlays := c.sources[len(c.sources)-c.overlays:]
	return slices.ContainsFunc(overlays, func(s Source) bool { return s.Name == p.File })
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

// names returns the names of the operations.
func (a *Area) names() []string {
	return each(a.Operations, func(op *Operation) string { return op.Name })
}

// Auth returns the Auth of the operations that do not set their own, or nil if all do.
func (a *Area) Auth() *Auth {
	for _, op := range a.Operations {
		if !op.ownAuth {
			return op.Auth
		}
	}
	return nil
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

	instead *Operation // see Instead
	ownAuth bool       // see OwnAuth
}

// Instead returns the replacement of a deprecated operation, nil if there is none.
func (op *Operation) Instead() *Operation { return op.instead }

// String writes an operation as a catalog does: "claims.get_claim".
func (op *Operation) String() string { return op.Area.Name + "." + op.Name }

// OwnAuth reports whether the operation sets its own Auth.
func (op *Operation) OwnAuth() bool { return op.ownAuth }

// bodyIsObject reports whether the body of each success is known to be an object, or empty.
func (op *Operation) bodyIsObject() bool {
	return op.Envelope != nil || op.Response.Shown && op.Response.Whole == nil
}

// Response is the response of an operation.
type Response struct {
	*Shape         // its Go name is the operation's + "Response"
	Shown   bool   // false: the specification does not show the shape, and Fields is empty
	Whole   *Field // the only field if the response is a value of its type, else nil
	Nothing bool   // a success has no response; Shown is true, and Fields is empty
	Lenient bool   // the shape is not guaranteed; other values become zero and are reported
}

// Pagination describes how an operation pages. With page numbers or an offset, if a caller sets Page
// or Size, the other gets its default. With a cursor, each response contains the cursor of the next
// page, in a place of its own or in the last item.
type Pagination struct {
	Page        *Field // integer of the request, nil with a cursor
	Offset      bool   // Page counts the items before the page, and First is nil
	Size        *Field // integer of the request, optional with a cursor
	First       *int   // number of the first page, the default of Page
	DefaultSize *int   // the default of Size

	Cursor   *Field     // of the request, or the request of Continue; nil with page numbers
	Next     *Place     // of the next cursor, nil with page numbers and with Last
	Last     *Field     // of the items, with the next cursor in the last item; nil for Next
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

// known reports whether the catalog shows the value.
func (p *Place) known() bool { return p != nil && p.Type != nil }

// Field returns the field with the value, nil if the catalog does not show it.
func (p *Place) Field() *Field {
	if !p.known() {
		return nil
	}
	return p.Fields[len(p.Fields)-1]
}

// Fields returns the fields of the request for paging.
func (p *Pagination) Fields() []*Field {
	fields := []*Field{p.Page, p.Size}
	if p.Continue == nil {
		fields = append(fields, p.Cursor)
	}
	return slices.DeleteFunc(fields, func(f *Field) bool { return f == nil })
}
